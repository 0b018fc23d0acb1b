import type { Checked } from "../geometry/input_error.ts";
import {
  checked,
  type Path,
  readArray,
  type Reader,
  readNumber,
  readRecord,
  readUnitVector,
  readVec2,
} from "../geometry/reader.ts";
import { advanceMotion, type RigidMotion, WORLD } from "../geometry/rigid_motion.ts";
import { det, length, subtract, type Vec2, ZERO } from "../geometry/vector.ts";
import { isNone } from "npm:fp-ts@^2.16/lib/Option.js";
import { solveIncremental } from "../solver/incremental.ts";
import type { Edge } from "./edge.ts";
import { upperLimit } from "./edge_limits.ts";
import { readPolygon } from "./polygon.ts";
import type { LocalEdge } from "./verify_rigid.ts";

/** A convex region that a body stays in: the points behind all of its edges (B1). Eroded by the body's radius already. */
export interface Region {
  /** Edges that keep their normals: fixed, or moving with constant velocities. */
  readonly edges: readonly Edge[];
  /** Edges of frames that turn or accelerate: proven by their curves (B9). */
  readonly turning?: readonly TurningEdges[];
}

/** Edges that one moving frame carries. */
export interface TurningEdges {
  /** The frame's motion from the step's start on. */
  readonly frame: RigidMotion;
  /** Its edges. */
  readonly edges: readonly LocalEdge[];
}

/** What `parseRegion` takes: edges, or the polygon that they run round; and, with either, edges that turn. */
export type RegionInput =
  | {
    readonly edges: readonly (Omit<Edge, "velocity"> & { readonly velocity?: Vec2 })[];
    readonly turning?: readonly TurningEdges[];
  }
  | {
    readonly turning?: readonly TurningEdges[];
    /** Corners of a convex polygon, counter-clockwise, m. */
    readonly polygon: readonly Vec2[];
    /** Of all its edges, m/s; default 0. */
    readonly velocity?: Vec2;
    readonly owner?: string;
    readonly version?: number;
  };

/**
 * A region from unknown input, or everything that is wrong with it: either `{ edges }`, or `{ polygon, velocity?, owner?,
 * version? }` with the corners of a convex polygon in counter-clockwise order, whose edge from corner i to the next gets
 * the ID i.
 *
 * Refused are polygons that are clockwise, cross themselves, have an edge of length zero or a reflex corner, edges whose ID
 * stands twice, and edges that leave no point.
 */
export function parseRegion(value: unknown): Checked<Region> {
  return checked(value, (v, reader) => readRegion(v, [], reader));
}

/** Reads a region; reports what is wrong. */
export function readRegion(value: unknown, path: Path, reader: Reader): Region {
  const record = readRecord(value, path, reader), { turning } = record;
  const rigid = turning === undefined ? {} : {
    turning: readArray(turning, [...path, "turning"], reader).map((item, i) =>
      readTurning(item, [...path, "turning", i], reader)
    ),
  };
  if (record["polygon"] !== undefined) {
    if (record["edges"] !== undefined) {
      reader.report([...path, "edges"], record["edges"], "must be absent where a polygon is given");
    }
    const region = { ...readPolygonRegion(record, path, reader), ...rigid };
    reportSharedIds(region, path, reader);
    return region;
  }
  if (record["edges"] === undefined && turning !== undefined) return { edges: [], ...rigid };
  const edges = readArray(record["edges"], [...path, "edges"], reader)
    .map((item, i) => readEdge(item, [...path, "edges", i], reader));
  reportDuplicates(edges, path, reader);
  reportEmpty(edges, record["edges"], path, reader);
  reportSharedIds({ edges, ...rigid }, path, reader);
  return { edges, ...rigid };
}

/** Reports edges of one frame that leave no point. */
function reportEmpty(edges: readonly LocalEdge[], value: unknown, path: Path, reader: Reader): void {
  const readable = edges.every(({ normal, offset }) => Number.isFinite(normal.x + normal.y + offset));
  if (readable && isEmpty(edges)) {
    reader.report([...path, "edges"], value, "must leave a point: no position is behind all edges");
  }
}

/** Reports IDs of turning edges that stand before: proofs and versions go by ID. */
function reportSharedIds({ edges, turning = [] }: Region, path: Path, reader: Reader): void {
  const seen = new Set(edges.map(({ id }) => id));
  turning.forEach((group, g) => {
    group.edges.forEach(({ id }, i) => {
      if (seen.has(id)) {
        reader.report([...path, "turning", g, "edges", i, "id"], id, "must be used only once");
      }
    });
    for (const { id } of group.edges) seen.add(id);
  });
}

function readTurning(value: unknown, path: Path, reader: Reader): TurningEdges {
  const record = readRecord(value, path, reader);
  const edges = readArray(record["edges"], [...path, "edges"], reader).map((item, i) => {
    const { id, normal, offset } = readEdge(item, [...path, "edges", i], reader);
    return { id, normal, offset };
  });
  reportDuplicates(edges, path, reader);
  reportEmpty(edges, record["edges"], path, reader);
  return { frame: readRigidMotion(record["frame"], [...path, "frame"], reader), edges };
}

function reportDuplicates(edges: readonly Pick<Edge, "id">[], path: Path, reader: Reader): void {
  const seen = new Set<Edge["id"]>();
  edges.forEach(({ id }, i) => {
    if (seen.has(id)) reader.report([...path, "edges", i, "id"], id, "must be used only once");
    seen.add(id);
  });
}

/** Reads a frame's motion (B9): what is not given does not move or turn. */
export function readRigidMotion(value: unknown, path: Path, reader: Reader): RigidMotion {
  const record = readRecord(value, path, reader);
  const vector = (name: "origin" | "velocity" | "acceleration"): Vec2 =>
    record[name] === undefined ? ZERO : readVec2(record[name], [...path, name], reader);
  const number = (name: "yawRate" | "yawAcceleration"): number =>
    record[name] === undefined ? 0 : readNumber(record[name], [...path, name], "any", reader);
  const { heading, version } = record;
  return {
    origin: vector("origin"),
    velocity: vector("velocity"),
    acceleration: vector("acceleration"),
    heading: heading === undefined ? WORLD.heading : readUnitVector(heading, [...path, "heading"], reader),
    yawRate: number("yawRate"),
    yawAcceleration: number("yawAcceleration"),
    ...(version === undefined ? {} : { version: readNumber(version, [...path, "version"], "any", reader) }),
  };
}

function readEdge(value: unknown, path: Path, reader: Reader): Edge {
  const record = readRecord(value, path, reader);
  const { id, velocity } = record;
  if (typeof id !== "string" && !(typeof id === "number" && Number.isFinite(id))) {
    reader.report([...path, "id"], id, "must be a finite number or a string");
  }
  return {
    id: id as Edge["id"],
    normal: readUnitVector(record["normal"], [...path, "normal"], reader),
    offset: readNumber(record["offset"], [...path, "offset"], "any", reader),
    velocity: velocity === undefined ? ZERO : readVec2(velocity, [...path, "velocity"], reader),
    ...readOwner(record, path, reader),
  };
}

function readPolygonRegion(record: Readonly<Record<string, unknown>>, path: Path, reader: Reader): Region {
  const { velocity } = record;
  const e = velocity === undefined ? ZERO : readVec2(velocity, [...path, "velocity"], reader);
  const owner = readOwner(record, path, reader);
  let sound = true;
  const corners = readPolygon(record["polygon"], [...path, "polygon"], {
    report: (...error) => {
      sound = false;
      reader.report(...error);
    },
  });
  const reflex = !sound ? -1 : corners.findIndex((corner, i) => {
    const next = corners[(i + 1) % corners.length]!, after = corners[(i + 2) % corners.length]!;
    return det(subtract(next, corner), subtract(after, next)) < 0;
  });
  if (reflex >= 0) {
    const i = (reflex + 1) % corners.length;
    reader.report(
      [...path, "polygon", i],
      corners[i],
      "must not be a reflex corner: the region must be convex",
    );
  }
  return {
    edges: corners.map((corner, i) => edgeAlong(i, corner, corners[(i + 1) % corners.length]!, e, owner)),
  };
}

/** The edge from one corner to the next of a counter-clockwise polygon: outside lies to the right. */
function edgeAlong(
  id: number,
  from: Vec2,
  to: Vec2,
  velocity: Vec2,
  owner: Pick<Edge, "owner" | "version">,
): Edge {
  const along = subtract(to, from), size = length(along);
  const normal = { x: along.y / size, y: -along.x / size };
  return { id, normal, offset: normal.x * from.x + normal.y * from.y, velocity, ...owner };
}

function readOwner(
  { owner, version }: Readonly<Record<string, unknown>>,
  path: Path,
  reader: Reader,
): Pick<Edge, "owner" | "version"> {
  if (owner !== undefined && typeof owner !== "string") {
    reader.report([...path, "owner"], owner, "must be a string");
  }
  return {
    ...(typeof owner === "string" ? { owner } : {}),
    ...(version === undefined ? {} : { version: readNumber(version, [...path, "version"], "any", reader) }),
  };
}

/** Whether no position is behind all edges; positions take the place of velocities in the solver. */
function isEmpty(edges: readonly LocalEdge[]): boolean {
  return isNone(solveIncremental({
    preferred: ZERO,
    halfPlanes: edges.map(({ id, normal, offset }) => upperLimit(normal, offset, { kind: "edge", id })),
    discs: [],
  }));
}

/** The region at a later time, its edges having moved with their velocities, m and s (B2). */
export function advanceRegion({ edges, turning }: Region, seconds: number): Region {
  return {
    ...(turning === undefined
      ? {}
      : { turning: turning.map((group) => ({ ...group, frame: advanceMotion(group.frame, seconds) })) }),
    edges: edges.map((edge) => ({
      ...edge,
      offset: edge.offset + seconds * (edge.normal.x * edge.velocity.x + edge.normal.y * edge.velocity.y),
    })),
  };
}
