import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Vec2 } from "../../geometry/vector.ts";
import { runToEnd } from "../../scenario/run.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { type RunSummary, summarise } from "../../scenario/summary.ts";
import { counts } from "../counts.ts";
import { scenarioOf } from "./scenario_files.ts";

function summaryOf(scenario: Scenario): RunSummary {
  const run = runToEnd(scenario);
  if (E.isLeft(run)) throw new Error(JSON.stringify(run.left));
  return summarise(run.right.metrics, {});
}

function broken({ id, expectations }: RunSummary): readonly string[] {
  return expectations.filter(({ verdict, text }) => verdict !== "holds" && !text.includes("repeat"))
    .map(({ text, found }) => `${id}: ${text}, found ${found}`);
}

it("C8: S08, S09 and S13 end as they ought to, turned and shifted too", () => {
  const angle = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
    shift = fc.integer({ min: -500, max: 500 });
  for (const name of ["S08", "S09", "S13"]) assertEquals(broken(summaryOf(scenarioOf(name))), []);
  fc.assert(
    fc.property(fc.constantFrom("S08", "S09", "S10", "S13"), angle, shift, shift, (name, by, x, y) => {
      const turn = (p: Vec2): Vec2 => ({
        x: p.x * Math.cos(by) - p.y * Math.sin(by),
        y: p.x * Math.sin(by) + p.y * Math.cos(by),
      });
      const move = (p: Vec2): Vec2 => ({ x: x + turn(p).x, y: y + turn(p).y });
      const scenario = scenarioOf(name);
      const moved: Scenario = {
        ...scenario,
        walls: scenario.walls.map((wall) => wall.map(move)),
        agents: scenario.agents.map(({ goal, velocity, ...agent }) => ({
          ...agent,
          position: move(agent.position),
          ...(goal === undefined ? {} : { goal: move(goal) }),
          ...(velocity === undefined ? {} : { velocity: turn(velocity) }),
        })),
      };
      assertEquals(broken(summaryOf(moved)), []);
    }),
    { numRuns: counts("turned walls") },
  );
});

it("C8: through a door, round the corners of a corridor, and among RVO2's blocks all arrive", () => {
  for (const name of ["doorway", "corridor-corners", "blocks"]) {
    const summary = summaryOf(scenarioOf(name));
    assertEquals(broken(summary), []);
    assertEquals([summary.counts.BoundaryUnreachable, summary.counts.Uncontrolled], [0, 0], name);
  }
});

it("C8, C9: in a door for one, two agents stop without contact and are reported as waiting for each other (S10)", () => {
  const summary = summaryOf(scenarioOf("S10"));
  assert(O.isSome(summary.leastGap) && summary.leastGap.value.value > 0);
  assert(O.isSome(summary.leastClearance) && summary.leastClearance.value.value > -3e-6);
  assert(summary.deadlocks.some(({ agents, after }) => agents.join() === "a,b" && after <= 2));
});
