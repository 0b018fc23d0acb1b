import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  explainAgent,
  isOnRecords,
  kernelOf,
  stepCrowd,
  stepCrowdFast,
  stepKernel,
} from "../../../crowd/mod.ts";
import { counts } from "../../counts.ts";
import { chanceOf, randomCrowd, randomIngredients, randomParameters } from "./random_crowds.ts";
import { compare } from "./side_by_side.ts";

it("C10: from one state the kernel decides what records decide, bit for bit, whatever is in the crowd", () => {
  const seen: Record<string, number> = {};
  for (let seed = 0; seed < counts("kernel crowds"); seed++) {
    const chance = chanceOf(1000 + seed), count = 2 + Math.floor(60 * chance.number());
    const crowd = randomCrowd(count, randomIngredients(chance), randomParameters(chance), chance);
    for (const [kind, n] of Object.entries(compare(crowd, 8))) seen[kind] = (seen[kind] ?? 0) + n;
  }
  for (const kind of ["Clear", "AvoidanceRelaxed", "ProvenStop"]) assert(seen[kind]! > 0, kind);
});

it("C10: so does a step that is given feedback, wishes and motions from outside", () => {
  const chance = chanceOf(5);
  const crowd = randomCrowd(
    40,
    { ...randomIngredients(chance), kinds: "mixed" },
    { timeHorizon: 2, timeStep: 0.1 },
    chance,
  );
  const [a, b, c] = crowd.agents.filter(({ locked }) => !locked).map(({ id }) => id);
  const input = {
    preferred: [{ id: a!, velocity: { x: 0.5, y: 0.25 } }, { id: "nobody", velocity: { x: 1, y: 0 } }],
    feedback: [{ id: b!, position: { x: 0.5, y: 0.25 }, velocity: { x: 0, y: 1 } }],
    moved: [{
      id: c!,
      motion: [{ duration: 0.1, velocity: { x: 1, y: 0 }, acceleration: { x: 0, y: 0 } }],
    }],
  };
  const slow = stepCrowd(crowd, input), fast = stepCrowdFast(crowd, input);
  assertEquals(fast.agents, slow.agents);
  assertEquals(fast.tick, slow.tick);
  for (const part of ["counts", "moved", "overlaps", "arrived", "rejectedInput"] as const) {
    assertEquals(fast.report[part], slow.report[part], part);
  }
});

it("C10: the record pipeline explains one agent's decision, as the kernel took it", () => {
  const chance = chanceOf(9);
  const crowd = randomCrowd(
    50,
    { ...randomIngredients(chance), kinds: "mixed" },
    { timeHorizon: 2, timeStep: 0.1, maxNeighbors: 5, neighborDistance: 2 },
    chance,
  );
  const before = kernelOf(crowd), after = stepKernel(before), { report } = stepCrowd(crowd);
  report.decisions.forEach((decision) => {
    const i = crowd.agents.findIndex(({ id }) => id === decision.id);
    const { decided, cut } = explainAgent(before, i);
    assertEquals(decided, decision);
    assertEquals(
      cut,
      report.cuts.find(({ id }) => id === decision.id) ?? { id: decision.id, byCap: 0, byDistance: 0 },
    );
    if (!isOnRecords(before, i)) assertEquals(after.state.vx[i], decided.decision.velocity.x);
  });
});

it("C10: a thousand agents in a dense crowd agree step by step, from the middle of a jam as well", () => {
  const size = counts("kernel crowd size"), steps = counts("kernel crowd steps");
  for (const separation of ["floor", "off"] as const) {
    const chance = chanceOf(77);
    const crowd = randomCrowd(
      size,
      {
        density: 0.4,
        kinds: "alike",
        region: "square",
        walls: "none",
        budget: separation === "floor" ? 2 : Infinity,
      },
      { timeHorizon: 2, timeStep: 0.1, neighborDistance: 5, maxNeighbors: 10, separation },
      chance,
    );
    const seen = compare(crowd, steps);
    assert(seen["AvoidanceRelaxed"]! > 0);
  }
});
