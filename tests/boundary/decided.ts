import { avoid, type AvoidInput } from "../../avoidance/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { frozen } from "../geometry/frozen.ts";

/** The decision of a good input, which must not be changed. */
export function decided(input: AvoidInput): Decision {
  const result = avoid(frozen(input));
  if (result._tag === "Left") throw new Error(JSON.stringify(result.left));
  return result.right;
}
