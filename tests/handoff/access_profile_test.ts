import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  accessProfile,
  profileDisplacement,
  profileDuration,
  profileSpeed,
} from "../../handoff/access_profile.ts";
import { runs } from "../geometry/pairs.ts";

const powers = (low: number, high: number): fc.Arbitrary<number> =>
  fc.double({ min: Math.log10(low), max: Math.log10(high), noNaN: true }).map((e) => 10 ** e);
const grid = fc.integer({ min: 1, max: 640 }).map((n) => n / 64);
const lengths = fc.oneof(grid, powers(1e-6, 1e4));
const accelerations = fc.oneof(grid, powers(1e-3, 1e3), fc.constant(Infinity));
const caps = fc.oneof(grid, powers(1e-3, 1e2));
/** Lengths of steps, as parts of the whole duration; some are far longer than the curve. */
const parts = fc.array(fc.oneof(powers(1e-4, 2), fc.integer({ min: 1, max: 64 }).map((n) => n / 64)), {
  minLength: 1,
  maxLength: 60,
});

it("HX1: 0.09 m with a = 1 and vCap = 1 peak at 0.3 m/s after 0.3 s; after 0.2 s it is 0.02 m on, at 0.2 m/s", () => {
  const p = accessProfile(0.09, 1, 1);
  assertAlmostEquals(p.peak, 0.3, 1e-15);
  assertAlmostEquals(p.ramp, 0.3, 1e-15);
  assertEquals(p.cruise, 0);
  assertAlmostEquals(profileDisplacement(p, 0, 0.2), 0.02, 1e-15);
  assertAlmostEquals(profileSpeed(p, 0.2), 0.2, 1e-15);
  assertAlmostEquals(profileDisplacement(p, 0, 0.6), 0.09, 1e-15);
  assertEquals(profileSpeed(p, 0.6), 0);
});

it("HX4: 3 m have ramps of 1 s and a cruise of 2 s, and a step across a phase change is split there", () => {
  const p = accessProfile(3, 1, 1);
  assertEquals(p, { length: 3, peak: 1, ramp: 1, cruise: 2 });
  assertAlmostEquals(profileDisplacement(p, 0, 1), 0.5, 1e-15);
  assertAlmostEquals(profileDisplacement(p, 1, 3), 2, 1e-15);
  assertAlmostEquals(profileDisplacement(p, 0.9, 1.1), (1 - 0.81) / 2 + 0.1, 1e-15);
  assertAlmostEquals(profileDisplacement(p, 2.5, 3.5), 0.5 + (1 - 0.25) / 2, 1e-15);
  assertAlmostEquals(profileDisplacement(p, 0, 99), 3, 1e-15);
});

it("H4: short ways peak at sqrt(a·d) and take 2·sqrt(d/a); long ones cruise at the cap", () => {
  fc.assert(
    fc.property(lengths, accelerations, caps, (d, a, cap) => {
      const p = accessProfile(d, a, cap), duration = profileDuration(p);
      if (d <= cap * cap / a) {
        assertAlmostEquals(p.peak, Math.sqrt(a * d), 1e-14 * p.peak);
        assertAlmostEquals(duration, 2 * Math.sqrt(d / a), 1e-14 * duration);
        assert(p.peak <= cap * (1 + 1e-15));
      } else {
        assertEquals(p.peak, cap);
        assertAlmostEquals(duration, 2 * cap / a + (d - cap * cap / a) / cap, 1e-14 * duration);
      }
    }),
    runs("access profiles"),
  );
});

it("H4: at the length where cruising begins the two forms agree, and a way of no length takes no time", () => {
  const p = accessProfile(0.25, 4, 1), longer = accessProfile(0.25 + 1e-9, 4, 1);
  assertEquals(p, { length: 0.25, peak: 1, ramp: 0.25, cruise: 0 });
  assertAlmostEquals(profileDuration(longer), profileDuration(p), 2e-9);
  for (const none of [0, -1, NaN]) {
    const still = accessProfile(none, 1, 1);
    assertEquals(profileDuration(still), 0);
    assertEquals(profileDisplacement(still, 0, 1), 0);
    assertEquals(profileSpeed(still, 0), 0);
  }
});

it("H5: whatever the steps, their displacements add up to the length, to 1e-12 of it", () => {
  fc.assert(
    fc.property(lengths, accelerations, caps, parts, (d, a, cap, steps) => {
      const p = accessProfile(d, a, cap), duration = profileDuration(p);
      let from = 0, sum = 0;
      for (let i = 0; from < duration; i++) {
        const to = i < 500 ? from + steps[i % steps.length]! * duration / 8 : duration;
        const way = profileDisplacement(p, from, to);
        assert(way >= 0);
        sum += way;
        from = to;
      }
      assertAlmostEquals(sum, d, 1e-12 * d);
      assertEquals(profileDisplacement(p, duration, duration + 1), 0);
    }),
    runs("access profiles"),
  );
});

it("H5: the displacement is the integral of the speed, not the end speed times the step", () => {
  const p = accessProfile(3, 1, 1), n = 40_000;
  for (const [from, to] of [[0, 0.3], [0.6, 1.7], [0.2, 3.9], [2.9, 3.1]] as const) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += profileSpeed(p, from + (i + 0.5) * (to - from) / n);
    assertAlmostEquals(profileDisplacement(p, from, to), sum * (to - from) / n, 1e-8);
  }
  assert(Math.abs(profileDisplacement(p, 0.9, 1.1) - profileSpeed(p, 1.1) * 0.2) > 0.004);
});

it("H4: the speed is never negative and never above the cap, at any time whatever", () => {
  const times = fc.oneof(fc.double({ noNaN: true }), fc.double({ min: -0.1, max: 1.1, noNaN: true }));
  fc.assert(
    fc.property(lengths, accelerations, caps, times, (d, a, cap, part) => {
      const p = accessProfile(d, a, cap), duration = profileDuration(p);
      for (const at of [part, part * duration, p.ramp, p.ramp + p.cruise, duration, 0]) {
        const speed = profileSpeed(p, at);
        assert(speed >= 0 && speed <= Math.max(p.peak, cap) && speed <= cap * (1 + 1e-15), `${speed}`);
      }
    }),
    runs("access profiles"),
  );
});
