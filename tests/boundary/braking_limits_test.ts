import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  accelerationLimit,
  type Braking,
  brakingLimits,
  closingSpeedCap,
  committedStopLimit,
  type Edge,
  edgeMargin,
  necessaryBrakingBound,
  returnLimit,
  type StepMotion,
  verifyCurve,
} from "../../boundary/mod.ts";
import type { Disc, HalfPlane, Vec2 } from "../../geometry/mod.ts";
import { solveIncremental } from "../../solver/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import {
  brakingPath,
  endOf,
  leastOfAll,
  rampPath,
  sizeOf,
  steadyPath,
  type Stretch,
} from "./motion_oracle.ts";
import { bodiesWithReference, stoppable, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const inside = ({ normal, point }: HalfPlane, v: Vec2): number =>
  normal.x * (v.x - point.x) + normal.y * (v.y - point.y);
const along = (n: Vec2, v: Vec2): number => n.x * v.x + n.y * v.y;

function limitsOf(edges: readonly Edge[], motion: StepMotion, braking: Braking): readonly HalfPlane[] {
  const result = brakingLimits(frozen(edges), frozen(motion), frozen(braking));
  if (result._tag === "Left") throw new Error(`Expected limits, but found ${JSON.stringify(result.left)}`);
  return result.right;
}

/** The allowed velocity nearest to a wish; wishes beyond the limits end on them. */
function nearest(halfPlanes: readonly HalfPlane[], discs: readonly Disc[], wish: Vec2): Vec2 | undefined {
  const found = solveIncremental({ preferred: wish, halfPlanes, discs });
  return found._tag === "None" ? undefined : found.value.velocity;
}

const bx5: StepMotion = { position: { x: -0.1, y: 0 }, supportVelocity: ZERO, timeStep: 0.1 };
const wall: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: ZERO };

it("BX5, B15: 0.1 m before a wall the shared bound is 0.1/1.1, and its stop is inside; 2 m/s toward it is refused", () => {
  const [limit] = limitsOf([wall], bx5, { budget: 1, speedCap: 2, reference: ZERO });
  assertEquals(limit!.source, { kind: "braking", id: "wall" });
  assertEquals(limit!.normal, { x: -1, y: 0 });
  assertAlmostEquals(limit!.point.x, 0.1 / 1.1, 1e-15);
  const v = { x: 0.08, y: 1.8 };
  assertAlmostEquals(Math.hypot(v.x, v.y), 1.8017769, 1e-7);
  assert(inside(limit!, v) > 0);
  const reaction = steadyPath(bx5.position, v, 0.1), at = endOf(bx5.position, reaction);
  const end = endOf(at, brakingPath(at, v, ZERO, 1));
  assertAlmostEquals(end.x - bx5.position.x, 0.080071076, 1e-9);
  assert(end.x < 0);
  assert(inside(limit!, { x: 2, y: 0 }) < 0);
  // The necessary bound is far wider: it is for one edge alone.
  assertAlmostEquals(necessaryBrakingBound(0.1, 0.1, 1), 0.358257569, 1e-9);
});

it("B15: it is s/(dt + Cmax/(2a)) against the reference, with Cmax = Vh + |u - r|, and s/dt without a budget", () => {
  const motion: StepMotion = {
    position: { x: -0.5, y: 0 },
    supportVelocity: { x: 0.3, y: 0.4 },
    timeStep: 0.2,
  };
  const reference = { x: 0, y: 0.4 };
  const [limit] = limitsOf([wall], motion, { budget: 2, speedCap: 1, reference });
  // n·(u + v - r) <= 0.5/(0.2 + 1.3/4), so v.x <= that - 0.3.
  assertAlmostEquals(limit!.point.x, 0.5 / (0.2 + 1.3 / 4) - 0.3, 1e-15);
  const [free] = limitsOf([wall], motion, { budget: Infinity, speedCap: 1, reference });
  assertAlmostEquals(free!.point.x, 0.5 / 0.2 - 0.3, 1e-15);
});

it("B18: inside one step the closing speed is bounded by the reachable disc as well", () => {
  const braking: Braking = { budget: 1, speedCap: 2, reference: ZERO };
  const reachable: Disc = { center: { x: 0.3, y: 0.4 }, radius: 0.1, role: "reachable" };
  assertEquals(closingSpeedCap(ZERO, braking), 2);
  assertAlmostEquals(closingSpeedCap(ZERO, { ...braking, reachable }), 0.6, 1e-15);
  // What carries it counts: the disc's center is relative to the support.
  assertAlmostEquals(closingSpeedCap({ x: 0.3, y: 0.4 }, { ...braking, reachable }), 1.1, 1e-15);
  assertAlmostEquals(closingSpeedCap({ x: 0.3, y: 0.4 }, braking), 2.5, 1e-15);
  // Above the speed cap the cap still bounds it.
  assertEquals(closingSpeedCap(ZERO, { ...braking, reachable: { ...reachable, center: { x: 2, y: 0 } } }), 2);
  const [timid] = limitsOf([wall], bx5, braking), [bold] = limitsOf([wall], bx5, { ...braking, reachable });
  assertAlmostEquals(timid!.point.x, 0.1 / 1.1, 1e-15);
  assertAlmostEquals(bold!.point.x, 0.1 / 0.4, 1e-15);
});

it("B12, B14, B15, B18: a velocity inside the braking half-planes, kept for a step and then braked, never leaves", () => {
  let solved = 0, bold = 0;
  for (const { body, reference } of bodiesWithReference(counts("convex regions"))) {
    const { edges, motion, random: r, budget, speedCap, seed } = body,
      { supportVelocity: u, timeStep } = motion;
    const note = `seed ${seed}`, speed: Disc = { center: ZERO, radius: speedCap };
    const before = within(r, speedCap), reachable: Disc = { center: before, radius: budget * timeStep };
    const wish = within(r, 4 * speedCap);
    const plain: Braking = { budget, speedCap, reference }, narrow: Braking = { ...plain, reachable };
    const b15 = limitsOf(edges, motion, plain), b18 = limitsOf(edges, motion, narrow);

    // Near top speed B18 is B15; far below it, it is wider. Both stay within what is necessary (B14).
    for (const [i, edge] of edges.entries()) {
      const s = edgeMargin(edge, motion.position),
        drift = along(edge.normal, { x: u.x - reference.x, y: u.y - reference.y });
      const closing = (h: HalfPlane): number => along(edge.normal, h.point) + drift;
      const noise = 1e-12 * Math.max(1, speedCap);
      assert(closing(b18[i]!) >= closing(b15[i]!) - noise, note);
      if (closing(b18[i]!) > closing(b15[i]!) + noise) bold++;
      // Directly: sqrt((a·dt)² + 2as) - a·dt, cancellation and all.
      const necessary = Math.sqrt((budget * timeStep) ** 2 + 2 * budget * s) - budget * timeStep;
      const cancelled = 1e-15 * 8 * Math.sqrt((budget * timeStep) ** 2 + 2 * budget * s);
      for (
        const [h, cap] of [[b15[i]!, closingSpeedCap(u, plain)], [
          b18[i]!,
          closingSpeedCap(u, narrow),
        ]] as const
      ) {
        // No closing speed that the discs and the limit allow is more than that.
        assert(Math.min(closing(h), cap) <= necessary + cancelled + noise, note);
      }
    }

    for (const [limits, discs] of [[b15, [speed]], [b18, [speed, reachable]]] as const) {
      const v = nearest(limits, discs, wish);
      if (v === undefined) continue; // cannot come down to the limits within a step: B19's case
      solved++;
      const w = { x: u.x + v.x, y: u.y + v.y };
      const reaction = steadyPath(motion.position, w, timeStep), at = endOf(motion.position, reaction);
      const path: readonly Stretch[] = [...reaction, ...brakingPath(at, w, reference, budget)];
      const noise = 1e-12 * Math.max(speedCap, sizeOf(edges, path));
      assert(leastOfAll(edges, path) >= -noise, `${note}: leaves by ${-leastOfAll(edges, path)}`);
      // At rest, and holding: no margin shrinks from then on.
      for (const { normal, velocity } of edges) {
        assert(
          along(normal, { x: reference.x - velocity.x, y: reference.y - velocity.y }) <=
            1e-12 * Math.max(1, speedCap),
        );
      }
    }
  }
  assert(solved > 1.2 * counts("convex regions"), `${solved}`);
  assert(bold > counts("convex regions"), `${bold}`);
});

it("B14: over random regions, a closing speed above the necessary bound does leave its edge", () => {
  for (const { body, reference } of bodiesWithReference(counts("convex regions") / 5)) {
    const { edges, motion, budget, seed } = body;
    const [edge] = edges;
    const s = edgeMargin(edge!, motion.position);
    const bound = necessaryBrakingBound(s, motion.timeStep, budget);
    for (const [factor, leaves] of [[1 + 1e-6, true], [1 - 1e-6, false]] as const) {
      // Straight at an edge that stands still relative to the reference.
      const still: Edge = { ...edge!, velocity: reference }, c = bound * factor;
      if (c === 0) continue;
      const w = { x: reference.x + c * still.normal.x, y: reference.y + c * still.normal.y };
      const reaction = steadyPath(motion.position, w, motion.timeStep), at = endOf(motion.position, reaction);
      const path = [...reaction, ...brakingPath(at, w, reference, budget)];
      const noise = 1e-14 * sizeOf([still], path);
      if (1e-6 * s < 4 * noise) continue;
      const least = leastOfAll([still], path);
      assertEquals(least < 0, leaves, `seed ${seed}: ${least}`);
    }
  }
});

it("B21: with B5 and the curve itself, the committed stop is inside, over random regions", () => {
  let solved = 0, binding = 0;
  for (const { body, reference } of bodiesWithReference(counts("committed stops"))) {
    const { edges, motion, random: r, budget, speedCap, seed } = body,
      { supportVelocity: u, timeStep } = motion;
    const v0 = stoppable(body, reference), wish = within(r, 4 * speedCap);
    const reachable: Disc = { center: v0, radius: budget * timeStep };
    const braking: Braking = { budget, speedCap, reference, reachable };
    const stops = edges.map((edge) =>
      committedStopLimit(edge, "braking", edgeMargin(edge, motion.position), motion, v0, braking)
    );
    const ends = edges.map((edge) => accelerationLimit(edge, motion, v0));
    const v1 = nearest([...ends, ...stops], [{ center: ZERO, radius: speedCap }, reachable], wish);
    if (v1 === undefined) continue;
    if (verifyCurve(edges, motion, v0, v1).kind === "Outside") continue;
    solved++;
    if (stops.some((h) => Math.abs(inside(h, v1)) < 1e-9)) binding++;
    const ramp = rampPath(motion.position, u, v0, v1, timeStep), at = endOf(motion.position, ramp);
    const w = { x: u.x + v1.x, y: u.y + v1.y };
    const path = [...ramp, ...brakingPath(at, w, reference, budget)];
    const noise = 2e-12 * Math.max(speedCap, sizeOf(edges, path));
    assert(leastOfAll(edges, path) >= -noise, `seed ${seed}: leaves by ${-leastOfAll(edges, path)}`);
  }
  assert(solved > 0.3 * counts("committed stops"), `${solved}`);
  assert(binding > 0.05 * counts("committed stops"), `${binding}`);
});

it("B21: it is written out for one edge: c1·(dt/2 + C/(2a)) <= s + dt·n·(e - r) - c0·dt/2", () => {
  const motion = { supportVelocity: { x: 0.5, y: 0 }, timeStep: 0.2 };
  const edge = { id: 7, normal: { x: 1, y: 0 }, velocity: { x: 0.25, y: 3 } };
  const braking: Braking = { budget: 2, speedCap: 1, reference: { x: 0.125, y: 0 } };
  const h = committedStopLimit(edge, "floor", 0.4, motion, { x: 0.1, y: 0.7 }, braking);
  assertEquals(h.source, { kind: "floor", id: 7 });
  assertEquals(h.normal, { x: -1, y: 0 });
  const c0 = 0.5 + 0.1 - 0.125, cap = 1 + 0.375;
  const c1 = (0.4 + 0.2 * (0.25 - 0.125) - c0 * 0.1) / (0.1 + cap / 4);
  assertAlmostEquals(h.point.x, c1 + 0.125 - 0.5, 1e-15);
});

it("B16: at the edge itself one may move back in or along it, and not out", () => {
  const at: StepMotion = { ...bx5, position: ZERO };
  const [limit] = limitsOf([wall], at, { budget: 1, speedCap: 2, reference: ZERO });
  assert(inside(limit!, { x: -1, y: 0.5 }) > 0);
  assertEquals(inside(limit!, { x: 0, y: 2 }), 0);
  assert(inside(limit!, { x: 1e-9, y: 0 }) < 0);
});

it("B16: no budget, or a body that is outside already, has no braking limits: which edges, and how deep", () => {
  const braking: Braking = { budget: 1, speedCap: 2, reference: ZERO };
  for (const budget of [0, -1, NaN]) {
    const none = brakingLimits([wall], bx5, { ...braking, budget });
    assert(none._tag === "Left" && none.left.kind === "NoBudget");
    assert(Object.is(none.left.budget, budget));
  }
  const edges = [wall, { ...wall, id: "near", offset: -0.35 }, { ...wall, id: "far", offset: -0.5 }];
  const out = brakingLimits(edges, bx5, braking);
  assert(out._tag === "Left" && out.left.kind === "OutsideAlready");
  assertEquals(out.left.edges.map(({ id }) => id), ["near", "far"]);
  assertAlmostEquals(out.left.edges[0]!.depth, 0.25, 1e-15);
  assertAlmostEquals(out.left.edges[1]!.depth, 0.4, 1e-15);
});

it("B16: the way back asks for a speed inward that grows with the depth, and not beyond the reach of the brakes", () => {
  const braking: Braking = { budget: 1, speedCap: 2, reference: ZERO };
  const outside = (depth: number): StepMotion => ({ ...bx5, position: { x: depth, y: 0 } });
  for (const depth of [1e-6, 0.1, 1]) {
    const h = returnLimit(wall, outside(depth), braking);
    assertEquals(h.source, { kind: "braking", id: "wall" });
    assertAlmostEquals(h.point.x, -depth / 1.1, 1e-15);
    const reachable: Disc = { center: ZERO, radius: 0.1 };
    assertAlmostEquals(
      returnLimit(wall, outside(depth), { ...braking, reachable }).point.x,
      -depth / 0.15,
      1e-12,
    );
  }
});
