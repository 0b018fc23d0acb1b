/**
 * Random encounters of two agents, with the floor and without it, and with an ORCA whose change of velocity is clamped
 * afterwards.
 *
 * @module
 */
import { type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { type Agent, type MotionPiece, orcaHalfPlanes, type Vec2 } from "../../geometry/mod.ts";
import { decide } from "../../solver/mod.ts";
import { leastDistance, trackOf } from "./continuous_gap.ts";
import { crowdFrom, tracksOf } from "./crowd_run.ts";
import { between, type Draw, drawFrom } from "./random_crowd.ts";
import { segmentDistance, stopVector } from "./segments.ts";

/** Of all encounters: m, m/s, s. */
export const RADIUS = 0.5, SPEED = 1.5, TIME_STEP = 0.1, HORIZON = 2;

/** Two agents that cross each other's way. */
export interface Encounter {
  readonly starts: readonly [Vec2, Vec2];
  readonly velocities: readonly [Vec2, Vec2];
  readonly goals: readonly [Vec2, Vec2];
  /** m/s². */
  readonly budget: number;
}

/**
 * Two on ways that cross near the origin, from half a meter apart or more. `cruising`: at full speed where they can still
 * stop apart, else at rest.
 */
export function randomEncounter(seed: number, budget: number, start: "cruising" | "atRest"): Encounter {
  const draw = drawFrom(Math.imul(seed, 0x85ebca6b) + 1);
  const { one, other, p } = twoWays(draw, start === "cruising" ? 1.5 : 0.5);
  const stops = [one, other].map(({ velocity }) => stopVector({ velocity, budget }, { x: 0, y: 0 }));
  const cruising = start === "cruising" && segmentDistance(stops[0]!, p, stops[1]!) > 2 * RADIUS + 1;
  const still = { x: 0, y: 0 };
  return {
    starts: [one.from, other.from],
    velocities: cruising ? [one.velocity, other.velocity] : [still, still],
    goals: [one.goal, other.goal],
    budget,
  };
}

interface Way {
  readonly from: Vec2;
  readonly goal: Vec2;
  readonly velocity: Vec2;
}

/** Two ways, drawn again where they begin too near to each other. */
function twoWays(draw: Draw, most: number): { readonly one: Way; readonly other: Way; readonly p: Vec2 } {
  const angle = 2 * Math.PI * draw(), turned = between(draw, Math.PI / 6, 2 * Math.PI - Math.PI / 6);
  const one = way(draw, angle, most), other = way(draw, angle + turned, most);
  const p = { x: other.from.x - one.from.x, y: other.from.y - one.from.y };
  return Math.hypot(p.x, p.y) < 3 * RADIUS ? twoWays(draw, most) : { one, other, p };
}

/** A way past the origin, up to `most` beside it: from some meters on one side of it to some on the other. */
function way(draw: Draw, angle: number, most: number): Way {
  const x = Math.cos(angle), y = Math.sin(angle), aside = between(draw, -most, most);
  const before = between(draw, 4, 7), after = between(draw, 4, 7);
  return {
    from: { x: before * x - aside * y, y: before * y + aside * x },
    goal: { x: -after * x - aside * y, y: -after * y + aside * x },
    velocity: { x: -SPEED * x, y: -SPEED * y },
  };
}

/** The crowd of an encounter. */
export function crowdOfEncounter(encounter: Encounter, separation: "floor" | "off"): Crowd {
  return crowdFrom({
    agents: [0, 1].map((i) => ({
      id: i,
      position: encounter.starts[i],
      velocity: encounter.velocities[i],
      goal: encounter.goals[i],
      radius: RADIUS,
      maxSpeed: SPEED,
      budget: encounter.budget,
    })),
    parameters: { timeHorizon: HORIZON, timeStep: TIME_STEP, separation },
  });
}

/** A run of an encounter. */
export interface Run {
  /** All snapshots, the start first. */
  readonly crowds: readonly Crowd[];
  /** The first tick in which a plane was laid; Infinity: never. */
  readonly firstPlane: number;
  /** Ticks until both had arrived; Infinity: not within the run. */
  readonly arrival: number;
}

/** Runs an encounter until half a second after both have arrived, at most so many steps. */
export function runEncounter(encounter: Encounter, separation: "floor" | "off", steps: number): Run {
  const crowds = [crowdOfEncounter(encounter, separation)];
  let firstPlane = Infinity, arrival = Infinity;
  for (let tick = 0; tick < steps && tick < arrival + 5; tick++) {
    const next = stepCrowd(crowds[tick]!);
    const laid = next.report.decisions.some(({ decision }) => (decision.proof?.limits.length ?? 0) > 0);
    if (laid && firstPlane === Infinity) firstPlane = tick;
    if (next.report.arrived.length === 2 && arrival === Infinity) arrival = tick;
    crowds.push(next);
  }
  return { crowds, firstPlane, arrival };
}

/** Least gap of a run over continuous time, m. */
export function leastGapOf({ crowds }: Run): number {
  let least = Infinity;
  for (let tick = 1; tick < crowds.length; tick++) {
    const [one, other] = tracksOf(crowds[tick - 1]!, crowds[tick]!);
    least = leastDistance(one!, other!, least);
  }
  return least - 2 * RADIUS;
}

/** Least gap with ORCA solved as if velocity could jump and the change clamped to the budget afterwards, m. */
export function leastGapClamped(encounter: Encounter, steps: number): number {
  const parameters = { timeHorizon: HORIZON, timeStep: TIME_STEP };
  let agents: readonly Agent[] = [0, 1].map((id) => ({
    id,
    position: encounter.starts[id]!,
    velocity: encounter.velocities[id]!,
    radius: RADIUS,
  }));
  let least = Infinity;
  for (let tick = 0; tick < steps; tick++) {
    const motions = agents.map((self, i): MotionPiece => {
      const goal = encounter.goals[i]!, other = agents[1 - i]!;
      const x = goal.x - self.position.x, y = goal.y - self.position.y, far = Math.hypot(x, y);
      const f = far > 0 ? Math.min(SPEED, far / TIME_STEP) / far : 0;
      const { velocity } = decide({
        preferred: { x: f * x, y: f * y },
        discs: [{ center: { x: 0, y: 0 }, radius: SPEED }],
        neighbors: orcaHalfPlanes(self, [other], parameters),
        boundaries: [],
        fallback: "leastViolation",
      });
      const cx = velocity.x - self.velocity.x, cy = velocity.y - self.velocity.y, change = Math.hypot(cx, cy);
      const most = encounter.budget * TIME_STEP, k = change > most ? most / change : 1;
      return {
        duration: TIME_STEP,
        velocity: self.velocity,
        acceleration: { x: k * cx / TIME_STEP, y: k * cy / TIME_STEP },
      };
    });
    const tracks = agents.map(({ position }, i) => trackOf(position, [motions[i]!]));
    least = leastDistance(tracks[0]!, tracks[1]!, least);
    agents = agents.map((agent, i) => {
      const { velocity: v, acceleration: a } = motions[i]!, t = TIME_STEP;
      return {
        ...agent,
        position: {
          x: agent.position.x + (v.x + a.x * t / 2) * t,
          y: agent.position.y + (v.y + a.y * t / 2) * t,
        },
        velocity: { x: v.x + a.x * t, y: v.y + a.y * t },
      };
    });
  }
  return least - 2 * RADIUS;
}
