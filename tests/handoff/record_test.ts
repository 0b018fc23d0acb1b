import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Checked } from "../../geometry/input_error.ts";
import { handoffRecord } from "../../handoff/handoff_record.ts";
import { type HandoffState, initialHandoff } from "../../handoff/handoff_state.ts";
import { parseBodyFeedback } from "../../handoff/parse_feedback.ts";
import { parseHandoffRecord } from "../../handoff/parse_record.ts";
import { parseCrossingTerms } from "../../handoff/parse_terms.ts";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { at, P, PLACES, Q, restarts, TERMS } from "../../tools/handoff/alphabet.ts";
import { runs } from "../geometry/pairs.ts";
import {
  adopting,
  atBoundary,
  check,
  crossing,
  interruptBy,
  move,
  onCurve,
  requested,
  tick,
  waitingAt,
} from "./scenes.ts";
import { carryOn } from "./toy_mover.ts";
import { choices, walk } from "./walks.ts";

const read = (text: string): Checked<HandoffState> => parseHandoffRecord(JSON.parse(text));
const write = (state: HandoffState): string => JSON.stringify(handoffRecord(state));

/** What was wrong, as dotted paths. */
function wrong(result: Checked<unknown>): readonly string[] {
  return result._tag === "Left" ? result.left.map(({ path }) => path.join(".")) : [];
}

it("H13: every state comes back from JSON as it was, and goes on in the same way", () => {
  fc.assert(
    fc.property(choices, (picks) => {
      const { after } = walk(picks).at(-1)!;
      const back = read(write(after));
      assert(back._tag === "Right", JSON.stringify(back));
      assertEquals(back.right, after);
      for (const event of restarts(after)) {
        assertEquals(reduceHandoff(back.right, event), reduceHandoff(after, event));
      }
    }),
    runs("handoff events"),
  );
});

it("H13: the record holds action, attempt, versions, ends and course of the curve, executed time, feedback, tick and epoch", () => {
  const state = JSON.parse(write(carryOn(onCurve(), 0.2).state)).state;
  assertEquals([state.terms.action, state.access.attempt, state.epoch, state.firstTick], ["cross", 1, 1, 0]);
  assertEquals([state.terms.from.version, state.terms.to.version, state.terms.edge.version], [1, 1, 1]);
  assertEquals([state.access.start.x, state.access.end.x, state.executed], [-0.09, 0, 0.2]);
  assertEquals(Object.keys(state.access.profile).sort(), ["cruise", "length", "peak", "ramp"]);
  assertEquals([state.actual.restOnSupport, state.actual.restAtBoundary], [false, false]);
});

it("H13: an unlimited budget is written as a word, -0 as 0, and neither changes what happens", () => {
  const terms = parseCrossingTerms({ ...TERMS, surfaceBudget: Infinity });
  assert(terms._tag === "Right");
  assertEquals(terms.right.surfaceBudget, "unlimited");
  assertEquals(parseCrossingTerms({ ...TERMS, surfaceBudget: "unlimited" }), terms);
  const { state } = onCurve(terms.right), text = write(state);
  assert(!text.includes("null") && text.includes('"unlimited"'));
  assertEquals(read(text), { _tag: "Right", right: state });
  const signed = write(requested(at(-1, { x: -0, y: -0 })).state);
  assert(!signed.includes("-0,") && !signed.includes("-0}"));
});

it("H13: a record of another version is refused, whatever it holds", () => {
  const record = handoffRecord(initialHandoff(P, 1));
  for (const version of [0, 2, "1", undefined, null]) {
    assertEquals(wrong(parseHandoffRecord({ ...record, version })), ["version"]);
  }
  assertEquals(wrong(parseHandoffRecord({ state: record.state })), ["version"]);
});

it("H13: what is no record at all is an error, not an exception", () => {
  const hostile = {
    get version(): number {
      throw new Error("no");
    },
  };
  for (const value of [undefined, null, 3, "x", [], {}, () => 1, hostile]) {
    assertEquals(parseHandoffRecord(value)._tag, "Left");
    assertEquals(parseCrossingTerms(value)._tag, "Left");
    assertEquals(parseBodyFeedback(value)._tag, "Left");
  }
});

const samples: readonly HandoffState[] = [
  initialHandoff(P, 1),
  requested().state,
  waitingAt(-0.09).state,
  carryOn(onCurve(), 0.2).state,
  interruptBy(carryOn(onCurve(), 0.2), "newOrder").state,
  move(onCurve(), PLACES.onDeck, 0.2).state,
  atBoundary().state,
  adopting().state,
  check(adopting()).state,
  tick(waitingAt(-0.09), 30).state,
];

/** Every path to a value in a record. */
function paths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const inside = typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, part]) => paths(part, [...path, name]))
    : [];
  return path.length === 0 ? inside : [path, ...inside];
}

/** A copy with the value at a path taken away, or another in its place. */
function damaged(
  value: unknown,
  [name, ...rest]: readonly string[],
  put: { readonly value: unknown } | "taken",
): unknown {
  if (name === undefined) return put === "taken" ? undefined : put.value;
  const record = value as Record<string, unknown>;
  if (rest.length === 0 && put === "taken") {
    const { [name]: _, ...left } = record;
    return left;
  }
  return { ...record, [name]: damaged(record[name], rest, put) };
}

/** What may be absent: an outcome, and a proposal that was not made. */
const OPTIONAL = ["state.outcome", "state.proposed"];

it("H13: a record in which any one field is missing is refused", () => {
  for (const state of samples) {
    const record = JSON.parse(write(state));
    for (const path of paths(record)) {
      if (OPTIONAL.includes(path.join("."))) continue;
      assertEquals(parseHandoffRecord(damaged(record, path, "taken"))._tag, "Left", path.join("."));
    }
  }
});

it("H13: a damaged record is refused, or says another thing that is whole in itself: it never throws, and nothing is guessed", () => {
  const junk = fc.oneof(
    fc.constantFrom(null, true, false, "", "P", [], {}, -1, 1e300, 0.5, NaN, Infinity, "1"),
    fc.integer({ min: -3, max: 40 }),
    fc.double(),
    fc.jsonValue(),
  );
  let refused = 0, kept = 0;
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), junk, (state, pick, value) => {
      const record = JSON.parse(write(state)), all = paths(record), path = all[pick % all.length]!;
      const broken = JSON.parse(JSON.stringify(damaged(record, path, { value }))),
        result = parseHandoffRecord(broken);
      if (result._tag === "Left") {
        refused++;
        assert(result.left.every(({ path, rule }) => path.length > 0 && rule.length > 5));
        return;
      }
      kept++;
      // Nothing was made up or left out: written again, it is what was read.
      assertEquals(JSON.parse(write(result.right)), broken);
      for (const event of restarts(result.right)) reduceHandoff(result.right, event);
    }),
    runs("damaged records"),
  );
  assert(refused > 2 * kept && kept > 0, `${refused} refused, ${kept} kept`);
});

it("H13: a field that is not known is refused, and all that is wrong is told at once", () => {
  const record = JSON.parse(write(onCurve().state));
  assertEquals(wrong(parseHandoffRecord({ ...record, note: 1 })), ["note"]);
  record.state.speed = 3;
  record.state.attempts = 7;
  record.state.terms.edge.from.x = "west";
  record.state.actual.contact = "yes";
  assertEquals(wrong(parseHandoffRecord(record)).toSorted(), [
    "state.actual.contact",
    "state.attempts",
    "state.speed",
    "state.terms.edge.from.x",
  ]);
});

it("H13: what contradicts itself is refused", () => {
  const change = (state: HandoffState, more: object): readonly string[] =>
    wrong(parseHandoffRecord({ version: 1, state: { ...state, ...more } }));
  const curve = crossing(carryOn(onCurve(), 0.2)), waiting = crossing(waitingAt(-0.09));
  if (curve.phase !== "Approaching" || curve.access === undefined) throw new Error("Expected a curve.");
  const { access } = curve;
  assertEquals(change(curve, { attempts: 2 }), ["state.access.attempt"]);
  assertEquals(change(curve, { access: { ...access, end: { x: 0, y: 0.5 } } }), ["state.access.end"]);
  assertEquals(change(curve, { access: { ...access, speedCap: 2 } }), ["state.access.speedCap"]);
  assertEquals(change(curve, { access: { ...access, profile: { ...access.profile, peak: 0.31 } } }), [
    "state.access.profile.peak",
  ]);
  assertEquals(change(curve, { access: undefined }), ["state.access"]);
  assertEquals(change(curve, { tick: 30 }), ["state.tick"]);
  assertEquals(change(curve, { firstTick: 1 }), ["state.tick"]);
  assertEquals(change(curve, { order: 0 }), ["state.order"]);
  assertEquals(change(curve, { actual: { ...curve.actual, restAtBoundary: true } }), [
    "state.actual.restAtBoundary",
  ]);
  assertEquals(change(waiting, { stop: "braking" }), ["state.proposed"]);
  assertEquals(change(waiting, { cancelling: true, reason: "newOrder" }), ["state.cancelling"]);
  assertEquals(change(waiting, { reason: "newOrder" }), ["state.reason"]);
  assertEquals(change(waiting, { tick: 30 }), ["state.cancelling"]);
  assertEquals(change(waiting, { guarantee: "none" }), ["state.disturbance"]);
  assertEquals(change(waiting, { actual: { ...waiting.actual, contact: false } }), ["state.stop"]);
  for (const { state } of [atBoundary(), adopting()]) {
    assertEquals(change(state, { actual: waiting.actual }), ["state.actual"]);
  }
  assertEquals(change(adopting().state, { tick: 31 }), ["state.tick"]);
  assertEquals(change(waiting, { braking: { velocity: { x: 0.2, y: 0 }, hold: 0, ramp: 0.3 } }), [
    "state.braking.ramp",
  ]);
  const adopted = check(adopting()).state,
    outcome = adopted.phase === "Following" ? adopted.outcome : undefined;
  assertEquals(change(adopted, { outcome: { ...outcome, velocity: { x: 1, y: 0 } } }), [
    "state.outcome.relativeVelocity",
  ]);
});

it("H1: terms from unknown input get their defaults, and everything that is wrong with them is named", () => {
  const { reaction: _r, nearDistance: _n, reach: _a, stopSpeed: _s, deviation: _d, ...least } = TERMS;
  assertEquals(parseCrossingTerms({ ...least, reaction: undefined }), {
    _tag: "Right",
    right: { ...TERMS, reaction: 0, nearDistance: 0.2, reach: 1e-6, stopSpeed: 1e-3, deviation: 1e-3 },
  });
  assertEquals(parseCrossingTerms({ ...TERMS, routeSpeedCap: 0.5 })._tag, "Right");
  const bad = {
    ...TERMS,
    action: {},
    to: { ...P, gradient: { x: NaN, y: 0 } },
    edge: { ...TERMS.edge, to: TERMS.edge.from },
    navigation: 1.5,
    surfaceSpeed: 0,
    surfaceBudget: -1,
    routeSpeedCap: Infinity,
    reaction: -1,
    color: "red",
  };
  assertEquals(wrong(parseCrossingTerms(bad)).toSorted(), [
    "action",
    "color",
    "edge.to",
    "navigation",
    "reaction",
    "routeSpeedCap",
    "surfaceBudget",
    "surfaceSpeed",
    "to.gradient.x",
    "to.id",
  ]);
  assertEquals(parseBodyFeedback(PLACES.near), { _tag: "Right", right: PLACES.near });
  assertEquals(wrong(parseBodyFeedback({ ...PLACES.near, contact: 1, z: 0 })).toSorted(), ["contact", "z"]);
  assertEquals(Q.support.id, "deck");
});
