import { assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { Engine } from "../../bench/peers/engine.ts";
import type { Scene } from "../../bench/peers/scene.ts";
import { timeInTurns, timingOf } from "../../bench/peers/timing.ts";
import { watch } from "../../bench/peers/watch.ts";

/** Two agents of radius 0.3 m, and where they are before the first step and after each. */
function engineOf(places: readonly (readonly number[])[]): Engine {
  return {
    name: "told",
    setTo: "",
    start: () => {
      let at = 0;
      return {
        step: () => {
          at++;
        },
        readPositions: (into) => into.set(places[at]!),
        stop: () => {},
      };
    },
  };
}

const scene: Scene = {
  side: 10,
  starts: [{ x: 0, y: 0 }, { x: 4, y: 0.1 }],
  goals: [{ x: 4, y: 0 }, { x: 9, y: 9 }],
};

it("peers: discs that pass through each other within a step are seen, also where they are apart at its ends", async () => {
  const seen = await watch(engineOf([[0, 0, 4, 0.1], [4, 0, 0, 0.1]]), scene, 1);
  assertAlmostEquals(seen.leastGap, 0.1 - 0.6, 1e-12);
  assertAlmostEquals(seen.leastGapAtEnds, Math.hypot(4, 0.1) - 0.6, 1e-12);
  assertEquals([seen.overlaps, seen.depth, seen.arrived], [0, 0, 0.5]);
});

it("peers: overlaps at the ends of steps are counted by pair and step, and agents that have arrived stay counted", async () => {
  const seen = await watch(
    engineOf([[0, 0, 4, 0.1], [3.5, 0, 4, 0], [0, 0, 4, 0], [0, 0, 0.5995, 0]]),
    scene,
    3,
  );
  assertAlmostEquals(seen.leastGapAtEnds, 0.5 - 0.6, 1e-12);
  // One of three steps ends with an overlap; half a millimetre is none.
  assertAlmostEquals(seen.overlaps, 1000 / (2 * 3), 1e-9);
  assertAlmostEquals(seen.depth, 0.1, 1e-12);
  assertEquals([seen.arrived, seen.steps], [0.5, 3]);
});

it("peers: all engines take the same steps of the scene in each turn, and the first one's ratio is 1", async () => {
  const steps: number[][] = [[], []];
  const engines = steps.map((taken, i): Engine => ({
    name: `${i}`,
    setTo: "",
    start: () => {
      taken.push(0);
      return {
        step: () => {
          taken[taken.length - 1]!++;
        },
        readPositions: () => {},
        stop: () => {},
      };
    },
  }));
  const timings = engines.map((engine) => timingOf(engine, scene));
  const timed = await timeInTurns(timings, 2, { warmUp: 15, rounds: 4, from: 2, steps: 3 });
  const turns = Array.from({ length: 2 + 4 }, () => 5); // 15 agent-steps of warming up are two turns
  assertEquals(steps, [turns, turns]);
  assertEquals([timed.length, timed[0]!.ratio], [2, 1]);
});
