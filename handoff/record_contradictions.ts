import type { Path, Reader } from "../geometry/reader.ts";
import { adoptSupport } from "../geometry/support.ts";
import { distance, length } from "../geometry/vector.ts";
import type { Access } from "./access.ts";
import { accessProfile } from "./access_profile.ts";
import { isAtBoundary, isStopped } from "./body_feedback.ts";
import { limitsOn, MAX_ATTEMPTS } from "./crossing_terms.ts";
import {
  type CrossingFacts,
  type Following,
  type HandoffState,
  isExpired,
  type Stopping,
} from "./handoff_state.ts";
import { footPoint } from "./shared_edge.ts";

/** Reports what a state says that cannot be true together (H13): the reducer never makes such a state. */
export function reportContradictions(state: HandoffState, path: Path, reader: Reader): void {
  if (state.phase === "Following") return reportOutcome(state, path, reader);
  const { tick, firstTick, order } = state;
  if (tick < firstTick) reader.report([...path, "tick"], tick, "must not be before firstTick");
  if (order < 1) reader.report([...path, "order"], order, "must be at least 1");
  switch (state.phase) {
    case "Approaching":
      if (isExpired(state)) {
        reader.report([...path, "tick"], tick, "must be before the deadline in Approaching");
      }
      if (state.access === undefined) {
        if (state.attempts > 0) {
          reader.report([...path, "access"], undefined, "must be there after the first attempt");
        }
      } else {
        reportAccess(state.access, state.attempts, state, [...path, "access"], reader);
      }
      return;
    case "Stopping":
      return reportStopping(state, path, reader);
    case "AtBoundary":
    case "Adopting":
      if (!isAtBoundary(state.actual, state.terms)) {
        reader.report([...path, "actual"], state.actual, "must be at rest on the edge, on P's support");
      }
      if (state.phase === "Adopting" && isExpired(state)) {
        reader.report([...path, "tick"], tick, "must be before the deadline in Adopting");
      }
  }
}

function reportOutcome({ outcome }: Following, path: Path, reader: Reader): void {
  if (outcome?.kind !== "Adopted") return;
  const { relativeVelocity: found, velocity, supportVelocity } = outcome;
  const expected = adoptSupport(velocity, supportVelocity);
  if (found.x !== expected.x || found.y !== expected.y) {
    reader.report([...path, "outcome", "relativeVelocity"], found, "must be velocity less supportVelocity");
  }
}

function reportStopping(state: Stopping, path: Path, reader: Reader): void {
  const { stop, guarantee, disturbance, proposed, actual, terms, braking } = state;
  if (braking.ramp !== length(braking.velocity) / limitsOn(terms.from, terms).budget) {
    reader.report([...path, "braking", "ramp"], braking.ramp, "must follow from the velocity and P's budget");
  }
  if (isExpired(state) && !state.cancelling) {
    reader.report([...path, "cancelling"], false, "must be true after the deadline");
  }
  if (stop === "confirmed") {
    if (!isStopped(actual, terms)) reader.report([...path, "stop"], stop, "must be confirmed by `actual`");
    if (state.cancelling) {
      reader.report(
        [...path, "cancelling"],
        true,
        "must be false after a confirmed stop: it has been given up",
      );
    }
  }
  if ((guarantee === "none") !== (disturbance !== undefined)) {
    reader.report([...path, "disturbance"], disturbance, 'must be there if and only if guarantee is "none"');
  }
  if (proposed === undefined) return;
  if (stop !== "confirmed") {
    reader.report([...path, "proposed"], proposed, "must be absent before the stop is confirmed");
  }
  reportAccess(proposed, state.attempts + 1, state, [...path, "proposed"], reader);
}

/** An access is what follows from its start, to the bit: the arithmetic is the same everywhere. */
function reportAccess(
  access: Access,
  attempt: number,
  { terms }: CrossingFacts,
  path: Path,
  reader: Reader,
): void {
  const { start, end, speedCap, profile } = access, { maxSpeed, budget } = limitsOn(terms.from, terms);
  if (access.attempt !== attempt || attempt < 1 || attempt > MAX_ATTEMPTS) {
    reader.report([...path, "attempt"], access.attempt, "must fit the number of admitted attempts");
  }
  const foot = footPoint(terms.edge, start);
  if (foot.x !== end.x || foot.y !== end.y) {
    reader.report([...path, "end"], end, "must be the edge's point that is nearest to the start");
  }
  if (speedCap > maxSpeed) reader.report([...path, "speedCap"], speedCap, "must be at most what P allows");
  const expected = accessProfile(distance(start, foot), budget, speedCap);
  for (const name of ["length", "peak", "ramp", "cruise"] as const) {
    if (profile[name] !== expected[name]) {
      reader.report([...path, "profile", name], profile[name], "must follow from the way and its limits");
    }
  }
}
