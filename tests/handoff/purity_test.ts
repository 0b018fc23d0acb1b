import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { reduceHandoff } from "../../handoff/reduce_handoff.ts";
import { runs } from "../geometry/pairs.ts";
import { choices, walk } from "./walks.ts";

it("H17: the reducer is pure: frozen states and events are left as they are, and the same again gives the same", () => {
  fc.assert(
    fc.property(choices, (picks) => {
      for (const { before, event, after } of walk(picks)) {
        assertEquals(JSON.stringify(reduceHandoff(before, event)[0]), JSON.stringify(after));
      }
    }),
    runs("handoff events"),
  );
});

it("H17: no event makes a number that is not finite, and no state holds anything but plain data", () => {
  const plain = (value: unknown): boolean =>
    typeof value === "number"
      ? Number.isFinite(value)
      : typeof value === "string" || typeof value === "boolean" ||
        (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype &&
          Object.values(value).every(plain));
  fc.assert(
    fc.property(choices, (picks) => {
      for (const { after } of walk(picks)) assert(plain(after), JSON.stringify(after));
    }),
    runs("handoff events"),
  );
});

it("H17: walks come through every phase", () => {
  const phases = new Set<string>();
  fc.assert(
    fc.property(choices, (picks) => {
      for (const { after } of walk(picks)) phases.add(after.phase);
    }),
    runs("handoff events"),
  );
  assertEquals([...phases].sort(), ["Adopting", "Approaching", "AtBoundary", "Following", "Stopping"]);
});
