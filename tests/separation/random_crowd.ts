/**
 * Random crowds in which every pair starts separated and every agent starts with a stop inside its region, and wishes that
 * drive them into each other.
 *
 * @module
 */
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import type { Crowd, StepInput } from "../../crowd/mod.ts";
import { nextRandom } from "../../solver/random.ts";
import { segmentDistance, stopVector } from "./segments.ts";

/** Where a crowd is: on open ground (or a deck without edges), or in a region with edges that may move. */
export type Place = "open" | "region";

/** A crowd's input and what its agents want. */
export interface RandomCrowd {
  readonly seed: number;
  /** What `createCrowd` takes. */
  readonly input: { readonly agents: readonly AgentInput[]; readonly parameters: Record<string, unknown> };
  /** u, m/s. */
  readonly support: Vec2;
  /** r, m/s, by construction. */
  readonly reference: Vec2;
  /** dt of each step, s: one for all agents, not always the same. */
  readonly timeStep: (tick: number) => number;
  /** The preferred velocities of a step, relative to the support. */
  readonly wishes: (crowd: Crowd) => NonNullable<StepInput["preferred"]>;
}

/** An agent as `createCrowd` takes it; all fields that matter here. */
export interface AgentInput {
  readonly id: AgentId;
  readonly position: Vec2;
  readonly velocity: Vec2;
  readonly radius: number;
  readonly maxSpeed: number;
  readonly budget: Budget;
  readonly responsibility: number;
  readonly locked?: boolean;
  readonly goal?: Vec2;
  readonly support?: { readonly id: string; readonly velocity: Vec2 };
  readonly region?: { readonly edges: readonly EdgeInput[] };
}

/** An edge as a region's input takes it. */
export interface EdgeInput {
  readonly id: number;
  readonly normal: Vec2;
  readonly offset: number;
  readonly velocity: Vec2;
}

/** Draws numbers from one seed. */
export interface Draw {
  /** In [0, 1). */
  (): number;
}

/** A seeded source of numbers. */
export function drawFrom(seed: number): Draw {
  let state = seed;
  return () => {
    const [value, next] = nextRandom(state);
    state = next;
    return value;
  };
}

/** A number between two. */
export function between(draw: Draw, low: number, high: number): number {
  return low + (high - low) * draw();
}

/** One of several. */
export function pick<A>(draw: Draw, from: readonly A[]): A {
  return from[Math.floor(draw() * from.length)]!;
}

/** A vector of this length in a random direction. */
export function heading(draw: Draw, length: number): Vec2 {
  const angle = 2 * Math.PI * draw();
  return { x: length * Math.cos(angle), y: length * Math.sin(angle) };
}

/** An acceleration budget as `createCrowd` takes it. */
type Budget = number | "unlimited";

/** How an agent chooses what it wants; the first ones run straight at somebody. */
type Mood = "nearest" | "partner" | "center" | "direction" | "whim" | "trembling" | "goal";

const MOODS: readonly Mood[] = [
  "nearest",
  "nearest",
  "partner",
  "center",
  "direction",
  "whim",
  "trembling",
  "goal",
];

const ZERO: Vec2 = { x: 0, y: 0 };

/** The random crowd of this seed. */
export function randomCrowd(seed: number, place: Place): RandomCrowd {
  const draw = drawFrom(Math.imul(seed, 0x9e3779b1) ^ (place === "open" ? 1 : 2));
  const wanted = 2 + Math.floor(59 * draw());
  const ground = place === "open" ? openGround(draw) : regionGround(draw);
  const timeStep = pick(draw, [0.02, 0.05, 0.1, 0.1, 0.25, between(draw, 0.02, 0.25)]);
  const weights = pick(draw, [[1], [1], [0.1, 1, 5], [0.02, 1]]);
  const budgets = pick<readonly Budget[] | undefined>(draw, [undefined, undefined, [randomBudget(draw)]]);
  const radii = pick(draw, [[0.5], [0.25, 0.5], [0.1, 0.3, 1]]);
  const fill = pick(draw, [0.03, 0.1, 0.25, 0.4]), speed = between(draw, 0.8, 2.5);
  const { reference, support } = ground;
  const carried = Math.hypot(reference.x - support.x, reference.y - support.y);
  const meanRadius = radii.reduce((sum, r) => sum + r, 0) / radii.length;
  let side = Math.sqrt(wanted * Math.PI * meanRadius * meanRadius / fill);
  const edges = ground.edges(side), agents: AgentInput[] = [];
  for (let tries = 0; agents.length < wanted && tries < 400 * wanted; tries++) {
    if (edges.length === 0 && tries % 100 === 99) side *= 1.1;
    const i = agents.length, standing = reference.x === 0 && support.x === 0 && draw() < 0.06;
    const a = budgets === undefined ? randomBudget(draw) : pick(draw, budgets);
    const most = a === "unlimited" ? speed : Math.min(speed, Math.sqrt(2 * a * between(draw, 0, 0.5)));
    const c = draw() < 0.2 ? ZERO : heading(draw, most * draw());
    // weight 0 obeys no floor; a parked one does nothing
    const parked = agents.some(({ responsibility }) => responsibility === 0);
    const kind = !standing ? {} : parked ? { locked: true } : { responsibility: 0 };
    const agent: AgentInput = {
      id: i % 7 === 3 ? `agent ${i}` : i,
      position: { x: between(draw, -side / 2, side / 2), y: between(draw, -side / 2, side / 2) },
      velocity: standing ? ZERO : { x: reference.x + c.x, y: reference.y + c.y },
      radius: pick(draw, radii),
      maxSpeed: Math.max(speed * between(draw, 0.6, 1), carried + 0.3),
      budget: a,
      responsibility: pick(draw, weights),
      ...(standing && !parked ? {} : { goal: heading(draw, side) }),
      ...kind,
      ...(support.x === 0 ? {} : { support: { id: "deck", velocity: support } }),
      ...(edges.length === 0 ? {} : { region: { edges } }),
    };
    if (fits(agent, agents, edges, reference)) agents.push(agent);
  }
  const moods = agents.map(() => pick(draw, MOODS));
  const varying = draw() < 0.2 ? Array.from({ length: 16 }, () => between(draw, 0.02, 0.25)) : [timeStep];
  const all = pick<Mood | undefined>(draw, [undefined, undefined, "nearest", "partner", "goal"]);
  return {
    seed,
    support,
    reference,
    input: { agents, parameters: parameters(draw, timeStep) },
    timeStep: (tick) => varying[tick % varying.length]!,
    wishes: wisher(draw, agents, moods.map((mood) => all ?? mood)),
  };
}

/** 0.2 to 20 m/s², evenly over the orders of size, or unlimited. */
function randomBudget(draw: Draw): Budget {
  return draw() < 0.2 ? "unlimited" : 0.2 * Math.exp(draw() * Math.log(100));
}

function parameters(draw: Draw, timeStep: number): Record<string, unknown> {
  return {
    timeStep,
    timeHorizon: pick(draw, [0.5, 1, 2, 4]),
    safetyMargin: pick(draw, [0, 0, 0.05]),
    passingSide: pick(draw, ["right", "left", "byId"]),
    optimizationVelocity: pick(draw, ["current", "current", "zero"]),
    maxNeighbors: pick<number | "unlimited">(draw, ["unlimited", "unlimited", 5, 1]),
    fallback: pick(draw, ["leastViolation", "brake", "stop", "keepPrevious"]),
    ...(draw() < 0.5 ? { detour: "off" } : {}),
    ...(draw() < 0.2 ? { perturbation: { size: 0.1, seed: 7 } } : {}),
  };
}

interface Ground {
  readonly support: Vec2;
  readonly reference: Vec2;
  readonly edges: (side: number) => readonly EdgeInput[];
}

function openGround(draw: Draw): Ground {
  const support = draw() < 0.2 ? heading(draw, between(draw, 0.2, 3)) : ZERO;
  return { support, reference: support, edges: () => [] };
}

function regionGround(draw: Draw): Ground {
  const kind = pick(draw, ["fixed", "fixed", "widening", "drifting", "deck", "carried"]);
  const w = heading(draw, between(draw, 0.1, 0.6));
  const support = kind === "deck" || kind === "carried" ? w : ZERO;
  const reference = kind === "drifting" || kind === "deck" ? w : ZERO;
  const first = draw(), count = 3 + Math.floor(draw() * 10);
  const gaps = Array.from({ length: count }, () => between(draw, 0.6, 1));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  let turned = first;
  const directions = gaps.map((gap) => {
    turned += gap / total;
    return { x: Math.cos(2 * Math.PI * turned), y: Math.sin(2 * Math.PI * turned) };
  });
  const own = directions.map((n): Vec2 => {
    if (kind === "fixed" || kind === "carried") return ZERO;
    if (kind === "deck" || kind === "drifting") return w;
    const out = draw() < 0.4 ? 0 : between(draw, 0, 0.3), along = between(draw, -0.5, 0.5);
    return { x: n.x * out - n.y * along, y: n.y * out + n.x * along };
  });
  return {
    support,
    reference,
    edges: (side) =>
      directions.map((normal, id) => ({
        id,
        normal,
        offset: side * between(draw, 0.45, 0.65),
        velocity: own[id]!,
      })),
  };
}

/** Whether an agent's stop keeps apart from those that stand already, and inside the edges. */
function fits(
  agent: AgentInput,
  others: readonly AgentInput[],
  edges: readonly EdgeInput[],
  reference: Vec2,
): boolean {
  const end = stopVector(agent, reference), { x, y } = agent.position;
  for (const { normal: n, offset } of edges) {
    if (n.x * x + n.y * y > offset || n.x * (x + end.x) + n.y * (y + end.y) > offset) return false;
  }
  return others.every((other) => {
    const p = other.position, reach = stopVector(other, reference);
    const from = { x: p.x - x, y: p.y - y };
    return segmentDistance(end, from, reach) >= agent.radius + other.radius;
  });
}

function wisher(
  draw: Draw,
  agents: readonly AgentInput[],
  moods: readonly Mood[],
): (crowd: Crowd) => NonNullable<StepInput["preferred"]> {
  const index = new Map(agents.map(({ id }, i) => [id, i]));
  const whims = agents.map(() => heading(draw, 1));
  return (crowd) => {
    const wishes: { readonly id: AgentId; readonly velocity: Vec2 }[] = [];
    for (const { id, position, maxSpeed, responsibility, locked } of crowd.agents) {
      const i = index.get(id)!, mood = moods[i]!;
      if (locked || responsibility === 0 || mood === "goal") continue; // parked, or toward its goal
      if (mood === "trembling" || mood === "whim" && draw() < 0.05) whims[i] = heading(draw, draw());
      if (mood === "whim" || mood === "trembling" || mood === "direction") {
        wishes.push({ id, velocity: { x: maxSpeed * whims[i]!.x, y: maxSpeed * whims[i]!.y } });
        continue;
      }
      const partner = agents[i ^ 1]?.id;
      const target = mood === "center"
        ? ZERO
        : mood === "partner"
        ? crowd.agents.find((other) => other.id === partner)?.position ?? ZERO
        : nearest(id, position, crowd);
      const x = target.x - position.x, y = target.y - position.y, size = Math.hypot(x, y);
      const f = size > 0 ? maxSpeed / size : 0;
      wishes.push({ id, velocity: { x: f * x, y: f * y } });
    }
    return wishes;
  };
}

function nearest(id: AgentId, at: Vec2, crowd: Crowd): Vec2 {
  let best = Infinity, found = at;
  for (const other of crowd.agents) {
    const x = other.position.x - at.x, y = other.position.y - at.y, square = x * x + y * y;
    if (other.id !== id && square < best) best = square, found = other.position;
  }
  return found;
}
