import { adoptSupport } from "../geometry/support.ts";
import { length, type Vec2 } from "../geometry/vector.ts";
import type { ActualBody } from "./body_feedback.ts";
import { limitsOn } from "./crossing_terms.ts";
import type { Adopting } from "./handoff_state.ts";
import { type Identity, sameIdentity } from "./tile.ts";

/** What the controller found when it checked an adoption (H8). */
export interface AdoptionFacts {
  /** The tile that the agent counts as standing on. */
  readonly from: Identity;
  /** The neighboring tile. */
  readonly to: Identity;
  /** The edge between them. */
  readonly edge: Identity;
  /** Version of the navigation data. */
  readonly navigation: number;
  /** The surface under the foot. */
  readonly surface: Identity;
  /** What carries Q, and its world velocity there, m/s. */
  readonly newSupport: Identity & { readonly velocity: Vec2 };
  /** Whether the foot has contact with Q. */
  readonly newContact: boolean;
  /** What the step rules say about the height between the two surfaces. */
  readonly step: "passable" | "tooHigh";
}

/** A check that adoption depends on. */
export type AdoptionCheck =
  | "originalTile"
  | "neighboringTile"
  | "sharedEdge"
  | "navigation"
  | "supportSurface"
  | "newSupport"
  | "newContact"
  | "step"
  | "speed"
  | "deadline";

/** The checks that fail; adoption needs that none does (H8). The deadline has its own way out: a tick (H11). */
export function failedChecks(
  state: Adopting,
  facts: AdoptionFacts,
  actual: ActualBody,
): readonly AdoptionCheck[] {
  const { terms } = state;
  const speed = length(adoptSupport(actual.velocity, facts.newSupport.velocity));
  const holds: Readonly<Record<Exclude<AdoptionCheck, "deadline">, boolean>> = {
    originalTile: sameIdentity(facts.from, terms.from),
    neighboringTile: sameIdentity(facts.to, terms.to),
    sharedEdge: sameIdentity(facts.edge, terms.edge),
    navigation: facts.navigation === terms.navigation,
    supportSurface: sameIdentity(facts.surface, terms.from.support),
    newSupport: sameIdentity(facts.newSupport, terms.to.support),
    newContact: facts.newContact,
    step: facts.step === "passable",
    speed: speed <= limitsOn(terms.to, terms).maxSpeed,
  };
  return (Object.keys(holds) as (keyof typeof holds)[]).filter((check) => !holds[check]);
}
