import { map } from "npm:fp-ts@^2.16/lib/Either.js";
import { type ObstacleInput, piecesOf, readObstacles } from "../boundary/obstacle.ts";
import { readRegion, type RegionInput } from "../boundary/region.ts";
import type { Mover } from "../boundary/separation.ts";
import type { Agent } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import type { AvoidanceParameters } from "../geometry/parameters.ts";
import { readAgent, reportDuplicateIds } from "../geometry/parse_agent.ts";
import { sortedById } from "../geometry/orca.ts";
import { readParameters } from "../geometry/parse_parameters.ts";
import {
  checked,
  NO_REPORTS,
  type Path,
  readArray,
  readBoolean,
  type Reader,
  readLimit,
  readNumber,
  readRecord,
  readVec2,
  readWord,
} from "../geometry/reader.ts";
import { add, type Vec2, ZERO } from "../geometry/vector.ts";
import type { Decision, FallbackPolicy } from "../solver/decision.ts";
import { decideAgent } from "./decide_agent.ts";
import { readFloorSlack } from "./floor_slack.ts";
import { readSupport, type SupportInput } from "./read_support.ts";
import type { Situation } from "./situation.ts";

/** What `avoid` takes: records that need not have been checked. */
export interface AvoidInput {
  /** The agent that decides. */
  readonly self: Agent;
  /**
   * Those it avoids, in any order. The separation floor also wants to know what they brake with (`budget`, m/s², default
   * as `self`) and relative to which velocity (`reference`, m/s, default 0).
   */
  readonly neighbors:
    readonly (Agent & { readonly budget?: number | "unlimited"; readonly reference?: Vec2 })[];
  /** Shared parameters. */
  readonly parameters: AvoidanceParameters;
  /** The velocity it would like, relative to its support, m/s. */
  readonly preferred: Vec2;
  /** Horizontal speed cap relative to the support, m/s, at least 0. */
  readonly maxSpeed: number;
  /** Horizontal acceleration budget, m/s², above 0; absent or `Infinity`: unlimited. */
  readonly budget?: number | "unlimited";
  /** What it stands on; absent: ground at rest. */
  readonly support?: SupportInput;
  /** What to do when the neighbors leave no velocity (S10); default "brake". */
  readonly fallback?: FallbackPolicy;
  /** The convex region that it stays in (B1), eroded by its body's radius: see `parseRegion`. */
  readonly region?: RegionInput;
  /** Walls that stand (C8), in any order; they need no `separation`. */
  readonly obstacles?: readonly ObstacleInput[];
  /** The separation floor (M1–M10), by default "floor". */
  readonly separation?: "floor" | "off";
  /** ε of the floor, m (M9); default 1e-9, more where coordinates are large. */
  readonly floorSlack?: number;
  /** Ask for the better candidates and why each was turned down. */
  readonly explain?: boolean;
}

/** The fallback policies by name. */
export const FALLBACK_POLICIES = ["brake", "leastViolation", "keepPrevious", "stop"] as const;

/**
 * Local avoidance for one agent in one call: checks the input, builds the half-planes, solves, decides. Never throws.
 *
 * @returns the decision, its velocities relative to the support, or everything that is wrong with the input
 * @example
 * ```ts
 * import { avoid } from "@halfstep/halfstep";
 *
 * const result = avoid({
 *   self: { id: "a", position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5 },
 *   neighbors: [{ id: "b", position: { x: 4, y: 0 }, velocity: { x: -1, y: 0 }, radius: 0.5 }],
 *   parameters: { timeHorizon: 2, timeStep: 0.1 },
 *   preferred: { x: 1, y: 0 },
 *   maxSpeed: 1.5,
 * });
 * if (result._tag === "Left" || result.right.kind !== "Clear") throw new Error("there is room");
 * ```
 */
export function avoid(input: AvoidInput): Checked<Decision> {
  return map(decideAgent)(parseSituation(input));
}

/** A situation from unknown input, or everything that is wrong with it. */
export function parseSituation(input: unknown): Checked<Situation> {
  return checked(input, readSituation);
}

function readSituation(value: unknown, reader: Reader): Situation {
  const record = readRecord(value, [], reader);
  const parameters = readParameters(record["parameters"], ["parameters"], reader);
  const read = readAgent(record["self"], ["self"], reader);
  const { budget, support, fallback, explain, region, separation } = record;
  const obstacles = record["obstacles"] === undefined
    ? []
    : readObstacles(record["obstacles"], ["obstacles"], reader);
  const ownBudget = budget === undefined ? Infinity : readLimit(budget, ["budget"], reader);
  const listed = readArray(record["neighbors"], ["neighbors"], reader)
    .map((item, i) => readMover(item, ["neighbors", i], ownBudget, reader));
  reportDuplicateIds([
    { id: read.id, path: ["self", "id"] },
    ...listed.map(({ id }, i) => ({ id, path: ["neighbors", i, "id"] })),
  ], reader);
  const movers = sortedById(listed);
  const preferred = readVec2(record["preferred"], ["preferred"], reader);
  const maxSpeed = readNumber(record["maxSpeed"], ["maxSpeed"], "notNegative", reader);
  const ground = support === undefined
    ? undefined
    : readSupport(support, ["support"], read.position, parameters.timeStep, reader);
  if (parameters.optimizationVelocity === "preferred") {
    listed.forEach(({ id, preferredVelocity }, i) => {
      if (preferredVelocity !== undefined) return;
      const path = ["neighbors", i, "preferredVelocity"];
      reader.report(path, undefined, 'must be given where optimizationVelocity is "preferred"', id);
    });
  }
  // The own preferred velocity is known: what is asked for, in world terms.
  const self = read.preferredVelocity !== undefined || parameters.optimizationVelocity !== "preferred"
    ? read
    : { ...read, preferredVelocity: ground === undefined ? preferred : add(preferred, ground.velocity) };
  const floor = separation === undefined ||
    readWord(separation, ["separation"], ["floor", "off"], reader) === "floor";
  const slack = readFloorSlack(record["floorSlack"], ["floorSlack"], [self, ...movers], obstacles, reader);
  return {
    self,
    neighbors: movers,
    parameters,
    preferred,
    maxSpeed,
    budget: ownBudget,
    separation: floor ? { kind: "floor", movers, slack, excluded: [] } : { kind: "off", slack },
    ...(ground === undefined ? {} : { support: ground }),
    ...(region === undefined ? {} : { region: readRegion(region, ["region"], reader) }),
    ...(obstacles.length === 0 ? {} : { obstacles: piecesOf(obstacles) }),
    ...(fallback === undefined
      ? {}
      : { fallback: readWord(fallback, ["fallback"], FALLBACK_POLICIES, reader) }),
    ...(explain === undefined ? {} : { explain: readBoolean(explain, ["explain"], reader) }),
  };
}

function readMover(value: unknown, path: Path, ownBudget: number, reader: Reader): Mover {
  const agent = readAgent(value, path, reader), { budget, reference } = readRecord(value, path, NO_REPORTS);
  return {
    ...agent,
    budget: budget === undefined ? ownBudget : readLimit(budget, [...path, "budget"], reader, agent.id),
    reference: reference === undefined ? ZERO : readVec2(reference, [...path, "reference"], reader, agent.id),
  };
}
