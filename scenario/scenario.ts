import type { AgentId } from "../geometry/agent.ts";
import type { OptimizationVelocity, PassingSide } from "../geometry/parameters.ts";
import type { RouteCorner } from "../crowd/route.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { DetailLevel, DetourParameters, Perturbation, SettlingParameters } from "../crowd/crowd.ts";
import type { TiledGround } from "../crowd/tiled_ground.ts";
import type { FallbackPolicy } from "../solver/decision.ts";
import type { RigidMotion } from "../geometry/rigid_motion.ts";
import type { RegionInput } from "../boundary/region.ts";
import type { Expectation } from "./expectation.ts";
import type { PortalPolicy } from "../avoidance/corridor_situation.ts";
import type { CorridorTile } from "../boundary/corridor_tile.ts";
import type { Portal } from "../boundary/portal.ts";
import type { Polygon } from "../boundary/polygon.ts";
import type { CountingArea } from "./counting_area.ts";
import type { CountingGate } from "./counting_gate.ts";

/** How a support moves: evenly, perhaps turning a little in every step, or along a whole rigid motion (G13, B9). */
export type ScenarioGround =
  | {
    /** Velocity, m/s, the same everywhere on it. */
    readonly velocity: Vec2;
    /** Unit vector (cosine, sine) of the yaw in one step; default no turn. */
    readonly turn?: Vec2;
    /** Version of the motion (G17). */
    readonly version?: number;
  }
  | {
    /** Origin, heading and how both move; what is left out does not move or turn. */
    readonly motion: Partial<RigidMotion>;
  };

/** What an agent stands on, with the name that tells one support from another. */
export type ScenarioSupport = ScenarioGround & { readonly id: string | number };

/** A route through tiles, as `parseCorridor` takes it. In a file a tile's support may be the name of one of the scenario's `supports`. */
export interface ScenarioCorridor {
  /** Convex pieces of ground, in the order of the route. */
  readonly tiles: readonly (
    & Pick<CorridorTile, "id" | "polygon">
    & Partial<Pick<CorridorTile, "gradient" | "version" | "owner">>
    & { readonly support?: { readonly id: string | number; readonly motion?: Partial<RigidMotion> } }
  )[];
  /** From each tile into the next. */
  readonly portals: readonly Pick<Portal, "left" | "right">[];
  /** Where the route ends, m, in the axes of the last tile. */
  readonly goal: Vec2;
}

/** What agents of a scenario may be given in common, and each for itself. The rules are those of `createCrowd`. */
export interface AgentTraits {
  /** Start velocity, m/s; default zero. */
  readonly velocity?: Vec2;
  /** Avoidance radius, m, above 0. */
  readonly radius?: number;
  /** Speed cap along the ground, relative to the support, m/s, at least 0; on a slope less of it is horizontal (G14). */
  readonly maxSpeed?: number;
  /** Acceleration budget along the ground, m/s², above 0; "unlimited" (the default): velocity jumps (G14, G15). */
  readonly budget?: number | "unlimited";
  /** Speed it likes to go at, m/s, at most `maxSpeed`; default `maxSpeed`. */
  readonly cruisingSpeed?: number;
  /** Where it wants to go, m. */
  readonly goal?: Vec2;
  /** Corners and gates to pass in order, m, in place of `goal`; the last one is the goal. */
  readonly route?: readonly RouteCorner[];
  /** Weight of its part of the avoiding (G9), at least 0; default 1. */
  readonly responsibility?: number;
  /** Never moves (G9); default false. */
  readonly locked?: boolean;
  /** Foot height, m; default 0. */
  readonly z?: number;
  /** Body height, m, above 0; default: on every storey. */
  readonly height?: number;
  /** Height gradient of the ground (G14); default level. */
  readonly gradient?: Vec2;
  /** Layers that it is on (C4), a set of 32 bits; default 1. */
  readonly layers?: number;
  /** Layers that it avoids (C4), a set of 32 bits; default all. */
  readonly mask?: number;
  /** Parameters of its own (C2), in the places of the crowd's. */
  readonly parameters?:
    & Pick<
      ScenarioParameters,
      "timeHorizonObstacles" | "safetyMargin" | "neighborDistance" | "maxNeighbors" | "detour"
    >
    & { readonly timeHorizon?: number };
  /** What it stands on (G13); default ground at rest. In a file also the name of one of the scenario's `supports`. */
  readonly support?: ScenarioSupport;
  /**
   * The convex region that its center stays in (B1), the body's radius taken off already; default none. In a file also the
   * name of one of the scenario's `regions`.
   */
  readonly region?: RegionInput;
  /**
   * The route through tiles that it follows (B11), in place of goal, route and region. In a file also the name of one of the
   * scenario's `corridors`.
   */
  readonly corridor?: ScenarioCorridor;
  /** Index of the tile of its corridor that it starts in; default 0. */
  readonly tile?: number;
  /** What it does about a portal in the middle of a step (B11); default "split". */
  readonly portals?: PortalPolicy;
}

/** An agent of a scenario, the scenario's defaults filled in. */
export interface ScenarioAgent extends AgentTraits {
  /** Stable ID, unique in the scenario. */
  readonly id: AgentId;
  /** Start position, m. */
  readonly position: Vec2;
}

/** What the whole crowd shares; the rules and defaults are those of `createCrowd`. */
export interface ScenarioParameters {
  /** T, s, above 0. */
  readonly timeHorizon: number;
  /** T against walls, s, above 0 (C8); default `timeHorizon`. */
  readonly timeHorizonObstacles?: number;
  /** dt, s, above 0: the fixed step. */
  readonly timeStep: number;
  /** δ, m, at least 0 (G3). */
  readonly safetyMargin?: number;
  /** Hand on which both agents of a pair pass in a tie (G6). */
  readonly passingSide?: PassingSide;
  /** Velocity that the reciprocal change starts from (G8). */
  readonly optimizationVelocity?: OptimizationVelocity;
  /** Surface gap beyond which neighbors are left out, m, above 0 (C2). */
  readonly neighborDistance?: number;
  /** Most half-planes of one agent, a whole number, at least 1 (C2). */
  readonly maxNeighbors?: number;
  /** How the cap ranks neighbors (C2). */
  readonly neighborRanking?: "gap" | "timeToContact";
  /** What to do when the neighbors leave no velocity (S10). */
  readonly fallback?: FallbackPolicy;
  /** Constants of the detour memory (C6); those left out keep their defaults; "off" switches it off. */
  readonly detour?: Partial<DetourParameters> | "off";
  /** Constants of settling (C15); those left out keep their defaults; "off": nobody settles. */
  readonly settling?: Partial<SettlingParameters> | "off";
  /** Tiny seeded change of preferred velocities (C6); default "off". */
  readonly perturbation?: Perturbation | "off";
  /** Whether walls hide agents from each other (C4); default "off". */
  readonly lineOfSight?: "walls" | "off";
  /** Agents decide in turn, in so many groups, at least 1 (C4); default 1. */
  readonly timeSlices?: number;
  /** How much is decided for those who are far from all `viewers` (C4), the nearest level first; default none. */
  readonly levelsOfDetail?: readonly (Pick<DetailLevel, "beyond"> & Partial<DetailLevel>)[];
  /** The separation floor, under which cooperating agents never overlap (M1–M10); default "floor". */
  readonly separation?: "floor" | "off";
  /** ε of the floor, m, above 0 (M9). */
  readonly floorSlack?: number;
  /** Distance to the goal at which an agent counts as arrived, m, above 0. */
  readonly arrivalDistance?: number;
}

/** A later part of the library that a scenario waits for. Until then its failures are shown as "not yet". */
export type LaterPart = typeof LATER_PARTS[number];

/** The parts that are still to come: agents that give way in turn, and ways through among many at rest. */
export const LATER_PARTS = ["cooperation", "through"] as const;

/** What becomes of agents that are at their goals: they stay there, or leave the scene. */
export type AtGoal = typeof AT_GOAL[number];

/** The ways to be done. */
export const AT_GOAL = ["stay", "leave"] as const;

/** When a scenario is run: with the quick tests and in the demo, or only with the full tests and when it is asked for. */
export type Tier = typeof TIERS[number];

/** The tiers of scenarios. */
export const TIERS = ["quick", "full"] as const;

/** A checked scenario (C13): a crowd, its surroundings, and what must come out. */
export interface Scenario {
  /** Short name, the key in reports: letters, digits, "-" and "_". */
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** What the scene looks like and why it is hard. */
  readonly description?: string;
  /** Where it comes from. */
  readonly source?: string;
  /** How long to run, s, above 0. */
  readonly duration: number;
  /** What all agents share. */
  readonly parameters: ScenarioParameters;
  /** Agents with the defaults filled in, in the file's order. */
  readonly agents: readonly ScenarioAgent[];
  /** Solid polygons, counter-clockwise, and segments of two points, which every agent avoids (C8), m. */
  readonly walls: readonly Polygon[];
  /** Places that it is looked at from, m, from which `levelsOfDetail` count (C4); absent: everybody is seen in full detail. */
  readonly viewers?: readonly Vec2[];
  /** Tiles that the agents walk on, going from one to the next by handoff (C14); absent: one level ground. */
  readonly ground?: TiledGround;
  /** Lines at which those who pass are counted; absent: none. */
  readonly gates?: readonly CountingGate[];
  /** Places in which agents are counted; absent: none. */
  readonly areas?: readonly CountingArea[];
  /** What becomes of agents within `arrivalDistance` of their goals; absent: they stay. */
  readonly atGoal?: AtGoal;
  /** When it is run; absent: always. "full" marks what takes more than a few seconds. */
  readonly tier?: Tier;
  /** What must hold of a run; empty: the run is only measured. */
  readonly expect: readonly Expectation[];
  /** What a good run looks like, in words. */
  readonly rightBehaviour?: string;
  /** The later parts of the library that are needed to meet `expect`, at least one. */
  readonly belongsTo?: readonly LaterPart[];
}
