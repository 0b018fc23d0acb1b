import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  type Agent,
  type Destination,
  orcaHalfPlane,
  precedenceOf,
  shareInOrder,
  type Vec2,
} from "../../geometry/mod.ts";
import { runs } from "./pairs.ts";

const A: Agent = { id: "a", position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5 };
const B: Agent = { id: "b", position: { x: 3, y: 0 }, velocity: { x: -1, y: 0.5 }, radius: 0.5 };
const PARAMETERS = { timeHorizon: 2, timeStep: 0.1 };

/** Corners: the door, and what may come after it. */
const DOOR = { x: 9, y: 0 }, EXIT = { x: 19, y: 0 }, ASIDE = { x: 19, y: 9 }, BACK = { x: -1, y: 3 };

/** On the way to a corner, so far from it, and then to another. */
function wanting(agent: Agent, left: number, corner: Vec2, after?: Vec2, wish = agent.velocity): Agent {
  const onward = after === undefined ? 0 : Math.hypot(after.x - corner.x, after.y - corner.y);
  const destination: Destination = { corner, left, onward, wish, ...(after === undefined ? {} : { after }) };
  return { ...agent, destination };
}

const halfPlane = (self: Agent, other: Agent) => {
  const h = orcaHalfPlane(self, other, PARAMETERS);
  assert(h._tag === "Some" && h.value.source.kind === "neighbor");
  return { ...h.value, source: h.value.source };
};

it("C6: in a queue before a corner the nearer goes first, fully from a tenth of both radii on", () => {
  const first = (left: number, otherLeft: number, after = EXIT, otherAfter = EXIT) =>
    precedenceOf(wanting(A, left, DOOR, after), wanting(B, otherLeft, DOOR, otherAfter));
  assertEquals(first(4, 5), { kind: "queue", first: 1 });
  assertEquals(first(5, 4), { kind: "queue", first: -1 });
  assertEquals(first(4, 4).first, 0);
  assertAlmostEquals(first(4, 4.05).first, 0.5, 1e-12);
  assertEquals(first(4, 5, EXIT, ASIDE), { kind: "queue", first: 1 }); // their ways on lie within a right angle
});

it("C6: there is no queue of those who go the opposite ways through one corner, nor around a goal", () => {
  const none = { kind: "none" as const, first: 0 };
  assertEquals(precedenceOf(wanting(A, 1, DOOR, EXIT), wanting(B, 2, DOOR, BACK)), none);
  assertEquals(precedenceOf(wanting(A, 1, DOOR), wanting(B, 2, DOOR)), none);
  assertEquals(precedenceOf(wanting(A, 1, DOOR, EXIT), wanting(B, 2, DOOR)), none);
  assertEquals(precedenceOf(wanting(A, 1, DOOR, EXIT), wanting(B, 2, EXIT, DOOR)), none); // against each other on one leg
});

it("C6: who has passed a corner goes before those who still come to it and then go the same way", () => {
  const past = wanting(A, 9.5, EXIT), before = wanting(B, 1, DOOR, EXIT);
  assertEquals(precedenceOf(past, before), { kind: "onward", first: 1 });
  assertEquals(precedenceOf(before, past), { kind: "onward", first: -1 });
  assertEquals(precedenceOf(wanting(A, 9.5, EXIT, ASIDE), before), { kind: "onward", first: 1 });
  assertAlmostEquals(precedenceOf(wanting(A, 10.95, EXIT), before).first, 0.5, 1e-12);
});

it("C6: who is stuck goes first, of two the nearer to its goal, but not where both come for one place", () => {
  const stuck = (agent: Agent): Agent => ({
    ...agent,
    destination: { ...agent.destination!, state: "stuck" },
  });
  const resting = (agent: Agent): Agent => ({
    ...agent,
    destination: { ...agent.destination!, state: "resting" },
  });
  const none = { kind: "none" as const, first: 0 };
  const a = wanting(A, 4, EXIT), b = wanting(B, 3, BACK);
  assertEquals(precedenceOf(stuck(a), b), { kind: "stuck", first: 1 });
  assertEquals(precedenceOf(stuck(a), resting(b)), { kind: "stuck", first: 1 });
  assertEquals(precedenceOf(stuck(a), stuck(b)), { kind: "stuck", first: -1 });
  assertAlmostEquals(precedenceOf(stuck(a), stuck(wanting(B, 4.05, BACK))).first, 0.5, 1e-12);
  assertEquals(precedenceOf(a, resting(b)), none);
  for (const beside of [0, 0.99]) {
    const goal = { x: EXIT.x + beside, y: EXIT.y };
    assertEquals(precedenceOf(stuck(a), stuck(wanting(B, 9, goal))), none);
  }
  assertEquals(precedenceOf(stuck(a), wanting(B, 9, { x: EXIT.x + 1, y: EXIT.y })).first, 1);
  assertEquals(precedenceOf(stuck(wanting(A, 4, EXIT, BACK)), wanting(B, 9, EXIT)).first, 1); // a corner is passed
  // Whoever comes to a corner minds nobody who rests there, but keeps its place in the queue where it is stuck.
  assertEquals(precedenceOf(wanting(A, 4, DOOR, EXIT), resting(wanting(B, 9, EXIT))), none);
  assertEquals(precedenceOf(stuck(wanting(A, 4, DOOR, EXIT)), wanting(B, 3, DOOR, EXIT)), {
    kind: "queue",
    first: -1,
  });
});

it("C6, G8: who is stuck is seen at the velocity that it wishes for: one at rest beside it makes room", () => {
  const still = { x: 0, y: 0 },
    at = (agent: Agent, x: number) => ({ ...agent, position: { x, y: 0 }, velocity: still });
  const a = wanting(at(A, 0), 9, EXIT, undefined, { x: 1, y: 0 });
  const stuck: Agent = { ...a, destination: { ...a.destination!, state: "stuck" } };
  const rests = wanting(at(B, 1.0625), 1, BACK, undefined, still);
  const held = halfPlane(rests, a), moved = halfPlane(rests, stuck);
  assert(held.point.x * held.normal.x < 0, "it may stay where it is");
  assert(moved.point.x * moved.normal.x > 0, "it has to go out of the way");
  assertAlmostEquals(moved.source.share, 0.9, 1e-15);
  assertAlmostEquals(halfPlane(stuck, rests).source.share, 0.1, 1e-15);
});

it("C6: an order is the exact opposite for the other, whatever both want", () => {
  const places = [DOOR, EXIT, ASIDE, BACK], left = fc.double({ min: 0, max: 20, noNaN: true });
  const states = fc.constantFrom(undefined, "stuck" as const, "resting" as const);
  const inState = (agent: Agent, state: Destination["state"]): Agent =>
    state === undefined ? agent : { ...agent, destination: { ...agent.destination!, state } };
  const want = (agent: Agent) =>
    fc.tuple(left, fc.constantFrom(...places), fc.constantFrom(undefined, ...places), states)
      .map(([left, corner, after, state]) => inState(wanting(agent, left, corner, after), state));
  fc.assert(
    fc.property(want(A), want(B), (a, b) => {
      const one = precedenceOf(a, b), other = precedenceOf(b, a);
      assertEquals([one.kind, one.first + other.first], [other.kind, 0]);
    }),
    runs("geometry properties"),
  );
});

it("C6: where there is no order no bit of a half-plane differs", () => {
  const plain = halfPlane(A, B);
  const pairs = [
    [wanting(A, 1, DOOR, EXIT), wanting(B, 2, DOOR, BACK)],
    [wanting(A, 1, DOOR, EXIT), B],
    [A, wanting(B, 1, DOOR, EXIT)],
    [wanting(A, 2, DOOR, EXIT), wanting(B, 2, DOOR, EXIT)],
  ] as const;
  for (const [a, b] of pairs) assertEquals(halfPlane(a, b), plain);
});

it("C6: on collision course the one behind turns aside, where there is room the one in front has it", () => {
  assertAlmostEquals(shareInOrder("queue", 1, 1, 1, true), 0.1, 1e-15);
  assertAlmostEquals(shareInOrder("queue", 1, 1, -1, true), 0.9, 1e-15);
  assertAlmostEquals(shareInOrder("queue", 1, 1, 1, false), 0.9, 1e-15);
  const first = wanting(A, 1, DOOR, EXIT);
  assertAlmostEquals(halfPlane(first, wanting(B, 2, DOOR, EXIT)).source.share, 0.1, 1e-15); // toward each other
  const away = { ...B, velocity: { x: 1.5, y: 0 } };
  assertAlmostEquals(halfPlane(first, wanting(away, 2, DOOR, EXIT)).source.share, 0.9, 1e-15);
});

it("C6: nobody holds back from one that has passed the corner, where there is room", () => {
  assertEquals(shareInOrder("onward", 1, 1, 1, false), 0.5);
  assertEquals(shareInOrder("onward", 3, 1, -1, false), 0.75);
  assertAlmostEquals(shareInOrder("onward", 1, 1, 1, true), 0.1, 1e-15);
});

it("C6, G8: of one that has passed the corner others take the velocity that it wishes for, not the one it is held at", () => {
  // "a" stands past the corner and wants up: "b", which would pass before it, has to go behind it.
  const stands = { ...A, velocity: { x: 0, y: 0 } },
    comes = { ...B, position: { x: 2, y: 0.8 }, velocity: { x: -1, y: 0 } };
  const up = { x: 0, y: 1 };
  const a = wanting(stands, 5, EXIT, undefined, up), b = wanting(comes, 1, DOOR, EXIT);
  const seen = halfPlane(b, a), plain = halfPlane(b, { ...stands, velocity: up });
  assertEquals(seen.normal, plain.normal);
  assertAlmostEquals(seen.source.share, 0.9, 1e-15);
  assert(halfPlane(b, stands).normal.y * seen.normal.y < 0, "on the other side than the one it is held at");
  const zero = orcaHalfPlane(b, a, { ...PARAMETERS, optimizationVelocity: "zero" });
  const without = orcaHalfPlane(comes, stands, { ...PARAMETERS, optimizationVelocity: "zero" });
  assert(zero._tag === "Some" && without._tag === "Some");
  assertEquals(zero.value.normal, without.value.normal); // both velocities of the pair in one sense
});

it("C6, G9: whatever the order and the weights, both parts sum to 1: the relative velocity comes onto the obstacle's boundary", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const vector = fc.record({ x: number(-3, 3), y: number(-3, 3) });
  const weights = fc.tuple(number(0.01, 5), number(0.01, 5)), lefts = fc.tuple(number(0, 9), number(0, 9));
  fc.assert(
    fc.property(vector, vector, vector, weights, lefts, (position, u, v, [mine, theirs], [left, other]) => {
      const a = wanting({ ...A, velocity: u, responsibility: mine }, left, DOOR, EXIT);
      const b = wanting({ ...B, position, velocity: v, responsibility: theirs }, other, DOOR, EXIT);
      const h = halfPlane(a, b), k = halfPlane(b, a), { change } = h.source;
      assertAlmostEquals(h.source.share + k.source.share, 1, 1e-12);
      assertAlmostEquals(h.point.x - k.point.x, u.x - v.x + change.x, 1e-9);
      assertAlmostEquals(h.point.y - k.point.y, u.y - v.y + change.y, 1e-9);
      // With one past the corner both start from its wish.
      const past = wanting(a, left, EXIT, undefined, position),
        f = halfPlane(past, b),
        g = halfPlane(b, past);
      assertAlmostEquals(f.source.share + g.source.share, 1, 1e-12);
      assertEquals([f.source.change.x + g.source.change.x, f.source.change.y + g.source.change.y], [0, 0]);
    }),
    runs("geometry properties"),
  );
});
