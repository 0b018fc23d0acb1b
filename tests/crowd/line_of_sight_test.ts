import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type ObstacleInput, parseObstacles } from "../../boundary/mod.ts";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { isHidden } from "../../crowd/line_of_sight.ts";
import { indexObstacles, type ObstacleIndex } from "../../crowd/obstacle_search.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import { pointDistanceTo } from "../boundary/random_walls.ts";
import { counts } from "../counts.ts";
import { between, drawFrom } from "../separation/random_crowd.ts";
import {
  type AgentInput,
  agentNamed,
  bits,
  decisionOf,
  dyadic,
  neighborIds,
  vectors,
  walker,
} from "./scenes.ts";

const at = (x: number, y: number): Vec2 => ({ x, y });
const segment = (id: AgentId, from: Vec2, to: Vec2): ObstacleInput => ({ id, corners: [from, to] });

function wallsOf(obstacles: readonly ObstacleInput[]): ObstacleIndex {
  const read = parseObstacles(obstacles);
  if (read._tag === "Left") throw new Error(JSON.stringify(read.left));
  return indexObstacles(read.right);
}

function crowdAmong(
  obstacles: readonly ObstacleInput[],
  agents: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
): Crowd {
  const made = createCrowd({
    agents,
    obstacles,
    parameters: { timeHorizon: 2, timeStep: 0.125, lineOfSight: "walls", ...more },
  });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

const distance = (p: Vec2, q: Vec2): number => Math.hypot(p.x - q.x, p.y - q.y);

/** Which side of the line from p to q, with 0 for on it exactly, as the line's own ends are. */
function side(p: Vec2, q: Vec2, r: Vec2): number {
  return Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
}

/** Whether the straight way from p to q properly crosses no segment: the visibility graph's edge. */
function sees(p: Vec2, q: Vec2, segments: readonly ObstacleInput[]): boolean {
  return segments.every(({ corners: [from, to] }) =>
    !(side(p, q, from!) * side(p, q, to!) < 0 && side(from!, to!, p) * side(from!, to!, q) < 0)
  );
}

/**
 * Length of the shortest way round segments, over the visibility graph of their ends. An end that lies on another segment is
 * on neither side of it, and a way over it would change sides there; without it the way is the longer one, never too short.
 */
function shortestWay(a: Vec2, b: Vec2, segments: readonly ObstacleInput[]): number {
  const isClear = (end: Vec2) =>
    segments.every(({ corners }) =>
      corners.some((other) => distance(end, other) < 1e-9) || pointDistanceTo(end, corners) > 1e-9
    );
  const places = [a, b, ...segments.flatMap(({ corners }) => corners).filter(isClear)];
  const length = places.map((_, i) => i === 0 ? 0 : Infinity), left = new Set(places.keys());
  while (left.size > 0) {
    const nearest = [...left].reduce((m, n) => length[n]! < length[m]! ? n : m);
    left.delete(nearest);
    for (const i of left) {
      const direct = distance(places[nearest]!, places[i]!);
      if (length[nearest]! + direct >= length[i]! || !sees(places[nearest]!, places[i]!, segments)) continue;
      length[i] = length[nearest]! + direct;
    }
  }
  return length[1]!;
}

it("C4: one wall hides exactly those that no way round it brings together in time", () => {
  const walls = wallsOf([segment("w", at(0, -3), at(0, 5))]);
  // From (-4, 0) round (0, -3) to (4, 0): 5 + 5; round (0, 5) it is farther.
  assertEquals(isHidden(walls, at(-4, 0), at(4, 0), 10), false);
  assertEquals(isHidden(walls, at(-4, 0), at(4, 0), 9.999999), true);
  assertEquals(isHidden(walls, at(4, 0), at(-4, 0), 9.999999), true);
  assertEquals(isHidden(walls, at(-4, 6), at(4, 6), 8), false); // nothing is between them
  assertEquals(isHidden(walls, at(-4, 0), at(-2, 0), 1), false);
  assertEquals(isHidden(walls, at(0, -9), at(0, 9), 1), false); // along the wall's line
});

/** The pieces of chains of walls, each from corner to corner. */
function piecesOf(chains: readonly (readonly Vec2[])[]): readonly ObstacleInput[] {
  return chains.flatMap((corners, i) =>
    corners.slice(1).map((to, k) => segment(10 * i + k, corners[k]!, to))
  );
}

/** A piece of a chain, a hair longer at both ends, so that no way of the oracle slips through a joint. */
function lengthened({ id, corners: [from, to] }: ObstacleInput): ObstacleInput {
  const hair = 1e-5 / distance(from!, to!), x = hair * (to!.x - from!.x), y = hair * (to!.y - from!.y);
  return segment(id, at(from!.x - x, from!.y - y), at(to!.x + x, to!.y + y));
}

it("C4: nobody slips through a joint that is straight, folded back, or of three walls", () => {
  const joints: Readonly<Record<string, readonly [readonly (readonly Vec2[])[], Vec2, Vec2, number]>> = {
    // Round (0, -3): 5 + 5. Through the joint it would be 8.
    straight: [[[at(0, 6), at(0, 0), at(0, -3)]], at(-4, 0), at(4, 0), 10],
    // Turns by 1/(283.9 · 374.1), 1e-5, to the right; the way is round its first corner.
    "almost straight": [
      [[at(-3.40625, -4.03125), at(-3.75, 0.390625), at(-4.203125, 6.21875)]],
      at(0, 0),
      at(-3.765625, -0.703125),
      Math.hypot(3.40625, 4.03125) + Math.hypot(0.359375, 3.328125),
    ],
    // (207, 690) and then (-45, -150), in 1/64 m: the last corner lies on the first piece.
    "folded back": [
      [[at(-5.234375, -5.359375), at(-2, 5.421875), at(-2.703125, 3.078125)]],
      at(-3.734375, 0),
      at(0, 0),
      Math.hypot(1.734375, 5.421875) + Math.hypot(2, 5.421875),
    ],
    // Over (0, 5): 2√18. Close by the joint it would be 2√13.
    "of three": [
      [[at(0, 5), at(0, 0)], [at(-4, -3), at(0, 0), at(4, -3)]],
      at(-3, 2),
      at(3, 2),
      2 * Math.sqrt(18),
    ],
  };
  for (const [name, [chains, a, b, shortest]] of Object.entries(joints)) {
    const pieces = piecesOf(chains), walls = wallsOf(pieces);
    assertEquals(isHidden(walls, a, b, shortest - 1e-9), true, name);
    assertEquals(isHidden(walls, a, b, shortest + 1e-9), false, name);
    assertAlmostEquals(shortestWay(a, b, pieces.map(lengthened)), shortest, 1e-4, name);
  }
});

it("C4: who is hidden behind random chains of walls cannot be reached that fast; a single wall hides all of those", () => {
  const places = vectors(dyadic(-8, 8));
  const chain = fc.array(places, { minLength: 2, maxLength: 5 })
    .filter((corners) => corners.every((corner, i) => i === 0 || distance(corner, corners[i - 1]!) > 0.25));
  let found = 0;
  fc.assert(
    fc.property(fc.array(chain, { minLength: 1, maxLength: 4 }), places, places, (chains, a, b) => {
      const segments = piecesOf(chains);
      fc.pre(
        segments.every(({ corners }) =>
          Math.min(pointDistanceTo(a, corners), pointDistanceTo(b, corners)) > 0.1
        ),
      );
      const shortest = shortestWay(a, b, segments.map(lengthened)), walls = wallsOf(segments);
      fc.pre(shortest < Infinity);
      for (const share of [0.25, 0.75, 0.999, 1.001, 1.25, 2]) {
        const hidden = isHidden(walls, a, b, share * shortest);
        if (hidden) found++;
        assert(!hidden || share < 1, `${shortest} ${share}`);
        if (segments.length === 1 && shortest > distance(a, b) * 1.001) assertEquals(hidden, share < 1);
      }
    }),
    { numRuns: counts("crowd search") * 10 },
  );
  assert(found > counts("crowd search"), `${found}`);
});

it("C4: a wall of chained pieces hides as one, also where the line meets a joint exactly", () => {
  const pieces = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, k) => segment(k, at(0, from + k), at(0, from + k + 1)));
  for (const y of [0, 0.5, 0.3, 1]) {
    assertEquals(isHidden(wallsOf(pieces(-6, 6)), at(-1, y), at(1, y), 7), true, `${y}`);
    // A gap of a hair: the pieces do not share a corner.
    const gap = [...pieces(-6, 2), segment("up", at(0, 2.0000001), at(0, 6))];
    assertEquals(isHidden(wallsOf(gap), at(-1, y), at(1, y), 7), false, `${y}`);
  }
  const corner = [segment("foot", at(-5, 0), at(2, 0)), segment("side", at(2, 0), at(2, 5))];
  // Round its left end it is 2√26, 10.2 m; to the right, over the side, farther.
  assertEquals([10, 10.3].map((way) => isHidden(wallsOf(corner), at(0, 1), at(0, -1), way)), [true, false]);
  assertEquals(isHidden(wallsOf([segment("foot", at(-9, 0), at(9, 0))]), at(0, 1), at(0, -1), 5), true);
  const bent = [segment("foot", at(-5, 0), at(2, 0)), segment("side", at(2, 0), at(2, -6))];
  assertEquals([10, 10.3].map((way) => isHidden(wallsOf(bent), at(0, 1), at(0, -1), way)), [true, false]);
});

it("C4: polygons hide, convex or cut into pieces; from within one nobody is hidden by it", () => {
  const bar = { id: "bar", corners: [at(-5, -0.25), at(5, -0.25), at(5, 0.25), at(-5, 0.25)] };
  assertEquals(isHidden(wallsOf([bar]), at(0, -1), at(0, 1), 9), true);
  assertEquals(isHidden(wallsOf([bar]), at(0, -1), at(0, 1), 10.5), false);
  assertEquals(isHidden(wallsOf([bar]), at(0, 0), at(0, 1), 0.5), false);
  const hook = {
    id: "hook",
    corners: [at(-6, 0), at(6, 0), at(6, 4), at(5, 4), at(5, 1), at(-5, 1), at(-5, 4), at(-6, 4)],
  };
  for (const x of [0, -4, 4, 2.5]) {
    assertEquals(isHidden(wallsOf([hook]), at(x, 2), at(x, -2), 6), true, `${x}`);
  }
  assertEquals(isHidden(wallsOf([hook]), at(-4, 2), at(4, 2), 8), false);
});

const long = [segment("long", at(-20, 0), at(20, 0))];

it("C4: along a wall nobody minds those on its other side; they are listed, not cut", () => {
  const agents = [
    walker("a", -3, 0.5, { velocity: at(1.5, 0), goal: at(9, 0.5) }),
    walker("b", -2.5, -0.5, { velocity: at(0.5, 0), cruisingSpeed: 0.5, goal: at(9, -0.5) }),
  ];
  const seeing = stepCrowd(crowdAmong(long, agents, { lineOfSight: "off" }));
  assertEquals(neighborIds(seeing, "a"), ["b"]);
  const hiding = stepCrowd(crowdAmong(long, agents, { maxNeighbors: 1 }));
  assertEquals([neighborIds(hiding, "a"), neighborIds(hiding, "b")], [[], []]);
  assertEquals(hiding.report.cuts, []);
  for (const [id, other] of [["a", "b"], ["b", "a"]] as const) {
    assertEquals(decisionOf(hiding, id).proof?.unproven, [{ id: other, reason: "behindWall" }]);
    assertEquals(decisionOf(hiding, id).kind, "Clear");
  }
  let both = crowdAmong(long, agents), alone = crowdAmong(long, agents.slice(0, 1));
  for (let k = 0; k < 40; k++) {
    both = stepCrowd(both);
    alone = stepCrowd(alone);
    assertEquals(bits(agentNamed(both, "a")), bits(agentNamed(alone, "a")));
  }
});

it("C4: round the end of a wall, who can be met in time is seen", () => {
  const around = (x: number) =>
    neighborIds(stepCrowd(crowdAmong(long, [walker("a", x, 1), walker("b", x, -1)])), "a");
  // (1.5 + 1.5) · 2 + 1 = 7 m, round the end: 2·√(3.35² + 1) < 7 < 2·√(3.36² + 1).
  assertEquals([around(20 - 3.35), around(20 - 3.36), around(0)], [["b"], [], []]);
});

it("C4: who is carried, or in a wall, is hidden from nobody", () => {
  const support = { id: "ferry", velocity: at(0.125, 0) };
  const carried = stepCrowd(crowdAmong(long, [{ ...walker("a", 0, 1), support }, walker("b", 0, -1)]));
  assertEquals([neighborIds(carried, "a"), neighborIds(carried, "b")], [["b"], ["a"]]);
  const inside = stepCrowd(crowdAmong(long, [walker("a", 0, 0.25), walker("b", 0, -1)]));
  assertEquals(neighborIds(inside, "b"), ["a"]);
});

it("C4, C1: without walls in between, lines of sight change no bit", () => {
  const agents = [walker("a", 0, 3, { goal: at(9, 3) }), walker("b", 9, 3.125, { goal: at(0, 3) })];
  let on = crowdAmong(long, agents), off = crowdAmong(long, agents, { lineOfSight: "off" });
  for (let k = 0; k < 60; k++) {
    on = stepCrowd(on);
    off = stepCrowd(off);
    assertEquals(bits([on.agents, on.report]), bits([off.agents, off.report]));
  }
});

/** Walls with narrow ways round their ends, and agents that hurry round them from all sides. */
function maze(seed: number): { obstacles: readonly ObstacleInput[]; agents: readonly AgentInput[] } {
  const random = drawFrom(seed);
  const obstacles = Array.from({ length: 5 }, (_, id) => {
    const x = 3 * id - 6, y = between(random, -2, 2), half = between(random, 1, 3);
    return segment(id, at(x, y - half), at(x + between(random, -1, 1), y + half));
  });
  const agents: AgentInput[] = [];
  for (let k = 0; k < 60 && agents.length < 14; k++) {
    const position = at(between(random, -9, 9), between(random, -5, 5)), radius = 0.4;
    const free = obstacles.every(({ corners }) => pointDistanceTo(position, corners) > radius + 0.01) &&
      agents.every((other) => distance(other.position, position) > 2 * radius + 0.01);
    const goal = at(-position.x, -position.y), budget = random() < 0.5 ? Infinity : between(random, 1, 4);
    if (free) agents.push({ id: agents.length, position, radius, maxSpeed: 1.5, goal, budget });
  }
  return { obstacles, agents };
}

it("C4, M4: nobody overlaps whom a wall hid: hidden pairs are still separated when they come to see each other", () => {
  let hidden = 0;
  for (let seed = 0; seed < counts("walls") / 3; seed++) {
    const { obstacles, agents } = maze(seed);
    let crowd = crowdAmong(obstacles, agents, seed % 2 === 0 ? {} : { timeSlices: 3 });
    for (let k = 0; k < 80; k++) {
      crowd = stepCrowd(crowd);
      const where = `seed ${seed}, tick ${crowd.tick}`;
      assertEquals(crowd.report.overlaps, [], where);
      for (const { decision: { proof } } of crowd.report.decisions) {
        for (const { reason } of proof?.unproven ?? []) {
          hidden++;
          assertEquals(reason, "behindWall", where);
        }
      }
    }
  }
  assert(hidden > 100, `${hidden}`);
});

it("C4: a line of sight that is neither walls nor off is refused", () => {
  const made = createCrowd({ agents: [], parameters: { timeHorizon: 2, timeStep: 0.1, lineOfSight: true } });
  assertEquals(made._tag === "Left" && made.left[0].path, ["parameters", "lineOfSight"]);
});
