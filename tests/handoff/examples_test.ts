import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { limitsOn } from "../../handoff/crossing_terms.ts";
import { at, P, PLACES, Q, TERMS } from "../../tools/handoff/alphabet.ts";
import {
  check,
  crossing,
  hear,
  inPhase,
  interruptBy,
  kinds,
  onCurve,
  ordered,
  restart,
  type Scene,
  sweep,
  tick,
} from "./scenes.ts";
import { carryOn } from "./toy_mover.ts";

const inTime = { ...TERMS, reaction: 0 };
const x = (scene: Scene): number => crossing(scene).actual.position.x;
const speed = (scene: Scene): number => crossing(scene).actual.velocity.x;

/** HX1 interrupted after 0.2 s. */
const interrupted = (terms = inTime): Scene => interruptBy(carryOn(onCurve(terms), 0.05, 0.15));

it("HX1: through the reducer: 0.2 s along the curve the foot is at -0.07 with 0.2 m/s; at its end it is at rest on the edge", () => {
  const part = carryOn(onCurve(), 0.07, 0.1, 0.03);
  assertAlmostEquals(x(part), -0.07, 1e-15);
  assertAlmostEquals(speed(part), 0.2, 1e-15);
  const whole = carryOn(onCurve(), 0.25, 0.1, 0.3);
  assertAlmostEquals(x(whole), 0, 1e-15);
  assertEquals(speed(whole), 0);
  assertEquals(whole.state.phase, "AtBoundary");
});

it("HX2: interrupted there, braking at once stops at -0.05", () => {
  const stopped = carryOn(interrupted(), 0.1, 0.1, 0.05);
  assertAlmostEquals(x(stopped), -0.05, 1e-15);
  assertEquals(inPhase(stopped, "Stopping").stop, "confirmed");
  assertEquals(inPhase(stopped, "Stopping").guarantee, "edge");
});

it("HX2: braking that starts one step of 0.1 s late stops at -0.03", () => {
  const stopped = carryOn(interrupted(TERMS), 0.1, 0.1, 0.1, 0.05);
  assertAlmostEquals(x(stopped), -0.03, 1e-15);
  assertEquals(inPhase(stopped, "Stopping").guarantee, "edge");
});

it("HX3: from -0.05 attempt 2 peaks at 0.2236 m/s after 0.2236 s and 0.025 m, ends at rest on the edge, and Q halves the caps", () => {
  const second = sweep(carryOn(interrupted(), 0.25));
  const motion = ordered(second);
  assert(motion.kind === "Access");
  assertEquals(motion.access.attempt, 2);
  assertAlmostEquals(motion.access.profile.peak, Math.sqrt(0.05), 1e-14);
  const half = carryOn(second, Math.sqrt(0.05));
  assertAlmostEquals(x(half), -0.025, 1e-15);
  assertAlmostEquals(speed(half), 0.2236067977, 1e-10);
  const there = carryOn(second, 0.1, 0.1, 0.1, 0.1, 0.1);
  assertAlmostEquals(x(there), 0, 1e-15);
  assertEquals(speed(there), 0);
  const adopted = check(hear(there, { kind: "ChecksBegin" }), undefined, crossing(there).actual);
  assertEquals(inPhase(adopted, "Following").tile, Q);
  const before = limitsOn(P, TERMS), after = limitsOn(Q, TERMS);
  assertAlmostEquals(after.maxSpeed, before.maxSpeed / 2, 1e-15);
  assertAlmostEquals(after.budget, before.budget / 2, 1e-15);
});

it("HX3: when the deadline passes while it waits, attempt 2 is never built: released, then failed", () => {
  const waiting = sweep(carryOn(interrupted(), 0.25), "blocked");
  const still = sweep(tick(waiting, 29), "blocked");
  assertEquals(still.state.phase, "Stopping");
  const over = tick(still, 30);
  assertEquals(kinds(over), ["Persist", "Release", "Fail"]);
  assertEquals(inPhase(over, "Following").tile, P);
  const late = sweep({ ...still, state: still.state }, "clear"); // the question was answered already
  assertEquals(late.state, still.state);
});

it("HX5: a restart at -0.07 with 0.2 m/s brakes from there; the foot is not put at -0.05", () => {
  const before = carryOn(onCurve(inTime), 0.2);
  const again = restart(before, at(-0.07, { x: 0.2, y: 0 }));
  assertEquals(crossing(again).actual.position.x, -0.07);
  const motion = ordered(again);
  assert(motion.kind === "Brake");
  assertEquals(motion.braking, { velocity: { x: 0.2, y: 0 }, hold: 0, ramp: 0.2 });
  const stopped = carryOn(again, 0.1, 0.15);
  assertAlmostEquals(x(stopped), -0.05, 1e-15);
  assertEquals(crossing(stopped).attempts, 1);
});

it("HX5: a body that the outage has left somewhere else is taken to be there", () => {
  const again = restart(carryOn(onCurve(inTime), 0.2), PLACES.stoppedShorter);
  assertEquals(crossing(again).actual.position.x, -0.05);
  const on = sweep(carryOn(again, 0.1)), motion = ordered(on);
  assert(motion.kind === "Access");
  assertEquals([motion.access.attempt, motion.access.start.x], [2, -0.05]);
});
