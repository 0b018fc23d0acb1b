import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { Disturbance } from "../../handoff/disturbance.ts";
import type { BodyFeedback } from "../../handoff/body_feedback.ts";
import { ticketOf } from "../../handoff/handoff_state.ts";
import { at, P, PLACES, TERMS } from "../../tools/handoff/alphabet.ts";
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
  reports,
  requested,
  type Scene,
  sweep,
  tick,
  waitingAt,
} from "./scenes.ts";
import { carryOn } from "./toy_mover.ts";

const versions = { from: 1, to: 1, edge: 1, navigation: 1 };

it("H10: an interruption voids the attempt first, keeps the mover, and brakes along the curve", () => {
  for (const cause of ["obstaclesChanged", "sweepBlocked"] as const) {
    const running = carryOn(onCurve(), 0.2), scene = interruptBy(running, cause);
    assertEquals(kinds(scene), ["Persist", "Dispatch"]);
    const motion = ordered(scene);
    assert(motion.kind === "Brake");
    assertAlmostEquals(motion.braking.velocity.x, 0.2, 1e-15);
    assertEquals(inPhase(scene, "Stopping").cancelling, false);
    const late = {
      kind: "Moved",
      ticket: ticketOf(crossing(running)),
      executed: 0.3,
      feedback: at(-0.05),
    } as const;
    assert(hear(scene, late).state === scene.state);
  }
});

it("H10: after the stop a clear sweep admits the next attempt, from the actual stop", () => {
  const stopped = carryOn(interruptBy(carryOn(onCurve(), 0.2)), 0.5);
  const motion = ordered(sweep(stopped));
  assert(motion.kind === "Access");
  assertEquals(motion.access.attempt, 2);
  assertEquals(motion.access.start, crossing(stopped).actual.position);
});

it("H10: a blocked body stays stopped and looks again at every tick and every change of obstacles", () => {
  let scene = sweep(waitingAt(-0.09), "blocked");
  for (const n of [1, 2, 17]) {
    scene = tick(scene, n);
    assertEquals(kinds(scene), ["Persist", "Sweep"]);
    scene = sweep(scene, "blocked");
  }
  scene = interruptBy(scene);
  assertEquals(kinds(scene), ["Sweep"]);
  assertEquals(kinds(sweep(scene)), ["Persist", "Dispatch"]);
});

it("H10: with another order, or a target of another version, the crossing is given up after the stop", () => {
  for (
    const [event, reason] of [
      [{ kind: "Interrupted", cause: "newOrder" }, "newOrder"],
      [{ kind: "VersionsSeen", versions: { ...versions, from: 2 } }, "targetInvalid"],
      [{ kind: "VersionsSeen", versions: { ...versions, to: 2 } }, "targetInvalid"],
      [{ kind: "VersionsSeen", versions: { ...versions, edge: 2 } }, "targetInvalid"],
      [{ kind: "VersionsSeen", versions: { ...versions, navigation: 2 } }, "targetInvalid"],
    ] as const
  ) {
    for (
      const before of [requested(), move(requested(), PLACES.near), carryOn(onCurve(), 0.2), atBoundary()]
    ) {
      const braking = hear(before, event), state = inPhase(braking, "Stopping");
      assert(state.cancelling);
      assertEquals(state.reason, reason);
      const over = move(braking, PLACES.stoppedShorter);
      assertEquals(kinds(over), ["Persist", "Release", "Fail"]);
      const { outcome, tile } = inPhase(over, "Following");
      assert(outcome?.kind === "Failed");
      assertEquals([outcome.reason, tile], [reason, P]);
    }
    assertEquals(kinds(hear(waitingAt(-0.09), event)), ["Persist", "Release", "Fail"]); // the stop is confirmed already
  }
});

it("H10: the first reason to give up stays", () => {
  const given = interruptBy(requested(), "newOrder");
  const more = tick(hear(given, { kind: "VersionsSeen", versions: { ...versions, to: 2 } }), 30);
  const state = inPhase(more, "Stopping");
  assert(state.cancelling);
  assertEquals(state.reason, "newOrder");
});

it("H11: three attempts are admitted at most; the third broken off, the mover is released and the crossing fails", () => {
  let scene = waitingAt(-0.09);
  for (let attempt = 1; attempt <= 3; attempt++) {
    scene = sweep(scene);
    assertEquals(crossing(scene).attempts, attempt);
    scene = interruptBy(carryOn(scene, 0.05));
    assertEquals(inPhase(scene, "Stopping").cancelling, attempt === 3);
    scene = carryOn(scene, 1);
  }
  assertEquals(kinds(scene), ["Persist", "Release", "Fail"]);
  const { outcome } = inPhase(scene, "Following");
  assert(outcome?.kind === "Failed");
  assertEquals(outcome.reason, "attemptsUsedUp");
});

it("H11: the third attempt may arrive, and a push at the boundary leaves no fourth", () => {
  let scene = waitingAt(-0.09);
  for (let attempt = 1; attempt <= 2; attempt++) scene = carryOn(interruptBy(carryOn(sweep(scene), 0.05)), 1);
  scene = carryOn(sweep(scene), 0.5, 0.5);
  assertEquals([scene.state.phase, crossing(scene).attempts], ["AtBoundary", 3]);
  const pushed = move(scene, PLACES.pushed);
  assertEquals(inPhase(pushed, "Stopping").cancelling, false);
  assertEquals(move(pushed, PLACES.there).state.phase, "AtBoundary");
  assertEquals(kinds(move(pushed, PLACES.stoppedShorter)), ["Persist", "Release", "Fail"]);
});

it("H11: the deadline is tick first + 30, whatever happens in between; at 29 an attempt is still admitted", () => {
  const first = 7,
    request = hear({ ...requested(), state: { phase: "Following", epoch: 1, tile: P } }, {
      kind: "Requested",
      terms: TERMS,
      tick: first,
      feedback: PLACES.far,
    });
  const waiting = sweep(move(move(request, PLACES.near), PLACES.stoppedShort), "blocked");
  const last = tick(waiting, first + 29);
  assertEquals(sweep(last).state.phase, "Approaching");
  const over = tick(sweep(last, "blocked"), first + 30);
  assertEquals(kinds(over), ["Persist", "Release", "Fail"]);
  const retried = tick(interruptBy(carryOn(sweep(last), 0.1)), first + 30);
  assert(inPhase(retried, "Stopping").cancelling);
  assertEquals(inPhase(retried, "Stopping").firstTick, first);
});

it("H11: at the deadline every phase brakes, releases, and only then fails", () => {
  for (const scene of [requested(), move(requested(), PLACES.near), carryOn(onCurve(), 0.2), atBoundary()]) {
    const over = tick(scene, 30), state = inPhase(over, "Stopping");
    assert(state.cancelling);
    assertEquals(state.reason, "expired");
    assertEquals(kinds(move(over, PLACES.stoppedShorter)), ["Persist", "Release", "Fail"]);
  }
  const unfinished = tick(adopting(), 30);
  assertEquals(unfinished.state.phase, "AtBoundary");
  assertEquals(reports(unfinished), [{ kind: "AdoptionIncomplete", failed: ["deadline"] }]);
  assert(inPhase(tick(unfinished, 31), "Stopping").cancelling);
  assert(inPhase(hear(unfinished, { kind: "ChecksBegin" }), "Stopping").cancelling);
});

it("H11: the clock never goes back, and a tick that is no whole number tells nothing", () => {
  const later = tick(requested(), 12);
  for (const n of [3, 12, NaN, Infinity, 12.5]) assertEquals(crossing(tick(later, n)).tick, 12);
  assertEquals(tick(later, Infinity).state.phase, "Approaching");
});

it("H11: while the stop cannot be confirmed it stays cancelling, and reports a fault at every tick", () => {
  let scene = interruptBy(carryOn(onCurve(), 0.2), "newOrder");
  for (const n of [1, 2, 3]) {
    scene = move(scene, at(-0.06, { x: 0.01, y: 0 }));
    scene = tick(scene, n);
    assertEquals(reports(scene), [{ kind: "StopNotConfirmed" }]);
    assert(inPhase(scene, "Stopping").cancelling);
  }
  assertEquals(kinds(move(scene, PLACES.stoppedShorter)), ["Persist", "Release", "Fail"]);
});

/** What voids P's guarantee on the curve of HX1 after 0.2 s, where -0.07 m with 0.2 m/s is planned. */
const planned = { x: 0.2, y: 0 };
const disturbed: readonly (readonly [Disturbance, BodyFeedback])[] = [
  ["externalForce", at(-0.07, planned, { pushed: true })],
  ["contactLost", at(-0.07, planned, { contact: false })],
  ["supportChanged", at(-0.07, planned, { support: { id: "ground", version: 2 } })],
  ["supportChanged", at(-0.07, planned, { support: { id: "deck", version: 1 } })],
  ["crossedEdge", at(0.01, planned)],
  ["overSpeed", at(-0.07, { x: 0.21, y: 0 })],
  ["offCurve", at(-0.08, planned)], // cut short: what is missing is not made up
  ["offCurve", { ...at(-0.07, planned), position: { x: -0.07, y: 0.01 } }],
];

it("H12: a push, over-speed, another support or a place off the curve voids the guarantee; what really is, is recorded", () => {
  for (const [disturbance, feedback] of disturbed) {
    const scene = move(onCurve(), feedback, 0.2), state = inPhase(scene, "Stopping");
    assertEquals([state.guarantee, state.disturbance], ["none", disturbance]);
    assertEquals(reports(scene), [{ kind: "NoStoppingGuarantee", disturbance }]);
    assertEquals(state.actual.position, feedback.position);
    assertEquals([state.actual.velocity, state.actual.support], [feedback.velocity, feedback.support]);
    const motion = ordered(scene);
    assert(motion.kind === "Brake");
    assertEquals([motion.braking.velocity, motion.braking.hold], [feedback.velocity, TERMS.reaction]);
  }
});

it("H12: above P's speed cap, and with too little room for the braking, there is no guarantee before the stop either", () => {
  assertEquals(inPhase(move(requested(), PLACES.farTooFast), "Stopping").disturbance, "overSpeed");
  const near = move(requested(), at(-0.15, { x: 0.9, y: 0 })); // 0.405 m to brake
  assertEquals([inPhase(near, "Stopping").guarantee, inPhase(near, "Stopping").disturbance], [
    "none",
    "noRoom",
  ]);
  const pushed = move(move(requested(), PLACES.near), PLACES.noRoom);
  assertEquals(inPhase(pushed, "Stopping").disturbance, "noRoom");
});

it("H12: one report of no velocity is no safe stop: what is seen with a push has to be confirmed afterwards", () => {
  const cut = move(carryOn(onCurve(), 0.2), PLACES.pushed, 0.1);
  assertEquals(inPhase(cut, "Stopping").stop, "braking");
  const again = move(cut, PLACES.pushed);
  assertEquals(inPhase(again, "Stopping").stop, "braking");
  assertEquals(inPhase(move(again, PLACES.stoppedShorter), "Stopping").stop, "confirmed");
});

it("H12: after the stop the physics decides: on P short of the edge a new attempt, anywhere else the end", () => {
  const pushed = move(onCurve(), PLACES.pushed, 0.2);
  assertEquals(ordered(sweep(move(pushed, PLACES.stoppedShorter))).kind, "Access");
  for (const [place, reason] of [[PLACES.onDeck, "supportInvalid"], [PLACES.beyond, "leftTile"]] as const) {
    const seen = move(pushed, place);
    const over = seen.state.phase === "Following" ? seen : move(seen, place);
    const { outcome, tile } = inPhase(over, "Following");
    assert(outcome?.kind === "Failed");
    assertEquals([outcome.reason, outcome.support, tile], [reason, place.support, P]);
  }
  const air = move(pushed, PLACES.inTheAir);
  assertEquals(inPhase(move(air, PLACES.inTheAir), "Stopping").stop, "braking"); // no contact, no stop
});

it("H12: a lasting disturbance is braked and reported once, a new one again", () => {
  const first = move(onCurve(), PLACES.inTheAir, 0.2);
  assertEquals(kinds(move(first, PLACES.inTheAir)), []);
  assertEquals(kinds(move(first, at(0.02, undefined, { contact: false }))), []);
  assertEquals(kinds(move(first, PLACES.pushed)), ["Persist", "Dispatch", "Report"]);
});

it("H12: a body that a waiting stop has lost brakes again", () => {
  const waiting = waitingAt(-0.09);
  for (const feedback of [PLACES.inTheAir, PLACES.pushed, PLACES.onDeck, PLACES.beyond]) {
    const lost = move(waiting, feedback), state = inPhase(lost, "Stopping");
    assertEquals([state.stop, state.guarantee, state.proposed], ["braking", "none", undefined]);
  }
  const rolling = move(waiting, at(-0.09, { x: 0.01, y: 0 }));
  assertEquals([inPhase(rolling, "Stopping").stop, ordered(rolling).kind], ["braking", "Stop"]);
});

it("H15: displacement of another epoch, action, attempt or order, or an older one, is refused and changes nothing", () => {
  const scenes: readonly Scene[] = [
    requested(),
    waitingAt(-0.09),
    carryOn(onCurve(), 0.2),
    interruptBy(carryOn(onCurve(), 0.2)),
    atBoundary(),
    adopting(),
  ];
  for (const scene of scenes) {
    const state = crossing(scene), ticket = ticketOf(state), executed = state.executed + 1;
    for (
      const [other, when, why] of [
        [{ ...ticket, epoch: ticket.epoch - 1 }, executed, "otherTicket"],
        [{ ...ticket, epoch: ticket.epoch + 1 }, executed, "otherTicket"],
        [{ ...ticket, action: "other" }, executed, "otherTicket"],
        [{ ...ticket, attempt: ticket.attempt + 1 }, executed, "otherTicket"],
        [{ ...ticket, order: ticket.order - 1 }, executed, "otherTicket"],
        [ticket, state.executed, "late"],
        [ticket, NaN, "unreadable"],
      ] as const
    ) {
      const after = hear(scene, { kind: "Moved", ticket: other, executed: when, feedback: PLACES.there });
      assert(after.state === scene.state);
      assertEquals(reports(after), [{ kind: "DisplacementRefused", ticket: other, why }]);
    }
    const broken = { kind: "Moved", ticket, executed, feedback: at(Infinity) } as const;
    assert(hear(scene, broken).state === scene.state);
  }
  const over = check(adopting());
  const late = hear(over, {
    kind: "Moved",
    ticket: ticketOf(crossing(adopting())),
    executed: 99,
    feedback: at(-1),
  });
  assert(late.state === over.state);
});
