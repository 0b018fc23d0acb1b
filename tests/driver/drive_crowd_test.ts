import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { driveCrowd, type DriverPorts, type Frame } from "../../driver/drive_crowd.ts";
import { drivenCrowd, type DrivenStep } from "../../driver/driven_crowd.ts";
import { dueSteps, type FrameTime, NO_TIME } from "../../driver/frame_time.ts";
import { replay } from "../../driver/replay.ts";
import { runRecordOf } from "../../driver/run_log.ts";
import { counts } from "../counts.ts";
import { memorySink, PLAIN, PLAIN_GIVEN, runThrough, TILED, TILED_GIVEN } from "./recorded_runs.ts";
import { right } from "./slope.ts";

/** A clock that stands at these seconds, one after the other, and then at the last. */
function clockOf(times: readonly number[]): Pick<DriverPorts, "clock" | "nextFrame"> {
  let i = 0;
  return {
    clock: () => times[Math.min(i, times.length - 1)]!,
    nextFrame: () => {
      i++;
      return Promise.resolve();
    },
  };
}

/** A clock that goes on by so much in every frame. */
function evenClock(frame: number): Pick<DriverPorts, "clock" | "nextFrame"> {
  let frames = 0;
  return {
    clock: () => 1e6 + frames * frame,
    nextFrame: () => {
      frames++;
      return Promise.resolve();
    },
  };
}

it("C12: steps, what is left and what is dropped add up to the time that has gone by, whatever the frames are", () => {
  const cutting = fc.record({
    timeStep: fc.double({ min: 1e-3, max: 1, noNaN: true }),
    mostSteps: fc.integer({ min: 1, max: 8 }),
  });
  fc.assert(
    fc.property(
      cutting,
      fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { maxLength: 60 }),
      (cut, frames) => {
        let time: FrameTime = NO_TIME, steps = 0, dropped = 0;
        for (const elapsed of frames) {
          const due = dueSteps(time, elapsed, cut);
          assert(Number.isInteger(due.steps) && due.steps >= 0 && due.steps <= cut.mostSteps);
          assert(due.left.seconds >= 0 && due.left.seconds <= cut.timeStep && due.dropped >= 0);
          if (due.dropped > 0) assertEquals(due.steps, cut.mostSteps);
          time = due.left;
          steps += due.steps;
          dropped += due.dropped;
        }
        const all = frames.reduce((sum, one) => sum + one, 0);
        return Math.abs(steps * cut.timeStep + time.seconds + dropped - all) <= 1e-6;
      },
    ),
    { numRuns: counts("frames") },
  );
});

it("C12: ten frames of 10 ms are a step of 100 ms, and odd clocks count as standing still", () => {
  let time = NO_TIME, steps = 0;
  for (let frame = 0; frame < 1000; frame++) {
    const due = dueSteps(time, 0.01, { timeStep: 0.1, mostSteps: 5 });
    time = due.left;
    steps += due.steps;
  }
  assertEquals(steps, 100);
  for (const elapsed of [-1, NaN, -Infinity, Infinity]) {
    assertEquals(dueSteps({ seconds: 0.05 }, elapsed, { timeStep: 0.1, mostSteps: 5 }), {
      steps: 0,
      left: { seconds: 0.05 },
      dropped: 0,
    });
  }
});

it("C12: each step senses the crowd as it is, decides, and is acted on before the next one senses", async () => {
  const order: string[] = [];
  const start = right(await drivenCrowd(PLAIN));
  await driveCrowd(start, {
    ...evenClock(0.25),
    sense: async ({ tick }) => {
      await Promise.resolve();
      order.push(`sense ${tick}`);
      return {};
    },
    act: async ({ before, after }) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      order.push(`act ${before.tick} ${after.crowd.tick}`);
    },
    show: ({ now }) => order.push(`show ${now.tick}`),
  }, { steps: 4 });
  assertEquals(order, [
    ...["sense 0", "act 0 1", "sense 1", "act 1 2", "show 2"],
    ...["sense 2", "act 2 3", "sense 3", "act 3 4", "show 4"],
  ]);
});

it("C12: what comes out depends on what is sensed, not on the clock; plain crowds and crowds on tiles alike", async () => {
  for (const [input, given, ticks] of [[PLAIN, PLAIN_GIVEN, 30], [TILED, TILED_GIVEN, 60]] as const) {
    const wanted = (await runThrough(input, given, ticks, {})).run;
    const ragged = clockOf(Array.from({ length: 400 }, (_, i) => 0.037 * i + (i % 7) * 0.03));
    for (const ports of [evenClock(0.1), evenClock(1 / 60), evenClock(3), ragged]) {
      const { run, ending, steps } = await driveCrowd(right(await drivenCrowd(input)), {
        ...ports,
        sense: ({ tick }) => given.get(tick) ?? {},
      }, { steps: ticks });
      assertEquals([ending, steps], ["complete", ticks]);
      assertEquals(run.crowd, wanted.crowd);
      assertEquals(run.handoffs?.world, wanted.handoffs?.world);
    }
  }
});

it("C12, C16: after a sleep of a minute the time beyond a few steps is dropped and reported; no step is longer", async () => {
  const frames: Frame[] = [], told: number[] = [];
  const { steps, dropped } = await driveCrowd(right(await drivenCrowd(PLAIN)), {
    ...clockOf([0, 0.125, 60.25, 60.375]),
    show: (frame) => frames.push(frame),
  }, { steps: 6, mostSteps: 4, onProgress: ({ dropped }) => told.push(dropped) });
  assertEquals(frames.map(({ steps }) => steps), [1, 4, 1]);
  assertEquals(steps, 6);
  assert(Math.abs(dropped - 59.7) < 1e-9, String(dropped));
  assertEquals(told.at(-1), dropped);
  frames.forEach(({ now }) => assert(Math.abs(now.time - now.tick * 0.1) < 1e-12));
});

it("C12: what is shown lies between the last two crowds, by the share of the step that has gone by", async () => {
  const frames: Frame[] = [];
  await driveCrowd(right(await drivenCrowd(PLAIN)), {
    ...clockOf([0, 0.025, 0.125, 0.175, 0.25]),
    show: (frame) => frames.push(frame),
  }, { steps: 2 });
  assertEquals(frames.map(({ before, now }) => [before.tick, now.tick]), [[0, 0], [0, 1], [0, 1], [1, 2]]);
  frames.forEach(({ share }, i) => assert(Math.abs(share - [0.25, 0.25, 0.75, 0.5][i]!) < 1e-9));
});

it("C12: a signal stops it after the current step, and the record gets its end", async () => {
  const stop = new AbortController(), { sink, bytes } = memorySink(), acted: DrivenStep[] = [];
  const { ending, steps, run } = await driveCrowd(right(await drivenCrowd(PLAIN, { sink })), {
    ...evenClock(0.3),
    sense: ({ tick }) => PLAIN_GIVEN.get(tick) ?? {},
    act: (step) => {
      acted.push(step);
      if (step.after.crowd.tick === 14) stop.abort();
    },
  }, { signal: stop.signal });
  assertEquals([ending, steps, acted.length, run.crowd.tick], ["stopped", 14, 14, 14]);
  const again = right(await replay(right(runRecordOf(bytes()))));
  assertEquals([again.divergence, again.ending, again.crowd.crowd], [O.none, "whole", run.crowd]);
  const never = await driveCrowd(right(await drivenCrowd(PLAIN)), evenClock(1), {
    signal: AbortSignal.abort(),
  });
  assertEquals([never.steps, never.ending], [0, "stopped"]);
});

it("C12: an input that is no crowd comes back as errors, and so does one that cannot be recorded", async () => {
  const wrong = await drivenCrowd({ crowd: { agents: 1, parameters: { timeHorizon: 1, timeStep: 0.1 } } });
  assert(wrong._tag === "Left");
  assertEquals(wrong.left[0].path, ["agents"]);
  const { sink } = memorySink();
  const odd = await drivenCrowd({ crowd: { ...PLAIN.crowd as object, note: () => 1 } }, { sink });
  assert(odd._tag === "Left");
  assertEquals(odd.left[0].path, ["crowd", "note"]);
  const often = await drivenCrowd(PLAIN, { sink, every: 0 });
  assert(often._tag === "Left");
  assertEquals(often.left[0].path, ["every"]);
});
