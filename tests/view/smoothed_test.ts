import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { advanceCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { type ShownAgent, smoothed } from "../../view/mod.ts";
import { bits, crowdOf, scenes, walker } from "../crowd/scenes.ts";
import { frozen } from "../geometry/frozen.ts";
import { runs } from "../geometry/pairs.ts";

/** A crowd of one that is at (x, 0) with the velocity (v, 0). */
const lone = (x: number, v: number): Crowd =>
  crowdOf([walker("a", x, 0, { velocity: { x: v, y: 0 }, maxSpeed: 10 })]);

/** One agent shown at (x, 0) with the velocity (v, 0). */
const at = (x: number, v: number): readonly ShownAgent[] => [
  { id: "a", position: { x, y: 0 }, velocity: { x: v, y: 0 } },
];

it("C7: what is shown may be smoothed, what is decided never: a crowd goes the same way to the bit, shown or not", () => {
  fc.assert(
    fc.property(scenes, fc.constantFrom(0, 0.1, 0.5), ({ agents, parameters }, halfLife) => {
      let plain = crowdOf(agents, parameters), watched = frozen(plain), shown: readonly ShownAgent[] = [];
      for (let k = 0; k < 8; k++) {
        shown = frozen(smoothed(shown, watched, halfLife, plain.parameters.timeStep));
        plain = stepCrowd(plain);
        watched = frozen(stepCrowd(watched));
      }
      assertEquals(bits(watched), bits(plain));
      assertEquals(shown.map(({ id }) => id), plain.agents.map(({ id }) => id));
    }),
    runs("crowd properties"),
  );
});

it("C7: an agent that goes straight on is shown exactly where it is, at any moment between two steps", () => {
  let crowd = crowdOf([walker("a", 0, 0, { velocity: { x: 1, y: 0 }, maxSpeed: 1, goal: { x: 90, y: 0 } })]);
  let shown = smoothed([], crowd, 0.25, 0), time = 0;
  for (const frame of [0.01, 0.04, 0.2, 0, 0.125, 0.3, 0.016]) {
    const next = advanceCrowd(crowd, frame);
    assert(next._tag === "Right");
    crowd = next.right;
    time += frame;
    shown = smoothed(shown, crowd, 0.25, frame);
    assertAlmostEquals(shown[0]!.position.x, time, 1e-12);
    assertAlmostEquals(shown[0]!.velocity.x, 1, 1e-12);
  }
});

it("C7: half of a displacement is made up for after the half-life, and it is never passed", () => {
  for (const halfLife of [0.05, 0.5, 3]) {
    assertAlmostEquals(smoothed(at(8, 0), lone(0, 0), halfLife, halfLife)[0]!.position.x, 4, 1e-12);
    let last = 8, shown = at(8, 0);
    for (let k = 0; k < 100; k++) {
      shown = smoothed(shown, lone(0, 0), halfLife, halfLife / 8);
      const { position: { x }, velocity } = shown[0]!;
      assert(x > 0 && x < last && velocity.x < 0);
      last = x;
    }
    assert(last < 1e-6);
  }
});

it("C7: frames of any length give the same curve", () => {
  const numbers = fc.integer({ min: -64, max: 64 }).map((n) => n / 8);
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(numbers, numbers, numbers, numbers, cuts, (x, v, goal, speed, frames) => {
      let time = 0, shown = at(x, v);
      for (const frame of frames) {
        time += frame / 64;
        shown = smoothed(shown, lone(goal + speed * time, speed), 0.3, frame / 64);
      }
      const [one] = smoothed(at(x, v), lone(goal + speed * time, speed), 0.3, time);
      assertAlmostEquals(shown[0]!.position.x, one!.position.x, 1e-9);
      assertAlmostEquals(shown[0]!.velocity.x, one!.velocity.x, 1e-9);
    }),
    runs("crowd properties"),
  );
});

it("C7: the shown velocity is the rate of the shown position, and a jump of velocity shows by 0.22·Δv·halfLife at most", () => {
  const halfLife = 0.4;
  let worst = 0;
  for (let k = 0; k <= 400; k++) {
    const time = k / 100, shown = (t: number) => smoothed(at(0, 3), lone(-t, -1), halfLife, t)[0]!;
    const { position, velocity } = shown(time), h = 1e-5;
    assertAlmostEquals((shown(time + h).position.x - shown(time).position.x) / h, velocity.x, 1e-3);
    worst = Math.max(worst, Math.abs(position.x + time));
  }
  assert(worst <= 0.22 * 4 * halfLife && worst > 0.21 * 4 * halfLife, `${worst}`);
});

it("C7: who is new appears where it is, who has gone is gone, and without a half-life all are as they are", () => {
  const crowd = crowdOf([walker("b", 9, 0), walker("a", 1, 2, { velocity: { x: 1, y: 0 } })]);
  const old = [...at(0, 0), { id: "gone", position: { x: 3, y: 3 }, velocity: { x: 0, y: 0 } }];
  const shown = smoothed(old, crowd, 0.2, 0.1);
  assertEquals(shown.map(({ id }) => id), ["a", "b"]);
  assert(shown[0]!.position.x > 0 && shown[0]!.position.x < 1);
  const real = crowd.agents.map(({ id, position, velocity }) => ({ id, position, velocity }));
  assertEquals(shown[1], real[1]);
  for (const halfLife of [0, -1, 1e-320, NaN]) assertEquals(smoothed(old, crowd, halfLife, 0.1), real);
  assertEquals(smoothed(old, crowd, 0.2, 1e6), real);
  assertEquals(smoothed(old, crowd, 0.2, 0)[0], old[0]);
});
