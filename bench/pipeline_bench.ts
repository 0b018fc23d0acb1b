import { decideAgent } from "../avoidance/decide_agent.ts";
import { type Checking, proofsOf, refusedByLimits, refusedBySweep } from "../avoidance/continuous_checks.ts";
import type { Situation } from "../avoidance/situation.ts";
import { readRegion, type Region } from "../boundary/region.ts";
import type { Mover } from "../boundary/separation.ts";
import { WORLD } from "../geometry/rigid_motion.ts";
import { ZERO } from "../geometry/vector.ts";
import { PARAMETERS, type Scene, scenes } from "./random_scene.ts";

const BUDGET = 3, SLACK = 1e-9, pool = scenes(256, 10, 7);
let turn = 0;

/** A hexagon with two metres of room around the agent. */
const region: Region = readRegion(
  {
    polygon: Array.from({ length: 6 }, (_, i) => ({
      x: 3 * Math.cos(i * Math.PI / 3),
      y: 3 * Math.sin(i * Math.PI / 3),
    })),
  },
  [],
  { report: (_, value, rule) => console.error(value, rule) },
);

function situationOf({ self, others }: Scene): Situation {
  return {
    self,
    neighbors: others,
    parameters: PARAMETERS,
    preferred: { x: 1.2, y: 0.3 },
    maxSpeed: 1.5,
    budget: BUDGET,
    separation: { kind: "off", slack: SLACK },
  };
}

const plain = pool.map(situationOf);
const bounded = plain.map((s): Situation => ({
  ...s,
  region,
  separation: {
    kind: "floor",
    // Every other neighbor moves with a reference of its own: no floor covers it, and it is swept against.
    movers: s.neighbors.map((b, i): Mover => ({
      ...b,
      budget: BUDGET,
      reference: i % 2 === 0 ? ZERO : { x: 0.1, y: 0 },
    })),
    slack: SLACK,
    excluded: [],
  },
}));
const decided = bounded.map((s) => ({ s, decision: decideAgent(s) }));
const checkings = decided.map(({ s, decision }): { readonly checking: Checking } => ({
  checking: {
    limits: (decision.proof?.limits ?? []).map(({ kind, id, margin }) => ({
      kind,
      id,
      normal: { x: 1, y: 0 },
      velocity: ZERO,
      margin: Math.max(margin, 1),
      laidInside: 0,
      stops: true,
    })),
    turning: [],
    carrier: WORLD,
    motion: { position: s.self.position, supportVelocity: ZERO, timeStep: PARAMETERS.timeStep },
    stop: {
      position: s.self.position,
      velocity: s.self.velocity,
      supportVelocity: ZERO,
      budget: BUDGET,
      reference: ZERO,
    },
    swept: s.neighbors.filter(({ id }) => decision.proof?.swept.includes(id)),
    slack: SLACK,
    self: s.self,
    outsideTurning: false,
  },
}));

Deno.bench({
  name: "one agent, 10 neighbors: half-planes and solve alone",
  group: "pipeline",
  baseline: true,
  fn() {
    decideAgent(plain[turn++ & 255]!);
  },
});

Deno.bench({
  name: "the whole pipeline: 10 neighbors, 6 edges, floor and sweeps",
  group: "pipeline",
  fn() {
    decideAgent(bounded[turn++ & 255]!);
  },
});

Deno.bench({
  name: "of that, the exact verification of the chosen velocity",
  group: "pipeline",
  fn() {
    const at = turn++ & 255, { checking } = checkings[at]!, { decision } = decided[at]!;
    refusedByLimits(decision.velocity, checking);
    refusedBySweep(decision.velocity, checking);
    proofsOf(decision.motion, decision.velocity, checking);
  },
});
