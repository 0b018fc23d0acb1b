import type { Checked } from "../geometry/input_error.ts";
import { checked, type Path, readBoolean, type Reader } from "../geometry/reader.ts";
import { type ActualBody, actualBody, type BodyFeedback } from "./body_feedback.ts";
import type { CrossingTerms } from "./crossing_terms.ts";
import { readFields, readIdentity, readPlaneVector } from "./parse_terms.ts";

const FEEDBACK: readonly (keyof BodyFeedback)[] = [
  "position",
  "velocity",
  "supportVelocity",
  "boundaryVelocity",
  "support",
  "contact",
  "pushed",
];

/** Feedback from unknown input, or everything that is wrong with it. */
export function parseBodyFeedback(value: unknown): Checked<BodyFeedback> {
  return checked(value, (v, reader) => {
    readFields(v, FEEDBACK, [], reader);
    return readFeedback(v, [], reader);
  });
}

function readFeedback(value: unknown, path: Path, reader: Reader): BodyFeedback {
  const fields = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const vector = (name: keyof BodyFeedback) => readPlaneVector(fields[name], [...path, name], reader);
  return {
    position: vector("position"),
    velocity: vector("velocity"),
    supportVelocity: vector("supportVelocity"),
    boundaryVelocity: vector("boundaryVelocity"),
    support: readIdentity(fields["support"], [...path, "support"], reader),
    contact: readBoolean(fields["contact"], [...path, "contact"], reader),
    pushed: readBoolean(fields["pushed"], [...path, "pushed"], reader),
  };
}

/** Reads the last actual feedback of a record, and whether its two kinds of rest follow from it; reports what is wrong. */
export function readActual(value: unknown, terms: CrossingTerms, path: Path, reader: Reader): ActualBody {
  const fields = readFields(value, [...FEEDBACK, "restOnSupport", "restAtBoundary"], path, reader);
  const actual = actualBody(readFeedback(value, path, reader), terms);
  for (const name of ["restOnSupport", "restAtBoundary"] as const) {
    const found = readBoolean(fields[name], [...path, name], reader);
    if (found !== actual[name]) {
      reader.report([...path, name], found, "must be what follows from the velocities beside it");
    }
  }
  return actual;
}
