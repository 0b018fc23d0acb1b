import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid } from "../../avoidance/mod.ts";
import { FLOOR_SLACK, type Mover, separationEdges, SLACK_PER_COORDINATE } from "../../boundary/mod.ts";
import { addAgents, createCrowd, stepCrowd } from "../../crowd/mod.ts";
import { crowdFrom } from "./crowd_run.ts";

const PARAMETERS = { timeHorizon: 2, timeStep: 0.1 };

function at(id: number, x: number, y: number, more: Partial<Mover> = {}): Mover {
  return { id, position: { x, y }, velocity: { x: 0, y: 0 }, radius: 0.5, budget: 1, ...more };
}

/** Distance of a pair's planes, m. */
function width(a: Mover, b: Mover, slack?: number): number {
  const edges = separationEdges(a, b, slack);
  if (edges._tag === "None") throw new Error("Expected a separated pair");
  return -edges.value[1].offset - edges.value[0].offset;
}

it("M9: planes are R + ε apart, and R apart, each at its stop's end, where the gap is less than ε", () => {
  assertEquals([FLOOR_SLACK, SLACK_PER_COORDINATE], [1e-9, 1e-13]);
  assertAlmostEquals(width(at(1, 0, 0), at(2, 3, 0)), 1 + 1e-9, 1e-15);
  assertAlmostEquals(width(at(1, 0, 0), at(2, 3, 0), 0.25), 1.25, 1e-15);
  assertAlmostEquals(width(at(1, 0, 0), at(2, 1.125, 0), 0.25), 1.125, 1e-15);
  assertEquals(width(at(1, 0, 0), at(2, 1, 0), 0.25), 1);
});

it("M9: a pair whose stops are R apart to rounding counts as separated, 1e-11 m nearer does not", () => {
  assertEquals(separationEdges(at(1, 0, 0), at(2, 1, 0))._tag, "Some");
  assertEquals(separationEdges(at(1, 0, 0), at(2, 1 - 2 ** -53, 0))._tag, "Some");
  assertEquals(separationEdges(at(1, 0, 0), at(2, 0.6, 0.8, { radius: 0.5 }))._tag, "Some");
  const running = at(1, 0, 0, { velocity: { x: 2, y: 0 } }); // stops at (2, 0)
  assertEquals(separationEdges(running, at(2, 3, 0))._tag, "Some");
  assertEquals(separationEdges(at(1, 0, 0), at(2, 1 - 1e-11, 0))._tag, "None");
  assertEquals(separationEdges(running, at(2, 3 - 1e-11, 0))._tag, "None");
  assertEquals(separationEdges(running, at(2, 3 - 2 ** -51, 0))._tag, "Some");
});

it("M4, M9: a stop that ends exactly at R of somebody who stands is carried out, and an ulp lost on the way loses nothing", () => {
  for (const [speed, budget, timeStep] of [[4, 4, 0.1], [4, 4, 1 / 3], [3, 2, 0.07], [2, 1, 0.25]] as const) {
    const stops = speed * speed / (2 * budget);
    let crowd = crowdFrom({
      agents: [
        {
          id: "a",
          position: { x: 0, y: 0 },
          velocity: { x: speed, y: 0 },
          radius: 0.5,
          maxSpeed: speed,
          budget,
        },
        { id: "b", position: { x: stops + 1, y: 0 }, radius: 0.5, maxSpeed: 0, locked: true },
      ],
      parameters: { timeHorizon: 2, timeStep },
    });
    for (let tick = 0; tick < 60; tick++) {
      crowd = stepCrowd(crowd);
      const [a, b] = crowd.agents;
      const gap = Math.hypot(b!.position.x - a!.position.x, b!.position.y - a!.position.y) - 1;
      assert(gap >= -1e-12, `${speed} ${budget} ${timeStep}, tick ${tick}: ${gap}`);
      assertEquals(crowd.report.decisions.flatMap(({ decision }) => decision.proof?.unproven ?? []), []);
    }
  }
});

it("M9: two that touch exactly may part, may slide along each other, and never overlap", () => {
  let crowd = crowdFrom({
    agents: [0, 1].map((id) => ({ id, position: { x: id, y: 0 }, radius: 0.5, maxSpeed: 1.5, budget: 2 })),
    parameters: PARAMETERS,
  });
  for (let tick = 0; tick < 60; tick++) {
    crowd = stepCrowd(crowd, {
      preferred: [{ id: 0, velocity: { x: 1.5, y: 0.5 } }, { id: 1, velocity: { x: -1.5, y: -0.5 } }],
    });
    const [a, b] = crowd.agents;
    const distance = Math.hypot(b!.position.x - a!.position.x, b!.position.y - a!.position.y);
    assert(distance >= 1 - 1e-12, `tick ${tick}: ${distance}`);
    assertEquals(crowd.report.decisions.flatMap(({ decision }) => decision.proof?.unproven ?? []), []);
    assertEquals(crowd.report.counts.BoundaryUnreachable + crowd.report.counts.Uncontrolled, 0);
  }
});

it("M9: a slack below 1e-13 of the largest coordinate is an error of the input", () => {
  const crowd = (x: number, floorSlack?: number) =>
    createCrowd({
      agents: [{ id: 1, position: { x: 0, y: -x }, radius: 0.5, maxSpeed: 1 }],
      parameters: { ...PARAMETERS, ...(floorSlack === undefined ? {} : { floorSlack }) },
    });
  const input = (x: number, floorSlack: number) => ({
    self: { id: 1, position: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, radius: 0.5 },
    neighbors: [{ id: 2, position: { x, y: 0 }, velocity: { x: 0, y: 0 }, radius: 0.5 }],
    parameters: PARAMETERS,
    preferred: { x: 0, y: 0 },
    maxSpeed: 1,
    floorSlack,
  });
  for (
    const [x, slack, ok] of [[1e5, 1e-9, false], [1e5, 1e-8, true], [100, 2e-11, true], [
      100,
      9e-12,
      false,
    ]] as const
  ) {
    for (const found of [crowd(x, slack), avoid(input(x, slack))]) {
      assertEquals(found._tag, ok ? "Right" : "Left", `${x} ${slack}`);
      if (found._tag === "Left") assertEquals(found.left.map(({ field }) => field), ["floorSlack"]);
    }
  }
  for (const slack of [0, -1e-9, NaN, Infinity]) {
    assertEquals(crowd(1, slack)._tag, "Left");
    assertEquals(avoid(input(1, slack))._tag, "Left");
  }
});

it("M9: the default grows with the coordinates, also when agents are added", () => {
  const slackOf = (x: number) =>
    crowdFrom({
      agents: [{ id: 1, position: { x, y: 0 }, radius: 0.5, maxSpeed: 1 }],
      parameters: PARAMETERS,
    }).parameters.floorSlack;
  assertEquals([slackOf(0), slackOf(9000), slackOf(-1e6)], [1e-9, 1e-9, 1e-13 * 1e6]);
  const near = crowdFrom({ agents: [], parameters: PARAMETERS });
  const grown = addAgents(near, [{ id: 2, position: { x: 0, y: 4e6 }, radius: 0.5, maxSpeed: 1 }]);
  if (grown._tag === "Left") throw new Error(grown.left[0].rule);
  assertEquals(grown.right.parameters.floorSlack, 1e-13 * 4e6);
});
