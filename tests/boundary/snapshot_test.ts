import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AvoidInput } from "../../avoidance/mod.ts";
import { type Edge, edgeAssumptions, staleSnapshot, verifyStop } from "../../boundary/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { agent } from "../geometry/pairs.ts";
import { decided } from "./decided.ts";
import { endOf, leastOnPath, worldPath } from "./motion_oracle.ts";

const ZERO = { x: 0, y: 0 };
const wall: Edge = {
  id: "wall",
  normal: { x: 1, y: 0 },
  offset: 2,
  velocity: ZERO,
  owner: "gate",
  version: 3,
};
const rim: Edge = { id: "rim", normal: { x: 0, y: 1 }, offset: 2, velocity: { x: 1, y: 0 }, version: 8 };
const plain: Edge = { id: "plain", normal: { x: -1, y: 0 }, offset: 9, velocity: ZERO };
const deck = { id: "deck", velocity: { x: 1, y: 0 }, version: 5 };

const input: AvoidInput = {
  self: agent("g", 0, 0, 1, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: { x: 0.5, y: 0 },
  maxSpeed: 1.5,
  budget: 2,
  support: deck,
  region: { edges: [wall, rim, plain] },
};

it("B7: a decision keeps the versions of its support and of every edge that has one", () => {
  assertEquals(edgeAssumptions([wall, plain, rim]), [
    { kind: "edge", id: "wall", version: 3 },
    { kind: "edge", id: "rim", version: 8 },
  ]);
  assertEquals(decided(input).assumed, [
    { kind: "support", id: "deck", version: 5 },
    { kind: "edge", id: "wall", version: 3 },
    { kind: "edge", id: "rim", version: 8 },
  ]);
});

it("B7: every kind of decision keeps them, also the ones that claim nothing", () => {
  const kinds = new Set<string>();
  const at = (x: number, vx: number, more: Partial<AvoidInput> = {}): void => {
    const decision = decided({ ...input, self: agent("g", x, 0, vx, 0), ...more });
    kinds.add(decision.kind);
    assertEquals(decision.assumed?.length, 3, decision.kind);
  };
  at(0, 1);
  at(2.1, 0); // outside the wall
  at(1, 2, { maxSpeed: 2 }); // stops exactly at it
  at(1.9, 2); // too late
  at(0, 1, { maxSpeed: 0.5 }); // carried too fast
  assertEquals([...kinds].sort(), [
    "AvoidanceRelaxed",
    "BoundaryUnreachable",
    "Clear",
    "ProvenStop",
    "Uncontrolled",
  ]);
});

it("B7: what has no version assumes nothing", () => {
  const { version: _, ...unversioned } = wall;
  const { assumed } = decided({
    ...input,
    support: { id: "deck", velocity: ZERO },
    region: { edges: [unversioned] },
  });
  assertEquals(assumed, undefined);
});

it("B7: before the commit, what is gone or has another version is listed, and only that", () => {
  const assumed = decided(input).assumed ?? [];
  assertEquals(staleSnapshot(assumed, { supports: [deck], edges: [plain, rim, wall] }), []);
  // An edge that came on top is for the next snapshot.
  assertEquals(staleSnapshot(assumed, { supports: [deck], edges: [rim, wall, { ...wall, id: "new" }] }), []);
  assertEquals(staleSnapshot(assumed, { supports: [deck], edges: [rim, { ...wall, version: 4 }] }), [
    { kind: "edge", id: "wall", version: 3 },
  ]);
  assertEquals(staleSnapshot(assumed, { supports: [{ ...deck, version: 6 }], edges: [wall] }), [
    { kind: "support", id: "deck", version: 5 },
    { kind: "edge", id: "rim", version: 8 },
  ]);
  assertEquals(staleSnapshot(assumed, { supports: [], edges: [] }).length, 3);
  // A support and an edge may have one ID and are still two things; an older version is stale as well.
  const twins = [{ kind: "support", id: 1, version: 2 }, { kind: "edge", id: 1, version: 7 }] as const;
  const now = { supports: [{ id: 1, velocity: ZERO, version: 2 }], edges: [{ ...wall, id: 1, version: 2 }] };
  assertEquals(staleSnapshot(twins, now), [twins[1]]);
});

it("B7: a step that is rebuilt from the actual pose and velocity stays inside the new wall; the old decision would not", () => {
  // Decided against a wall 2 m off; before the commit it has become one that is 0.3 m off.
  const now: Edge = { ...wall, offset: 0.3, version: 4 };
  const fast: AvoidInput = {
    ...input,
    self: agent("g", 0, 0, 0.75, 0),
    support: { ...deck, velocity: ZERO },
    preferred: { x: 1.5, y: 0 },
  };
  const old = decided({ ...fast, region: { edges: [wall] } });
  assertEquals(old.kind, "Clear");
  const stale = staleSnapshot(old.assumed ?? [], { supports: [{ ...deck, velocity: ZERO }], edges: [now] });
  assertEquals(stale, [{ kind: "edge", id: "wall", version: 3 }]);
  const stopAfter = (decision: Decision): string => {
    const position = endOf(ZERO, worldPath(ZERO, ZERO, decision.motion));
    const stop = { position, velocity: decision.velocity, supportVelocity: ZERO, budget: 2, reference: ZERO };
    return verifyStop([now], stop).kind;
  };
  assertEquals(stopAfter(old), "Leaves");
  const rebuilt = decided({ ...fast, region: { edges: [now] } });
  assertEquals(stopAfter(rebuilt), "Proven");
  assert(leastOnPath(now, worldPath(ZERO, ZERO, rebuilt.motion)) >= 0);
  assertEquals(
    staleSnapshot(rebuilt.assumed ?? [], { supports: [{ ...deck, velocity: ZERO }], edges: [now] }),
    [],
  );
});

it("B7: the same snapshot gives the same decision, bit for bit, in whatever order its edges come", () => {
  const forward = decided(input), backward = decided({ ...input, region: { edges: [plain, rim, wall] } });
  assertEquals(decided(input), forward);
  const { assumed: _a, proof: _p, ...one } = forward, { assumed: _b, proof: _q, ...other } = backward;
  assertEquals(other, one);
});
