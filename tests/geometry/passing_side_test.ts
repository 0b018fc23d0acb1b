import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type AgentId, hashId, passingSideById } from "../../geometry/mod.ts";
import { agent, halfPlane, neighborSource, runs } from "./pairs.ts";

const parameters = { timeHorizon: 2, timeStep: 0.1 };
const head = (id: AgentId, x: number, vx: number, vy = 0) => agent(id, x, 0, vx, vy);

/** 32-bit FNV-1a over bytes, in plain big integers. */
function fnv1a(bytes: readonly number[]): number {
  let hash = 2_166_136_261n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 16_777_619n) % 4_294_967_296n;
  return Number(hash);
}

/** The bytes of IDs: "n" or "s", the text, a zero, in UTF-16 code units, low byte first. */
function bytesOf(ids: readonly AgentId[]): readonly number[] {
  const units = ids.flatMap((id) => `${typeof id === "number" ? "n" : "s"}${id}\0`.split(""))
    .map((unit) => unit.charCodeAt(0));
  return units.flatMap((unit) => [unit % 256, Math.floor(unit / 256)]);
}

const sideByHash = (ids: readonly AgentId[]): "right" | "left" =>
  fnv1a(bytesOf(ids)) % 2 === 0 ? "right" : "left";

it("G6: by default both agents pass on the right", () => {
  const a = head("a", 0, 3), b = head("b", 4, -3);
  const h = halfPlane(a, b, parameters), g = halfPlane(b, a, parameters);
  assertEquals([neighborSource(h).feature, neighborSource(g).feature], ["rightLeg", "rightLeg"]);
  // v = (6, 0), l = sqrt(15): the right tangent is (l, -1)/4, its normal (-1, -l)/4, the change 6/4 along it.
  const l = Math.sqrt(15);
  assertAlmostEquals(h.normal.x, -1 / 4, 1e-12);
  assertAlmostEquals(h.normal.y, -l / 4, 1e-12);
  assertAlmostEquals(neighborSource(h).change.x, -6 / 16, 1e-12);
  assertAlmostEquals(neighborSource(h).change.y, -6 * l / 16, 1e-12);
  assert(g.normal.y > 0, "B, facing the other way, has its right at +y");
});

it("G6: 'left' names the other hand, again for both", () => {
  const a = head("a", 0, 3), b = head("b", 4, -3), left = { ...parameters, passingSide: "left" } as const;
  const h = halfPlane(a, b, left), g = halfPlane(b, a, left);
  assertEquals([neighborSource(h).feature, neighborSource(g).feature], ["leftLeg", "leftLeg"]);
  assert(h.normal.y > 0 && g.normal.y < 0);
});

it("G6: a scene turned by an odd angle ties as well, on the same hand", () => {
  for (let i = 0; i < 400; i++) {
    const α = i * 0.731_937, c = Math.cos(α), s = Math.sin(α);
    for (const [gap, speed] of [[4, 3], [1.37, 2.22], [977.3, 811.1]] as const) {
      const a = agent("a", 0, 0, speed * c, speed * s);
      const b = agent("b", gap * c, gap * s, -speed * c, -speed * s);
      for (const passingSide of ["right", "left"] as const) {
        const expected = passingSide === "right" ? "rightLeg" : "leftLeg";
        for (const [self, other] of [[a, b], [b, a]] as const) {
          const h = halfPlane(self, other, { ...parameters, passingSide });
          assertEquals(neighborSource(h).feature, expected, `angle ${α}, gap ${gap}`);
        }
      }
    }
  }
});

it("G6: a tie is |det(p, v)| <= 1e-12·|p|·|v|, and beyond it the geometry decides", () => {
  // p = (4, 0), |v| = 6: det = 4·vy, so vy = 6e-12 is the limit.
  const feature = (vy: number, passingSide: "left" | "right"): string =>
    neighborSource(halfPlane(head(1, 0, 3, vy), head(2, 4, -3), { ...parameters, passingSide })).feature;
  for (const vy of [5.9e-12, 1e-13, 0, -1e-13, -5.9e-12]) {
    assertEquals(feature(vy, "right"), "rightLeg");
    assertEquals(feature(vy, "left"), "leftLeg");
  }
  for (const passingSide of ["left", "right"] as const) {
    assertEquals(feature(6.1e-12, passingSide), "leftLeg");
    assertEquals(feature(-6.1e-12, passingSide), "rightLeg");
    assertEquals(feature(0.5, passingSide), "leftLeg");
    assertEquals(feature(-0.5, passingSide), "rightLeg");
  }
});

it("G6: the limit of a tie goes by the sizes of p and v, large or small", () => {
  for (const gap of [1e-2, 1, 1e6]) {
    for (const speed of [1e-3, 1, 1e3]) {
      const T = 2 * gap / speed;
      for (const [part, tied] of [[0.9, true], [1.1, false], [-0.9, true], [-1.1, false]] as const) {
        const a = agent(1, 0, 0, speed, part * 1e-12 * speed, { radius: gap / 8 });
        const b = agent(2, gap, 0, 0, 0, { radius: gap / 8 });
        const { feature } = neighborSource(halfPlane(a, b, { timeHorizon: T, timeStep: 0.1 }));
        assertEquals(feature, tied || part < 0 ? "rightLeg" : "leftLeg", `${gap} ${speed} ${part}`);
      }
    }
  }
});

it("G6: on the axis before c there is no tie: the arc's midpoint is nearest", () => {
  for (const passingSide of ["left", "right", "byId"] as const) {
    for (const speed of [0, 0.25, 0.5, 0.9, 1]) {
      const h = halfPlane(head(1, 0, speed), head(2, 4, -speed), { ...parameters, passingSide });
      assertEquals(neighborSource(h).feature, "arc");
      assertAlmostEquals(h.normal.x, -1, 1e-12);
      assertAlmostEquals(h.normal.y, 0, 1e-12);
    }
  }
});

it("G6: 'byId' is a 32-bit FNV-1a over both IDs in the order of G2, even means right", () => {
  assertEquals(passingSideById("a", "b"), sideByHash(["a", "b"]));
  assertEquals(passingSideById("b", "a"), sideByHash(["a", "b"]));
  assertEquals(passingSideById("2", 10), sideByHash([10, "2"]));
  assertEquals(passingSideById("角色", "é\u{1F600}"), sideByHash(["é\u{1F600}", "角色"]));
  const id = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string());
  const sides = new Set<string>();
  fc.assert(
    fc.property(fc.uniqueArray(id, { minLength: 2, maxLength: 2 }), ([a = 0, b = 1]) => {
      const ordered = typeof a === typeof b
        ? (a < b ? [a, b] : [b, a])
        : typeof a === "number"
        ? [a, b]
        : [b, a];
      assertEquals(passingSideById(a, b), sideByHash(ordered));
      assertEquals(passingSideById(b, a), passingSideById(a, b));
      sides.add(passingSideById(a, b));
    }),
    runs("geometry properties"),
  );
  assertEquals(sides.size, 2, "both hands occur");
});

it("G6: the hash is FNV-1a in all of its 32 bits, continued from ID to ID", () => {
  // The published values of the oracle itself: of nothing, of "a" and of "foobar".
  const ascii = (text: string): readonly number[] => text.split("").map((c) => c.charCodeAt(0));
  assertEquals([fnv1a([]), fnv1a(ascii("a")), fnv1a(ascii("foobar"))], [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  const id = fc.oneof(fc.integer(), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(id, id, (a, b) => {
      assertEquals(hashId(hashId(0x811c9dc5, a), b), fnv1a(bytesOf([a, b])));
    }),
    runs("geometry properties"),
  );
});

it("G6: with 'byId' both agents of a tied pair take the hand of their IDs, and other IDs may take the other", () => {
  const byId = { ...parameters, passingSide: "byId" } as const;
  const found = new Set<string>();
  for (const [x, y] of [["a", "b"], ["a", "c"], [1, 2], [1, 3], [7, "7"], ["north", "south"]] as const) {
    const a = head(x, 0, 3), b = head(y, 4, -3);
    const leg = passingSideById(x, y) === "right" ? "rightLeg" : "leftLeg";
    assertEquals(neighborSource(halfPlane(a, b, byId)).feature, leg);
    assertEquals(neighborSource(halfPlane(b, a, byId)).feature, leg);
    found.add(leg);
  }
  assertNotEquals(found.size, 1);
});

it("G6: the hand decides ties only", () => {
  const a = head(1, 0, 3, 0.5), b = head(2, 4, -3);
  const right = halfPlane(a, b, { ...parameters, passingSide: "right" });
  assertEquals(halfPlane(a, b, { ...parameters, passingSide: "left" }), right);
  assertEquals(halfPlane(a, b, { ...parameters, passingSide: "byId" }), right);
});
