import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { parseObstacles } from "../../boundary/mod.ts";
import {
  agentOf,
  createCrowd,
  type Crowd,
  stepCrowd,
  stepCrowdFast,
  withObstacles,
} from "../../crowd/mod.ts";
import { indexObstacles } from "../../crowd/obstacle_search.ts";
import { placeAtWall } from "../../crowd/place_at_wall.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { pointDistanceTo } from "../boundary/random_walls.ts";
import { runs } from "../geometry/pairs.ts";
import { type AgentInput, bits, walker } from "./scenes.ts";

type Corners = readonly (readonly [number, number])[];

/** A wall along the x axis, solid below it, so far to both sides, m. */
const along = (from: number, to: number): Corners => [[from, -0.2], [to, -0.2], [to, 0], [from, 0]];

const wallsOf = (walls: readonly Corners[]) =>
  walls.map((corners, id) => ({ id, corners: corners.map(([x, y]) => ({ x, y })) }));

function crowdAmong(walls: readonly Corners[], agents: readonly AgentInput[], more = {}): Crowd {
  const made = createCrowd({
    agents,
    obstacles: wallsOf(walls),
    parameters: { timeHorizon: 3, timeHorizonObstacles: 1, timeStep: 0.05, ...more },
  });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

/** The crowd at a time, s, without any overlap on the way; columns come to the same bits. */
function later(crowd: Crowd, time: number): Crowd {
  while (crowd.time < time - 1e-9) {
    const next = stepCrowd(crowd);
    assertEquals(next.report.overlaps, []);
    if (next.tick % 10 === 0) assertEquals(bits(stepCrowdFast(crowd).agents), bits(next.agents));
    crowd = next;
  }
  return crowd;
}

function placeAmong(
  walls: readonly Corners[],
  position: Vec2,
  goal: Vec2,
  side?: "right" | "left",
): Vec2 | undefined {
  const read = parseObstacles(wallsOf(walls));
  if (read._tag === "Left") throw new Error(JSON.stringify(read.left));
  return placeAtWall(indexObstacles(read.right), position, goal, 0.5, side, 0.15)?.place;
}

it("C15: the place for a goal behind a wall lies right before it, a radius off the wall, on the agent's side", () => {
  const wall = along(-9, 9), goal = { x: 1, y: -3 };
  for (const walls of [[wall], [along(-9, 0), along(0, 9)], [[[9, 0], [-9, 0]]] as const]) {
    assertEquals(placeAmong(walls, { x: -4, y: 2 }, goal), { x: 1, y: 0.5 });
  }
  assertEquals(placeAmong([wall], { x: 3, y: -3 }, { x: 1, y: 0 }), { x: 1, y: -0.7 }); // from below
  assertEquals(placeAmong([wall], { x: 3, y: 3 }, { x: 1, y: -0.1 }), { x: 1, y: 0.5 }); // a goal in the wall
  const slanting = placeAmong([[[0, 0], [6, 8]]], { x: 0, y: 5 }, { x: 7, y: 1 })!;
  // The foot of (7, 1) is 5 m along the segment, which runs along (0.6, 0.8).
  assertAlmostEquals(slanting.x, 3 - 0.4, 1e-12);
  assertAlmostEquals(slanting.y, 4 + 0.3, 1e-12);
});

it("C15: a goal on a wall lies behind it, from both sides and to the rounding", () => {
  const goal = { x: 1, y: 0 }, walls: readonly Corners[] = [[[-9, 0], [9, 0]], [[9, 0], [-9, 0]]];
  for (const wall of [...walls, along(-9, 9)]) {
    assertEquals(placeAmong([wall], { x: -4, y: 2 }, goal), { x: 1, y: 0.5 });
    const below = wall.length === 2 ? -0.5 : -0.7;
    assertEquals(placeAmong([wall], { x: -4, y: -2 }, goal), { x: 1, y: below });
  }
  for (const share of [0.1, 0.3, 0.45, 0.7, 0.9]) { // on the diagonal, to a bit to both sides of it
    const place = placeAmong([[[0, 0], [7, 3]]], { x: 1, y: 5 }, { x: 7 * share, y: 3 * share })!;
    assertAlmostEquals(Math.hypot(place.x - 7 * share, place.y - 3 * share), 0.5, 1e-8);
    assertAlmostEquals(7 * place.y - 3 * place.x, 0.5 * Math.hypot(7, 3), 1e-8);
  }
});

it("C15: the body fits at the place: before a goal too close to a wall, and in the corner of two that keep it off", () => {
  const wall = along(-9, 9), at = { x: -4, y: 6 };
  assertEquals(placeAmong([wall], at, { x: 1, y: 0.3 }, "right"), { x: 1, y: 0.5 });
  assertEquals(placeAmong([wall], at, { x: 1, y: 0.45 }), undefined, "the goal is as good as reached");
  const end = placeAmong([[[-9, 0], [0, 0]]], at, { x: 0.18, y: 0.24 })!;
  assertAlmostEquals(end.x, 0.3, 1e-12);
  assertAlmostEquals(end.y, 0.4, 1e-12);

  const inner: readonly Corners[] = [[[-20, 0], [0, 0]], [[0, 0], [0, 20]]], corner = { x: -0.5, y: 0.5 };
  for (const side of ["right", "left", undefined] as const) {
    for (const goal of [{ x: 2, y: -2 }, { x: -0.3, y: -2 }, { x: 2, y: 0.2 }, { x: -0.2, y: 0.3 }]) {
      for (const walls of [inner, inner.toReversed()]) {
        assertEquals(placeAmong(walls, at, goal, side), corner);
      }
    }
    assertEquals(placeAmong(inner, at, { x: -0.7, y: -2 }, side), { x: -0.7, y: 0.5 });
    assertEquals(
      placeAmong([...inner, [[-5, 0.9], [-0.6, 0.9]]], at, { x: 2, y: -2 }, side),
      undefined,
      "a third",
    );
  }
  const blunt: readonly Corners[] = [[[-20, 0], [0, 0]], [[0, 0], [12, 5]]]; // the slope alone keeps it off
  const slope = placeAmong(blunt, { x: -3, y: 2 }, { x: 3, y: -1 })!;
  assertAlmostEquals(12 * slope.y - 5 * slope.x, 0.5 * 13, 1e-12);
  assertAlmostEquals(12 * (slope.x - 3) + 5 * (slope.y + 1), 0, 1e-12);

  const stub: Corners = [[-1, 0], [-1, 2]], gap: Corners = [[-1, 1.05], [-1, 3]], behind = { x: 1, y: -3 };
  assertEquals(placeAmong([wall, stub], { x: -4, y: 2 }, behind), { x: -1.5, y: 0.5 });
  assertEquals(placeAmong([wall, gap], { x: -4, y: 2 }, behind), undefined, "it goes on below");
  assertEquals(
    placeAmong([wall, [[-1, 0.8], [9, 0.8]]], { x: -1.5, y: 0.5 }, behind),
    undefined,
    "too narrow",
  );
});

it("C15: in a corner, and before a goal too close to a wall, those that come there rest", () => {
  const inner: readonly Corners[] = [[[-20, 0], [0, 0]], [[0, 0], [0, 20]]];
  for (const [walls, goal] of [[inner, { x: 2, y: -2 }], [[along(-20, 20)], { x: -1, y: 0.3 }]] as const) {
    const agents = [0, 1, 2].map((k) => walker(`a${k}`, -6 + 1.5 * k, 3 + 0.4 * k, { goal }));
    const crowd = later(crowdAmong(walls, agents), 25);
    assertEquals(crowd.report.settled, ["a0", "a1", "a2"], `goal at ${goal.x}, ${goal.y}`);
    const still = later(crowd, 28);
    for (const { id, position } of still.agents) {
      const before = agentOf(crowd, id)!.position;
      assert(Math.hypot(position.x - before.x, position.y - before.y) <= 1e-3);
    }
  }
});

it("C15: there is none where nothing bars the way, the wall ends before, or a way round is worth it", () => {
  const at = { x: -4, y: 2 }, goal = { x: 1, y: -3 };
  assertEquals(placeAmong([along(-9, 9)], at, { x: 1, y: 3 }), undefined);
  assertEquals(placeAmong([along(-9, 0.9)], at, goal), undefined);
  assertEquals(placeAmong([along(-9, 0.4), along(1.6, 9)], at, goal), undefined, "a door before the goal");
  assertEquals(placeAmong([along(-9, 2)], at, { x: 1, y: -9 }, "right"), { x: 1, y: 0.5 });
  assertEquals(placeAmong([along(-9, 2)], at, { x: 1, y: -9 }, "left"), undefined, "past the end is near");
});

/** Pieces of a wall along the x axis from -20 m to 20 m, with gaps between them, m. */
const inPieces = (long: number, gap = 0): readonly Corners[] =>
  Array.from(
    { length: 40 / long },
    (_, i) => along(-20 + i * long + gap / 2, -20 + (i + 1) * long - gap / 2),
  );

it("C15, C8: a wall in pieces between which the agent does not fit is as good as one, in any order and cut in any way", () => {
  const at = { x: 2, y: 4 }, goal = { x: 2, y: -4 }, foot = { x: 2, y: 0.5 };
  const segments: readonly Corners[] = [[[-9, 0], [0, 0]], [[0, 0], [9, 0]]];
  for (const side of ["right", "left"] as const) {
    for (const walls of [segments, segments.toReversed(), inPieces(4), inPieces(4, 0.9), inPieces(1, 0.3)]) {
      const place = placeAmong(walls, { x: 2.3, y: 4 }, { ...goal, x: 2.3 }, side);
      assertEquals(place, { ...foot, x: 2.3 });
    }
    assertEquals(placeAmong(segments, at, { x: 0, y: -4 }, side), { x: 0, y: 0.5 }, "at a joint");
    assertEquals(placeAmong(inPieces(4, 1.2), at, goal, side), undefined, "through a gap");
    // The way there meets another piece than the one that bars the way on.
    assertEquals(placeAmong(segments, { x: -0.6, y: 0.5 }, { x: 0.3, y: -3 }, side), { x: 0.3, y: 0.5 });
  }
  // Past its end it is near; not so where another wall leads on there, past the goal or back, but for a short one.
  const leg: Corners = [[9, 0], [9, -20]], flush: Corners = [[9, 0], [11, 0]];
  const far = { x: 2, y: -14 };
  assertEquals(placeAmong([along(-9, 9)], at, far, "left"), undefined);
  assertEquals(placeAmong([along(-9, 9), leg], at, far, "left"), foot);
  assertEquals(placeAmong([along(-9, 9), flush], at, far, "left"), undefined);
  assertEquals(placeAmong([along(-9, 9), [[9, 0], [9, 12]]], at, far, "left"), foot, "an inner corner");
});

it("C15, C6: before a wall in pieces the memory leads nobody along it, and an agent comes to rest", () => {
  for (const [long, depth] of [[4, 5], [2, 12], [1, 1]] as const) {
    const goal = { x: 1.24, y: -depth }, crowd = crowdAmong(inPieces(long), [walker("a", 0.24, 4, { goal })]);
    const { position, settled, detour } = agentOf(later(crowd, 12), "a")!;
    assertEquals([settled, detour], ["inContact", 0], `pieces of ${long} m`);
    assert(Math.hypot(position.x - goal.x, position.y - 0.5) <= 0.15 * 0.5 + 1e-9, bits(position));
  }
});

it("C15: an agent comes to rest before a wall that bars its way, is reported with the wall, and goes on when that is gone", () => {
  for (const budget of [Infinity, 2]) {
    const agents = [walker("a", -2, 4, { goal: { x: 0.5, y: -3 }, budget })];
    const crowd = later(crowdAmong([along(-20, 20)], agents), 15), a = agentOf(crowd, "a")!;
    assertEquals([a.settled, a.velocity, a.detour], ["inContact", { x: 0, y: 0 }, 0]);
    assert(Math.hypot(a.position.x - 0.5, a.position.y - 0.5) <= 0.15 * 0.5 + 1e-9, bits(a.position));
    const [stalled] = crowd.report.stalled;
    assertEquals([stalled?.id, stalled?.heldBy], ["a", [{ kind: "obstacle", id: 0 }]]);
    assert(stalled!.seconds > 5, `${stalled!.seconds} s`);
    const free = withObstacles(crowd, []);
    assert(free._tag === "Right");
    assertEquals(later(free.right, 25).report.arrived, ["a"]);
    const sent = { ...crowd, agents: [{ ...a, route: [{ x: 5, y: 4 }] }] };
    assertEquals(later(sent, 25).report.arrived, ["a"]);
  }
});

it("C15: some who press one against a wall come to rest, and whoever stood there stays", () => {
  for (
    const [radius, maxSpeed, more] of [[0.5, 1.5, {}], [0.3, 1.2, {}], [0.7, 0.9, {
      timeHorizon: 5,
    }]] as const
  ) {
    const at = (id: string, x: number, y: number, goal: Vec2): AgentInput =>
      walker(id, x * radius, y * radius, {
        radius,
        maxSpeed,
        goal: { x: goal.x * radius, y: goal.y * radius },
      });
    const pressing = [-1, 0, 1, 2].map((k) => at(`p${k}`, 2.5 * k, 8 + 0.3 * k, { x: 0.7 * k, y: -6 }));
    const crowd = later(
      crowdAmong([along(-30, 30)], [at("a", 0.1, 1.1, { x: 0.1, y: 1.1 }), ...pressing], more),
      25 * radius / maxSpeed + 5,
    );
    assertEquals(crowd.report.settled, ["a", "p-1", "p0", "p1", "p2"]);
    const { position } = agentOf(crowd, "a")!;
    assert(Math.hypot(position.x - 0.1 * radius, position.y - 1.1 * radius) <= 0.6 * radius);
    const still = later(crowd, crowd.time + 3);
    for (const { id, position } of still.agents) {
      const before = agentOf(crowd, id)!.position;
      assert(Math.hypot(position.x - before.x, position.y - before.y) <= 1e-6 * radius);
    }
  }
});

it("C15: between the wall and one that rests on the other side of its way an agent has come to rest", () => {
  for (const [y, settled] of [[-3, ["a"]], [0.5, []]] as const) {
    // "k" stands up and to the left of its way along the wall, too near to it to pass underneath.
    const a = { ...walker("a", 0, 0.5, { goal: { x: 1.3, y } }), waiting: 3 } as AgentInput;
    const crowd = crowdAmong([along(-20, 20)], [a, walker("k", 0.72, 1.22, { locked: true })]);
    assertEquals(stepCrowd(crowd).report.settled, settled, `goal at ${y}`);
  }
});

it("C15: alone before a wall, a small body comes right up to its place, however slowly", () => {
  for (const budget of [Infinity, 1]) {
    const a = walker("a", 0, 1, { radius: 0.05, budget, goal: { x: 0.2, y: -3 } });
    const { settled, position } = agentOf(later(crowdAmong([along(-20, 20)], [a]), 20), "a")!;
    assertEquals(settled, "inContact");
    assert(Math.hypot(position.x - 0.2, position.y - 0.05) <= 0.15 * 0.05 + 1e-9, bits(position));
  }
});

it("C15: into a passage too narrow for it an agent has no place: walls that run side by side have no corner", () => {
  for (const [high, tilt] of [[0.6, 0], [0.9, 0], [0.6, 1e-3], [0.6, -1e-9]] as const) {
    const passage: readonly Corners[] = [[[-2, 0], [9, 0]], [[-2, high], [9, high + tilt]]];
    for (const side of [undefined, "right", "left"] as const) {
      assertEquals(placeAmong(passage, { x: -4, y: high / 2 }, { x: 0, y: high / 2 }, side), undefined);
    }
    const crowd = crowdAmong(passage, [walker("a", -4, high / 2, { goal: { x: 0, y: high / 2 } })]);
    const { position: { x, y } } = agentOf(later(crowd, 10), "a")!;
    assert(x > -2.6 && x < -2 && Math.abs(y - high / 2) <= 0.3, `it stands at ${x}, ${y}`); // at the mouth
  }
});

it("C15: wherever walls stand, a place at them is a number, the body fits there, and the one that is named is right before it", () => {
  const coordinate = fc.integer({ min: -256, max: 256 }).map((n) => n / 64);
  const point = fc.record({ x: coordinate, y: coordinate });
  const wall = fc.tuple(point, point).filter(([a, b]) => a.x !== b.x || a.y !== b.y);
  let found = 0;
  fc.assert(
    fc.property(fc.array(wall, { minLength: 1, maxLength: 3 }), point, point, (walls, position, goal) => {
      const read = parseObstacles(walls.map((corners, id) => ({ id, corners })));
      if (read._tag === "Left") throw new Error(JSON.stringify(read.left));
      if (walls.some((corners) => pointDistanceTo(position, corners) < 0.5)) return; // no body is there
      const place = placeAtWall(indexObstacles(read.right), position, goal, 0.5, undefined, 0.15);
      if (place === undefined) return;
      found++;
      const away = (id: number): number => pointDistanceTo(place.place, walls[id]!);
      assert(walls.every((_, id) => away(id) >= 0.5 - 1e-6), bits(place));
      assert(away(place.wall as number) <= 1, bits(place));
    }),
    runs("crowd neighbors"),
  );
  assert(found > 10, `${found} places`);
});

it("C15, C8: nobody rests before a wall that can be passed: a short one, or a door that was jammed", () => {
  const short = crowdAmong([along(-1, 1)], [walker("a", 0, 5, { goal: { x: 0, y: -5 } })]);
  assertEquals(later(short, 20).report.arrived, ["a"]);
  const waiting = [-1.5, -0.4, 0.7, 1.8].map((x, k) =>
    walker(`w${k}`, x, 3 + k, { goal: { x: 0, y: -9 - 1.5 * k } })
  );
  const door = [along(-20, -0.7), along(0.7, 20)];
  const jammed = later(crowdAmong(door, [...waiting, walker("plug", 0, -0.1, { locked: true })]), 30);
  assertEquals(jammed.report.settled, []);
  const open = { ...jammed, agents: jammed.agents.filter(({ id }) => id !== "plug") };
  assertEquals(later(open, 80).report.arrived, ["w0", "w1", "w2", "w3"]);
});

it("C10, C15: columns come to the same places for those that only records describe", () => {
  const agents = [
    walker("own", 0, 3, { goal: { x: 0, y: -3 }, parameters: { detour: "off" } } as Partial<AgentInput>),
    walker("carried", 3, 3, {
      goal: { x: 3, y: -3 },
      support: { id: "deck", velocity: { x: 0.1, y: 0 } },
    } as Partial<AgentInput>),
    walker("unyielding", -3, 3, { goal: { x: -3, y: -3 }, responsibility: 0 }),
  ];
  const crowd = later(crowdAmong([along(-20, 20)], agents), 12);
  assertEquals(crowd.report.settled, ["own", "unyielding"]);
});
