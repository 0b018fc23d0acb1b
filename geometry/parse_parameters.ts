import type { Checked } from "./input_error.ts";
import type { AvoidanceParameters } from "./parameters.ts";
import { checked, type Path, type Reader, readNumber, readRecord, readWord } from "./reader.ts";

/** Avoidance parameters from unknown input (G3, G6, G8), or everything that is wrong with them. */
export function parseParameters(value: unknown): Checked<AvoidanceParameters> {
  return checked(value, (v, reader) => readParameters(v, [], reader));
}

/** Reads avoidance parameters; reports what is wrong. */
export function readParameters(value: unknown, path: Path, reader: Reader): AvoidanceParameters {
  const record = readRecord(value, path, reader);
  const { timeHorizonObstacles, safetyMargin, passingSide, optimizationVelocity } = record;
  return {
    timeHorizon: readNumber(record["timeHorizon"], [...path, "timeHorizon"], "positive", reader),
    timeStep: readNumber(record["timeStep"], [...path, "timeStep"], "positive", reader),
    ...(timeHorizonObstacles === undefined ? {} : {
      timeHorizonObstacles: readNumber(
        timeHorizonObstacles,
        [...path, "timeHorizonObstacles"],
        "positive",
        reader,
      ),
    }),
    ...(safetyMargin === undefined
      ? {}
      : { safetyMargin: readNumber(safetyMargin, [...path, "safetyMargin"], "notNegative", reader) }),
    ...(passingSide === undefined ? {} : {
      passingSide: readWord(passingSide, [...path, "passingSide"], ["right", "left", "byId"], reader),
    }),
    ...(optimizationVelocity === undefined ? {} : {
      optimizationVelocity: readWord(
        optimizationVelocity,
        [...path, "optimizationVelocity"],
        ["current", "preferred", "zero"],
        reader,
      ),
    }),
  };
}
