import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoid } from "../../avoidance/mod.ts";
import type { ObstacleInput } from "../../boundary/mod.ts";
import { agentOf, createCrowd, type Crowd, stepCrowd, withObstacles } from "../../crowd/mod.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { pointDistanceTo } from "../boundary/random_walls.ts";
import { frozen } from "../geometry/frozen.ts";
import { between, drawFrom } from "../separation/random_crowd.ts";
import { type AgentInput, walker } from "./scenes.ts";

function points(...corners: readonly (readonly [number, number])[]): readonly Vec2[] {
  return corners.map(([x, y]) => ({ x, y }));
}

function crowdAmong(
  obstacles: readonly ObstacleInput[],
  agents: readonly AgentInput[],
  parameters: Readonly<Record<string, unknown>> = {},
): Crowd {
  const made = createCrowd(
    frozen({ agents, obstacles, parameters: { timeHorizon: 2, timeStep: 0.125, ...parameters } }),
  );
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left)}`);
  return made.right;
}

function ran(crowd: Crowd, steps: number, look: (crowd: Crowd) => void = () => {}): Crowd {
  let now = crowd;
  for (let k = 0; k < steps; k++) {
    now = stepCrowd(now);
    look(now);
  }
  return now;
}

/** Least distance of an agent to walls, minus its radius, m. */
function clearance(crowd: Crowd, id: AgentId): number {
  const { position, radius } = agentOf(crowd, id)!;
  return Math.min(...crowd.obstacles.map(({ corners }) => pointDistanceTo(position, corners) - radius));
}

it("C8: along a wall of chained segments an agent that touches it slides as along one segment", () => {
  const start = walker("a", 0, 0.5, { goal: { x: 20, y: -3 } });
  const one = [{ id: 0, corners: points([-5, 0], [25, 0]) }];
  const chained = Array.from({ length: 30 }, (_, id) => ({ id, corners: points([id - 5, 0], [id - 4, 0]) }));
  for (const budget of [Infinity, 2]) {
    let a = crowdAmong(one, [{ ...start, budget }]), b = crowdAmong(chained, [{ ...start, budget }]);
    for (let tick = 0; tick < 60; tick++) {
      a = stepCrowd(a);
      b = stepCrowd(b);
      const p = a.agents[0]!.position, q = b.agents[0]!.position;
      assertAlmostEquals(p.x, q.x, 1e-6, `tick ${tick}`);
      assertAlmostEquals(p.y, q.y, 1e-6, `tick ${tick}`);
    }
    assert(a.agents[0]!.position.x > 8);
  }
});

it("C8, M10: at any angle an agent that touches a wall slides along it without ever having to brake", () => {
  for (let degrees = 0; degrees < 360; degrees += 11) {
    const c = Math.cos(degrees * Math.PI / 180), s = Math.sin(degrees * Math.PI / 180);
    const turned = (x: number, y: number): Vec2 => ({ x: 7 + c * x - s * y, y: -3 + s * x + c * y });
    for (const budget of [Infinity, 2]) {
      const start = { ...walker("a", 0, 0), position: turned(0, 0.5), goal: turned(20, -3), budget };
      const wall = [{ id: 0, corners: [turned(-5, 0), turned(25, 0)] }];
      const crowd = ran(crowdAmong(wall, [start]), 40, (now) => {
        const clear = clearance(now, "a"), { decision } = now.report.decisions[0]!;
        if (clear < -1e-12) throw new Error(`${degrees}°: ${clear}`);
        assertEquals(decision.kind, "Clear", `${degrees}°, tick ${now.tick}`);
      });
      const { position: p } = crowd.agents[0]!;
      assert(c * (p.x - 7) + s * (p.y + 3) > 5);
    }
  }
});

it("C6, C8: an agent that slides along a wall on the other hand is not turned back by the detour memory", () => {
  const block = [{ id: "block", corners: points([-40, -40], [-10, -40], [-10, -10], [-40, -10]) }];
  const start = { ...walker("a", -27, -8, { goal: { x: 75, y: -75 } }), radius: 2, maxSpeed: 2 };
  const crowd = ran(crowdAmong(block, [start]), 200);
  assert(agentOf(crowd, "a")!.position.x > -5, `${agentOf(crowd, "a")!.position.x}`);
});

it("C8: an agent that slides along a wall goes on past its convex corner", () => {
  const block = [{ id: "block", corners: points([-10, -10], [0, -10], [0, 0], [-10, 0]) }];
  const crowd = ran(crowdAmong(block, [walker("a", -6, 0.5, { goal: { x: 4, y: -6 } })]), 120);
  assertAlmostEquals(agentOf(crowd, "a")!.position.x, 4, 1e-6);
  assertAlmostEquals(agentOf(crowd, "a")!.position.y, -6, 1e-6);
});

it("C8: a segment is a wall from both sides, and from its ends", () => {
  const wall = [{ id: "wall", corners: points([0, -1], [0, 1]) }];
  for (const [x, y] of [[-4, 0], [4, 0], [0, -4], [0, 4]] as const) {
    const goal = { x: -x, y: -y };
    const crowd = ran(crowdAmong(wall, [walker("a", x, y, { goal })]), 160, (now) => {
      assert(clearance(now, "a") >= -1e-12, `from ${x}, ${y}: ${clearance(now, "a")}`);
    });
    assert(clearance(crowd, "a") > 0);
    assertAlmostEquals(
      Math.hypot(crowd.agents[0]!.position.x - goal.x, crowd.agents[0]!.position.y - goal.y),
      0,
      0.01,
    );
  }
});

it("C8: the half-plane of a wall has its own horizon, full responsibility, and the wall's ID", () => {
  const seen = (parameters: Record<string, unknown>): number => {
    const result = avoid({
      self: { id: "a", position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5, responsibility: 0 },
      neighbors: [],
      parameters: { timeHorizon: 2, timeStep: 0.125, ...parameters },
      preferred: { x: 1, y: 0 },
      maxSpeed: 1.5,
      obstacles: [{ id: "wall", corners: points([1.5, -9], [1.5, 9]) }],
    });
    if (result._tag === "Left") throw new Error(result.left[0].rule);
    const { active, checks, kind, velocity } = result.right;
    assertEquals(kind, "Clear");
    assertEquals(checks.includes("boundaries"), velocity.x < 1);
    assertEquals(active, velocity.x < 1 ? [{ kind: "obstacle", id: "wall" }] : []);
    return velocity.x;
  };
  assertEquals(seen({}), 0.5); // 1 m in 2 s
  assertEquals(seen({ timeHorizonObstacles: 4 }), 0.25);
  assertEquals(seen({ timeHorizonObstacles: 0.5 }), 1);
});

it("M10: a heavy vehicle brakes in time whatever the horizon, with no more than its budget", () => {
  for (const timeHorizonObstacles of [0.01, 0.5, 1, 10]) {
    const wall = [{ id: "wall", corners: points([20, -30], [21, -30], [21, 30], [20, 30]) }];
    const heavy = {
      ...walker("a", 0, 0),
      velocity: { x: 6, y: 0 },
      maxSpeed: 6,
      budget: 1.5,
      goal: { x: 40, y: 0 },
    };
    let before = 6, brakedAt = Infinity, slowest = 6;
    ran(crowdAmong(wall, [heavy], { timeStep: 0.05, timeHorizonObstacles }), 200, (now) => {
      const { velocity, position } = now.agents[0]!, speed = Math.hypot(velocity.x, velocity.y);
      assert(speed >= before - 1.5 * 0.05 - 1e-9, "harder than the budget");
      assert(clearance(now, "a") >= -1e-12);
      if (now.tick === 1) {
        assertEquals(now.report.counts.Clear, 1, "no horizon asks for more than the budget");
      }
      if (speed < 5.99 && brakedAt === Infinity) brakedAt = 19.5 - position.x;
      before = speed;
      slowest = Math.min(slowest, velocity.x);
    });
    assert(slowest < (timeHorizonObstacles > 1 ? 1 : 0.1), `${slowest}`);
    // 12 m is what it needs; a horizon that looks farther ahead brakes earlier.
    if (timeHorizonObstacles <= 1) {
      assert(brakedAt > 11.2 && brakedAt < 12.7, `${brakedAt} m before the wall`);
    } else assert(brakedAt > 12.7);
  }
});

it("M10, S1: walls hold with the separation floor off, and an agent of weight 0 stops before them too", () => {
  const wall = [{ id: "wall", corners: points([3, -9], [3, 9]) }];
  for (const budget of [Infinity, 1]) {
    const line = walker("line", 0, 0, { goal: { x: 9, y: 0 }, responsibility: 0, budget });
    const crowd = ran(crowdAmong(wall, [line], { separation: "off", detour: "off" }), 80, (now) => {
      assert(clearance(now, "line") >= -1e-12);
    });
    assert(clearance(crowd, "line") < 0.1);
  }
});

it("C15, C8: an agent that a wall stops is reported with the wall, once", () => {
  const wall = [{ id: "wall", corners: points([2, -30], [2, 30]) }];
  const crowd = ran(crowdAmong(wall, [walker("a", 0, 0, { goal: { x: 4, y: 0 } })]), 60);
  const [stalled] = crowd.report.stalled;
  assertEquals([stalled?.id, stalled?.heldBy], ["a", [{ kind: "obstacle", id: "wall" }]]);
  assertEquals(crowd.report.deadlocked, []);
  assertEquals(agentOf(crowd, "a")!.detour, 0, "no way round is worth it");
});

it("C8: the proof names the wall, and how near the stop comes to it", () => {
  const wall = [{ id: "wall", corners: points([1.75, -30], [1.75, 30]) }];
  const running = walker("a", 0, 0, { velocity: { x: 1.5, y: 0 }, goal: { x: 4, y: 0 }, budget: 2 });
  const next = stepCrowd(crowdAmong(wall, [running]));
  const limits = next.report.decisions[0]?.decision.proof?.limits ?? [];
  assertEquals(limits.map(({ kind, id }) => [kind, id]), [["obstacle", "wall"]]);
  assert(limits[0]!.margin > 0.25 && limits[0]!.margin < 0.75);
});

it("B16, C8: a disc that is in a wall comes out of it and never gets deeper; one without room stays honest", () => {
  for (const depth of [1e-9, 0.2, 0.6]) {
    const block = [{ id: "block", corners: points([-9, -9], [0, -9], [0, 9], [-9, 9]) }];
    let last = -depth - 1e-12;
    const start = crowdAmong(block, [walker("a", 0.5 - depth, 0, { goal: { x: -5, y: 0 } })]);
    const first = stepCrowd(start).report.decisions[0]!.decision;
    assert(first.kind !== "Clear" && first.kind !== "ProvenStop", `${depth}: ${first.kind}`);
    assertEquals(first.proof?.outside.map(({ id, kind }) => [id, kind]), [["block", "obstacle"]]);
    const crowd = ran(start, 40, (now) => {
      const clear = now.agents[0]!.position.x - 0.5;
      assert(clear >= last - 1e-12, `${depth}: deeper`);
      last = clear;
    });
    assert(clearance(crowd, "a") >= -1e-12, `${clearance(crowd, "a")}`);
  }
});

it("S9: a wall that appears within the braking distance is never called safe, and velocity never jumps", () => {
  let crowd = crowdAmong([], [
    walker("a", 0, 0, { velocity: { x: 1.5, y: 0 }, goal: { x: 9, y: 0 }, budget: 1 }),
  ]);
  crowd = stepCrowd(crowd);
  const put = withObstacles(crowd, [{ id: "door", corners: points([1.2, -9], [1.2, 9]) }]);
  if (put._tag === "Left") throw new Error(put.left[0].rule);
  const next = stepCrowd(put.right), { decision } = next.report.decisions[0]!;
  assertEquals(decision.kind, "BoundaryUnreachable");
  assertAlmostEquals(next.agents[0]!.velocity.x, 1.5 - 0.125, 1e-9);
  assertEquals(decision.proof?.limits, []);
  const open = withObstacles(next, []);
  assertEquals(open._tag === "Right" && stepCrowd(open.right).report.counts.Clear, 1);
});

it("M1: on something that carries it toward a wall, an agent is held off it as long as that can be, unproven", () => {
  const wall = [{ id: "wall", corners: points([3, -9], [3, 9]) }];
  const support = { id: "belt", velocity: { x: 0.5, y: 0 } };
  const carried = createCrowd({
    agents: [{ ...walker("a", 0, 0), support }, {
      ...walker("b", 0, 5),
      support: { id: "slide", velocity: { x: 0, y: 0.5 } },
    }],
    obstacles: wall,
    parameters: { timeHorizon: 2, timeStep: 0.125 },
  });
  if (carried._tag === "Left") throw new Error(carried.left[0].rule);
  let unproven = false;
  const crowd = ran(carried.right, 100, (now) => {
    const proof = now.report.decisions[0]!.decision.proof;
    unproven ||= proof?.unproven.some(({ id, kind }) => id === "wall" && kind === "obstacle") ?? false;
    assert(clearance(now, "a") >= -1e-12);
    assertEquals(now.report.decisions[1]!.decision.kind, "Clear");
  });
  assert(unproven);
  assertAlmostEquals(agentOf(crowd, "a")!.velocity.x, 0, 0.1);
});

/** A random scene of walls with a crowd that wants through it. */
function randomWalls(
  seed: number,
): { readonly obstacles: readonly ObstacleInput[]; readonly agents: readonly AgentInput[] } {
  const draw = drawFrom(seed), obstacles: ObstacleInput[] = [], agents: AgentInput[] = [];
  for (let id = 0; id < 8; id++) {
    const x = between(draw, -8, 8),
      y = between(draw, -8, 8),
      size = between(draw, 0.3, 2),
      n = 2 + Math.floor(5 * draw());
    const turn = between(draw, 0, 6.3), dent = draw() < 0.4 && n > 3 ? 0.2 : 1;
    const corners = Array.from({ length: n }, (_, k) => {
      const r = k === 0 ? dent * size : size, angle = turn + 2 * Math.PI * k / n;
      return { x: x + r * Math.cos(angle), y: y + r * Math.sin(angle) };
    });
    obstacles.push({ id: `w${id}`, corners });
  }
  for (let id = 0; id < 10; id++) {
    const position = { x: between(draw, -10, 10), y: between(draw, -10, 10) },
      radius = between(draw, 0.2, 0.4);
    const isFree = obstacles.every(({ corners }) => pointDistanceTo(position, corners) > radius) &&
      agents.every((a) =>
        Math.hypot(a.position.x - position.x, a.position.y - position.y) > radius + a.radius
      );
    if (!isFree) continue;
    const budget = draw() < 0.5 ? {} : { budget: between(draw, 0.5, 4) };
    agents.push({ id, position, radius, maxSpeed: 1.5, goal: { x: -position.x, y: -position.y }, ...budget });
  }
  return { obstacles, agents };
}

it("C8, M10: among random walls nobody crosses one or another, and every stop is proven", () => {
  for (let seed = 0; seed < counts("walls"); seed++) {
    const { obstacles, agents } = randomWalls(seed);
    ran(crowdAmong(obstacles, agents), 40, (now) => {
      const { counts: kinds, overlaps } = now.report, where = `seed ${seed}, tick ${now.tick}`;
      assertEquals([kinds.BoundaryUnreachable, kinds.Uncontrolled, overlaps.length], [0, 0, 0], where);
      for (const { id } of now.agents) {
        assert(clearance(now, id) >= -1e-12, `${where}: ${clearance(now, id)}`);
      }
    });
  }
});

it("C1, C8: the order of walls changes nothing, nor do walls that are far off, nor how they are found", () => {
  for (let seed = 0; seed < counts("walls") / 4; seed++) {
    const { obstacles, agents } = randomWalls(seed);
    const far = Array.from(
      { length: 40 },
      (_, i) => ({ id: `far ${i}`, corners: points([900 + i, 0], [900 + i, 7]) }),
    );
    let one = crowdAmong(obstacles, agents),
      other = crowdAmong([...far, ...obstacles].reverse(), [...agents].reverse());
    for (let tick = 0; tick < 25; tick++) {
      one = stepCrowd(one);
      other = stepCrowd(other);
      assertEquals(other.agents, one.agents, `seed ${seed}`);
      assertEquals(other.report, one.report, `seed ${seed}`);
    }
  }
});

it("C4, C8: a crowd's agent decides as `avoid` does that sees all walls", () => {
  const shared = { timeHorizon: 2, timeStep: 0.125, safetyMargin: 0 };
  for (let seed = 0; seed < counts("walls"); seed++) {
    const { obstacles, agents } = randomWalls(seed), [self] = agents;
    if (self === undefined) continue;
    const start = crowdAmong(obstacles, [self], { ...shared, detour: "off", fallback: "brake" });
    const { decision, preferred } = stepCrowd(start).report.decisions[0]!;
    const { id, position, velocity = { x: 0, y: 0 }, radius, maxSpeed, budget = Infinity } = self;
    const alone = avoid({
      self: { id, position, velocity, radius },
      neighbors: [],
      parameters: shared,
      preferred,
      maxSpeed,
      budget,
      obstacles: [...obstacles].reverse(),
    });
    assertEquals(alone._tag === "Right" && [alone.right.velocity, alone.right.margins], [
      decision.velocity,
      decision.margins,
    ]);
  }
});

it("C8: a scene seen in a mirror, passing sides mirrored, goes the mirrored way", () => {
  const flip = ({ x, y }: Vec2): Vec2 => ({ x, y: 0 - y });
  for (let seed = 0; seed < counts("walls") / 4; seed++) {
    const { obstacles, agents } = randomWalls(seed);
    const convex = obstacles.filter(({ corners }) => corners.length < 4);
    let one = crowdAmong(convex, agents);
    let other = crowdAmong(
      convex.map(({ id, corners }) => ({ id, corners: [...corners].reverse().map(flip) })),
      agents.map((a) => ({ ...a, position: flip(a.position), goal: flip(a.goal!) })),
      { passingSide: "left" },
    );
    for (let tick = 0; tick < 12; tick++) {
      one = stepCrowd(one);
      other = stepCrowd(other);
      one.agents.forEach(({ position }, i) => {
        const mirrored = flip(other.agents[i]!.position);
        assertAlmostEquals(mirrored.x, position.x, 1e-6, `seed ${seed}, tick ${tick}`);
        assertAlmostEquals(mirrored.y, position.y, 1e-6, `seed ${seed}, tick ${tick}`);
      });
    }
  }
});

it("C8: walls of any size and place, touched, overlapped or thin as a hair, never bring a NaN", () => {
  const size = fc.constantFrom(1e-9, 1e-3, 1, 1e6, 1e9), place = fc.constantFrom(0, 1, -3, 1e6, 1e9);
  const spot = fc.record({ x: place, y: place });
  fc.assert(
    fc.property(
      spot,
      size,
      spot,
      fc.integer({ min: 2, max: 6 }),
      fc.constantFrom(Infinity, 1e-6, 2),
      (at, r, from, n, budget) => {
        const corners = Array.from({ length: n }, (_, k) => ({
          x: at.x + r * Math.cos(2 * Math.PI * k / n),
          y: at.y + r * Math.sin(2 * Math.PI * k / n),
        }));
        const made = createCrowd({
          agents: [{ ...walker("a", from.x, from.y, { goal: at, budget }), velocity: { x: 0.5, y: 0.25 } }],
          obstacles: [{ id: "w", corners }],
          parameters: { timeHorizon: 2, timeStep: 0.125 },
        });
        if (made._tag === "Left") return; // corners that fall together at such coordinates
        ran(made.right, 3, (now) => {
          const { position, velocity, detour } = now.agents[0]!;
          assert(Number.isFinite(position.x + position.y + velocity.x + velocity.y + detour));
        });
      },
    ),
    { numRuns: counts("walls") },
  );
});

it("C6, C8: before a flat face in its way an agent takes one side, and does not go to and fro (S09)", () => {
  // Three pillars of twelve that were drawn: radius of the agent, of the pillar and its turn, speed, budget, horizon, step.
  for (
    const [radius, wide, turned, maxSpeed, budget, timeHorizon, timeStep] of [
      [0.5666, 2.223, 0.1266, 0.978, Infinity, 5, 0.05],
      [0.6658, 3.0066, 0.2079, 1.135, 6, 3, 0.1],
    ] as const
  ) {
    const far = wide + 8 * radius,
      pillar = Array.from({ length: 12 }, (_, i) => {
        const angle = 2 * Math.PI * (i + turned) / 12;
        return { x: wide * Math.cos(angle), y: wide * Math.sin(angle) };
      });
    const start = walker("a", -far, 0, { goal: { x: far, y: 0 }, radius, maxSpeed, budget });
    const parameters = { timeHorizon, timeStep, timeHorizonObstacles: 0.5, neighborDistance: 15 };
    let before = crowdAmong([{ id: "pillar", corners: pillar }], [start], parameters), back = 0;
    while (before.time < 5 * far / maxSpeed) {
      const next = stepCrowd(before), u = before.agents[0]!.velocity, v = next.agents[0]!.velocity;
      if (u.x * v.x + u.y * v.y < 0) back++;
      before = next;
    }
    assert(back <= 3, `${back} turns back`);
    assert(Math.hypot(before.agents[0]!.position.x - far, before.agents[0]!.position.y) <= 0.15);
  }
});
