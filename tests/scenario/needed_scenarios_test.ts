import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { agentOf, createCrowd, stepCrowd, withObstacles } from "../../crowd/mod.ts";
import { names, scenarioOf } from "./scenario_files.ts";

/** The scenes that C14 names, and the files that they are in; `runs_test.ts` runs those. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "head-on pair": ["head-on-pair", "head-on-pair-no-margin", "S01"],
  "four-way crossing": ["four-way-crossing"],
  "antipodal circle": ["circle-12", "circle-30", "symmetric-16", "S03"],
  "two groups through a narrow door in both directions": ["door-both-ways", "S10"],
  "ring around one agent": ["ring-around-one"],
  "blocks": ["blocks", "rvo2-blocks"],
  "two-way corridor": ["counterflow-27-27", "counterflow-36-18", "counterflow-45-9", "counterflow-54-0"],
  "random dense": ["random-dense"],
  "a parked non-cooperative disc, an agent that ignores everyone": ["S12", "X18"],
  "an obstacle that appears at once within braking distance": ["sudden-wall"],
  "a moving platform": ["platform-and-wall", "ferry", "belt", "turning-platform"],
  "the P/Q slope": ["pq-slope", "pq-slope-one", "pq-corridor"],
};

it("C14: every scene that is needed is a file, and nothing of it waits for later parts but the door for one", () => {
  const files = Object.values(NEEDED).flat();
  assertEquals(files.filter((name) => !names.includes(name)), []);
  const waiting = files.filter((name) => scenarioOf(name).belongsTo !== undefined);
  assertEquals(waiting, ["S10"]);
});

it("C14, B19: a wall that is suddenly there within braking distance: full braking from that step on, and nothing is claimed", () => {
  const made = createCrowd({
    agents: [{
      id: "a",
      position: { x: -20, y: 0 },
      velocity: { x: 6, y: 0 },
      radius: 0.5,
      maxSpeed: 6,
      budget: 1.5,
      goal: { x: 40, y: 0 },
    }],
    parameters: { timeHorizon: 3, timeHorizonObstacles: 1, timeStep: 0.05 },
  });
  assert(made._tag === "Right");
  let crowd = made.right;
  while (crowd.tick < 40) crowd = stepCrowd(crowd);
  assertEquals(crowd.report.counts.Clear, 1);
  const corners = [{ x: 0, y: -10 }, { x: 30, y: -10 }, { x: 30, y: 10 }, { x: 0, y: 10 }];
  const walled = withObstacles(crowd, [{ id: "wall", corners }]);
  assert(walled._tag === "Right");
  crowd = walled.right;
  for (let step = 1; step <= 80; step++) {
    crowd = stepCrowd(crowd);
    assertEquals(crowd.report.counts.BoundaryUnreachable, 1, `${step}`);
    assertAlmostEquals(agentOf(crowd, "a")!.velocity.x, 6 - 1.5 * 0.05 * step, 1e-12);
  }
  // It stands in the wall after v²/2a = 12 m, the way that it could not but take, and then goes back out.
  assertAlmostEquals(agentOf(crowd, "a")!.position.x, 4, 1e-9);
  while (crowd.time < 20) crowd = stepCrowd(crowd);
  assertAlmostEquals(agentOf(crowd, "a")!.position.x, -0.5, 1e-6);
});
