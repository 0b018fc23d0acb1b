import { accessPosition, accessVelocity } from "./access.ts";
import { type ActualBody, closingVelocity, isBeyondEdge, standsOnP } from "./body_feedback.ts";
import { type CrossingTerms, limitsOn } from "./crossing_terms.ts";
import type { Approaching } from "./handoff_state.ts";
import { distance, length, subtract } from "../geometry/vector.ts";

/** What voids P's guarantee (H12). */
export type Disturbance =
  /** Something other than its own mover moved the body. */
  | "externalForce"
  /** The body stands nowhere. */
  | "contactLost"
  /** It stands on something else, or on a support of another version. */
  | "supportChanged"
  /** The foot is beyond the edge. */
  | "crossedEdge"
  /** Faster than planned, or than P allows. */
  | "overSpeed"
  /** Not where the curve has it: cut short by a contact, or carried off. What is missing is not made up. */
  | "offCurve"
  /** The way to the edge is shorter than the braking. */
  | "noRoom"
  /** No longer at rest on the edge. */
  | "leftEdge";

/** All disturbances. */
export const DISTURBANCES: readonly [Disturbance, ...Disturbance[]] = [
  "externalForce",
  "contactLost",
  "supportChanged",
  "crossedEdge",
  "overSpeed",
  "offCurve",
  "noRoom",
  "leftEdge",
];

/** What is wrong wherever the body is in P; undefined: nothing. */
export function disturbanceInP(actual: ActualBody, terms: CrossingTerms): Disturbance | undefined {
  if (actual.pushed) return "externalForce";
  if (!actual.contact) return "contactLost";
  if (!standsOnP(actual, terms)) return "supportChanged";
  return isBeyondEdge(actual, terms) ? "crossedEdge" : undefined;
}

/** What is wrong on the way to the edge; undefined: nothing. */
export function disturbanceOnWay({ access, executed, actual, terms }: Approaching): Disturbance | undefined {
  const wrong = disturbanceInP(actual, terms);
  if (wrong !== undefined) return wrong;
  if (access === undefined) {
    const speed = length(subtract(actual.velocity, actual.supportVelocity));
    return speed > limitsOn(terms.from, terms).maxSpeed + terms.stopSpeed ? "overSpeed" : undefined;
  }
  const planned = length(accessVelocity(access, executed));
  if (length(closingVelocity(actual)) > planned + terms.stopSpeed) return "overSpeed";
  return distance(actual.position, accessPosition(access, executed)) > terms.deviation
    ? "offCurve"
    : undefined;
}
