import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  agentOfKernel,
  createCrowd,
  crowdOfKernel,
  explainAgent,
  isOnRecords,
  kernelOf,
  stepCrowd,
  stepCrowdFast,
  stepKernel,
} from "../../../crowd/mod.ts";
import { DECISION_KINDS } from "../../../crowd/kernel/columns.ts";
import { wholeOf } from "../../../crowd/kernel/step.ts";
import { decideAgent } from "../../../avoidance/decide_agent.ts";
import { situationOf } from "../../../crowd/choose.ts";
import { floorOf } from "../../../crowd/floor.ts";
import { neighborsOf } from "../../../crowd/neighbors.ts";
import { indexObstacles } from "../../../crowd/obstacle_search.ts";
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

it("S9, C10: who is refused the least violation tries the others in columns as well, those that violate less first", () => {
  const side = 16, { number } = chanceOf(3), places = [5, 11];
  const made = createCrowd({
    agents: Array.from({ length: 150 }, (_, id) => ({
      id,
      position: { x: side * (id % 12 + 0.3 * number()) / 12, y: side * Math.floor(id / 12) / 12 },
      goal: { x: places[id % 2]!, y: places[(id >> 1) % 2]! },
      radius: 0.3,
      maxSpeed: 1.5,
      budget: 5,
    })),
    parameters: { timeHorizon: 2, timeStep: 0.1, neighborDistance: 5, maxNeighbors: 10 },
  });
  if (made._tag === "Left") throw new Error(made.left[0].rule);
  let kernel = kernelOf(made.right), refused = 0;
  for (let step = 0; step < 150; step++) kernel = stepKernel(kernel);
  for (let step = 0; step < 10; step++) {
    const next = stepKernel(kernel);
    assertEquals([...next.room.pending].filter((whom) => whom !== 0), [], "all in columns");
    const { agents, index, floor, walls, parameters } = wholeOf(kernel, indexObstacles([]));
    agents.forEach((agent, i) => {
      if (DECISION_KINDS[next.state.kind[i]!] !== "AvoidanceRelaxed") return;
      const { neighbors } = neighborsOf(i, agents, index, parameters);
      const separation = floorOf(i, agents, floor, parameters);
      const wish = { x: kernel.room.wishX[i]!, y: kernel.room.wishY[i]! };
      const situation = situationOf(agent, neighbors, walls, separation, wish, parameters);
      const { rejected } = decideAgent({ ...situation, explain: true });
      if (rejected!.some(({ stage }) => stage === "AvoidanceRelaxed")) refused++;
    });
    kernel = next;
  }
  assert(refused > 10, `${refused} were refused it`);
  compare(crowdOfKernel(kernel), 10);
});

it("C10: patience that is none once it is rounded, and zeros with a minus, make no difference", () => {
  const walker = (id: number, x: number, more: object) => ({
    id,
    position: { x, y: -0 },
    velocity: { x: -0, y: -0 },
    radius: 0.3,
    maxSpeed: 1.5,
    waiting: -0,
    route: [{ x: id === 0 ? 20 : -9, y: 0 }],
    ...more,
  });
  const both = (distance: number, more: object) => [walker(0, -0, more), walker(1, distance, more)];
  const crowds = [
    both(1, { budget: 5 }),
    both(1e-11, { budget: 5, radius: 2e-12 }),
    both(1, {}),
    [walker(0, -0, {}), walker(1, 0.4, {}), walker(2, -0.4, {}), walker(3, 0.2, {})], // nothing satisfies its neighbors
    [walker(0, -0, { route: [{ x: 1.1, y: 0 }] }), walker(1, 0.6, { locked: true })], // nobody comes past it
  ];
  for (const agents of crowds) {
    for (const [detour, settling] of [[undefined, undefined], [{ patience: 5e-324 }, { patience: 5e-324 }]]) {
      for (const separation of ["floor", "off"]) {
        const made = createCrowd({
          agents,
          parameters: {
            timeHorizon: 2,
            timeStep: 0.1,
            separation,
            fallback: "keepPrevious",
            detour,
            settling,
          },
        });
        if (made._tag === "Left") throw new Error(made.left[0].rule);
        const slow = stepCrowd(made.right).agents, fast = stepKernel(kernelOf(made.right));
        slow.forEach((agent, i) => {
          const numbers = ({ position, velocity, waiting, settled }: typeof agent) => [
            position.x,
            position.y,
            velocity.x,
            velocity.y,
            waiting,
            settled,
          ];
          const expected = numbers(agent), found = numbers(agentOfKernel(fast, i));
          assert(found.every((number, k) => Object.is(number, expected[k])), `${found}, not ${expected}`);
        });
      }
    }
  }
});
