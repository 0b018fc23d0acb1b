import { slopeFactor } from "../../geometry/slope.ts";
import { type AgentId, compareAgentIds } from "../../geometry/agent.ts";
import type { Obstacle } from "../../boundary/obstacle.ts";
import type { Crowd, CrowdAgent, CrowdParameters } from "../crowd.ts";
import { groundLimits } from "../floor.ts";
import { SETTLED_STATES } from "../contact.ts";
import {
  type Allocate,
  type Extent,
  type FixedColumns,
  fixedColumns,
  LOCKED,
  NO_DECISION,
  ON_RECORDS,
  SEEN_ON_RECORDS,
  type StateColumns,
  stateColumns,
  type StepColumns,
  stepColumns,
} from "./columns.ts";

/**
 * A crowd in columns, between two steps (C10): what `stepKernel` steps and `crowdOfKernel` turns back into records. Nobody
 * writes into it once it is made, unless its caller hands it over as room for a later step.
 */
export interface Kernel {
  /** As in the crowd. */
  readonly parameters: CrowdParameters;
  /** As in the crowd. */
  readonly obstacles: readonly Obstacle[];
  /** Steps taken. */
  readonly tick: number;
  /** As in the crowd. */
  readonly remainder: number;
  /** How many agents the last step skipped (C4). */
  readonly skipped: number;
  /**
   * The agents in the order of IDs. Of those whom the columns hold, what changes from step to step stands there; of the
   * others, here.
   */
  readonly records: readonly CrowdAgent[];
  /** IDs in their order. */
  readonly ids: readonly AgentId[];
  /** What does not change. */
  readonly fixed: FixedColumns;
  /** What does. */
  readonly state: StateColumns;
  /** Room that the steps of all kernels made from this one share; empty between them. */
  readonly room: StepColumns;
  /** How much the columns have to hold. */
  readonly extent: Extent;
  /** Where new columns come from. */
  readonly allocate: Allocate;
}

/**
 * A crowd in columns.
 *
 * @param allocate by default in memory of this thread alone
 */
export function kernelOf(crowd: Crowd, allocate: Allocate = (bytes) => new ArrayBuffer(bytes)): Kernel {
  const { agents, parameters, obstacles, tick, remainder } = crowd, extent = extentOf(agents);
  const fixed = fixedColumns(extent, allocate), state = stateColumns(extent, allocate);
  let corner = 0, edge = 0;
  agents.forEach((agent, i) => {
    fixed.flags[i] = flagsOf(agent);
    const { maxSpeed, budget } = groundLimits(agent);
    fixed.radius[i] = agent.radius;
    fixed.surfaceSpeed[i] = agent.maxSpeed;
    fixed.maxSpeed[i] = maxSpeed;
    fixed.budget[i] = budget;
    fixed.cruisingSpeed[i] = agent.cruisingSpeed;
    fixed.weight[i] = agent.responsibility;
    if (extent.ground === "storeys") {
      fixed.height[i] = agent.height;
      fixed.gradientX[i] = agent.gradient.x;
      fixed.gradientY[i] = agent.gradient.y;
    }
    if (extent.layers === "many") {
      fixed.layers[i] = agent.layers;
      fixed.mask[i] = agent.mask;
    }
    for (const { x, y, half } of agent.route) {
      if (extent.gates === "some") {
        fixed.gateX[corner] = half?.x ?? 0;
        fixed.gateY[corner] = half?.y ?? 0;
      }
      fixed.routeX[corner] = x;
      fixed.routeY[corner++] = y;
    }
    fixed.routeFrom[i + 1] = corner;
    const edges = [...agent.region?.edges ?? []].sort((a, b) => compareAgentIds(a.id, b.id));
    for (const { normal, offset } of edges) {
      fixed.edgeX[edge] = normal.x;
      fixed.edgeY[edge] = normal.y;
      fixed.edgeOffset[edge++] = offset;
    }
    fixed.edgeFrom[i + 1] = edge;
    writeState(state, i, agent);
    state.kind[i] = NO_DECISION;
  });
  const room = stepColumns(extent, allocate);
  return {
    parameters,
    obstacles,
    tick,
    remainder,
    skipped: 0,
    records: agents,
    ids: agents.map(({ id }) => id),
    fixed,
    state,
    room,
    extent,
    allocate,
  };
}

/** What changes of an agent from step to step, into its row. */
export function writeState(state: StateColumns, i: number, agent: CrowdAgent): void {
  state.x[i] = agent.position.x;
  state.y[i] = agent.position.y;
  state.vx[i] = agent.velocity.x;
  state.vy[i] = agent.velocity.y;
  state.detour[i] = agent.detour;
  state.waiting[i] = agent.waiting;
  state.settled[i] = SETTLED_STATES.indexOf(agent.settled);
  if (state.z.length > 0) state.z[i] = agent.z;
  state.corner[i] = 0;
  state.cutByCap[i] = 0;
}

/** Agent number i as a record. */
export function agentOfKernel({ records, fixed, state }: Kernel, i: number): CrowdAgent {
  const agent = records[i]!;
  if ((fixed.flags[i]! & (LOCKED | ON_RECORDS)) !== 0) return agent;
  const corner = state.corner[i]!;
  return {
    ...agent,
    position: { x: state.x[i]!, y: state.y[i]! },
    velocity: { x: state.vx[i]!, y: state.vy[i]! },
    ...(state.z.length > 0 ? { z: state.z[i]! } : {}),
    detour: state.detour[i]!,
    settled: SETTLED_STATES[state.settled[i]!]!,
    waiting: state.waiting[i]!,
    route: corner === 0 ? agent.route : agent.route.slice(corner),
  };
}

function extentOf(agents: readonly CrowdAgent[]): Extent {
  let corners = 0,
    longest = 0,
    gates = 0,
    edges = 0,
    level = true,
    onLayers = 0xffffffff,
    avoided = 0xffffffff;
  for (const { route, region, height, gradient, layers, mask } of agents) {
    corners += route.length;
    longest = Math.max(longest, route.length);
    gates += route.filter(({ half }) => half !== undefined).length;
    edges += region?.edges.length ?? 0;
    level &&= height === Infinity && slopeFactor(gradient) === 1;
    onLayers &= layers;
    avoided &= mask;
  }
  // Everybody is on a layer that everybody avoids: then nobody's filter leaves anybody out.
  const one = (onLayers & avoided) !== 0;
  return {
    count: agents.length,
    corners,
    gates: gates > 0 ? "some" : "none",
    edges,
    ground: level ? "level" : "storeys",
    layers: one ? "one" : "many",
    ways: longest > 1 ? "corners" : "direct",
  };
}

/** The fields of an agent that the columns hold, or that say nothing about its decisions. */
const HELD: ReadonlySet<string> = new Set<keyof CrowdAgent>([
  "id",
  "position",
  "velocity",
  "radius",
  "responsibility",
  "locked",
  "preferredVelocity",
  "maxSpeed",
  "budget",
  "cruisingSpeed",
  "route",
  "z",
  "height",
  "gradient",
  "layers",
  "mask",
  "region",
  "detour",
  "settled",
  "waiting",
]);

/** Whatever is not known here to be held by columns is left to the record pipeline. */
function flagsOf(agent: CrowdAgent): number {
  let flags = agent.locked ? LOCKED : 0;
  const moving = agent.region !== undefined && (agent.region.turning !== undefined ||
    agent.region.edges.some(({ velocity: { x, y }, version }) =>
      x !== 0 || y !== 0 || version !== undefined
    ));
  const own = Object.keys(agent).filter((key) => !HELD.has(key));
  if (moving || own.length > 0 || !(agent.responsibility > 0)) flags |= ON_RECORDS;
  if (moving || own.some((key) => key !== "parameters")) flags |= SEEN_ON_RECORDS;
  return flags;
}
