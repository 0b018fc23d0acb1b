import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { initialHandoff, ticketOf } from "../../handoff/handoff_state.ts";
import { at, P, PLACES, Q } from "../../tools/handoff/alphabet.ts";
import {
  adopting,
  atBoundary,
  check,
  crossing,
  hear,
  inPhase,
  interruptBy,
  kinds,
  move,
  onCurve,
  ordered,
  quiet,
  requested,
  restart,
  type Scene,
  sweep,
  tick,
  unchanged,
  waitingAt,
} from "./scenes.ts";
import { carryOn } from "./toy_mover.ts";

const running: readonly Scene[] = [
  requested(),
  move(requested(), PLACES.near),
  waitingAt(-0.09),
  sweep(waitingAt(-0.09), "blocked"),
  onCurve(),
  carryOn(onCurve(), 0.2),
  interruptBy(carryOn(onCurve(), 0.2)),
  atBoundary(),
  adopting(),
];

it("H14: a restart in any phase writes its decision down, holds the mover, and brakes from the actual velocity", () => {
  for (const scene of running) {
    const again = restart(scene, at(-0.07, { x: 0.2, y: 0 })), state = inPhase(again, "Stopping");
    assertEquals(kinds(again), ["Persist", "Hold", "Dispatch"]);
    const motion = ordered(again);
    assert(motion.kind === "Brake");
    assertEquals(motion.braking.velocity, { x: 0.2, y: 0 });
    assertEquals([state.stop, state.epoch, state.actual.position.x], ["braking", 2, -0.07]);
  }
});

it("H14: attempts, first tick and terms are those of the record; the rest of a curve is void", () => {
  for (const scene of running) {
    const before = crossing(scene), after = crossing(restart(scene, PLACES.stoppedShorter, { tick: 5 }));
    assertEquals([after.attempts, after.firstTick, after.terms], [
      before.attempts,
      before.firstTick,
      before.terms,
    ]);
    assertEquals(after.tick, 5);
  }
  const next = ordered(sweep(move(restart(onCurve(), PLACES.stoppedShorter), PLACES.stoppedShorter)));
  assert(next.kind === "Access");
  assertEquals(next.access.attempt, 2);
});

it("H14: an attempt that was written down and never dispatched counts as used: it is not admitted again", () => {
  const written = onCurve().commands.find(({ kind }) => kind === "Persist");
  assert(written?.kind === "Persist");
  const again = restart({ state: written.record.state, commands: [] }, PLACES.stoppedShort);
  const next = ordered(sweep(move(again, PLACES.stoppedShort)));
  assert(next.kind === "Access");
  assertEquals(next.access.attempt, 2);
});

it("H14: two recoveries in a row equal one", () => {
  for (const scene of running) {
    for (const feedback of [PLACES.stoppedShorter, PLACES.inTheAir, PLACES.noRoom]) {
      const once = restart(scene, feedback, { epoch: 9 });
      const twice = restart(restart(scene, feedback), feedback, { epoch: 9 });
      assertEquals(twice, once);
    }
  }
});

it("H14: what no longer holds after a restart ends the crossing after the stop", () => {
  const { action: _, ...forgotten } = unchanged;
  for (
    const [more, reason] of [
      [{ versions: { ...unchanged.versions, edge: 2 } }, "targetInvalid"],
      [{ action: "another" }, "newOrder"],
      [{ tick: 30 }, "expired"],
    ] as const
  ) {
    const state = inPhase(restart(onCurve(), PLACES.stoppedShorter, more), "Stopping");
    assert(state.cancelling);
    assertEquals(state.reason, reason);
  }
  const scene = hear(onCurve(), {
    kind: "Recovered",
    epoch: 2,
    tick: 0,
    ...forgotten,
    feedback: PLACES.there,
  });
  assert(inPhase(scene, "Stopping").cancelling);
  const versions = { ...unchanged.versions, edge: 2 };
  const cancelled = inPhase(
    restart(interruptBy(requested(), "newOrder"), PLACES.far, { versions }),
    "Stopping",
  );
  assert(cancelled.cancelling);
  assertEquals(cancelled.reason, "newOrder"); // the first reason stays
});

it("H14: an epoch that is not new, or a pose that cannot be read, recovers nothing", () => {
  for (const epoch of [0, 1, 1.5, NaN]) {
    const scene = onCurve();
    assert(restart(scene, PLACES.there, { epoch }).state === scene.state);
  }
  const scene = onCurve();
  assert(restart(scene, at(NaN)).state === scene.state);
});

it("H14: the end of a crossing is told again after a restart until it is known to be carried out", () => {
  const failed = tick(sweep(waitingAt(-0.09), "blocked"), 30);
  const again = restart(failed, PLACES.stoppedShort);
  assertEquals(kinds(again), ["Persist", "Release", "Fail"]);
  assertEquals(again.state.epoch, 2);
  const settled = hear(again, { kind: "Settled", action: "cross" });
  assertEquals(kinds(settled), ["Persist"]);
  assertEquals(kinds(restart(settled, PLACES.stoppedShort)), ["Persist"]);
  assert(hear(again, { kind: "Settled", action: "another" }).state === again.state);
  assert(hear(settled, { kind: "Settled", action: "cross" }).state === settled.state);
});

it("H14: an adoption that was written down stands; it is told again with the velocities that really are", () => {
  const adopted = check(adopting());
  const onDeck = { support: { id: "deck", version: 1 }, supportVelocity: { x: 0.125, y: 0 } };
  const again = restart(adopted, at(0, { x: 0.25, y: 0 }, onDeck));
  assertEquals(kinds(again), ["Persist", "Adopt", "Release", "Complete"]);
  const adopt = again.commands[1];
  assert(adopt?.kind === "Adopt");
  assertEquals([adopt.tile, adopt.relativeVelocity], [Q, { x: 0.125, y: 0 }]);
  const onP = restart(adopted, PLACES.there).commands[1];
  assert(onP?.kind === "Adopt");
  assertEquals(onP.supportVelocity, { x: 0, y: 0 });
});

it("H14: an action that is over is not begun again, a new one is", () => {
  const failed = tick(sweep(waitingAt(-0.09), "blocked"), 30);
  const { terms } = crossing(requested());
  const request = { kind: "Requested", tick: 31, feedback: PLACES.far } as const;
  assert(hear(failed, { ...request, terms }).state === failed.state);
  assertEquals(hear(failed, { ...request, terms: { ...terms, action: 2 } }).state.phase, "Approaching");
});

it("H14: with nothing under way a restart only takes the new epoch", () => {
  const scene = restart(quiet, PLACES.far);
  assertEquals(scene.state, initialHandoff(P, 2));
  assertEquals(kinds(scene), ["Persist"]);
});

it("H15: after a restart displacement of the old epoch is refused, also under the same order and attempt", () => {
  const before = onCurve(), again = restart(before, PLACES.stoppedShort);
  for (const order of [0, 1, 2, 3]) {
    const ticket = { ...ticketOf(crossing(before)), order };
    assert(hear(again, { kind: "Moved", ticket, executed: 1, feedback: PLACES.there }).state === again.state);
  }
});
