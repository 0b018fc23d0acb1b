import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { judgeArrival, type MovingGoal } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";

const ZERO = { x: 0, y: 0 };
const fixed: MovingGoal = { position: { x: 5, y: 0 }, velocity: ZERO, distance: 0.2, speed: 0.05 };
const onBelt: MovingGoal = { ...fixed, velocity: { x: 1, y: 0 } };

it("B17: arrived is who is there, at rest in the goal's own frame, with stable contact", () => {
  assertEquals(judgeArrival({ x: 5.1, y: 0 }, { x: 0.03, y: 0.03 }, true, fixed), { kind: "Arrived" });
  assertEquals(judgeArrival({ x: 5.1, y: 0 }, { x: 1.03, y: 0.03 }, true, onBelt), { kind: "Arrived" });
});

it("B17: standing still in the world on a conveyor is arriving at a goal in the world, and not at one on the belt", () => {
  // Its velocity relative to the belt is (-1, 0): no hindrance for the one, and all that matters for the other.
  assertEquals(judgeArrival(fixed.position, ZERO, true, fixed), { kind: "Arrived" });
  assertEquals(judgeArrival(fixed.position, ZERO, true, onBelt), { kind: "Running", missing: ["velocity"] });
  // Riding along at rest on the belt, the other way round.
  assertEquals(judgeArrival(fixed.position, { x: 1, y: 0 }, true, onBelt), { kind: "Arrived" });
  assertEquals(judgeArrival(fixed.position, { x: 1, y: 0 }, true, fixed), {
    kind: "Running",
    missing: ["velocity"],
  });
});

it("B17: the whole difference of velocity counts, not only its part toward the goal", () => {
  assertEquals(judgeArrival(fixed.position, { x: 0, y: 0.3 }, true, fixed), {
    kind: "Running",
    missing: ["velocity"],
  });
  assertEquals(judgeArrival({ x: 4.9, y: 0 }, { x: 0, y: 0.3 }, true, fixed), {
    kind: "Running",
    missing: ["velocity"],
  });
});

it("B17: contact is a check of its own, and everything that is missing is named", () => {
  assertEquals(judgeArrival(fixed.position, ZERO, false, fixed), { kind: "Running", missing: ["contact"] });
  assertEquals(judgeArrival({ x: 9, y: 0 }, { x: 2, y: 0 }, false, fixed), {
    kind: "Running",
    missing: ["position", "velocity", "contact"],
  });
});

it("B17: arrived is never said unless all three hold, also for what is no number", () => {
  const part = fc.oneof(fc.integer({ min: -24, max: 24 }).map((n) => n / 64), fc.constantFrom(0, 1, NaN));
  const vector: fc.Arbitrary<Vec2> = fc.record({ x: part, y: part });
  let arrived = 0;
  fc.assert(
    fc.property(vector, vector, vector, vector, fc.boolean(), (position, velocity, at, moving, contact) => {
      const goal = { position: at, velocity: moving, distance: 0.75, speed: 0.75 };
      const apart = Math.hypot(position.x - at.x, position.y - at.y);
      const slip = Math.hypot(velocity.x - moving.x, velocity.y - moving.y);
      if (Math.abs(apart - 0.75) < 1e-12 || Math.abs(slip - 0.75) < 1e-12) return;
      const all = apart < 0.75 && slip < 0.75 && contact; // false with NaN
      const found = judgeArrival(position, velocity, contact, goal);
      assertEquals(found.kind === "Arrived", all);
      if (found.kind === "Arrived") arrived++;
      else assertEquals(found.missing.length > 0, true);
    }),
    runs("edge limits"),
  );
  assert(arrived > 0);
});
