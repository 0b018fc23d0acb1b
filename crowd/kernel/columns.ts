/** Gives so many bytes for columns: an `ArrayBuffer`, or a `SharedArrayBuffer` that workers see as well (C11). */
export type Allocate = (bytes: number) => ArrayBufferLike;

/** What does not change from step to step, in the order of IDs. */
export interface FixedColumns {
  /** Number of agents. */
  readonly count: number;
  /** m. */
  readonly radius: Float64Array;
  /** Speed cap along the ground, m/s. */
  readonly surfaceSpeed: Float64Array;
  /** The horizontal part of it on the agent's ground (G14), m/s. */
  readonly maxSpeed: Float64Array;
  /** Horizontal acceleration budget, m/s²; `Infinity`: velocity jumps. */
  readonly budget: Float64Array;
  /** m/s. */
  readonly cruisingSpeed: Float64Array;
  /** Weight of its part of the avoiding (G9). */
  readonly weight: Float64Array;
  /** Body height, m; empty on level ground without storeys, and so are the next two. */
  readonly height: Float64Array;
  /** Height gradient of its ground. */
  readonly gradientX: Float64Array;
  /** See `gradientX`. */
  readonly gradientY: Float64Array;
  /** Corners of all routes, m; those of agent i stand from `routeFrom[i]` to `routeFrom[i + 1]`. */
  readonly routeX: Float64Array;
  /** See `routeX`. */
  readonly routeY: Float64Array;
  /** The corners' gates, `half`, m; zero at points, empty where no route has a gate. */
  readonly gateX: Float64Array;
  /** See `gateX`. */
  readonly gateY: Float64Array;
  /** Edges of all fixed regions (B1), by agent and ID: outward normals. */
  readonly edgeX: Float64Array;
  /** See `edgeX`. */
  readonly edgeY: Float64Array;
  /** Their offsets, m. */
  readonly edgeOffset: Float64Array;
  /** C4, sets of 32 bits; empty where everybody avoids everybody. */
  readonly layers: Int32Array;
  /** See `layers`. */
  readonly mask: Int32Array;
  /** See `routeX`; one longer than the agents. */
  readonly routeFrom: Int32Array;
  /** The same for edges. */
  readonly edgeFrom: Int32Array;
  /** `LOCKED`, `ON_RECORDS`, `SEEN_ON_RECORDS`. */
  readonly flags: Uint8Array;
}

/** The agent never moves. */
export const LOCKED = 1;

/** The columns do not hold all that the agent decides from: the record pipeline decides for it. */
export const ON_RECORDS = 2;

/** The columns do not hold all that its neighbors must know of it: the record pipeline decides for whoever is near. */
export const SEEN_ON_RECORDS = 4;

/** What a step reads and writes, in the order of IDs. */
export interface StateColumns {
  /** World positions, m. */
  readonly x: Float64Array;
  /** See `x`. */
  readonly y: Float64Array;
  /** World velocities, m/s. */
  readonly vx: Float64Array;
  /** See `vx`. */
  readonly vy: Float64Array;
  /** Detour memory m (C6). */
  readonly detour: Float64Array;
  /** How long it has wished to move and hardly moved, s. */
  readonly waiting: Float64Array;
  /** Foot heights, m; empty on level ground without storeys. */
  readonly z: Float64Array;
  /** Corners of its route that it has passed. */
  readonly corner: Int32Array;
  /** Neighbors that `maxNeighbors` cut off in the step that led here. */
  readonly cutByCap: Int32Array;
  /** States of rest (C15), indices into `SETTLED_STATES`. */
  readonly settled: Uint8Array;
  /** Kind of the decision that led here, an index into `DECISION_KINDS`, or `NO_DECISION`. */
  readonly kind: Uint8Array;
}

/** Numbers of the kinds of decisions in columns. */
export const DECISION_KINDS = [
  "Clear",
  "AvoidanceRelaxed",
  "ProvenStop",
  "BoundaryUnreachable",
  "Uncontrolled",
] as const;

/** Decision kinds by number: see `DECISION_KINDS`. */
export const CLEAR = 0, RELAXED = 1, PROVEN_STOP = 2;

/** A locked agent, one that something else moves, or no step yet. */
export const NO_DECISION = 255;

/** What one step works in; nothing of it outlasts the step. */
export interface StepColumns {
  /** Wishes relative to the support, m/s (C5), in the order of IDs. */
  readonly wishX: Float64Array;
  /** See `wishX`. */
  readonly wishY: Float64Array;
  /** How far there is to go, m. */
  readonly left: Float64Array;
  /** Weights of the parts of the avoiding (G9), low for those that have settled and stand (C15). */
  readonly weight: Float64Array;
  /** Speed cap, or the actual speed where that is above it, m/s. */
  readonly speed: Float64Array;
  /**
   * Next corners or goals (C6), m; NaN where there is none, or nobody has a corner left or is stuck; the next four say nothing
   * then.
   */
  readonly toX: Float64Array;
  /** See `toX`. */
  readonly toY: Float64Array;
  /** What comes after the corner, m; NaN where nothing does. Empty where all go straight to their goals, and so are the next two. */
  readonly afterX: Float64Array;
  /** See `afterX`. */
  readonly afterY: Float64Array;
  /** How far that is from the corner, m. */
  readonly onward: Float64Array;
  /** Positions in the order of cells: agents of one cell, and cells of one row, stand together. */
  readonly slotX: Float64Array;
  /** See `slotX`. */
  readonly slotY: Float64Array;
  /** Velocities, m/s. */
  readonly slotVx: Float64Array;
  /** See `slotVx`. */
  readonly slotVy: Float64Array;
  /**
   * Once more what half-planes are made of, side by side: place, velocity that the avoiding starts from (G8), radius, weight,
   * and the way that this velocity makes within the horizon. Eight numbers each, so that one agent is one line of the cache.
   */
  readonly rows: Float64Array;
  /** m. */
  readonly slotRadius: Float64Array;
  /** m/s. */
  readonly slotSpeed: Float64Array;
  /** Weights of the parts of the avoiding (G9); 0 for whoever leaves all of it to others. */
  readonly slotWeight: Float64Array;
  /** Lengths of the stop segments (M1), m. */
  readonly slotSpan: Float64Array;
  /** Numbers of the agents. */
  readonly slotId: Int32Array;
  /** The agents' buckets, in the order of IDs. */
  readonly bucket: Int32Array;
  /** `standing` in the order of cells, in the room of `bucket`: nobody asks for that once all are sorted. */
  readonly slotStanding: Int32Array;
  /** Where each bucket begins among the slots; one longer than the buckets. */
  readonly start: Int32Array;
  /** States of rest in this step (C15), in the order of IDs: indices into `SETTLED_STATES`. */
  readonly settled: Uint8Array;
  /** What each is in contact with (C15), in the order of IDs: see `contactWith`. */
  readonly contacts: Uint8Array;
  /** `ON_ITS_WAY`, `STUCK` (C6) or `RESTING`, in the order of IDs. */
  readonly standing: Uint8Array;
  /** Who decides for the agent, in the order of IDs: `FOR_COLUMNS`, `FOR_RECORDS`. */
  readonly pending: Uint8Array;
}

/** How an agent stands to its destination: see `Destination`. */
export const ON_ITS_WAY = 0, STUCK = 1, RESTING = 2;

/** Where the numbers stand in one of the `rows`. */
export const ROW_X = 0,
  ROW_Y = 1,
  ROW_OPT_X = 2,
  ROW_OPT_Y = 3,
  ROW_RADIUS = 4,
  ROW_WEIGHT = 5,
  ROW_WAY_X = 6,
  ROW_WAY_Y = 7;

/** Columns decide for the agent, or have decided. */
export const FOR_COLUMNS = 0;

/** The record pipeline has still to decide for the agent. */
export const FOR_RECORDS = 1;

/** Carves columns out of a buffer one after another; the widest numbers must come first. */
function carving(buffer: ArrayBufferLike) {
  let at = 0;
  const take = (bytes: number): number => {
    at += bytes;
    return at - bytes;
  };
  return {
    doubles: (n: number) => new Float64Array(buffer, take(8 * n), n),
    integers: (n: number) => new Int32Array(buffer, take(4 * n), n),
    bytes: (n: number) => new Uint8Array(buffer, take(n), n),
  };
}

/** How much columns have to hold. */
export interface Extent {
  /** Number of agents. */
  readonly count: number;
  /** Corners of all routes. */
  readonly corners: number;
  /** Whether some of them are gates. */
  readonly gates: "none" | "some";
  /** Edges of all regions. */
  readonly edges: number;
  /** Whether heights matter: some agent has a height or stands on a slope. */
  readonly ground: "level" | "storeys";
  /** Whether layers matter: somebody does not avoid somebody. */
  readonly layers: "one" | "many";
  /** Whether some route has a corner to pass. */
  readonly ways: "direct" | "corners";
}

/** Empty fixed columns. */
export function fixedColumns(extent: Extent, allocate: Allocate): FixedColumns {
  const { count, corners, edges } = extent, storeys = extent.ground === "level" ? 0 : count;
  const layered = extent.layers === "one" ? 0 : count, gates = extent.gates === "none" ? 0 : corners;
  const buffer = allocate(
    8 * (6 * count + 3 * storeys + 2 * corners + 2 * gates + 3 * edges) + 8 * (layered + count + 1) + count,
  );
  const { doubles, integers, bytes } = carving(buffer);
  return {
    count,
    radius: doubles(count),
    surfaceSpeed: doubles(count),
    maxSpeed: doubles(count),
    budget: doubles(count),
    cruisingSpeed: doubles(count),
    weight: doubles(count),
    height: doubles(storeys),
    gradientX: doubles(storeys),
    gradientY: doubles(storeys),
    routeX: doubles(corners),
    routeY: doubles(corners),
    gateX: doubles(gates),
    gateY: doubles(gates),
    edgeX: doubles(edges),
    edgeY: doubles(edges),
    edgeOffset: doubles(edges),
    layers: integers(layered),
    mask: integers(layered),
    routeFrom: integers(count + 1),
    edgeFrom: integers(count + 1),
    flags: bytes(count),
  };
}

/** Empty columns of a state. */
export function stateColumns({ count, ground }: Extent, allocate: Allocate): StateColumns {
  const storeys = ground === "level" ? 0 : count;
  const { doubles, integers, bytes } = carving(allocate(8 * (6 * count + storeys) + 8 * count + 2 * count));
  return {
    x: doubles(count),
    y: doubles(count),
    vx: doubles(count),
    vy: doubles(count),
    detour: doubles(count),
    waiting: doubles(count),
    z: doubles(storeys),
    corner: integers(count),
    cutByCap: integers(count),
    settled: bytes(count),
    kind: bytes(count),
  };
}

/** Empty columns for the work of a step. */
export function stepColumns({ count, ways }: Extent, allocate: Allocate): StepColumns {
  const buckets = bucketsFor(count), corners = ways === "direct" ? 0 : count;
  const { doubles, integers, bytes } = carving(
    allocate(8 * (23 * count + 3 * corners) + 4 * (2 * count + buckets + 1) + 4 * count),
  );
  const columns = {
    wishX: doubles(count),
    wishY: doubles(count),
    left: doubles(count),
    weight: doubles(count),
    speed: doubles(count),
    toX: doubles(count),
    toY: doubles(count),
    afterX: doubles(corners),
    afterY: doubles(corners),
    onward: doubles(corners),
    slotX: doubles(count),
    slotY: doubles(count),
    slotVx: doubles(count),
    slotVy: doubles(count),
    rows: doubles(8 * count),
    slotRadius: doubles(count),
    slotSpeed: doubles(count),
    slotWeight: doubles(count),
    slotSpan: doubles(count),
    slotId: integers(count),
    bucket: integers(count),
    start: integers(buckets + 1),
    settled: bytes(count),
    contacts: bytes(count),
    standing: bytes(count),
    pending: bytes(count),
  };
  return { ...columns, slotStanding: columns.bucket };
}

/** Number of buckets for so many agents: a power of two, twice to four times as many. */
export function bucketsFor(count: number): number {
  let buckets = 16;
  while (buckets < 2 * count) buckets *= 2;
  return buckets;
}
