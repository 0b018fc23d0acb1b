import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AdoptionCheck, AdoptionFacts } from "../../handoff/adoption.ts";
import { ticketOf } from "../../handoff/handoff_state.ts";
import { at, FACTS, PLACES, Q, TERMS } from "../../tools/handoff/alphabet.ts";
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
  quiet,
  reports,
  requested,
  restart,
  waitingAt,
} from "./scenes.ts";

it("H8: the checks are asked for in one entry, from the boundary only", () => {
  const scene = adopting();
  assertEquals(kinds(scene), ["Persist", "Check"]);
  for (const other of [quiet, requested(), waitingAt(-0.09), onCurve()]) {
    assert(hear(other, { kind: "ChecksBegin" }).state === other.state);
  }
});

it("H8: when all hold, tile, gradient, velocities and Following are set together, then the mover is released", () => {
  const scene = check(adopting());
  assertEquals(kinds(scene), ["Persist", "Adopt", "Release", "Complete"]);
  assertEquals(inPhase(scene, "Following").tile, Q);
  const adopt = scene.commands[1];
  assert(adopt?.kind === "Adopt");
  const rest = { x: 0, y: 0 };
  assertEquals(adopt, {
    kind: "Adopt",
    action: "cross",
    tile: Q,
    velocity: rest,
    supportVelocity: rest,
    relativeVelocity: rest,
  });
});

it("H8: the new relative velocity is the world velocity less the new support's: zero only when it really is (G16)", () => {
  const newSupport = { ...FACTS.newSupport, velocity: { x: 0.25, y: -0.25 } };
  const { outcome } = inPhase(check(adopting(), { ...FACTS, newSupport }), "Following");
  assert(outcome?.kind === "Adopted");
  assertEquals(outcome.relativeVelocity, { x: -0.25, y: 0.25 });
  assertEquals(outcome.supportVelocity, newSupport.velocity);
});

it("H8: each check is looked at, and one that fails leaves the handoff incomplete, at the boundary (H9)", () => {
  const other = { id: "R", version: 1 };
  const cases: readonly (readonly [AdoptionCheck, Partial<AdoptionFacts>])[] = [
    ["originalTile", { from: other }],
    ["originalTile", { from: { id: "P", version: 2 } }],
    ["neighboringTile", { to: { id: "Q", version: 2 } }],
    ["sharedEdge", { edge: { id: "PQ", version: 0 } }],
    ["navigation", { navigation: 2 }],
    ["supportSurface", { surface: { id: "ground", version: 2 } }],
    ["newSupport", { newSupport: { ...other, velocity: { x: 0, y: 0 } } }],
    ["newContact", { newContact: false }],
    ["step", { step: "tooHigh" }],
    ["speed", { newSupport: { ...FACTS.newSupport, velocity: { x: 0, y: 0.501 } } }], // Q's cap is 0.5 m/s
  ];
  for (const [name, wrong] of cases) {
    const scene = check(adopting(), { ...FACTS, ...wrong });
    assertEquals(scene.state.phase, "AtBoundary");
    assertEquals(reports(scene), [{ kind: "AdoptionIncomplete", failed: [name] }]);
    assertEquals(check(hear(scene, { kind: "ChecksBegin" })).state.phase, "Following"); // it may be tried again
  }
  const several = check(adopting(), { ...FACTS, from: other, step: "tooHigh" });
  assertEquals(reports(several), [{ kind: "AdoptionIncomplete", failed: ["originalTile", "step"] }]);
});

it("H8: an answer to an older check, or one that cannot be read, adopts nothing", () => {
  const again = hear(check(adopting(), { ...FACTS, navigation: 2 }), { kind: "ChecksBegin" });
  const state = crossing(again),
    answer = { kind: "ChecksDone", facts: FACTS, feedback: PLACES.there } as const;
  const old = hear(again, { ...answer, ticket: ticketOf(state), question: state.question - 1 });
  assert(old.state === again.state);
  const epoch = { ...ticketOf(state), epoch: 0 };
  assert(hear(again, { ...answer, ticket: epoch, question: state.question }).state === again.state);
  assert(check(again, FACTS, at(NaN)).state === again.state);
});

it("H9: the label stays only while contact and rest hold; otherwise the rules of an interruption take over", () => {
  for (const begin of [atBoundary, adopting]) {
    assertEquals(move(begin(), PLACES.there).state.phase, begin().state.phase);
    for (
      const [feedback, disturbance] of [
        [PLACES.inTheAir, "contactLost"],
        [PLACES.sliding, "leftEdge"],
        [PLACES.stoppedShorter, "leftEdge"],
        [PLACES.onDeck, "supportChanged"],
        [PLACES.beyond, "crossedEdge"],
        [{ ...PLACES.there, pushed: true }, "externalForce"],
        [{ ...PLACES.there, boundaryVelocity: { x: 0, y: 0.1 } }, "leftEdge"], // the edge moves off, the body does not
      ] as const
    ) {
      const left = move(begin(), feedback), state = inPhase(left, "Stopping");
      assertEquals([state.stop, state.guarantee, state.disturbance], ["braking", "none", disturbance]);
    }
  }
  for (const feedback of [PLACES.inTheAir, PLACES.sliding, PLACES.pushed]) {
    assertEquals(check(adopting(), FACTS, feedback).state.phase, "Stopping");
  }
});

it("H9: at the boundary obstacles change nothing, and an order that comes during the checks belongs after them", () => {
  assert(interruptBy(atBoundary()).state.phase === "AtBoundary");
  const busy = adopting();
  assert(interruptBy(busy, "newOrder").state === busy.state);
});

it("H16: a target that is on record is not taken for reached: a restart has to stop and be at the boundary again", () => {
  for (const scene of [onCurve(), atBoundary(), adopting()]) {
    const again = restart(scene, PLACES.there);
    assertEquals(again.state.phase, "Stopping");
    const there = move(again, PLACES.there);
    assertEquals(there.state.phase, "AtBoundary");
    const adopted = check(hear(there, { kind: "ChecksBegin" }));
    assertEquals(inPhase(adopted, "Following").tile, Q);
  }
});

it("H8: Q's caps are P's divided by k, and are not looked at before the adoption", () => {
  const fast = move(requested(), at(-1, { x: 0.99, y: 0 })); // allowed on P, twice what Q allows
  assertEquals(fast.state.phase, "Approaching");
  assertAlmostEquals(TERMS.surfaceSpeed / Math.sqrt(1 + Q.gradient.x * Q.gradient.x), 0.5, 1e-15);
});
