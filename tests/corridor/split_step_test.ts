import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { followCorridor } from "../../avoidance/mod.ts";
import { type Corridor, mergeTiles, parseCorridor, portalKind, separationEdges } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { seeded } from "../solver/random_problems.ts";
import { at, box } from "./box.ts";
import { placeAt } from "../geometry/place_at.ts";
import { runCorridor, walker } from "./run_corridor.ts";

const REST = { x: 0, y: 0 };

function corridorOf(input: unknown): Corridor {
  const parsed = parseCorridor(input);
  if (parsed._tag === "Left") throw new Error(JSON.stringify(parsed.left));
  return frozen(parsed.right);
}

/** A row of boxes, 0.1 m long and 2 m high, between two longer ones. */
const slices = corridorOf({
  tiles: [
    { id: 0, polygon: box(0, 0, 4, 2) },
    ...[0, 1, 2].map((i) => ({ id: i + 1, polygon: box(4 + i / 8, 0, 1 / 8, 2) })),
    { id: 4, polygon: box(4.375, 0, 4, 2) },
  ],
  portals: [0, 1, 2, 3].map((i) => ({ left: at(4 + i / 8, 2), right: at(4 + i / 8, 0) })),
  goal: at(8, 1),
});

it("B11: a step that crosses several portals is split at each, and its parts share one budget", () => {
  const situation = walker(slices, at(3.9, 1), {
    self: { id: "w", position: at(3.9, 1), velocity: at(1.2, 0), radius: 0.3 },
    parameters: { timeHorizon: 2, timeStep: 0.5 },
    budget: 1,
    maxSpeed: 3,
  });
  const { subSteps, decision, tile, position, velocity } = followCorridor(situation);
  assertEquals(subSteps.map((part) => part.tile), [0, 1, 2, 3, 4]);
  assertEquals(tile, 4);
  let time = 0;
  subSteps.forEach((part, i) => {
    assertAlmostEquals(part.start, time, 1e-15);
    time += part.duration;
    if (i > 0) assertAlmostEquals(part.from.x, 4 + (i - 1) / 8, 1e-12);
    for (const { acceleration: { x, y } } of part.motion) assert(Math.hypot(x, y) <= 1 + 1e-9);
  });
  assertAlmostEquals(time, 0.5, 1e-15);
  // 1 m/s² all the way: no more and no less than in one piece.
  assertAlmostEquals(position.x, 3.9 + 1.2 * 0.5 + 0.125, 1e-9);
  assertAlmostEquals(velocity.x, 1.7, 1e-9);
  assertAlmostEquals(decision.motion.reduce((sum, { duration }) => sum + duration, 0), 0.5, 1e-15);
});

it("B11: the rest of a split step sees its neighbors where they are by then", () => {
  const { corridor } = { corridor: slices };
  const other = { id: "x", position: at(6, 1), velocity: at(-1, 0), radius: 0.3 };
  const situation = walker(corridor, at(3.9, 1), {
    self: { id: "w", position: at(3.9, 1), velocity: at(1, 0), radius: 0.3 },
    neighbors: [other],
    parameters: { timeHorizon: 2, timeStep: 0.2 },
  });
  const step = followCorridor(situation), [first, second] = step.subSteps;
  assertAlmostEquals(second!.start, first!.duration, 1e-15);
  // The same as a fresh decision from the state at the portal, with the neighbor moved on.
  const rest = followCorridor({
    ...situation,
    self: { ...situation.self, position: second!.from, velocity: velocityAt(first!) },
    neighbors: [{ ...other, position: at(6 - first!.duration, 1) }],
    parameters: { timeHorizon: 2, timeStep: 0.2 - first!.duration },
    tile: 1,
    preferred: second!.preferred,
  });
  assertEquals(rest.subSteps.length, step.subSteps.length - 1);
  assertAlmostEquals(rest.position.x, step.position.x, 1e-9);
  assertAlmostEquals(rest.position.y, step.position.y, 1e-9);
});

function velocityAt(
  { motion }: {
    readonly motion: readonly {
      readonly duration: number;
      readonly velocity: Vec2;
      readonly acceleration: Vec2;
    }[];
  },
): Vec2 {
  const { duration: t, velocity: v, acceleration: a } = motion[motion.length - 1]!;
  return { x: v.x + a.x * t, y: v.y + a.y * t };
}

/** A room, and one behind the upper part of its right wall: the way to the goal bends at that portal. */
const round = corridorOf({
  tiles: [{ id: 0, polygon: box(0, 0, 4, 2) }, { id: 1, polygon: box(4, 1, 3, 5) }],
  portals: [{ left: at(4, 2), right: at(4, 1) }],
  goal: at(4.2, 5.5),
});

it("B11: the separation floor's planes of the step's start hold for its later parts, and for the stop after it", () => {
  let parts = 0, near = 0;
  for (let seed = 1; seed <= counts("portal motions"); seed++) {
    const r = seeded(seed), timeStep = 0.1 + 0.3 * r(), budget = seed % 4 === 0 ? 2 + 3 * r() : Infinity;
    const self = {
      id: "a",
      position: at(3.8 + 0.19 * r(), 1.5 + 0.49 * r()),
      velocity: at(1, 0.3),
      radius: 0.3,
    };
    const away = 0.62 + 0.4 * r(), turned = 1.2 * r() + 0.2;
    const position = at(
      self.position.x + away * Math.cos(turned),
      self.position.y + away * Math.sin(turned),
    );
    const other = { id: "b", position, velocity: at(-0.3 * r(), -0.3 * r()), radius: 0.3, budget };
    const planes = separationEdges({ ...self, budget }, other);
    if (planes._tag === "None") continue; // too fast to stop apart: nothing is claimed
    const [{ normal, offset }] = planes.value;
    const step = followCorridor(walker(round, self.position, {
      self,
      parameters: { timeHorizon: 2, timeStep },
      budget,
      separation: { kind: "floor", movers: [other], slack: 1e-9, excluded: [] },
    }));
    parts += step.subSteps.length - 1;
    const speed = Math.hypot(step.velocity.x, step.velocity.y), brake = speed / (2 * budget);
    const places = [at(step.position.x + brake * step.velocity.x, step.position.y + brake * step.velocity.y)];
    for (let i = 0; i <= 50; i++) {
      places.push(placeAt(self.position, step.decision.motion, timeStep * i / 50));
    }
    const margin = Math.min(...places.map((p) => offset - normal.x * p.x - normal.y * p.y));
    if (margin < 1e-6) near++;
    assert(margin >= -1e-9, `seed ${seed}: ${-margin} m beyond the plane`);
  }
  assert(4 * parts > counts("portal motions") && near > 50, `${parts} parts, ${near} at the plane`);
});

it("B11: for a motion that would come back the portal is an edge", () => {
  // It cannot stop before the portal any more, and in one step it could turn round behind it.
  for (const speed of [0.49, 0.6, 0.8, 1]) {
    const situation = walker(slices, at(3.98, 1), {
      self: { id: "w", position: at(3.98, 1), velocity: at(speed, 0), radius: 0.3 },
      parameters: { timeHorizon: 2, timeStep: 0.2 },
      preferred: at(-1.4, 0),
    });
    const step = followCorridor(situation), { decision } = step.subSteps[0]!, v = decision.velocity;
    const braking = { duration: Math.hypot(v.x, v.y) / 6, velocity: v, acceleration: REST };
    const stop = { ...braking, acceleration: at(-v.x / braking.duration, -v.y / braking.duration) };
    const path = [...decision.motion, stop], whole = 0.2 + stop.duration;
    const xs = Array.from({ length: 999 }, (_, i) => placeAt(at(3.98, 1), path, whole * i / 998).x);
    const first = xs.findIndex((x) => x > 4);
    assert(
      first >= 0 && xs.slice(first).every((x) => x > 4),
      `${speed} m/s: ${Math.min(...xs.slice(first))}`,
    );
    assert(step.tile >= 1 && step.position.x >= 4);
  }
});

it("B11: on the shared edge the index decides who owns the point, and nothing is pushed across", () => {
  const on = at(4, 1), still = { ...walker(slices, on), preferred: REST };
  for (const tile of [0, 1]) {
    const step = followCorridor({ ...still, tile });
    assertEquals([step.tile, step.position, step.subSteps.length], [tile, on, 1]);
  }
  // A wish into the neighbor takes the neighbor, at once.
  const onward = followCorridor({
    ...still,
    preferred: at(1, 0),
    parameters: { timeHorizon: 2, timeStep: 0.02 },
  });
  assertEquals(onward.subSteps.map(({ tile, duration }) => [tile, duration]), [[0, 0], [1, 0.02]]);
  // Back over a portal that was crossed there is no way.
  const back = followCorridor({ ...still, tile: 1, preferred: at(-1, 0) });
  assertAlmostEquals(back.position.x, 4, 1e-9);
  assertEquals(back.tile, 1);
});

it("B11: waiting at portals costs time, and no step crosses into a tile that was not reached", () => {
  const wait = runCorridor(walker(slices, at(1, 1), { portals: "wait" }), 60);
  const split = runCorridor(walker(slices, at(1, 1)), 60);
  assert(wait.arrived && split.arrived && wait.time > split.time + 0.2);
  for (const { outside } of [wait, split]) assert(outside <= 1e-12);
});

const UP = { x: Math.sqrt(3), y: 0 };
/** P, flat, and Q, at 60 degrees, with a passage of two tiles in P. */
const border = corridorOf({
  tiles: [
    { id: "P0", polygon: box(-6, -1, 3, 2) },
    { id: "P", polygon: box(-3, -1, 3, 2) },
    { id: "Q", polygon: box(0, -1, 4, 2), gradient: UP },
  ],
  portals: [{ left: at(-3, 1), right: at(-3, -1) }, { left: at(0, 1), right: at(0, -1) }],
  goal: at(3, 0),
});

it("BX6: in P all of P's speed and budget is used, and the body stops at Q's edge, whatever route leads on", () => {
  assertEquals([0, 1].map((i) => portalKind(border, i)), ["open", "handoff"]);
  for (const corridor of [border, mergeTiles(border)]) {
    let situation = walker(corridor, at(-5.5, 0), { maxSpeed: 2, budget: 2 }), fastest = 0, hardest = 0;
    for (let k = 0; k < 80; k++) {
      const step = followCorridor(situation);
      for (const { acceleration: { x, y } } of step.decision.motion) {
        hardest = Math.max(hardest, Math.hypot(x, y));
      }
      fastest = Math.max(fastest, step.velocity.x);
      assert(step.position.x <= 0);
      situation = {
        ...situation,
        self: { ...situation.self, position: step.position, velocity: step.velocity },
        tile: step.tile,
      };
    }
    assertAlmostEquals(fastest, 2, 1e-9);
    assertAlmostEquals(hardest, 2, 1e-9);
    assertEquals(situation.tile, corridor.tiles.length - 2);
    assertAlmostEquals(situation.self.position.x, 0, 1e-6);
    assertAlmostEquals(situation.self.velocity.x, 0, 1e-6);
  }
});
