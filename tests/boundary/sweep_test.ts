import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AvoidInput } from "../../avoidance/mod.ts";
import { sweepNeighbor, type SweepVerdict, type SweptBody } from "../../boundary/mod.ts";
import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent } from "../geometry/pairs.ts";
import { placeAt } from "../geometry/place_at.ts";
import { type Random, seeded } from "../solver/random_problems.ts";
import { decided } from "./decided.ts";
import { between, within } from "./random_regions.ts";

const MOMENTS = 10_000;
const ZERO = { x: 0, y: 0 };

/** Where a body is at a time of the step. */
function placeOf(body: SweptBody, time: number): Vec2 {
  if (body.motion === undefined) {
    const v = body.velocity ?? ZERO;
    return { x: body.position.x + v.x * time, y: body.position.y + v.y * time };
  }
  return placeAt(body.position, body.motion, time);
}

const gapAt = (a: SweptBody, b: SweptBody, radius: number, time: number): number => {
  const p = placeOf(a, time), q = placeOf(b, time);
  return Math.hypot(p.x - q.x, p.y - q.y) - radius;
};

/** Least gap of very many moments: never below the truth. */
function sampledGap(a: SweptBody, b: SweptBody, radius: number, duration: number): number {
  let least = Infinity;
  for (let i = 0; i <= MOMENTS; i++) least = Math.min(least, gapAt(a, b, radius, duration * i / MOMENTS));
  return least;
}

function fastest(body: SweptBody): number {
  const pieces = body.motion ?? [{ duration: 0, velocity: body.velocity ?? ZERO, acceleration: ZERO }];
  return Math.max(
    ...pieces.map(({ duration, velocity: v, acceleration: a }) =>
      Math.hypot(v.x, v.y) + duration * Math.hypot(a.x, a.y)
    ),
  );
}

/** A motion of up to four pieces that fills the step, or a constant velocity. */
function randomSwept(r: Random, position: Vec2, duration: number, size: number): SweptBody {
  const count = Math.floor(r() * 5);
  if (count === 0) return { position, velocity: within(r, size) };
  const cuts = Array.from({ length: count - 1 }, () => r() * duration).sort((a, b) => a - b);
  const times = [0, ...cuts, duration];
  const motion: MotionPiece[] = Array.from({ length: count }, (_, i) => ({
    duration: times[i + 1]! - times[i]!,
    velocity: within(r, size),
    acceleration: within(r, 2 * size / duration),
  }));
  return { position, motion };
}

/** Holds a verdict against what sampling sees; says which kind it was. */
function assertTrue(
  verdict: SweepVerdict,
  a: SweptBody,
  b: SweptBody,
  radius: number,
  duration: number,
  note: string,
): SweepVerdict["kind"] {
  const start = gapAt(a, b, radius, 0), seen = sampledGap(a, b, radius, duration);
  // Between two moments the gap changes by no more than this.
  const coarse = (fastest(a) + fastest(b)) * duration / MOMENTS / 2 + 1e-9;
  assert(verdict.time >= 0 && verdict.time <= duration * (1 + 1e-15), note);
  const then = gapAt(a, b, radius, verdict.time);
  switch (verdict.kind) {
    case "Apart":
      assert(start >= 0 && seen >= -1e-9, note);
      assertAlmostEquals(then, verdict.gap, 1e-9, note);
      assert(verdict.gap <= seen + 1e-9 && verdict.gap >= seen - coarse, note);
      break;
    case "Collides":
      assert(start >= 0 && verdict.depth > 0, note);
      assertAlmostEquals(then, -verdict.depth, 1e-9, note);
      assert(-verdict.depth <= seen + 1e-9 && -verdict.depth >= seen - coarse, note);
      break;
    case "Overlapped":
      assert(start < 0 && verdict.deeper >= 0, note);
      assert(start - verdict.deeper <= seen + 1e-9, note);
      assertAlmostEquals(Math.max(0, start - then), verdict.deeper, 1e-9, note);
  }
  return verdict.kind;
}

it("B8: a verdict about two moving discs is what 10,000 moments show, and its witness is true", () => {
  const seen = { Apart: 0, Collides: 0, Overlapped: 0 };
  for (let seed = 1; seed <= counts("neighbor sweeps"); seed++) {
    const r = seeded(seed),
      duration = between(r, 0.02, 1),
      size = between(r, 0.1, 10),
      radius = between(r, 0.2, 2);
    const self = randomSwept(r, within(r, 20), duration, size);
    const apart = within(r, radius * between(r, 1, 1.5) + between(r, 0, 1) * size * duration);
    const other = randomSwept(
      r,
      { x: self.position.x + apart.x, y: self.position.y + apart.y },
      duration,
      size,
    );
    const verdict = sweepNeighbor(frozen(self), frozen(other), radius, duration);
    seen[assertTrue(verdict, self, other, radius, duration, `seed ${seed}`)]++;
    // Seen from the other side it is the same.
    assertEquals(sweepNeighbor(other, self, radius, duration).kind, verdict.kind, `seed ${seed}`);
  }
  for (const count of Object.values(seen)) {
    assert(count > 0.1 * counts("neighbor sweeps"), JSON.stringify(seen));
  }
});

it("B8: a meeting 1e-6 m deep between two of 10,000 moments is found, a pass 1e-6 m off is let through", () => {
  for (let seed = 1; seed <= counts("planted excursions"); seed++) {
    const r = seeded(seed), angle = between(r, 0, 7), n = { x: Math.cos(angle), y: Math.sin(angle) };
    const radius = between(r, 0.2, 2), shared = within(r, 5), from = within(r, 100);
    // The other rushes up to R and is pulled back, so sharply that the meeting fits between two moments.
    const sharp = between(r, 1700, 4000), peak = (Math.floor(between(r, 100, MOMENTS - 100)) + 0.5) / MOMENTS;
    for (const depth of [1e-6, -1e-6]) {
      const reach = radius - depth + sharp * peak * peak / 2;
      const self: SweptBody = { position: from, velocity: shared };
      const approach = (t: number): Vec2 => ({
        x: shared.x - sharp * (peak - t) * n.x,
        y: shared.y - sharp * (peak - t) * n.y,
      });
      const acceleration = { x: sharp * n.x, y: sharp * n.y };
      // In one piece, or cut in two before the meeting.
      const cut = random01(r) * peak;
      const motions: readonly MotionPiece[][] = [
        [{ duration: 1, velocity: approach(0), acceleration }],
        [
          { duration: cut, velocity: approach(0), acceleration },
          { duration: 1 - cut, velocity: approach(cut), acceleration },
        ],
      ];
      for (const motion of motions) {
        const other: SweptBody = { position: { x: from.x + reach * n.x, y: from.y + reach * n.y }, motion };
        assert(sampledGap(self, other, radius, 1) > 0, "the plant must lie between two moments");
        const verdict = sweepNeighbor(self, other, radius, 1);
        assertEquals(verdict.kind, depth > 0 ? "Collides" : "Apart", `seed ${seed}`);
        const gap = verdict.kind === "Apart"
          ? verdict.gap
          : verdict.kind === "Collides"
          ? -verdict.depth
          : NaN;
        assertAlmostEquals(gap, -depth, 1e-9, `seed ${seed}`);
        assertAlmostEquals(verdict.time, peak, 1e-6, `seed ${seed}`);
      }
    }
  }
});

const random01 = (r: Random): number => 0.1 + 0.8 * r();

it("B8: two that pass through each other within the step are caught, although they are apart at both ends", () => {
  const a: SweptBody = { position: { x: -5, y: 0 }, velocity: { x: 100, y: 0 } };
  const b: SweptBody = { position: { x: 5, y: 0.25 }, velocity: { x: 0, y: 0 } };
  const verdict = sweepNeighbor(a, b, 1, 0.2);
  assert(verdict.kind === "Collides");
  assertAlmostEquals(verdict.depth, 0.75, 1e-12);
  assertAlmostEquals(verdict.time, 0.1, 1e-12);
});

it("B8: discs that touch and do not press are apart", () => {
  const a: SweptBody = { position: { x: 0, y: 0 }, velocity: { x: 3, y: 4 } };
  const touching: SweptBody = { position: { x: 1, y: 0 }, velocity: { x: 3, y: 4 } };
  const grazing: SweptBody = { position: { x: 1, y: -3 }, velocity: { x: 3, y: 7 } };
  assertEquals(sweepNeighbor(a, touching, 1, 1).kind, "Apart");
  const pass = sweepNeighbor(a, grazing, 1, 2);
  assert(pass.kind === "Apart");
  assertAlmostEquals(pass.gap, 0, 1e-12);
  assertAlmostEquals(pass.time, 1, 1e-9);
});

it("B8: a pair that overlaps at the start may part or keep its distance, but not get deeper, not even for a while", () => {
  const still: SweptBody = { position: { x: 0, y: 0 }, velocity: { x: 0, y: 0 } };
  const leaving: SweptBody = { position: { x: 0.5, y: 0 }, velocity: { x: 1, y: 0 } };
  const resting: SweptBody = { position: { x: 0.5, y: 0 }, velocity: { x: 0, y: 0 } };
  assertEquals(sweepNeighbor(still, leaving, 1, 0.5), { kind: "Overlapped", deeper: 0, time: 0 });
  assertEquals(sweepNeighbor(still, resting, 1, 0.5), { kind: "Overlapped", deeper: 0, time: 0 });
  // Circling at the same distance, in a straight line past the center: nearer in the middle.
  const crossing: SweptBody = { position: { x: 0.5, y: -0.5 }, velocity: { x: 0, y: 1 } };
  const verdict = sweepNeighbor(still, crossing, 1, 1);
  assert(verdict.kind === "Overlapped");
  assertAlmostEquals(verdict.deeper, Math.SQRT1_2 - 0.5, 1e-12);
  assertAlmostEquals(verdict.time, 0.5, 1e-12);
  // Out and back in again within the step.
  const returning: SweptBody = {
    position: { x: 0.5, y: 0 },
    motion: [{ duration: 1, velocity: { x: 2, y: 0 }, acceleration: { x: -5, y: 0 } }],
  };
  const back = sweepNeighbor(still, returning, 1, 1);
  assert(back.kind === "Overlapped");
  assertAlmostEquals(back.deeper, 0.5, 1e-12);
});

const crossing: AvoidInput = {
  self: agent("a", 0, 0, 0, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.5 },
  preferred: { x: 0, y: 0 },
  maxSpeed: 2,
};

it("B8: candidates that satisfy all half-planes and yet meet a neighbor on the way are turned down, truly", () => {
  // 0.3 m before a body at rest, at 2 m/s: an end velocity of 0 would do, but the ramp to it takes 0.5 m.
  const other = agent("b", 1.3, 0, 0, 0, { locked: true });
  const self = agent("a", 0, 0, 2, 0), preferred = { x: 2, y: 0 };
  const rampTo = (v: Vec2): SweptBody => ({
    position: ZERO,
    motion: [{ duration: 0.5, velocity: self.velocity, acceleration: { x: (v.x - 2) / 0.5, y: v.y / 0.5 } }],
  });
  for (const budget of [20, 4]) {
    const neighbors = [other], separation = "off";
    const decision = decided({ ...crossing, self, neighbors, budget, preferred, separation, explain: true });
    const bySweep = (decision.rejected ?? []).filter(({ reason }) =>
      reason.kind === "check" && reason.check === "sweep"
    );
    assert(bySweep.length > 0);
    for (const { candidate: { velocity, margins }, stage } of bySweep) {
      assertEquals(stage, "Clear");
      assert(margins.every(({ margin }) => margin >= -1e-11), "all constraints hold");
      assert(sampledGap(rampTo(velocity), other, 1, 0.5) < 0, "it does meet the neighbor");
    }
    // Much budget: far down the list there is one that swerves. Little: none, and that is said.
    if (decision.kind === "Clear") {
      assertEquals(budget, 20);
      assert(decision.checks.includes("sweep"));
      assert(sampledGap(rampTo(decision.velocity), other, 1, 0.5) >= 0);
    } else {
      assertEquals([decision.kind, decision.reason, budget], ["AvoidanceRelaxed", "candidatesRejected", 4]);
      assert(!decision.checks.includes("sweep"));
    }
  }
});

it("B8: a Clear decision names whom it was swept against, and keeps apart from them over the whole step", () => {
  let swept = 0;
  for (let seed = 1; seed <= counts("neighbor sweeps"); seed++) {
    const r = seeded(seed),
      budget = between(r, 1, 40),
      self = agent("a", 0, 0, within(r, 1).x, within(r, 1).y);
    const neighbors = Array.from({ length: 1 + Math.floor(r() * 4) }, (_, i) => {
      const p = within(r, 3), v = within(r, 1);
      return agent(i, p.x, p.y, v.x, v.y);
    });
    const decision = decided({
      ...crossing,
      self,
      neighbors,
      budget,
      preferred: within(r, 2),
      separation: "off",
    });
    if (decision.kind !== "Clear") continue;
    for (const other of neighbors) {
      const start = Math.hypot(other.position.x, other.position.y) - 1;
      const body: SweptBody = { position: self.position, motion: decision.motion };
      const least = sampledGap(body, other, 1, 0.5);
      assert(least >= Math.min(0, start) - 1e-9, `seed ${seed}`);
      if (decision.proof?.swept.includes(other.id)) swept++;
    }
  }
  assert(swept > 0.2 * counts("neighbor sweeps"));
});
