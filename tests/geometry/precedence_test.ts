import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Agent, orcaHalfPlane, precedenceOf, shareInOrder } from "../../geometry/mod.ts";
import { runs } from "./pairs.ts";

const A: Agent = { id: "a", position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5 };
const B: Agent = { id: "b", position: { x: 3, y: 0 }, velocity: { x: -1, y: 0.5 }, radius: 0.5 };
const PARAMETERS = { timeHorizon: 2, timeStep: 0.1 };
const wanting = (agent: Agent, left: number, x = 9): Agent => ({ ...agent, destination: { x, y: 0, left } });

const halfPlane = (self: Agent, other: Agent) => {
  const h = orcaHalfPlane(self, other, PARAMETERS);
  assert(h._tag === "Some" && h.value.source.kind === "neighbor");
  return { ...h.value, source: h.value.source };
};

it("C6: of two who want to one place the nearer goes first, fully from a tenth of both radii on, and the other is its opposite", () => {
  const order = (left: number, otherLeft: number) => precedenceOf(wanting(A, left), wanting(B, otherLeft));
  assertEquals([order(4, 5), order(5, 4), order(4, 4)], [1, -1, 0]);
  assertAlmostEquals(order(4, 4.05), 0.5, 1e-12);
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 2, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (a, b) => {
        assertEquals(order(a, b) + precedenceOf(wanting(B, b), wanting(A, a)), 0);
      },
    ),
    runs("geometry properties"),
  );
});

it("C6: between agents that want to different places, or nowhere, there is no order, and no bit of a half-plane differs", () => {
  const plain = halfPlane(A, B);
  for (const [a, b] of [[wanting(A, 1), wanting(B, 2, 8)], [wanting(A, 1), B], [A, wanting(B, 1)]] as const) {
    assertEquals(precedenceOf(a, b), 0);
    assertEquals(halfPlane(a, b), plain);
  }
  assertEquals(halfPlane(wanting(A, 2), wanting(B, 2)), plain);
});

it("C6: on collision course the one behind turns aside, where there is room the one in front has it", () => {
  assertAlmostEquals(shareInOrder(1, 1, 1, true), 0.1, 1e-15);
  assertAlmostEquals(shareInOrder(1, 1, -1, true), 0.9, 1e-15);
  assertAlmostEquals(shareInOrder(1, 1, 1, false), 0.9, 1e-15);
  const closing = halfPlane(wanting(A, 1), wanting(B, 2)); // toward each other
  assertAlmostEquals(closing.source.share, 0.1, 1e-15);
  const away = { ...B, velocity: { x: 1.5, y: 0 } };
  assertAlmostEquals(halfPlane(wanting(A, 1), wanting(away, 2)).source.share, 0.9, 1e-15);
});

it("C6, G9: whatever the order and the weights, both parts sum to 1: the relative velocity comes onto the obstacle's boundary", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const vector = fc.record({ x: number(-3, 3), y: number(-3, 3) });
  fc.assert(
    fc.property(
      vector,
      vector,
      vector,
      number(0.01, 5),
      number(0.01, 5),
      number(0, 9),
      number(0, 9),
      (position, u, v, weight, otherWeight, left, otherLeft) => {
        const a = wanting({ ...A, velocity: u, responsibility: weight }, left);
        const b = wanting({ ...B, position, velocity: v, responsibility: otherWeight }, otherLeft);
        const h = halfPlane(a, b), k = halfPlane(b, a), { change } = h.source;
        assertAlmostEquals(h.source.share + k.source.share, 1, 1e-12);
        assertAlmostEquals(h.point.x - k.point.x, u.x - v.x + change.x, 1e-9);
        assertAlmostEquals(h.point.y - k.point.y, u.y - v.y + change.y, 1e-9);
      },
    ),
    runs("geometry properties"),
  );
});
