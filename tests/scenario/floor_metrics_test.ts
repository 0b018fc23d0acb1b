import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AgentDecision } from "../../crowd/crowd.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import { addFloor, NO_FLOOR } from "../../scenario/floor_metrics.ts";
import type { UnprovenPair } from "../../solver/decision.ts";
import { crowdOf } from "./motion_records.ts";

/** A step of two agents near each other; what each cannot prove is put in by hand. */
function decisionsWith(
  unproven: Readonly<Record<string, readonly UnprovenPair[]>>,
): readonly AgentDecision[] {
  const crowd = crowdOf([
    { id: "a", position: { x: 0, y: 0 }, goal: { x: 9, y: 0 } },
    { id: "b", position: { x: 1.1, y: 0 }, goal: { x: -9, y: 0 } },
  ]);
  return stepCrowd(crowd).report.decisions.map((one) => ({
    ...one,
    decision: {
      ...one.decision,
      proof: { ...one.decision.proof!, unproven: unproven[one.id] ?? [] },
    },
  }));
}

it("M2: planes of the floor are counted for both agents of a pair", () => {
  assertEquals(addFloor(NO_FLOOR, decisionsWith({})).planes, 2);
  assertEquals(addFloor(addFloor(NO_FLOOR, decisionsWith({})), decisionsWith({})).planes, 4);
});

it("M3, M5: a pair that the floor does not cover counts once a step, whoever names it", () => {
  const both = addFloor(
    NO_FLOOR,
    decisionsWith({ a: [{ id: "b", reason: "tooFast" }], b: [{ id: "a", reason: "tooFast" }] }),
  );
  assertEquals(both.unproven, { ...NO_FLOOR.unproven, tooFast: 1 });
  const one = addFloor(
    both,
    decisionsWith({ b: [{ id: "a", reason: "holdsItsLine" }, { id: "c", reason: "otherStorey" }] }),
  );
  assertEquals(one.unproven, { ...NO_FLOOR.unproven, tooFast: 1, holdsItsLine: 1, otherStorey: 1 });
});

it("M1: without the floor there are no planes, and decisions without proofs count for nothing", () => {
  const crowd = crowdOf([{ id: "a", position: { x: 0, y: 0 } }, { id: "b", position: { x: 1.1, y: 0 } }], {
    separation: "off",
  });
  assertEquals(addFloor(NO_FLOOR, stepCrowd(crowd).report.decisions), NO_FLOOR);
  assert(NO_FLOOR.planes === 0);
});
