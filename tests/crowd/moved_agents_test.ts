import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { createCrowd } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { brokenMotions, partOfMotion } from "../../crowd/moved_agents.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { displacement, type MotionPiece } from "../../geometry/motion.ts";
import { accessProfile, profileDisplacement } from "../../handoff/access_profile.ts";
import { accessPieces } from "../../handoff/access.ts";
import { frozen } from "../geometry/frozen.ts";

const still = { x: 0, y: 0 };

function crowdOf(agents: readonly object[]): Crowd {
  const crowd = createCrowd({
    agents: agents.map((agent) => ({ radius: 0.3, maxSpeed: 1, budget: 1, ...agent })),
    parameters: { timeHorizon: 3, timeStep: 0.1 },
  });
  if (E.isLeft(crowd)) throw new Error(JSON.stringify(crowd.left));
  return frozen(crowd.right);
}

const along = (velocity: number, acceleration = 0, duration = 0.1): MotionPiece => ({
  duration,
  velocity: { x: velocity, y: 0 },
  acceleration: { x: acceleration, y: 0 },
});

it("C1, H6: an agent that something else moves goes exactly so, decides nothing, and takes no other agent's decision", () => {
  const crowd = crowdOf([
    { id: "m", position: { x: 0, y: 0 }, velocity: { x: 0.2, y: 0 }, goal: { x: 0, y: 9 } },
    { id: "o", position: { x: 2, y: 0.1 }, goal: { x: -2, y: 0.1 }, velocity: { x: -0.5, y: 0 } },
  ]);
  const motion = frozen([along(0.2, 1, 0.05), along(0.25, 0, 0.05)]);
  const { agents, report } = stepCrowd(crowd, { moved: [{ id: "m", motion }] });
  assertAlmostEquals(agents[0]!.position.x, 0.2 * 0.05 + 0.00125 + 0.0125, 1e-15);
  assertEquals(agents[0]!.velocity, { x: 0.25, y: 0 });
  assertEquals(report.decisions.map(({ id }) => id), ["o"]);
  assertEquals(report.moved, [{ id: "m", from: still, supportVelocity: still, motion }]);
  const free = stepCrowd(crowd);
  assertEquals(agents[1], free.agents[1], "others decide from the same snapshot, whoever moves it");
});

it("C1: a motion that does not fill the step, of somebody unknown or locked, or without numbers is reported and not used", () => {
  const crowd = crowdOf([
    { id: "m", position: still, goal: { x: 3, y: 0 } },
    { id: "wall", position: { x: 9, y: 0 }, locked: true },
  ]);
  const wrong: readonly (readonly [string | number, unknown])[] = [
    ["m", [along(0, 0, 0.05)]],
    ["m", []],
    ["m", [{ ...along(0), velocity: { x: NaN, y: 0 } }]],
    ["m", "fast"],
    ["wall", [along(0)]],
    ["nobody", [along(0)]],
  ];
  for (const [id, motion] of wrong) {
    const { agents, report } = stepCrowd(crowd, { moved: [{ id, motion: motion as MotionPiece[] }] });
    assertEquals(report.moved, []);
    assert(report.rejectedInput.length > 0, JSON.stringify(motion));
    assertEquals(agents, stepCrowd(crowd).agents);
  }
});

it("M2, B19: a motion is broken when it or the stop after it leaves the agent's side of the floor's plane", () => {
  // 0.98 m between the discs, and the stop takes 0.405 m: what is left, 0.575 m, is shared.
  const crowd = crowdOf([
    { id: "m", position: still, velocity: { x: 0.9, y: 0 } },
    { id: "o", position: { x: 1.58, y: 0 } },
  ]);
  const broken = (...motion: MotionPiece[]) => brokenMotions(crowd, [{ id: "m", motion }]);
  assertEquals(broken(along(0.9)), [], "0.09 m, and 0.405 m to stop in");
  assertEquals(broken(along(0.9, 1)), [], "0.095 m, and 0.5 m to stop in: 0.595 m of 0.6925 m");
  assertEquals(broken(along(0.9, -1)), [], "braking at once");
  const near = crowdOf([
    { id: "m", position: still, velocity: { x: 0.9, y: 0 } },
    { id: "o", position: { x: 1.08, y: 0 } },
  ]);
  const there = (...motion: MotionPiece[]) => brokenMotions(near, [{ id: "m", motion }]);
  assertEquals(there(along(0.9)), ["m"], "0.495 m of 0.4425 m");
  assertEquals(there(along(0.9, -1)), [], "braking at once is always covered");
  assertEquals(brokenMotions(near, [{ id: "nobody", motion: [along(1)] }]), []);
});

it("H5: parts of a motion add up to the whole, whatever the steps, and what has ended is at rest exactly", () => {
  for (const [length, budget, cap] of [[0.09, 1, 1], [3, 1, 1], [0.2, 1.5, 0.3]] as const) {
    const profile = accessProfile(length, budget, cap);
    const access = { attempt: 1, start: { x: -length, y: 0 }, end: still, speedCap: cap, profile };
    let way = 0;
    for (let step = 0; step < 60; step++) {
      const part = partOfMotion(accessPieces(access), 0.1 * step, 0.1 * (step + 1));
      assertAlmostEquals(part.reduce((sum, { duration }) => sum + duration, 0), 0.1, 1e-12);
      way += displacement(part).x;
      assertAlmostEquals(way, profileDisplacement(profile, 0, 0.1 * (step + 1)), 1e-14);
    }
    assertAlmostEquals(way, length, 1e-14);
    assertEquals(partOfMotion(accessPieces(access), 59, 60), [{
      duration: 1,
      velocity: still,
      acceleration: still,
    }]);
  }
});
