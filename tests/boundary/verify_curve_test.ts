import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  type CurveVerdict,
  type Edge,
  INSIDE,
  type StepMotion,
  verifyCurve,
  verifyMotion,
} from "../../boundary/mod.ts";
import type { MotionPiece } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { seeded } from "../solver/random_problems.ts";
import {
  leastOfAll,
  leastOnPath,
  marginAt,
  rampPath,
  sampledLeast,
  sizeOf,
  type Stretch,
  worldPath,
} from "./motion_oracle.ts";
import { between, randomBody, within } from "./random_regions.ts";

/** Moments per stretch that the oracle looks at. */
const MOMENTS = 10_000;

/** Holds a verdict against what sampling sees; says which kind it was. */
function assertTrue(
  verdict: CurveVerdict,
  edges: readonly Edge[],
  path: readonly Stretch[],
  seed: number,
): string {
  const noise = 4e-15 * sizeOf(edges, path), least = leastOfAll(edges, path), note = `seed ${seed}`;
  if (verdict.kind === "Inside") {
    for (const edge of edges) assert(sampledLeast(edge, path, MOMENTS) >= -INSIDE - noise, note);
    assertAlmostEquals(verdict.margin, least, noise, note);
    const nearest = edges.find(({ id }) => id === verdict.edge)!;
    assertAlmostEquals(marginAt(nearest, path, verdict.time), verdict.margin, noise, note);
  } else {
    const left = edges.find(({ id }) => id === verdict.edge)!;
    const duration = path.reduce((sum, { until }) => sum + until, 0);
    assert(verdict.time >= 0 && verdict.time <= duration * (1 + 1e-15), note);
    assert(verdict.depth > INSIDE, note);
    assertAlmostEquals(marginAt(left, path, verdict.time), -verdict.depth, noise, note);
    assertAlmostEquals(-verdict.depth, least, noise, note);
  }
  return verdict.kind;
}

it("BX7: a curve whose ends are inside and whose middle is outside is rejected at its extremum", () => {
  const wall: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: { x: 0, y: 0 } };
  const motion: StepMotion = { position: { x: -0.1, y: 0 }, supportVelocity: { x: 0, y: 0 }, timeStep: 1 };
  // x(t) = -0.1 + t - t²: from -0.1 to -0.1, at its highest 0.15 in the middle.
  const verdict = verifyCurve([wall], motion, { x: 1, y: 0 }, { x: -1, y: 0 });
  assert(verdict.kind === "Outside");
  assertEquals(verdict.edge, "wall");
  assertAlmostEquals(verdict.time, 0.5, 1e-15);
  assertAlmostEquals(verdict.depth, 0.15, 1e-15);
  // A wall that goes along with the support at half its speed: the extremum moves.
  const carried = verifyCurve(
    [{ ...wall, velocity: { x: 0.5, y: 7 } }],
    { ...motion, supportVelocity: { x: 1, y: 0 } },
    { x: 0.5, y: 0 },
    { x: -1.5, y: 0 },
  );
  assert(carried.kind === "Outside");
  assertAlmostEquals(carried.time, 0.5, 1e-15);
  assertAlmostEquals(carried.depth, 0.15, 1e-15);
});

it("B6: a verdict about a curve is what 10,000 moments of it show, and its witness is true", () => {
  const seen = { Inside: 0, Outside: 0 } as Record<string, number>;
  for (let seed = 1; seed <= counts("verified curves"); seed++) {
    const { edges, motion, random, speedCap } = randomBody(seed);
    const v0 = within(random, speedCap), v1 = within(random, speedCap);
    const verdict = verifyCurve(frozen(edges), frozen(motion), v0, v1);
    const path = rampPath(motion.position, motion.supportVelocity, v0, v1, motion.timeStep);
    seen[assertTrue(verdict, edges, path, seed)]!++;
    // And once more with room for it, so that curves pass edges closely without leaving.
    const room = Math.max(0, -leastOfAll(edges, path)) + (random() < 0.5 ? 1e-9 : 1e-3);
    const wider = edges.map((edge) => ({ ...edge, offset: edge.offset + room }));
    seen[assertTrue(verifyCurve(wider, motion, v0, v1), wider, path, seed)]!++;
  }
  assert(seen["Inside"]! > 0.3 * counts("verified curves"));
  assert(seen["Outside"]! > 0.3 * counts("verified curves"));
});

it("B6: a motion of several pieces is proven over all of them", () => {
  const seen = { Inside: 0, Outside: 0 } as Record<string, number>;
  for (let seed = 1; seed <= counts("verified curves"); seed++) {
    const { edges, motion, random, speedCap } = randomBody(seed);
    const count = 1 + Math.floor(random() * 4);
    const pieces: MotionPiece[] = Array.from({ length: count }, () => ({
      duration: random() < 0.1 ? 0 : motion.timeStep * random(),
      velocity: within(random, speedCap), // a jump between pieces is fine
      acceleration: within(random, 2 * speedCap / motion.timeStep),
    }));
    const path = worldPath(motion.position, motion.supportVelocity, pieces);
    const room = random() < 0.5 ? Math.max(0, -leastOfAll(edges, path)) + 1e-6 : 0;
    const placed = edges.map((edge) => ({ ...edge, offset: edge.offset + room }));
    seen[assertTrue(verifyMotion(frozen(placed), motion, frozen(pieces)), placed, path, seed)]!++;
  }
  assert(seen["Inside"]! > 0.2 * counts("verified curves"));
  assert(seen["Outside"]! > 0.1 * counts("verified curves"));
});

it("B6: an excursion of 1e-6 m between two of 10,000 moments is found, a miss of 1e-6 m is let through", () => {
  for (let seed = 1; seed <= counts("planted excursions"); seed++) {
    const r = seeded(seed), angle = between(r, 0, 7), n = { x: Math.cos(angle), y: Math.sin(angle) };
    const support = within(r, 3), e = within(r, 3), position = within(r, 100);
    // Square to the edge: up to the plane and back, so sharply that half the excursion fits between two moments.
    const sharp = between(r, 1700, 4000), peak = (Math.floor(between(r, 100, MOMENTS - 100)) + 0.5) / MOMENTS;
    const aside = between(r, -5, 5), bend = between(r, -5, 5);
    const along = (s: number, t: number): { x: number; y: number } => ({
      x: s * n.x - t * n.y,
      y: s * n.y + t * n.x,
    });
    const rate = n.x * (e.x - support.x) + n.y * (e.y - support.y);
    // Relative to the moving plane the body rises with sharp·peak and is pulled back with `sharp`.
    const v0 = along(sharp * peak + rate, aside), v1 = along(sharp * (peak - 1) + rate, aside + bend);
    const motion: StepMotion = { position, supportVelocity: support, timeStep: 1 };
    const path = rampPath(position, support, v0, v1, 1);
    const noise = 4e-12; // coordinates up to a few kilometres
    for (const height of [1e-6, -1e-6]) {
      const offset = n.x * position.x + n.y * position.y + sharp * peak * peak / 2 - height;
      const edge: Edge = { id: "wall", normal: n, offset, velocity: e };
      assert(sampledLeast(edge, path, MOMENTS) > 0, "the plant must lie between two moments");
      const verdict = verifyCurve([edge], motion, v0, v1);
      assertAlmostEquals(leastOnPath(edge, path), -height, noise);
      assertEquals(verdict.kind, height > 0 ? "Outside" : "Inside", `seed ${seed}`);
      const least = verdict.kind === "Inside" ? verdict.margin : -verdict.depth;
      assertAlmostEquals(least, -height, noise, `seed ${seed}`);
      assertAlmostEquals(verdict.time, peak, 1e-9, `seed ${seed}`);
    }
  }
});

it("B6: inside means a margin of at least -1e-12 m", () => {
  const at = (offset: number): Edge => ({ id: 0, normal: { x: 0, y: 1 }, offset, velocity: { x: 0, y: 0 } });
  const motion: StepMotion = { position: { x: 0, y: 0 }, supportVelocity: { x: 0, y: 0 }, timeStep: 0.1 };
  const still = (offset: number): string =>
    verifyCurve([at(offset)], motion, { x: 1, y: 0 }, { x: 1, y: 0 }).kind;
  assertEquals([0, -1e-13, -1e-12].map(still), ["Inside", "Inside", "Inside"]);
  assertEquals([-1.001e-12, -1e-9].map(still), ["Outside", "Outside"]);
});

it("B6: without edges every curve is inside; the worst of several edges is the one that is named", () => {
  const motion: StepMotion = { position: { x: 0, y: 0 }, supportVelocity: { x: 0, y: 0 }, timeStep: 1 };
  assertEquals(verifyCurve([], motion, { x: 1, y: 0 }, { x: 9, y: 0 }), {
    kind: "Inside",
    margin: Infinity,
    time: 0,
  });
  const edge = (id: string, offset: number): Edge => ({
    id,
    normal: { x: 1, y: 0 },
    offset,
    velocity: { x: 0, y: 0 },
  });
  const out = verifyCurve([edge("a", 0.5), edge("b", 0.25), edge("c", 2)], motion, { x: 1, y: 0 }, {
    x: 1,
    y: 0,
  });
  assertEquals(out, { kind: "Outside", depth: 0.75, time: 1, edge: "b" });
  const inside = verifyCurve([edge("a", 3), edge("b", 4)], motion, { x: 1, y: 0 }, { x: 1, y: 0 });
  assertEquals(inside, { kind: "Inside", margin: 2, time: 1, edge: "a" });
});
