import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { brakingBoundFrom, necessaryBrakingBound } from "../../boundary/braking_bound.ts";
import { runs } from "../geometry/pairs.ts";

const powers = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true }).map((e) => 10 ** e);
const margins = fc.oneof(fc.constant(0), powers(1e-9, 1e6));
const steps = powers(1e-3, 1);
const budgets = powers(1e-3, 1e3);

it("B14: BX5's number: s = 0.1, dt = 0.1, a = 1 allow 0.358257569 m/s", () => {
  assertAlmostEquals(necessaryBrakingBound(0.1, 0.1, 1), Math.sqrt(0.21) - 0.1, 1e-15);
  assertAlmostEquals(necessaryBrakingBound(0.1, 0.1, 1), 0.358257569, 1e-9);
});

it("B14: it is the direct formula sqrt((a·dt)² + 2as) - a·dt wherever that one does not cancel", () => {
  fc.assert(
    fc.property(margins, steps, budgets, (s, dt, a) => {
      const root = Math.sqrt(a * dt * (a * dt) + 2 * a * s), direct = root - a * dt;
      // The subtraction loses what root is larger than its result.
      assertAlmostEquals(necessaryBrakingBound(s, dt, a), direct, 1e-15 * 8 * root);
    }),
    runs("braking bound"),
  );
});

it("B14: one reaction step at the bound and then braking with the budget end exactly at the edge", () => {
  fc.assert(
    fc.property(margins, steps, budgets, (s, dt, a) => {
      const c = necessaryBrakingBound(s, dt, a);
      assertAlmostEquals(c * (dt + c / (2 * a)), s, 1e-14 * s);
    }),
    runs("braking bound"),
  );
});

it("B14: it does not cancel where the margin is tiny against the reaction way", () => {
  // The direct formula gives 0 here; s/dt is right to 12 digits.
  assertEquals(Math.sqrt(100 + 2 * 100 * 1e-20) - 10, 0);
  assertAlmostEquals(necessaryBrakingBound(1e-20, 0.1, 100) / 1e-19, 1, 1e-12);
});

it("B14: an unlimited budget allows s/dt, and at the edge nothing is allowed", () => {
  fc.assert(
    fc.property(margins, steps, budgets, (s, dt, a) => {
      assertAlmostEquals(necessaryBrakingBound(s, dt, Infinity), s / dt, 4e-16 * s / dt);
      assertEquals(necessaryBrakingBound(0, dt, a), 0);
      assertEquals(necessaryBrakingBound(0, dt, Infinity), 0);
    }),
    runs("braking bound"),
  );
});

it("B14: more margin, more budget and a shorter reaction never allow less", () => {
  fc.assert(
    fc.property(margins, steps, budgets, powers(1.001, 10), (s, dt, a, more) => {
      const bound = necessaryBrakingBound(s, dt, a);
      assert(necessaryBrakingBound(s * more, dt, a) >= bound);
      assert(necessaryBrakingBound(s, dt, a * more) >= bound);
      assert(necessaryBrakingBound(s, dt / more, a) >= bound);
      assert(necessaryBrakingBound(s, dt, Infinity) >= bound);
    }),
    runs("braking bound"),
  );
});

it("C5, B14: of the bound B speed s across the way leaves p with p² + ps = B²: all for none, ever less for more", () => {
  fc.assert(
    fc.property(margins, steps, budgets, powers(1e-6, 1e3), powers(1.001, 10), (margin, dt, a, s, more) => {
      const bound = brakingBoundFrom(0, 0, margin, dt, a), left = brakingBoundFrom(0, s, margin, dt, a);
      assertEquals(bound, necessaryBrakingBound(margin, dt, a));
      assertEquals(brakingBoundFrom(0, -s, margin, dt, a), left);
      assertAlmostEquals(left * left + left * s, bound * bound, 1e-14 * bound * bound);
      assert(brakingBoundFrom(0, s * more, margin, dt, a) <= left && left <= bound);
      assertEquals(
        brakingBoundFrom(1, s, margin, dt, Infinity),
        margin / dt,
        "an unlimited budget turns at once",
      );
    }),
    runs("braking bound"),
  );
});

it("C5: half of what the present speed covers in a step is gone, but nothing of speed away from the point", () => {
  assertEquals(brakingBoundFrom(2, 0, 1, 0.125, 1), necessaryBrakingBound(0.875, 0.125, 1));
  assertEquals(brakingBoundFrom(-2, 0, 1, 0.125, 1), necessaryBrakingBound(1, 0.125, 1));
  assertEquals(brakingBoundFrom(99, 3, 1, 0.125, 1), 0);
});
