import type { Checked } from "../geometry/input_error.ts";
import { checked, type Path, readBoolean, type Reader, readNumber, readWord } from "../geometry/reader.ts";
import { ZERO } from "../geometry/vector.ts";
import type { Access } from "./access.ts";
import type { BrakingPlan } from "./braking_plan.ts";
import { MAX_ATTEMPTS } from "./crossing_terms.ts";
import { DISTURBANCES } from "./disturbance.ts";
import { FAILURE_REASONS } from "./failure_reason.ts";
import type { HandoffOutcome } from "./handoff_outcome.ts";
import { RECORD_VERSION } from "./handoff_record.ts";
import type { Cancelling, CrossingFacts, Following, HandoffState, Phase, Stopping } from "./handoff_state.ts";
import { readActual } from "./parse_feedback.ts";
import {
  readFields,
  readId,
  readIdentity,
  readPlaneVector,
  readTerms,
  readTile,
  readWhole,
} from "./parse_terms.ts";
import { reportContradictions } from "./record_contradictions.ts";

/**
 * The state of a record that was read back, or everything that is wrong with it (H13). Nothing is guessed: a field that is
 * missing, not known, damaged or at odds with another is an error, and so is a record of another version.
 */
export function parseHandoffRecord(value: unknown): Checked<HandoffState> {
  return checked(value, (v, reader) => {
    const { version, state } = readFields(v, ["version", "state"], [], reader);
    if (version !== RECORD_VERSION) {
      reader.report(
        ["version"],
        version,
        `must be ${RECORD_VERSION}: records of other versions are not read`,
      );
      return UNREAD;
    }
    let errors = 0;
    const counting: Reader = { report: (...error) => (errors++, reader.report(...error)) };
    const read = readState(state, ["state"], counting);
    if (errors === 0) reportContradictions(read, ["state"], reader); // only what could be read can contradict itself
    return read;
  });
}

/** Stands for what could not be read; it never leaves the parser. */
const UNREAD: HandoffState = {
  phase: "Following",
  epoch: 0,
  tile: { id: "", version: 0, gradient: ZERO, support: { id: "", version: 0 } },
};

const PHASES: readonly [Phase, ...Phase[]] = [
  "Following",
  "Approaching",
  "Stopping",
  "AtBoundary",
  "Adopting",
];

const FACTS: readonly string[] = [
  "phase",
  "epoch",
  "terms",
  "attempts",
  "firstTick",
  "tick",
  "order",
  "executed",
  "question",
  "actual",
];

const OWN: Readonly<Record<Phase, readonly string[]>> = {
  Following: ["phase", "epoch", "tile", "outcome"],
  Approaching: [...FACTS, "access"],
  Stopping: [
    ...FACTS,
    "braking",
    "stop",
    "guarantee",
    "disturbance",
    "proposed",
    "cancelling",
    "reason",
  ],
  AtBoundary: FACTS,
  Adopting: FACTS,
};

function readState(value: unknown, path: Path, reader: Reader): HandoffState {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const phase = readWord(given["phase"], [...path, "phase"], PHASES, reader);
  if (phase !== given["phase"]) return UNREAD;
  const fields = readFields(value, OWN[phase], path, reader);
  if (phase === "Following") return readFollowing(fields, path, reader);
  const facts = readFacts(fields, path, reader);
  switch (phase) {
    case "Approaching": {
      const { access } = fields;
      return access === undefined
        ? { ...facts, phase }
        : { ...facts, phase, access: readAccess(access, [...path, "access"], reader) };
    }
    case "Stopping":
      return readStopping(fields, facts, path, reader);
    default:
      return { ...facts, phase };
  }
}

function readFollowing(fields: Readonly<Record<string, unknown>>, path: Path, reader: Reader): Following {
  const { outcome } = fields;
  return {
    phase: "Following",
    epoch: readWhole(fields["epoch"], [...path, "epoch"], reader),
    tile: readTile(fields["tile"], [...path, "tile"], reader),
    ...(outcome === undefined ? {} : { outcome: readOutcome(outcome, [...path, "outcome"], reader) }),
  };
}

function readOutcome(value: unknown, path: Path, reader: Reader): HandoffOutcome {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const kind = readWord(given["kind"], [...path, "kind"], ["Adopted", "Failed"], reader);
  const own = kind === "Adopted"
    ? ["velocity", "supportVelocity", "relativeVelocity"]
    : ["reason", "support"];
  const fields = readFields(value, ["kind", "action", "delivered", ...own], path, reader);
  const vector = (name: string) => readPlaneVector(fields[name], [...path, name], reader);
  const facts = {
    action: readId(fields["action"], [...path, "action"], reader),
    delivered: readBoolean(fields["delivered"], [...path, "delivered"], reader),
  };
  return kind === "Adopted"
    ? {
      kind,
      ...facts,
      velocity: vector("velocity"),
      supportVelocity: vector("supportVelocity"),
      relativeVelocity: vector("relativeVelocity"),
    }
    : {
      kind,
      ...facts,
      reason: readWord(fields["reason"], [...path, "reason"], FAILURE_REASONS, reader),
      support: readIdentity(fields["support"], [...path, "support"], reader),
    };
}

function readFacts(fields: Readonly<Record<string, unknown>>, path: Path, reader: Reader): CrossingFacts {
  const terms = readTerms(fields["terms"], [...path, "terms"], reader);
  const whole = (name: string): number => readWhole(fields[name], [...path, name], reader);
  const attempts = whole("attempts");
  if (attempts > MAX_ATTEMPTS) {
    reader.report([...path, "attempts"], attempts, `must be at most ${MAX_ATTEMPTS}`);
  }
  return {
    epoch: whole("epoch"),
    terms,
    attempts,
    firstTick: whole("firstTick"),
    tick: whole("tick"),
    order: whole("order"),
    executed: readNumber(fields["executed"], [...path, "executed"], "notNegative", reader),
    question: whole("question"),
    actual: readActual(fields["actual"], terms, [...path, "actual"], reader),
  };
}

function readStopping(
  fields: Readonly<Record<string, unknown>>,
  facts: CrossingFacts,
  path: Path,
  reader: Reader,
): Stopping {
  const { disturbance, proposed } = fields;
  return {
    ...facts,
    phase: "Stopping",
    braking: readBraking(fields["braking"], [...path, "braking"], reader),
    stop: readWord(fields["stop"], [...path, "stop"], ["braking", "confirmed"], reader),
    guarantee: readWord(fields["guarantee"], [...path, "guarantee"], ["edge", "none"], reader),
    ...(disturbance === undefined
      ? {}
      : { disturbance: readWord(disturbance, [...path, "disturbance"], DISTURBANCES, reader) }),
    ...(proposed === undefined ? {} : { proposed: readAccess(proposed, [...path, "proposed"], reader) }),
    ...readCourse(fields, path, reader),
  };
}

function readCourse(fields: Readonly<Record<string, unknown>>, path: Path, reader: Reader): Cancelling {
  const { reason } = fields;
  if (readBoolean(fields["cancelling"], [...path, "cancelling"], reader)) {
    return { cancelling: true, reason: readWord(reason, [...path, "reason"], FAILURE_REASONS, reader) };
  }
  if (reason !== undefined) {
    reader.report([...path, "reason"], reason, "must be absent where nothing is cancelled");
  }
  return { cancelling: false };
}

function readBraking(value: unknown, path: Path, reader: Reader): BrakingPlan {
  const fields = readFields(value, ["velocity", "hold", "ramp"], path, reader);
  const seconds = (name: string): number => readNumber(fields[name], [...path, name], "notNegative", reader);
  return {
    velocity: readPlaneVector(fields["velocity"], [...path, "velocity"], reader),
    hold: seconds("hold"),
    ramp: seconds("ramp"),
  };
}

function readAccess(value: unknown, path: Path, reader: Reader): Access {
  const fields = readFields(value, ["attempt", "start", "end", "speedCap", "profile"], path, reader);
  const inProfile = [...path, "profile"];
  const profile = readFields(fields["profile"], ["length", "peak", "ramp", "cruise"], inProfile, reader);
  const number = (name: string): number =>
    readNumber(profile[name], [...inProfile, name], "notNegative", reader);
  return {
    attempt: readWhole(fields["attempt"], [...path, "attempt"], reader),
    start: readPlaneVector(fields["start"], [...path, "start"], reader),
    end: readPlaneVector(fields["end"], [...path, "end"], reader),
    speedCap: readNumber(fields["speedCap"], [...path, "speedCap"], "positive", reader),
    profile: {
      length: number("length"),
      peak: number("peak"),
      ramp: number("ramp"),
      cruise: number("cruise"),
    },
  };
}
