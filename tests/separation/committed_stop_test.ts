import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type Checking, refusedByLimits } from "../../avoidance/continuous_checks.ts";
import { avoid } from "../../avoidance/mod.ts";
import {
  accelerationLimit,
  brakingLimits,
  type Edge,
  type Mover,
  necessaryBrakingBound,
  separationEdges,
  stopMotion,
  verifyCurve,
  verifyStop,
} from "../../boundary/mod.ts";
import { type CrowdAgent, stepCrowd } from "../../crowd/mod.ts";
import { WORLD } from "../../geometry/rigid_motion.ts";
import { displacement, type HalfPlane, type Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { endOf, leastEdgeMargin, reachOf, type Track } from "./continuous_gap.ts";
import { crowdFrom, tracksOf, withTimeStep } from "./crowd_run.ts";
import { randomCrowd } from "./random_crowd.ts";
import { stopVector } from "./segments.ts";

/** M3's pair: with c0 the stop ends exactly at the plane; c1 uses up the step, and its stop goes on. */
const c0: Vec2 = { x: 0.2 * Math.SQRT2, y: Math.sqrt(0.96) * Math.SQRT2 };
const c1: Vec2 = { x: 0.4 - c0.x, y: Math.sqrt(2 - (0.4 - c0.x) * (0.4 - c0.x)) };
const budget = 2, timeStep = 0.5, speed = 1.415;

/** Edge at x = 0.1 that does not move, and the step from the origin on ground at rest. */
const edge: Edge = { id: "b", normal: { x: 1, y: 0 }, offset: 0.1, velocity: { x: 0, y: 0 } };
const motion = { position: { x: 0, y: 0 }, supportVelocity: { x: 0, y: 0 }, timeStep };

function allows({ normal, point }: HalfPlane, v: Vec2): boolean {
  return normal.x * (v.x - point.x) + normal.y * (v.y - point.y) >= -1e-9;
}

it("M3, MX5: a change that keeps B5, B6, B14, B15 and B18 can end in a stop beyond the plane", () => {
  const exact: Edge = { ...edge, offset: 0.1 + 1e-12 };
  const braking = { budget, speedCap: speed, reference: { x: 0, y: 0 } };
  assert(allows(accelerationLimit(exact, motion, c0), c1), "B5");
  assertEquals(verifyCurve([exact], motion, c0, c1).kind, "Inside"); // B6
  assert(c1.x <= necessaryBrakingBound(0.1, timeStep, budget), "B14");
  for (const reachable of [undefined, { center: c0, radius: budget * timeStep }]) { // B15, B18
    // speed 1.415 instead of the square root of 2 costs less than 2e-4 m/s
    const limits = brakingLimits([{ ...edge, offset: 0.1003 }], motion, {
      ...braking,
      ...(reachable === undefined ? {} : { reachable }),
    });
    if (limits._tag === "Left") throw new Error("Expected limits");
    assert(limits.right.every((h) => allows(h, c1)), "B15, B18");
  }
  const here = {
    position: { x: 0, y: 0 },
    supportVelocity: { x: 0, y: 0 },
    budget,
    reference: { x: 0, y: 0 },
  };
  assertEquals(verifyStop([exact], { ...here, velocity: c0 }).kind, "Proven");
  const after = verifyStop([exact], { ...here, position: { x: 0.1, y: 0.7 }, velocity: c1 });
  if (after.kind !== "Leaves") throw new Error(`Expected that it leaves, but found ${after.kind}`);
  assertAlmostEquals(0.1 + after.depth, 0.141, 5e-4);
});

it("M3, MX5: the check of candidates refuses that change for its stop, and a little less passes", () => {
  const still = { x: 0, y: 0 };
  const checking = (margin: number): Checking => ({
    limits: [{
      kind: "floor",
      id: "b",
      normal: edge.normal,
      velocity: still,
      margin,
      laidInside: 0,
      stops: true,
    }],
    motion,
    stop: { position: still, velocity: c0, supportVelocity: still, budget, reference: still },
    turning: [],
    carrier: WORLD,
    swept: [],
    slack: 1e-9,
    self: { id: "a", position: still, velocity: c0, radius: 0.5 },
    outsideTurning: false,
  });
  const refused = refusedByLimits(c1, checking(0.1 + 1e-12));
  if (refused._tag === "None" || refused.value.kind !== "check") throw new Error("Expected a refusal");
  assertEquals(refused.value.check, "committedStop");
  assertEquals(refusedByLimits(c1, checking(0.1415))._tag, "None");
});

it("M3, MX5: the floor refuses that change; what is chosen instead stops behind the plane", () => {
  const self = { id: "a", position: { x: 0, y: 0 }, velocity: c0, radius: 0.5 };
  const end = stopVector({ velocity: c0, budget }, { x: 0, y: 0 });
  // it stands where the stop ends, R to the right; a hair more, so that rounding leaves them separated
  const standing = {
    id: "b",
    position: { x: end.x + 1 + 1e-12, y: end.y },
    velocity: { x: 0, y: 0 },
    radius: 0.5,
    locked: true,
  };
  const found = avoid({
    self,
    neighbors: [standing],
    parameters: { timeHorizon: 1, timeStep },
    preferred: c1,
    maxSpeed: speed,
    budget,
    explain: true,
  });
  if (found._tag === "Left") throw new Error(found.left[0].rule);
  const decision = found.right;
  assert(decision.kind !== "BoundaryUnreachable" && decision.kind !== "Uncontrolled", decision.kind);
  assert(Math.hypot(decision.velocity.x - c1.x, decision.velocity.y - c1.y) > 1e-3, "c1 was taken");
  const moved = displacement(decision.motion);
  const stop = stopVector({ velocity: decision.velocity, budget }, { x: 0, y: 0 });
  assert(moved.x + stop.x <= 0.1 + 1e-9, `${moved.x + stop.x}`);
  assertEquals(decision.proof?.limits.map(({ kind, id }) => [kind, id]), [["floor", "b"]]);
});

it("MX5: braking from 0.05 m/s with 1 m/s² for 0.1 s takes 0.00125 m, not 0.0025", () => {
  const stop = {
    position: { x: 0, y: 0 },
    velocity: { x: 0.05, y: 0 },
    supportVelocity: { x: 0, y: 0 },
    budget: 1,
    reference: { x: 0, y: 0 },
  };
  const pieces = stopMotion(stop, 0.1);
  assertAlmostEquals(displacement(pieces).x, 0.00125, 1e-15);
  assertEquals(pieces.map(({ duration }) => duration), [0.05, 0.05]);
  assertEquals(pieces[1]!.velocity, { x: 0, y: 0 });
  const ramp = [{ duration: 0.1, velocity: stop.velocity, acceleration: { x: -0.5, y: 0 } }];
  assertAlmostEquals(displacement(ramp).x, 0.0025, 1e-15);
});

it("M3, MX5: in a crowd such a stop is what moves the agent, and it stays where it ends", () => {
  const wall = { id: "wall", normal: { x: 1, y: 0 }, offset: 0.00125, velocity: { x: 0, y: 0 } };
  const crowd = crowdFrom({
    agents: [{
      id: "a",
      position: { x: 0, y: 0 },
      velocity: { x: 0.05, y: 0 },
      radius: 0.5,
      maxSpeed: 1,
      budget: 1,
      region: { edges: [wall] },
    }],
    parameters: { timeHorizon: 1, timeStep: 0.1 },
  });
  const next = stepCrowd(crowd, { preferred: [{ id: "a", velocity: { x: 1, y: 0 } }] });
  const { decision } = next.report.decisions[0]!, agent = next.agents[0]!;
  assertEquals(decision.kind, "ProvenStop");
  assertEquals(agent.velocity, { x: 0, y: 0 });
  assertAlmostEquals(agent.position.x, 0.00125, 1e-12);
  const later = stepCrowd(next, { preferred: [{ id: "a", velocity: { x: 1, y: 0 } }] });
  assert(later.agents[0]!.position.x <= 0.00125 + 1e-12);
});

/** Everybody's stop after the step, as one more piece of its track. */
function withStop(track: Track, { velocity, budget: a }: CrowdAgent, r: Vec2): Track {
  const c = { x: velocity.x - r.x, y: velocity.y - r.y }, size = Math.hypot(c.x, c.y);
  if (a === Infinity || size === 0) return track;
  const acceleration = { x: -c.x / size * a, y: -c.y / size * a };
  return { from: track.from, pieces: [...track.pieces, { duration: size / a, velocity, acceleration }] };
}

it("M3, M4, M7: motion and stop of every agent stay behind its planes toward all others, culled ones too", () => {
  let planes = 0, stops = 0;
  for (let seed = 0; seed < counts("separation culling"); seed++) {
    const random = randomCrowd(1000 + seed, "open");
    // settling off: the planes are laid again below from the weights that the agents were given
    let crowd = crowdFrom({
      ...random.input,
      parameters: { ...random.input.parameters, settling: "off" },
    });
    for (let tick = 0; tick < 30; tick++) {
      const now = withTimeStep(crowd, random.timeStep(tick));
      const next = stepCrowd(now, { preferred: random.wishes(now) }), tracks = tracksOf(now, next);
      const decided = new Map(next.report.decisions.map(({ id, decision }) => [id, decision]));
      now.agents.forEach((agent, i) => {
        const decision = decided.get(agent.id);
        if (decision === undefined || agent.responsibility === 0) return;
        const whole = withStop(tracks[i]!, next.agents[i]!, random.reference);
        const self: Mover = { ...agent, reference: random.reference };
        const slack = decision.kind === "ProvenStop" ? now.parameters.floorSlack / 8 : 0;
        for (const other of now.agents) {
          if (other.id === agent.id) continue;
          const p = { x: other.position.x - agent.position.x, y: other.position.y - agent.position.y };
          const stop = stopVector(other, random.reference),
            apart = Math.hypot(p.x, p.y) - agent.radius - other.radius;
          // its own plane is at least an eighth of the gap away
          if (apart - Math.hypot(stop.x, stop.y) > 9 * reachOf(whole)) continue;
          const edges = separationEdges(
            self,
            { ...other, reference: random.reference },
            now.parameters.floorSlack,
          );
          if (edges._tag === "None") throw new Error(`seed ${1000 + seed}, tick ${tick}: not separated`);
          const margin = leastEdgeMargin(edges.value[0], whole);
          assert(
            margin >= -slack - 1e-12,
            `seed ${
              1000 + seed
            }, tick ${tick}: ${agent.id} passes its plane toward ${other.id} by ${-margin}`,
          );
          planes++;
        }
        if (decision.kind !== "ProvenStop") return;
        stops++;
        // braking does not move the point where it ends
        const before = stopVector(agent, random.reference),
          left = stopVector(next.agents[i]!, random.reference);
        const end = endOf(tracks[i]!), dt = now.parameters.timeStep, r = random.reference;
        assertAlmostEquals(end.x + left.x, agent.position.x + before.x + r.x * dt, 1e-11);
        assertAlmostEquals(end.y + left.y, agent.position.y + before.y + r.y * dt, 1e-11);
      });
      crowd = next;
    }
  }
  const n = counts("separation culling");
  assert(planes > 500 * n && stops > n, `${planes} planes, ${stops} stops`);
});
