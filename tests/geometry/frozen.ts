/** Freezes a record and everything in it, so that any mutation throws (modules are strict code). */
export function frozen<A>(value: A): A {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}
