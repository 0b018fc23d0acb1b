import { readRigidMotion } from "../boundary/region.ts";
import {
  type Path,
  type Reader,
  readNumber,
  readRecord,
  readUnitVector,
  readVec2,
} from "../geometry/reader.ts";
import { type RigidMotion, WORLD } from "../geometry/rigid_motion.ts";
import { type Support, supportMovingAs } from "../geometry/support.ts";
import type { Vec2 } from "../geometry/vector.ts";

/**
 * A support (G13): its velocity under the agent and how it turns, or its whole motion (B9), from which both follow.
 */
export type SupportInput =
  | Omit<Support, "motion">
  | Pick<Support, "id">
    & { readonly motion: Partial<RigidMotion> }
    & Partial<Pick<Support, "velocity" | "turn">>;

/**
 * Reads a support of an agent at `position` (G13): its `velocity`, or its whole `motion` (B9), from which velocity and turn
 * follow. Reports what is wrong.
 */
export function readSupport(
  value: unknown,
  path: Path,
  position: Vec2,
  timeStep: number,
  reader: Reader,
): Support {
  const record = readRecord(value, path, reader);
  const { turn, motion, version } = record, id = record["id"] as Support["id"];
  if (typeof id !== "string" && !(typeof id === "number" && Number.isFinite(id))) {
    reader.report([...path, "id"], id, "must be a finite number or a string");
  }
  if (motion !== undefined) {
    const rigid = readRigidMotion(motion, [...path, "motion"], reader);
    const moving = supportMovingAs(id, rigid, position, timeStep);
    for (const name of ["velocity", "turn"] as const) {
      if (record[name] === undefined) continue;
      const given = readVec2(record[name], [...path, name], reader), { x, y } = moving[name] ?? WORLD.heading;
      if (Math.abs(given.x - x) > 1e-9 || Math.abs(given.y - y) > 1e-9) {
        reader.report([...path, name], record[name], "must be that of the motion, where that is given");
      }
    }
    return moving;
  }
  return {
    id,
    velocity: readVec2(record["velocity"], [...path, "velocity"], reader),
    ...(turn === undefined ? {} : { turn: readUnitVector(turn, [...path, "turn"], reader) }),
    ...(version === undefined ? {} : { version: readNumber(version, [...path, "version"], "any", reader) }),
  };
}
