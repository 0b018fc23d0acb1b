import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { fromExactJson, toExactJson } from "../../driver/exact_json.ts";
import { counts } from "../counts.ts";
import { right } from "./slope.ts";

/** Equal to the bit: another oracle than the one that replays use. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return Object.is(a, b);
  const names = Object.keys(a);
  return Array.isArray(a) === Array.isArray(b) && names.length === Object.keys(b).length &&
    names.every((name) =>
      Object.hasOwn(b, name) && same(a[name as keyof typeof a], b[name as keyof typeof b])
    );
}

const through = (value: unknown): unknown =>
  right(fromExactJson(JSON.parse(JSON.stringify(right(toExactJson(value))))));

const leaf = fc.oneof(
  fc.double(),
  fc.constantFrom(-0, NaN, Infinity, -Infinity, undefined, null, true, false, "", "$", 5e-324, 0.1 + 0.2),
  fc.string(),
);
const name = fc.oneof(fc.constantFrom("$", "x", "__proto__", "id"), fc.string());
const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 4 }).map((fields) => Object.fromEntries(fields)),
  ),
})).value;

it("C12: plain data goes through JSON bit for bit: -0, NaN, infinities, undefined, and names of any kind", () => {
  fc.assert(fc.property(data, (value) => same(through(value), value)), { numRuns: counts("exact json") });
});

it("C12: data without such numbers looks in the record as it always did", () => {
  const value = { agents: [{ id: "a", position: { x: 0.1, y: 2 }, locked: false }] };
  assertEquals(right(toExactJson(value)), value);
  assertEquals(right(toExactJson({ budget: Infinity })), { budget: { $: "Infinity" } });
});

it("C12: what is no plain data is refused with its places, and nothing throws", () => {
  const endless: Record<string, unknown> = {};
  endless["self"] = endless;
  const getter = Object.defineProperty({}, "x", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  for (const wrong of [() => 0, new Map(), 1n, Symbol("s"), new Date(0), endless, getter]) {
    assert(E.isLeft(toExactJson({ given: [wrong] })));
  }
  const found = toExactJson({ a: [1, () => 0], b: new Set() });
  assert(E.isLeft(found));
  assertEquals(found.left.map(({ path }) => path.join(".")), ["a.1", "b"]);
  for (const wrong of [{ $: 1 }, { $: "zero" }, { $: [["x"]] }]) {
    assert(E.isLeft(fromExactJson({ deep: wrong })));
  }
});
