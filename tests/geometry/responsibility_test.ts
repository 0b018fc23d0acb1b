import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Agent, orcaHalfPlane, orcaHalfPlanes } from "../../geometry/mod.ts";
import { agent, halfPlane, neighborSource, runs } from "./pairs.ts";

const parameters = { timeHorizon: 2, timeStep: 0.1 };
const A = agent("a", 0, 0, 1, 0), B = agent("b", 4, 0, -1, 0);
const weighing = (a: Agent, responsibility: number): Agent => ({ ...a, responsibility });
const locked = (a: Agent): Agent => ({ ...a, locked: true });
/** The share that `self` takes, or "none". */
const share = (self: Agent, other: Agent): number | "none" => {
  const h = orcaHalfPlane(self, other, parameters);
  return h._tag === "None" ? "none" : neighborSource(h.value).share;
};

it("G9: two equal agents take half each, whatever their weight and when it is left out", () => {
  assertEquals(share(A, B), 0.5);
  for (const w of [1, 3, 1e-6, 1e6]) assertEquals(share(weighing(A, w), weighing(B, w)), 0.5);
  assertEquals(share(weighing(A, 1), B), 0.5);
});

it("G9: shares go by weight and sum to 1", () => {
  assertEquals(share(weighing(A, 3), B), 0.75);
  assertEquals(share(B, weighing(A, 3)), 0.25);
  const weight = fc.integer({ min: 1, max: 64_000 }).map((n) => n / 64);
  fc.assert(
    fc.property(weight, weight, (wa, wb) => {
      const a = share(weighing(A, wa), weighing(B, wb)), b = share(weighing(B, wb), weighing(A, wa));
      assert(a !== "none" && b !== "none");
      assertAlmostEquals(a, wa / (wa + wb), 1e-15);
      assertAlmostEquals(a + b, 1, 1e-15);
    }),
    runs("geometry properties"),
  );
});

it("G9: a share moves the half-plane by that part of the change and leaves normal and change alone", () => {
  const h = halfPlane(weighing(A, 3), B, parameters), half = halfPlane(A, B, parameters);
  assertAlmostEquals(h.point.x, 1 - 0.75 * 0.5, 1e-12);
  assertEquals(h.normal, half.normal);
  assertEquals(neighborSource(h).change, neighborSource(half).change);
});

it("G9: the other takes all of it when one does not cooperate, and that one holds its line", () => {
  assertEquals(share(A, weighing(B, 0)), 1);
  assertEquals(share(weighing(A, 0.001), weighing(B, 0)), 1);
  assertEquals(share(weighing(B, 0), A), "none");
  assertEquals(share(weighing(B, 0), weighing(A, 0.001)), "none");
});

it("G9: two weights of 0 share half each, or avoidance would be off in silence", () => {
  assertEquals(share(weighing(A, 0), weighing(B, 0)), 0.5);
  assertEquals(share(weighing(B, 0), weighing(A, 0)), 0.5);
});

it("G9: a locked agent is avoided whole by every weight above 0, and by a mover of weight 0 not at all", () => {
  for (const w of [1, 0.001, 50]) {
    // Its own weight counts as 0, whatever the record says.
    for (const theirs of [0, 1, 7]) assertEquals(share(weighing(A, w), locked(weighing(B, theirs))), 1);
  }
  assertEquals(share(A, locked(B)), 1);
  for (const theirs of [0, 1, 7]) assertEquals(share(weighing(A, 0), locked(weighing(B, theirs))), "none");
});

it("G9: a locked agent gets no half-plane from anybody", () => {
  for (const own of [undefined, 0, 1, 5]) {
    const self = locked(own === undefined ? A : weighing(A, own));
    for (const other of [B, weighing(B, 0), weighing(B, 9), locked(B), locked(weighing(B, 0))]) {
      assertEquals(share(self, other), "none");
    }
  }
});

it("G9: locked: false is as good as no word", () => {
  assertEquals(
    orcaHalfPlane({ ...A, locked: false }, { ...B, locked: false }, parameters),
    orcaHalfPlane(A, B, parameters),
  );
});

it("G9: orcaHalfPlanes leaves out what the weights leave out", () => {
  const c = agent("c", 2, 2, 0, -1), d = agent("d", 2, -2, 0, 1, { responsibility: 0 });
  const holding = weighing(A, 0);
  assertEquals(
    orcaHalfPlanes(holding, [B, c, d, locked(agent("e", 5, 0, 0, 0))], parameters).map((h) => h.source.id),
    [
      "d",
    ],
  );
  assertEquals(orcaHalfPlanes(A, [B, c, d], parameters).map((h) => neighborSource(h).share), [0.5, 0.5, 1]);
});

it("G9: the weights hold in an overlap too", () => {
  const near = { ...B, position: { x: 0.5, y: 0 } };
  assertEquals(share(A, near), 0.5);
  assertEquals(share(A, weighing(near, 0)), 1);
  assertEquals(share(weighing(A, 0), near), "none");
});

it("G11: a round static obstacle is a locked neighbor of velocity 0: one agent alone clears it", () => {
  const pillar = locked(agent("pillar", 4, 0, 0, 0, { radius: 1.5 }));
  const walker = agent("w", 0, 0, 2, 0);
  const h = halfPlane(walker, pillar, parameters);
  // p/T = (2, 0) = v, r = 1: all of the change, so that 1 m/s remains, and (4 - 2)/1 = 2 s are left.
  assertAlmostEquals(h.point.x, 1, 1e-12);
  assertEquals(neighborSource(h).share, 1);
});
