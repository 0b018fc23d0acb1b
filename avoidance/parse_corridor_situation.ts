import { isLeft, left, right } from "npm:fp-ts@^2.16/lib/Either.js";
import { readCorridor } from "../boundary/corridor.ts";
import type { Checked, InputError } from "../geometry/input_error.ts";
import { checked, type Reader, readNumber, readRecord, readWord } from "../geometry/reader.ts";
import { ZERO } from "../geometry/vector.ts";
import { parseSituation } from "./avoid.ts";
import { type CorridorSituation, PORTAL_POLICIES } from "./corridor_situation.ts";

/** What a situation in a corridor has beside what every situation has. */
type Along = Pick<CorridorSituation, "corridor" | "tile" | "cruisingSpeed" | "portals" | "gradientTolerance">;

/**
 * A situation in a corridor from unknown input, or everything that is wrong with it: what `avoid` takes, without `region`, with
 * `corridor` as `parseCorridor` takes it, `tile` (an index, default 0), and optionally `preferred`, `cruisingSpeed`, `portals`
 * ("split" or "wait"), `gradientTolerance`.
 */
export function parseCorridorSituation(input: unknown): Checked<CorridorSituation> {
  const given = typeof input === "object" && input !== null ? input as Record<string, unknown> : {};
  const along = checked(input, readAlong);
  const situation = parseSituation({ ...given, preferred: given["preferred"] ?? ZERO });
  if (isLeft(along) || isLeft(situation)) {
    const errors: InputError[] = [
      ...(isLeft(situation) ? situation.left : []),
      ...(isLeft(along) ? along.left : []),
    ];
    return left([errors[0]!, ...errors.slice(1)]);
  }
  const { region: _region, preferred, ...rest } = situation.right;
  return right({ ...rest, ...along.right, ...(given["preferred"] === undefined ? {} : { preferred }) });
}

function readAlong(value: unknown, reader: Reader): Along {
  const record = readRecord(value, [], reader);
  const { tile, cruisingSpeed, portals, gradientTolerance, region } = record;
  if (region !== undefined) reader.report(["region"], region, "must be left out: the corridor is the region");
  const corridor = readCorridor(record["corridor"], ["corridor"], reader);
  const index = tile === undefined ? 0 : readNumber(tile, ["tile"], "notNegative", reader);
  if (index >= 0 && !(Math.trunc(index) === index && index < Math.max(1, corridor.tiles.length))) {
    reader.report(["tile"], tile, "must be the index of a tile");
  }
  return {
    corridor,
    tile: index,
    ...(cruisingSpeed === undefined
      ? {}
      : { cruisingSpeed: readNumber(cruisingSpeed, ["cruisingSpeed"], "notNegative", reader) }),
    ...(portals === undefined ? {} : { portals: readWord(portals, ["portals"], PORTAL_POLICIES, reader) }),
    ...(gradientTolerance === undefined
      ? {}
      : { gradientTolerance: readNumber(gradientTolerance, ["gradientTolerance"], "notNegative", reader) }),
  };
}
