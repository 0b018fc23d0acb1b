import { hashId } from "../geometry/passing_side.ts";
import { type Path, readArray, type Reader, readNumber, readRecord, readWord } from "../geometry/reader.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { AgentDecision, CrowdAgent, CrowdParameters, DetailLevel } from "./crowd.ts";

/** How much is decided for an agent in one step (C4). */
export interface Detail {
  /** What is decided now. */
  readonly now: AgentDecision["detail"];
  /** It decides in every so manieth step. */
  readonly every: number;
}

const FULL: Detail = { now: "full", every: 1 };

/** Where the hash of an agent's ID begins, from which its turn follows: FNV's offset. */
const START = 0x811c9dc5;

/**
 * How much is decided for an agent in this step (C4): a function of its ID, the tick, and how far it is from the nearest
 * viewer, whoever else is in the crowd.
 *
 * @param viewers places that are looked at from; undefined: everybody is seen in full detail
 */
export function detailOf(
  { id, position }: Pick<CrowdAgent, "id" | "position">,
  { timeSlices, levelsOfDetail }: CrowdParameters,
  viewers: readonly Vec2[] | undefined,
  tick: number,
): Detail {
  const level = viewers === undefined || levelsOfDetail.length === 0
    ? undefined
    : levelAt(position, levelsOfDetail, viewers);
  if (level === undefined && timeSlices === 1) return FULL;
  const every = timeSlices * (level?.every ?? 1);
  const now = level === undefined || level.against === "everything" ? "full" : "boundaries";
  return { now: isItsTurn(id, every, tick) ? now : "skipped", every };
}

/** Whether an agent that decides in every so manieth step decides at this tick: once in any so many ticks on end. */
export function isItsTurn(id: CrowdAgent["id"], every: number, tick: number): boolean {
  if (every === 1) return true;
  const hash = hashId(START, id), mixed = (hash ^ (hash >>> 15)) >>> 0;
  return (tick + mixed) % every === 0;
}

/** The level that holds there: the last one that it lies beyond. */
function levelAt(
  { x, y }: Vec2,
  levels: readonly DetailLevel[],
  viewers: readonly Vec2[],
): DetailLevel | undefined {
  let nearest = Infinity;
  for (const viewer of viewers) {
    const dx = x - viewer.x, dy = y - viewer.y;
    nearest = Math.min(nearest, dx * dx + dy * dy);
  }
  return levels.findLast(({ beyond }) => nearest > beyond * beyond);
}

/** Reads levels of detail, the nearest first; reports what is wrong. */
export function readLevels(value: unknown, path: Path, reader: Reader): readonly DetailLevel[] {
  const levels = readArray(value, path, reader).map((item, i): DetailLevel => {
    const record = readRecord(item, [...path, i], reader), { every, against } = record;
    return {
      beyond: readNumber(record["beyond"], [...path, i, "beyond"], "positive", reader),
      every: every === undefined ? 1 : readSlices(every, [...path, i, "every"], reader),
      against: against === undefined
        ? "everything"
        : readWord(against, [...path, i, "against"], ["everything", "boundaries"], reader),
    };
  });
  levels.forEach(({ beyond }, i) => {
    if (i > 0 && beyond <= levels[i - 1]!.beyond) {
      reader.report([...path, i, "beyond"], beyond, "must be above that of the level before");
    }
  });
  return levels;
}

/** Most groups that take turns: more is a slip. */
const MOST = 1_000_000;

/** A number of groups that take turns. */
export function readSlices(value: unknown, path: Path, reader: Reader): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 1 && value <= MOST) return value;
  reader.report(path, value, `must be a whole number from 1 to ${MOST}`);
  return NaN;
}
