import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { displacement } from "../../geometry/motion.ts";
import {
  accessProfile,
  profileDisplacement,
  profileDuration,
  profileSpeed,
} from "../../handoff/access_profile.ts";
import {
  brakingDisplacement,
  brakingLength,
  brakingOffCurve,
  brakingPieces,
  brakingPlan,
  brakingVelocity,
  hasRoom,
} from "../../handoff/braking_plan.ts";
import { runs } from "../geometry/pairs.ts";

const powers = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true }).map((e) => 10 ** e);
const parts = fc.oneof(
  fc.integer({ min: 0, max: 64 }).map((n) => n / 64),
  fc.double({ min: 0, max: 1, noNaN: true }),
);

it("HX2: interrupted after 0.2 s it stops after 0.02 m more; one step of 0.1 s late after 0.04 m", () => {
  const p = accessProfile(0.09, 1, 1), velocity = { x: profileSpeed(p, 0.2), y: 0 };
  const atOnce = brakingOffCurve(p, 0.2, velocity, 1, 0), late = brakingOffCurve(p, 0.2, velocity, 1, 0.1);
  assertAlmostEquals(-0.07 + brakingLength(atOnce), -0.05, 1e-15);
  assertAlmostEquals(-0.07 + brakingLength(late), -0.03, 1e-15);
  assertAlmostEquals(atOnce.ramp, 0.2, 1e-15);
});

it("H6: holding alone would cross the edge of HX1 from 0.254 s on, by up to 0.03 m; the lesser speed never does", () => {
  const p = accessProfile(0.09, 1, 1);
  let first = NaN, worst = 0;
  for (let i = 0; i <= 6000; i++) {
    const at = i / 10_000, speed = profileSpeed(p, at), left = 0.09 - profileDisplacement(p, 0, at);
    const beyond = brakingLength(brakingPlan({ x: speed, y: 0 }, 1, 0.1)) - left;
    if (beyond > 1e-12 && Number.isNaN(first)) first = at;
    worst = Math.max(worst, beyond);
    assert(brakingLength(brakingOffCurve(p, at, { x: speed, y: 0 }, 1, 0.1)) <= left + 1e-15);
  }
  assertAlmostEquals(first, 0.254, 1e-3);
  assertAlmostEquals(worst, 0.03, 1e-6);
});

it("H6: an interruption at any time, however late the braking starts, stops at or before the end of the curve", () => {
  fc.assert(
    fc.property(
      powers(1e-3, 1e3),
      powers(1e-2, 1e2),
      powers(1e-2, 1e1),
      parts,
      parts,
      powers(1e-3, 10),
      (d, a, cap, part, slower, reaction) => {
        const p = accessProfile(d, a, cap), at = part * profileDuration(p);
        const left = d - profileDisplacement(p, 0, at);
        const speed = profileSpeed(p, at) * slower; // also where the body is slower than planned
        const plan = brakingOffCurve(p, at, { x: 0, y: speed }, a, reaction);
        assert(plan.hold <= reaction);
        assert(brakingLength(plan) <= left + 1e-12 * d, `${brakingLength(plan)} > ${left}`);
      },
    ),
    runs("braking off curves"),
  );
});

it("H6: at each instant of the reaction the speed is the lesser of the held and the planned one", () => {
  const p = accessProfile(3, 1, 1);
  for (const at of [0.4, 0.9, 2, 2.8, 3.2, 3.9]) {
    const held = profileSpeed(p, at), plan = brakingOffCurve(p, at, { x: held, y: 0 }, 1, 0.5);
    for (let t = 0; t <= 0.5; t += 1 / 128) {
      assertAlmostEquals(brakingVelocity(plan, t).x, Math.min(held, profileSpeed(p, at + t)), 1e-14);
    }
  }
});

it("H5: the ways of a stop add up to its length, and its pieces are the same motion", () => {
  fc.assert(
    fc.property(
      parts,
      parts,
      powers(1e-2, 1e2),
      parts,
      fc.array(powers(1e-3, 1), { minLength: 1 }),
      (x, y, a, hold, steps) => {
        const plan = brakingPlan({ x: 4 * x - 2, y: 4 * y - 2 }, a, hold), end = plan.hold + plan.ramp;
        let from = 0, sum = 0;
        for (let i = 0; from < end; i++) {
          const to = i < 300 ? from + steps[i % steps.length]! : end;
          const way = brakingDisplacement(plan, from, to);
          sum += Math.sqrt(way.x * way.x + way.y * way.y);
          from = to;
        }
        const length = brakingLength(plan), whole = displacement(brakingPieces(plan));
        assertAlmostEquals(sum, length, 1e-12 * length + 1e-300);
        assertAlmostEquals(Math.sqrt(whole.x * whole.x + whole.y * whole.y), length, 1e-12 * length + 1e-300);
        assertEquals(brakingDisplacement(plan, end, end + 1), { x: 0, y: 0 });
        assertEquals(brakingVelocity(plan, end + 1), { x: 0, y: 0 });
      },
    ),
    runs("braking off curves"),
  );
});

it("H12: a stop has room when its way along the edge's normal fits into the margin", () => {
  const plan = brakingPlan({ x: 0.3, y: 0.4 }, 1, 0.1); // 0.5 m/s: 0.05 + 0.125 m, three fifths of it along x
  assert(hasRoom(plan, { x: 1, y: 0 }, 0.106, 0));
  assert(!hasRoom(plan, { x: 1, y: 0 }, 0.104, 0));
  assert(hasRoom(plan, { x: -1, y: 0 }, 0, 0));
  assert(!hasRoom({ ...plan, velocity: { x: NaN, y: 0 } }, { x: 1, y: 0 }, 9, 0));
});

it("H6: with an unlimited budget a stop takes the reaction and nothing more", () => {
  const plan = brakingPlan({ x: 2, y: 0 }, Infinity, 0.1);
  assertEquals(plan, { velocity: { x: 2, y: 0 }, hold: 0.1, ramp: 0 });
  assertAlmostEquals(brakingDisplacement(plan, 0, 5).x, 0.2, 1e-15);
  assertEquals(brakingVelocity(plan, 0.2), { x: 0, y: 0 });
  assertEquals(brakingPieces(brakingPlan({ x: 0, y: 0 }, 1, 0.1)), []);
});
