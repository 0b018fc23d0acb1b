import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { decide } from "../../solver/decide.ts";
import type { DecisionProblem } from "../../solver/decision.ts";
import { box } from "../corridor/box.ts";
import { agentNamed, decisionOf, walker } from "./scenes.ts";

/** A crowd in which nobody decides but once in a long while: here never in the steps looked at. */
function rarely(agents: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): Crowd {
  const made = createCrowd({
    agents,
    parameters: { timeHorizon: 2, timeStep: 0.125, timeSlices: 1_000_000 },
    ...more,
  });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

const problem: DecisionProblem = {
  preferred: { x: 2, y: 0 },
  discs: [{ center: { x: 0, y: 0 }, radius: 2 }],
  neighbors: [],
  boundaries: [],
  stopTarget: { x: 0, y: 0 },
  committedStop: [{ duration: 0.1, velocity: { x: 1, y: 0 }, acceleration: { x: -5, y: 0 } }],
};

it("C4, S11: the only candidate is offered once, and nothing else", () => {
  const offered: unknown[] = [];
  const asked = (passes: boolean) =>
    decide({
      ...problem,
      only: { x: 1, y: 0.5 },
      accept: ({ velocity }, stage) => {
        offered.push([velocity, stage]);
        return passes ? O.none : O.some({ kind: "check", check: "curve", reason: "" });
      },
    });
  const kept = asked(true), stopped = asked(false);
  assertEquals(offered, Array(2).fill([{ x: 1, y: 0.5 }, "Clear"]));
  assertEquals([kept.kind, kept.velocity], ["Clear", { x: 1, y: 0.5 }]);
  assertEquals([stopped.kind, stopped.velocity], ["ProvenStop", { x: 0.5, y: 0 }]);
  assertEquals(decide({ ...problem, only: { x: 3, y: 0 } }).kind, "ProvenStop");
});

it("C4, M10: an agent that is not asked goes on to the wall, and brakes before it", () => {
  const obstacles = [{ id: "wall", corners: [{ x: 4, y: -5 }, { x: 4, y: 5 }] }];
  let crowd = rarely([walker("a", 0, 0, { velocity: { x: 1.5, y: 0 }, budget: 2 })], { obstacles });
  const kinds: string[] = [];
  for (let k = 0; k < 40; k++) {
    crowd = stepCrowd(crowd);
    kinds.push(decisionOf(crowd, "a").kind);
    assert(agentNamed(crowd, "a").position.x <= 3.5);
  }
  const first = kinds.indexOf("ProvenStop");
  assert(first > 5 && kinds.slice(0, first).every((kind) => kind === "Clear"));
  assert(agentNamed(crowd, "a").position.x > 3);
  assertEquals(agentNamed(crowd, "a").velocity, { x: 0, y: 0 });
});

it("C4, B1: a region's edges hold for it, too", () => {
  const polygon = [{ x: -1, y: -1 }, { x: 2, y: -1 }, { x: 2, y: 1 }, { x: -1, y: 1 }];
  let crowd = rarely([{
    ...walker("a", 0, 0, { velocity: { x: 1, y: 0.25 }, budget: 1 }),
    region: { polygon },
  }]);
  for (let k = 0; k < 40; k++) {
    crowd = stepCrowd(crowd);
    const { x, y } = agentNamed(crowd, "a").position;
    assert(x <= 2 && y <= 1);
  }
  assertEquals(agentNamed(crowd, "a").velocity, { x: 0, y: 0 });
});

it("C4, M4: two that are not asked stop apart, and one stops for a parked one", () => {
  let crowd = rarely([
    walker("a", -4, 0, { velocity: { x: 1.5, y: 0 }, budget: 1.5 }),
    walker("b", 4, 0.25, { velocity: { x: -1.5, y: 0 }, budget: 1.5 }),
    walker("c", 0, 9, { velocity: { x: 0, y: 1 } }),
    walker("d", 0, 14, { locked: true }),
  ]);
  for (let k = 0; k < 60; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.overlaps, []);
  }
  for (const { velocity } of crowd.agents) assertEquals(velocity, { x: 0, y: 0 });
  const [a, b, c] = crowd.agents.map(({ position }) => position);
  assert(a!.x > -2 && b!.x < 2 && c!.y > 12.5, "near each other all the same");
});

it("C4, G13, G15: on a support its velocity is the one relative to that, and turns with it", () => {
  const velocity = { x: 3, y: 0 };
  let crowd = rarely([
    { ...walker("even", 0, 0, { velocity: { x: 4, y: 0 }, budget: 1 }), support: { id: "ferry", velocity } },
    {
      ...walker("turning", 0, 50, { velocity: { x: 1, y: 0 }, budget: 1 }),
      support: { id: "disk", velocity: { x: 0, y: 0 }, turn: { x: 0.6, y: 0.8 } },
    },
  ]);
  crowd = stepCrowd(stepCrowd(crowd));
  assertEquals(agentNamed(crowd, "even").velocity, { x: 4, y: 0 });
  assertEquals(agentNamed(crowd, "even").position, { x: 1, y: 0 });
  const { x, y } = agentNamed(crowd, "turning").velocity;
  assert(Math.abs(x - (0.36 - 0.64)) < 1e-12 && Math.abs(y - 0.96) < 1e-12, `${x} ${y}`);
});

it("C4, B11: through a corridor, time slices lead round the corner to the goal", () => {
  const corridor = {
    tiles: [{ id: "hall", polygon: box(0, 0, 10, 3) }, { id: "aisle", polygon: box(7, 3, 3, 8) }],
    portals: [{ left: { x: 7, y: 3 }, right: { x: 10, y: 3 } }],
    goal: { x: 8.5, y: 10 },
  };
  let crowd = rarely([
    { id: "a", position: { x: 1, y: 1 }, radius: 0.3, maxSpeed: 1.4, budget: 5, corridor },
    { id: "b", position: { x: 8, y: 2 }, radius: 0.3, maxSpeed: 0, budget: 5 },
  ], { parameters: { timeHorizon: 2, timeStep: 0.1, timeSlices: 4 } });
  for (let k = 0; k < 250; k++) {
    crowd = stepCrowd(crowd);
    const { x, y } = agentNamed(crowd, "a").position;
    assert(x >= 0 && x <= 10 && y >= 0 && (y <= 3 || x >= 7 - 1e-9));
    assertEquals(crowd.report.overlaps, []);
  }
  assertEquals(crowd.report.arrived, ["a"]);
});
