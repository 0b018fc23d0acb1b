import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  accelerationLimit,
  advanceRegion,
  constantVelocityLimit,
  type Edge,
  edgeMargin,
  type StepMotion,
  verifyCurve,
} from "../../boundary/mod.ts";
import type { HalfPlane, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { endOf, leastOnPath, rampPath, sizeOf, steadyPath } from "./motion_oracle.ts";
import { randomBody, within } from "./random_regions.ts";

const wall = (offset: number, e: number): Edge => ({
  id: "wall",
  normal: { x: 1, y: 0 },
  offset,
  velocity: { x: e, y: 0 },
});
const step = (x: number, u: number): StepMotion => ({
  position: { x, y: 0 },
  supportVelocity: { x: u, y: 0 },
  timeStep: 0.1,
});
/** Most of v.x that a half-plane square to x allows. */
const mostX = (h: HalfPlane): number => {
  assertEquals(h.normal, { x: -1, y: 0 });
  return h.point.x;
};
/** How far inside a half-plane v lies, m/s. */
const inside = ({ normal, point }: HalfPlane, v: Vec2): number =>
  normal.x * (v.x - point.x) + normal.y * (v.y - point.y);

it("BX1: on a support at 1 m/s, 0.05 m before a fixed wall, v.x <= -0.5: resting ends outside", () => {
  const limit = constantVelocityLimit(wall(0, 0), step(-0.05, 1));
  assertAlmostEquals(mostX(limit), -0.5, 1e-12);
  assertEquals(limit.source, { kind: "edge", id: "wall" });
  const end = (v: number): number =>
    endOf({ x: 0, y: 0 }, steadyPath({ x: -0.05, y: 0 }, { x: 1 + v, y: 0 }, 0.1)).x;
  assertAlmostEquals(end(0), 0.05, 1e-12);
  assertAlmostEquals(end(-0.6), -0.01, 1e-12);
  const still = verifyCurve([wall(0, 0)], step(-0.05, 1), { x: 0, y: 0 }, { x: 0, y: 0 });
  assert(still.kind === "Outside");
  assertAlmostEquals(still.depth, 0.05, 1e-12);
  assertAlmostEquals(still.time, 0.1, 1e-12);
  const back = verifyCurve([wall(0, 0)], step(-0.05, 1), { x: -0.6, y: 0 }, { x: -0.6, y: 0 });
  assert(back.kind === "Inside");
  assertAlmostEquals(back.margin, 0.01, 1e-12);
});

it("BX1: an edge that moves with the support allows v.x <= 0.5, and rest keeps the margin", () => {
  assertAlmostEquals(mostX(constantVelocityLimit(wall(0, 1), step(-0.05, 1))), 0.5, 1e-12);
  const still = verifyCurve([wall(0, 1)], step(-0.05, 1), { x: 0, y: 0 }, { x: 0, y: 0 });
  assert(still.kind === "Inside");
  assertAlmostEquals(still.margin, 0.05, 1e-12);
});

it("BX2: starting from rest against the conveyor asks for v1.x <= -1, which is 10 m/s²", () => {
  const limit = accelerationLimit(wall(0, 0), step(-0.05, 1), { x: 0, y: 0 });
  assertAlmostEquals(mostX(limit), -1, 1e-12);
  assertAlmostEquals((0 - mostX(limit)) / 0.1, 10, 1e-9);
  assertEquals(limit.source, { kind: "edge", id: "wall" });
  const tooLate = verifyCurve([wall(0, 0)], step(-0.05, 1), { x: 0, y: 0 }, { x: -0.6, y: 0 });
  assert(tooLate.kind === "Outside");
  assertAlmostEquals(tooLate.depth, 0.02, 1e-12);
  assertEquals(verifyCurve([wall(0, 0)], step(-0.05, 1), { x: 0, y: 0 }, { x: -1, y: 0 }).kind, "Inside");
});

it("BX3: 0.1 m from a wall in 0.1 s allows 1 m/s", () => {
  assertAlmostEquals(mostX(constantVelocityLimit(wall(0, 0), step(-0.1, 0))), 1, 1e-12);
});

it("B2: an edge's plane moves along with the part of its velocity that is square to it", () => {
  const slanted: Edge = { id: "a", normal: { x: 0.6, y: 0.8 }, offset: 2, velocity: { x: 3, y: -1 } };
  const later = advanceRegion({ edges: [slanted] }, 0.5).edges[0]!;
  assertAlmostEquals(later.offset, 2 + 0.5 * (0.6 * 3 - 0.8), 1e-15);
  assertEquals({ ...later, offset: 2 }, slanted);
  // A point that moves with the edge keeps its margin; sliding along the edge changes nothing.
  assertAlmostEquals(
    edgeMargin(later, { x: 1 + 1.5, y: 0.5 - 0.5 }),
    edgeMargin(slanted, { x: 1, y: 0.5 }),
    1e-15,
  );
  const sliding = advanceRegion({ edges: [{ ...slanted, velocity: { x: 8, y: -6 } }] }, 0.5).edges[0]!;
  assertAlmostEquals(sliding.offset, 2, 1e-15);
});

it("B3: the margin is the distance behind the plane, negative in front of it", () => {
  const slanted: Edge = { id: "a", normal: { x: 0.6, y: 0.8 }, offset: 2, velocity: { x: 0, y: 0 } };
  assertAlmostEquals(edgeMargin(slanted, { x: 0, y: 0 }), 2, 1e-15);
  assertAlmostEquals(edgeMargin(slanted, { x: 1.2, y: 1.6 }), 0, 1e-15);
  assertAlmostEquals(edgeMargin(slanted, { x: 3, y: 4 }), -3, 1e-15);
});

it("B3: a constant velocity is on the allowed side exactly when it ends the step behind the moved plane", () => {
  for (let seed = 1; seed <= counts("edge limits"); seed++) {
    const { edges, motion, random, speedCap } = randomBody(seed);
    const v = within(random, speedCap), u = motion.supportVelocity;
    const path = steadyPath(motion.position, { x: u.x + v.x, y: u.y + v.y }, motion.timeStep);
    const noise = 4e-15 * sizeOf(edges, path);
    for (const edge of frozen(edges)) {
      const margin = inside(constantVelocityLimit(edge, motion), v) * motion.timeStep;
      const end = advanceRegion({ edges: [edge] }, motion.timeStep).edges[0]!;
      assertAlmostEquals(margin, edgeMargin(end, endOf(motion.position, path)), noise, `seed ${seed}`);
    }
  }
});

it("B4: with constant velocities the least margin of the whole step is at one of its ends", () => {
  for (let seed = 1; seed <= counts("edge limits"); seed++) {
    const { edges, motion, random, speedCap } = randomBody(seed);
    const v = within(random, speedCap), u = motion.supportVelocity;
    const path = steadyPath(motion.position, { x: u.x + v.x, y: u.y + v.y }, motion.timeStep);
    const noise = 4e-15 * sizeOf(edges, path);
    for (const edge of edges) {
      const bothEnds = Math.min(
        edgeMargin(edge, motion.position),
        inside(constantVelocityLimit(edge, motion), v) * motion.timeStep,
      );
      const verdict = verifyCurve([edge], motion, v, v);
      const least = verdict.kind === "Inside" ? verdict.margin : -verdict.depth;
      assertAlmostEquals(least, bothEnds, noise, `seed ${seed}`);
      assertAlmostEquals(leastOnPath(edge, path), bothEnds, noise, `seed ${seed}`);
    }
  }
});

it("B5: an end velocity is on the allowed side exactly when the ramp to it ends behind the moved plane", () => {
  for (let seed = 1; seed <= counts("edge limits"); seed++) {
    const { edges, motion, random, speedCap } = randomBody(seed);
    const v0 = within(random, speedCap), v1 = within(random, speedCap);
    const path = rampPath(motion.position, motion.supportVelocity, v0, v1, motion.timeStep);
    const noise = 4e-15 * sizeOf(edges, path);
    for (const edge of frozen(edges)) {
      const margin = inside(accelerationLimit(edge, motion, v0), v1) * motion.timeStep / 2;
      const end = advanceRegion({ edges: [edge] }, motion.timeStep).edges[0]!;
      assertAlmostEquals(margin, edgeMargin(end, endOf(motion.position, path)), noise, `seed ${seed}`);
    }
  }
});

it("B5: the constant form is the same half-plane only where the velocity does not change", () => {
  const edge = wall(0, 0), m = step(-0.1, 0);
  // From 1 m/s the step may end at 1 m/s at most, as with a constant velocity …
  assertAlmostEquals(
    mostX(accelerationLimit(edge, m, { x: 1, y: 0 })),
    mostX(constantVelocityLimit(edge, m)),
    1e-12,
  );
  // … but coming from faster it must end slower, and may end faster coming from slower.
  assertAlmostEquals(mostX(accelerationLimit(edge, m, { x: 1.5, y: 0 })), 0.5, 1e-12);
  assertAlmostEquals(mostX(accelerationLimit(edge, m, { x: 0.5, y: 0 })), 1.5, 1e-12);
});
