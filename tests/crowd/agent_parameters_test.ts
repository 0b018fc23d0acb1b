import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import { parametersOf } from "../../crowd/agent_parameters.ts";
import type { AgentId } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, agentNamed, BASE, bits, crowdOf, decisionOf, neighborIds, scenes, walker } from "./scenes.ts";

const OWN = {
  timeHorizon: 1,
  timeHorizonObstacles: 3,
  safetyMargin: 0.25,
  neighborDistance: 4,
  maxNeighbors: 2,
  detour: "off",
} as const;

it("C2: an agent's own parameters stand in the places of the crowd's", () => {
  const crowd = crowdOf([walker("a", 0, 0, { parameters: OWN }), walker("b", 5, 0)]);
  const [a, b] = crowd.agents;
  assertEquals(parametersOf(a!, crowd.parameters), { ...crowd.parameters, ...OWN });
  assertEquals(parametersOf(b!, crowd.parameters), crowd.parameters);
});

it("C2: an agent that has the crowd's parameters as its own decides the same bits", () => {
  fc.assert(
    fc.property(scenes, ({ agents, parameters }) => {
      const plain = after(crowdOf(agents, parameters), 5), { parameters: all } = plain;
      const { timeHorizon, timeHorizonObstacles, safetyMargin, neighborDistance, maxNeighbors, detour } = all;
      const own = { timeHorizon, timeHorizonObstacles, safetyMargin, neighborDistance, maxNeighbors, detour };
      const given = after(crowdOf(agents.map((agent) => ({ ...agent, parameters: own })), parameters), 5);
      assertEquals(given.agents.every((agent) => agent.parameters !== undefined), true);
      assertEquals(bits(given.report), bits(plain.report));
    }),
    runs("crowd properties"),
  );
});

it("C2: parameters of an agent are as good as a crowd of its own that has them", () => {
  fc.assert(
    fc.property(scenes, fc.nat(), ({ agents, parameters: drawn }, pick) => {
      // The weight of who has settled goes by the crowd's horizon: what others see of an agent is the crowd's.
      const parameters = { ...drawn, settling: "off" };
      const chosen = agents[pick % agents.length]!, { detour: _, ...hard } = OWN;
      const own = { ...hard, detour: { rise: 0.5 } };
      const one = stepCrowd(crowdOf(
        agents.map((agent) => agent === chosen ? { ...agent, parameters: own } : agent),
        parameters,
      ));
      const all = stepCrowd(crowdOf(agents, { ...parameters, ...own }));
      const of = ({ report }: Crowd, id: AgentId) => [
        report.decisions.find((entry) => entry.id === id),
        report.cuts.find((entry) => entry.id === id),
      ];
      assertEquals(bits(of(one, chosen.id)), bits(of(all, chosen.id)));
    }),
    runs("crowd properties"),
  );
});

it("C2: one looks far ahead, the other not: each by its own horizon", () => {
  const crowd = stepCrowd(crowdOf([
    walker("far", 0, 0, { parameters: { timeHorizon: 8 } }),
    walker("near", 12, 0),
  ]));
  assertEquals([neighborIds(crowd, "far"), neighborIds(crowd, "near")], [["near"], []]);
});

it("M3: agents with parameters of their own never overlap", () => {
  let crowd = crowdOf(
    Array.from({ length: 12 }, (_, k) =>
      walker(k, 3 * (k % 4), 3 * Math.trunc(k / 4), {
        goal: { x: 3 * (3 - k % 4), y: 3 * (2 - Math.trunc(k / 4)) },
        budget: 2,
        parameters: {
          timeHorizon: 0.25 + k % 3,
          safetyMargin: k % 2 / 4,
          maxNeighbors: 1 + k % 4,
          detour: k % 5 === 0 ? "off" : { rise: k / 10 },
        },
      })),
    { separation: "floor" },
  );
  for (let k = 0; k < 200; k++) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.overlaps, []);
    assertEquals(crowd.report.decisions.flatMap(({ decision }) => decision.proof?.unproven ?? []), []);
  }
});

it("C2: what is wrong with an agent's own parameters is named with path and ID", () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ["timeHorizon", 0],
    ["timeHorizonObstacles", -1],
    ["safetyMargin", -0.1],
    ["neighborDistance", 0],
    ["maxNeighbors", 1.5],
    ["detour", "on"],
  ];
  const made = createCrowd({
    agents: bad.map(([name, value], i) => walker(`a${i}`, 3 * i, 0, { parameters: { [name]: value } })),
    parameters: BASE,
  });
  assert(made._tag === "Left");
  assertEquals(
    made.left.map(({ path, agent }) => [path, agent]),
    bad.map(([name], i) => [["agents", i, "parameters", name], `a${i}`]),
  );
});

it("C6: constants of an agent's detour memory that are left out are the crowd's", () => {
  const crowd = crowdOf([walker("a", 0, 0, { parameters: { detour: { rise: 1 } } })], {
    detour: { ceiling: 0.25 },
  });
  const { detour } = parametersOf(agentNamed(crowd, "a"), crowd.parameters);
  assert(detour !== "off");
  assertEquals([detour.rise, detour.ceiling, detour.fall], [1, 0.25, 0.3]);
  assertEquals(decisionOf(stepCrowd(crowd), "a").kind, "Clear");
});
