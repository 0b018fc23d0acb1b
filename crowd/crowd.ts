import type { Decision, FallbackPolicy } from "../solver/decision.ts";
import type { Agent, AgentId } from "../geometry/agent.ts";
import type { InputError } from "../geometry/input_error.ts";
import type { AvoidanceParameters } from "../geometry/parameters.ts";
import type { ConstraintSource } from "../geometry/half_plane.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import type { Support } from "../geometry/support.ts";
import type { Obstacle } from "../boundary/obstacle.ts";
import type { PortalPolicy } from "../avoidance/corridor_situation.ts";
import type { Corridor } from "../boundary/corridor.ts";
import type { Region, RegionInput } from "../boundary/region.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { RouteCorner } from "./route.ts";

/** How much is decided for agents that are far from all viewers (C4). */
export interface DetailLevel {
  /** It holds for agents farther than this from the nearest viewer, m, above 0. */
  readonly beyond: number;
  /** They decide in every so manieth step, at least 1. */
  readonly every: number;
  /** What their velocities are chosen against: "boundaries" makes no half-planes of neighbors. The floor always holds. */
  readonly against: "everything" | "boundaries";
}

/** Constants of the detour memory (C6). */
export interface DetourParameters {
  /** Rise of m per second at full loss of progress, 1/s. */
  readonly rise: number;
  /** Fall of m per second while little is lost, 1/s. */
  readonly fall: number;
  /** Largest m of who moves: the tangent of half the largest detour angle. */
  readonly ceiling: number;
  /** Share of progress that may be lost before m rises, 0 to 1. */
  readonly deadBand: number;
  /**
   * The m up to which one that is stuck turns on beyond the ceiling, to start anew there. Up to `ceiling`, or without one, nobody
   * turns on.
   */
  readonly limit: number;
  /** Who stands is stuck when it has waited for the time in which it would go so many radii, no unit: it turns on, and goes first. */
  readonly patience: number;
  /** m falls where the straight way would be better than what the agent does now by more than this share of progress. */
  readonly margin: number;
  /** No detour within so many radii of the goal, and no going first for being stuck. */
  readonly noneWithin: number;
  /** Full ceiling beyond so many radii of the goal. */
  readonly fullBeyond: number;
}

/** Constants of settling (C15). */
export interface SettlingParameters {
  /** A goal or a neighbor within so many radii is reached or touched: an agent settles, no unit. */
  readonly enter: number;
  /** One that has settled stays so within this many radii, at least `enter`. */
  readonly stay: number;
  /** A goal is taken by who stands within so many sums of both radii of it. */
  readonly taken: number;
  /** Sine of the angle off the way to the goal within which a single neighbor blocks the way, 0 to 1. */
  readonly ahead: number;
  /**
   * How long an agent tries to come nearer before it rests in contact: the time in which it would go so many radii, no unit.
   */
  readonly patience: number;
  /** Next to its goal, with somebody at rest in its way, an agent goes no faster than what is left in this time, above 0, s. */
  readonly ease: number;
  /** Factor of the weight of a settled agent's part of the avoiding, above 0 and at most 1. */
  readonly weight: number;
}

/** Whether an agent has come to rest (C15): at its goal, or in contact with one that rests nearer to its goal. */
export type SettledState = "no" | "atGoal" | "inContact";

/** A tiny seeded change of preferred velocities, a pure function of seed, ID and tick (C6). */
export interface Perturbation {
  /** Largest change of either component, m/s. */
  readonly size: number;
  /** 32-bit seed. */
  readonly seed: number;
}

/** What all agents of a crowd share. All fields are filled in. */
export interface CrowdParameters extends Required<AvoidanceParameters> {
  /** Surface gap beyond which neighbors are left out, m, above 0; `Infinity`: none is cut by distance. */
  readonly neighborDistance: number;
  /** Most half-planes of one agent, at least 1; `Infinity`: no cap. What it cuts is counted in the report. */
  readonly maxNeighbors: number;
  /** How the cap ranks neighbors (C2): by surface gap (default) or by time to contact. */
  readonly neighborRanking: "gap" | "timeToContact";
  /** S10; default "leastViolation". */
  readonly fallback: FallbackPolicy;
  /** C6; `"off"` switches the detour memory off. */
  readonly detour: DetourParameters | "off";
  /** C15; `"off"`: nobody settles. */
  readonly settling: SettlingParameters | "off";
  /** C6; default "off". */
  readonly perturbation: Perturbation | "off";
  /** The separation floor (M1–M10); default "floor". */
  readonly separation: "floor" | "off";
  /** ε of the floor, m (M9). */
  readonly floorSlack: number;
  /** Distance to the goal at which an agent counts as arrived, m, above 0; reports only. */
  readonly arrivalDistance: number;
  /**
   * "walls": agents do not avoid those whom obstacles hide (C4), who could not be met within the horizon by any way round;
   * default "off".
   */
  readonly lineOfSight: "walls" | "off";
  /** Agents decide in turn, in so many groups, one a step (C4), at least 1; default 1: everybody decides in every step. */
  readonly timeSlices: number;
  /** Levels of detail (C4), the nearest first; default none. They count from `StepInput.viewers`. */
  readonly levelsOfDetail: readonly DetailLevel[];
  /** Longest time that one `advanceCrowd` steps through, s, above 0 (C16); default 60. More is refused. */
  readonly longestAdvance: number;
}

/** Parameters that an agent may have of its own, in place of the crowd's. What both of a pair must agree on is not among them. */
export type AgentParameters = Partial<
  Pick<
    CrowdParameters,
    | "timeHorizon"
    | "timeHorizonObstacles"
    | "safetyMargin"
    | "neighborDistance"
    | "maxNeighbors"
    | "detour"
  >
>;

/** An agent of a crowd: what neighbors see, and what it wants and remembers. All fields are filled in. */
export interface CrowdAgent extends Agent {
  /** Weight of its part of the avoiding (G9), at least 0. */
  readonly responsibility: number;
  /** Whether it never moves. */
  readonly locked: boolean;
  /** V, m/s, at least 0: speed cap along the ground, relative to the support; on a slope less of it is horizontal (G14). */
  readonly maxSpeed: number;
  /** A, m/s², above 0: acceleration budget along the ground; `Infinity`: velocity jumps. */
  readonly budget: number;
  /** Speed it likes to go at, m/s, at most `maxSpeed`. */
  readonly cruisingSpeed: number;
  /**
   * Corners and gates still to pass, in order; the last one is the goal. Empty: it has no wish to move. On a support that moves they
   * are points of it and move with it.
   */
  readonly route: readonly RouteCorner[];
  /** Foot height at its position, m. */
  readonly z: number;
  /** Body height, m, above 0. `Infinity`: on every storey. */
  readonly height: number;
  /** Height gradient of the ground it stands on (G14). */
  readonly gradient: Vec2;
  /** The layers that it is on (C4): a set of 32 bits, as an unsigned number; 0 is on none, so that nobody avoids it. */
  readonly layers: number;
  /** The layers that it avoids (C4): a set of 32 bits, as an unsigned number; 0 avoids nobody. */
  readonly mask: number;
  /** Parameters of its own; absent: the crowd's hold. */
  readonly parameters?: AgentParameters;
  /** What it stands on; absent: ground at rest. */
  readonly support?: Support;
  /** The convex region that it stays in (B1); absent: none. Its edges move with their velocities. */
  readonly region?: Region;
  /** The route through tiles that it follows, as its supports are now (B11); absent: `route` and `region` say what it does. */
  readonly corridor?: Corridor;
  /** Index of the tile of `corridor` that owns it. */
  readonly tile?: number;
  /** What it does about a portal in the middle of a step (B11): split the step there (default), or wait at it for the next. */
  readonly portals?: PortalPolicy;
  /** m >= 0, the tangent of half its detour angle (C6). */
  readonly detour: number;
  /** Whether it has come to rest (C15), as it was found at the start of the last step. */
  readonly settled: SettledState;
  /** How long it has wished to move and hardly moved, s. */
  readonly waiting: number;
}

/** One agent's decision of a step. */
export interface AgentDecision {
  /** Its stable ID. */
  readonly id: AgentId;
  /** The preferred velocity that it was solved for, m/s: turned by the detour memory where that is not 0. */
  readonly preferred: Vec2;
  /** World position at the step's start, m; `decision.motion`, carried by the support, leads on from there. */
  readonly from: Vec2;
  /** World velocity of its support under it, m/s: 0 on the ground. */
  readonly supportVelocity: Vec2;
  /**
   * How much was decided (C4): "full"; "boundaries", without half-planes of neighbors; "skipped", where the old velocity was
   * offered alone, and the committed stop is taken if it fails. What was not checked is not among the decision's checks.
   */
  readonly detail: "full" | "boundaries" | "skipped";
  /** What was decided. */
  readonly decision: Decision;
}

/** How an agent went that something else moved (`StepInput.moved`). */
export interface MovedAgent {
  /** Its stable ID. */
  readonly id: AgentId;
  /** World position at the step's start, m. */
  readonly from: Vec2;
  /** World velocity of its support under it, m/s: 0 on the ground. */
  readonly supportVelocity: Vec2;
  /** Pieces that fill the step, relative to the support. */
  readonly motion: readonly MotionPiece[];
}

/** Two agents whose discs overlap. */
export interface Overlap {
  /** The lower ID. */
  readonly a: AgentId;
  /** The higher ID. */
  readonly b: AgentId;
  /** Sum of radii minus distance, m, above 0. */
  readonly depth: number;
}

/** Neighbors of an agent that could meet it within the horizon and got no half-plane. */
export interface NeighborCut {
  /** Its stable ID. */
  readonly id: AgentId;
  /** Cut by `maxNeighbors`. */
  readonly byCap: number;
  /** Cut by `neighborDistance`. */
  readonly byDistance: number;
}

/** An agent that wishes to move and has hardly moved for a while. */
export interface Stalled {
  /** Its stable ID. */
  readonly id: AgentId;
  /** How long, s. */
  readonly seconds: number;
  /** The constraints that hold it now. */
  readonly heldBy: readonly ConstraintSource[];
}

/** Everything that a step decided and found (C9). */
export interface StepReport {
  /** How many decisions of each kind. */
  readonly counts: Readonly<Record<Decision["kind"], number>>;
  /** How many of them were skipped: old velocities or stops, with the floor's proof and without a look at neighbors (C4). */
  readonly skipped: number;
  /** Decisions in the order of IDs; locked agents decide nothing, and neither do those that something else moves. */
  readonly decisions: readonly AgentDecision[];
  /** Agents that something else moved, in the order of IDs. */
  readonly moved: readonly MovedAgent[];
  /** Overlaps at the step's end, ordered by IDs. */
  readonly overlaps: readonly Overlap[];
  /** Who lost how many half-planes to the caps; of those who looked at their neighbors in this step. */
  readonly cuts: readonly NeighborCut[];
  /** Who has stood still against its wish for longer than a second; between two decisions of its own, as at the last one. */
  readonly stalled: readonly Stalled[];
  /** Stalled agents that wait for each other: each group's members hold one another up. */
  readonly deadlocked: readonly (readonly AgentId[])[];
  /** Who had come to rest at the step's start, at its goal or in contact with those that rest there (C15). */
  readonly settled: readonly AgentId[];
  /** Agents within `arrivalDistance` of their goals. */
  readonly arrived: readonly AgentId[];
  /** What was wrong with the step's input; those parts were not used. */
  readonly rejectedInput: readonly InputError[];
}

/** What all steps of one `advanceCrowd` found (C16). */
export interface AdvanceReport {
  /** How many; 0 where no whole step was due. */
  readonly steps: number;
  /** How many decisions of each kind, all steps together. */
  readonly counts: StepReport["counts"];
  /** Pairs that overlapped at the end of some step, each with its deepest overlap, ordered by IDs. */
  readonly overlaps: readonly Overlap[];
  /** Agents that were within `arrivalDistance` of their goals at the end of some step, in the order of IDs. */
  readonly arrived: readonly AgentId[];
  /** Groups that were deadlocked at the end of some step, each once, the first first. */
  readonly deadlocked: readonly (readonly AgentId[])[];
}

/** A crowd between two steps. */
export interface Crowd {
  /** Walls that stand (C8), ordered by ID; they are on every storey. */
  readonly obstacles: readonly Obstacle[];
  /** Ordered by ID (G2), whatever order they came in. */
  readonly agents: readonly CrowdAgent[];
  /** Shared parameters. */
  readonly parameters: CrowdParameters;
  /** Steps taken. */
  readonly tick: number;
  /** tick · timeStep, s. */
  readonly time: number;
  /**
   * Time that `advanceCrowd` was given and has not stepped through, s: less than a step. By rounding it may be below 0, by no
   * more than 1e-9 steps.
   */
  readonly remainder: number;
  /** What the last step decided; for a new crowd, its overlaps and no decisions. */
  readonly report: StepReport;
  /** What all steps of the `advanceCrowd` that led here found; absent where none did. */
  readonly advance?: AdvanceReport;
}

/** What a step may be given. */
export interface StepInput {
  /** Preferred velocities of this step in place of those toward the routes, m/s. */
  readonly preferred?: readonly { readonly id: AgentId; readonly velocity: Vec2 }[];
  /**
   * Places that the crowd is looked at from, m: cameras, players (C4). How far an agent is from the nearest one settles its
   * level of detail; with none, all are farther than any. Absent: full detail for everybody.
   */
  readonly viewers?: readonly Vec2[];
  /** What really happened to agents since the last step, where it differs from what was decided. */
  readonly feedback?: readonly { readonly id: AgentId; readonly position: Vec2; readonly velocity: Vec2 }[];
  /** Supports as they are from this step on: agents that stand on one with this ID get it. */
  readonly supports?: readonly Support[];
  /** Regions as they are from this step on; `null` takes an agent's region away. */
  readonly regions?: readonly { readonly id: AgentId; readonly region: RegionInput | null }[];
  /**
   * Agents that something else moves in this step, and how: pieces that fill the step, relative to the support. They decide
   * nothing; everybody else avoids them as before, and the floor sees them as movers. `brokenMotions` tells beforehand which
   * of these motions the floor does not cover.
   */
  readonly moved?: readonly { readonly id: AgentId; readonly motion: readonly MotionPiece[] }[];
}
