import { itemsOf } from "../../crowd/persistent_list.ts";
import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd } from "../../crowd/crowd.ts";
import { hearCrossing } from "../../crowd/hear_crossing.ts";
import { redirect, replaceGround, stepTiledCrowd } from "../../crowd/tiled_step.ts";
import { carriedOut, type HandoffRun, openHandoffRun, stepHandoffs } from "../../driver/handoff_runner.ts";
import { memoryStore } from "../../driver/handoff_store.ts";
import { picturesOf } from "../../driver/pictures.ts";
import { runScenario } from "../../driver/run_scenario.ts";
import { buildCrowd } from "../../scenario/parse.ts";
import { runToEnd, stepsOf } from "../../scenario/run.ts";
import { stepMotions } from "../../scenario/step_motion.ts";
import { summarise } from "../../scenario/summary.ts";
import { frozen } from "../geometry/frozen.ts";
import { scenarioOf } from "../scenario/scenario_files.ts";
import { after, bodyOf, GROUND, onAccess, resting, right, runOf, stateOf, until } from "./slope.ts";

const V = 1.2, A = 1.5, ROUNDING = 1e-9;

/** Watches every step of a scenario's run: the crowd as it moved off, the run after it. */
async function watch(name: string, see: (before: Crowd, run: HandoffRun) => void): Promise<HandoffRun> {
  const scenario = scenarioOf(name);
  let run = right(await openHandoffRun(right(buildCrowd(scenario)), scenario.ground!, memoryStore()));
  for (let step = stepsOf(scenario); step > 0; step--) {
    const { before, run: next } = await stepHandoffs(run);
    see(before, next);
    run = next;
  }
  return run;
}

it("C14, H2, H8: of 20 agents in both directions none ever moves beyond the edge under the budgets of this side", async () => {
  let onSlope = 0, crossed = 0;
  const run = await watch("pq-slope", (before, { world: { crowd } }) => {
    for (const { before: old, after: now, pieces } of stepMotions(before, crowd)) {
      const steep = old.gradient.x > 0, k = steep ? 2 : 1;
      for (const x of [old.position.x, now.position.x]) {
        assert(steep ? x >= -1e-12 : x <= 1e-12, `${old.id} at ${x}`);
      }
      for (const { velocity, acceleration, duration } of pieces) {
        const end = {
          x: velocity.x + acceleration.x * duration,
          y: velocity.y + acceleration.y * duration,
        };
        assert(Math.max(Math.hypot(velocity.x, velocity.y), Math.hypot(end.x, end.y)) <= V / k + ROUNDING);
        assert(
          Math.hypot(acceleration.x, acceleration.y) <= A / k + ROUNDING,
          `${old.id} accelerates too much`,
        );
      }
      if (steep) onSlope++;
    }
    crossed += crowd.agents.filter(({ id, gradient }) =>
      before.agents.find((agent) =>
        agent.id === id
      )!.gradient.x !== gradient.x
    ).length;
  });
  assert(onSlope > 500, String(onSlope));
  assert(crossed === 0, "a tile changes between the motions, not in them");
  assertEquals(run.world.crowd.report.arrived.length, 20);
});

it("C14, H2, H7: none of them is recorded as stopped while it slides, and each has stood on the edge before it left", async () => {
  const stood = new Set<unknown>();
  await watch("pq-slope", (_, { world }) => {
    for (const { id, state } of itemsOf(world.crossers)) {
      const { velocity, position } = world.crowd.agents.find((agent) => agent.id === id)!;
      const isStopped = state.phase === "AtBoundary" || state.phase === "Adopting" ||
        (state.phase === "Stopping" && state.stop === "confirmed");
      if (isStopped) assert(Math.hypot(velocity.x, velocity.y) < 1e-3, `${id} slides`);
      if (state.phase === "AtBoundary") {
        assert(Math.abs(position.x) <= 1e-12);
        stood.add(id);
      }
    }
  });
  assertEquals(stood.size, 20);
});

it("C14: both slope scenarios do what they expect, in the driver as without a log, bit for bit", async () => {
  for (const name of ["pq-slope-one", "pq-slope"]) {
    const result = right(await runScenario(scenarioOf(name)));
    assertEquals(result.summary.expectations.filter(({ verdict }) => verdict !== "holds"), [], name);
    assertEquals(result.storeFailure, O.none);
    const pure = runToEnd(scenarioOf(name));
    assert(E.isRight(pure));
    assertEquals(summarise(pure.right.metrics, {}).digest, result.summary.digest);
    assertEquals(picturesOf(result).map(({ file }) => file).includes(`${name}-handoffs.svg`), true);
  }
});

it("C14, P3: the timeline of the twenty has twenty rows that end with an adoption", async () => {
  const { handoffs } = right(await runScenario(scenarioOf("pq-slope")));
  assert(O.isSome(handoffs));
  const { rows } = handoffs.value;
  assertEquals(rows.length, 20);
  for (const { marks, deadlines } of rows) {
    assertEquals(marks.at(-1)?.kind, "adopted");
    assertEquals(deadlines.length, 1);
  }
});

it("H9, H14: on the edge, which belongs to both tiles, a restart goes by the record", async () => {
  for (const from of [-0.2, 0.2]) {
    const store = memoryStore(), agent = { ...resting(from), goal: { x: -10 * from, y: 0 } };
    const beyond = (run: HandoffRun): boolean => (bodyOf(run).gradient.x > 0) === (from < 0);
    const there = await until(await runOf([agent], { store }), (run) => stateOf(run).phase === "AtBoundary");
    const before = right(await openHandoffRun(there.world.crowd, GROUND, store));
    assert(!beyond(before), "not adopted yet");
    const across = await until(before, beyond);
    assert(Math.abs(bodyOf(across).position.x) < 1e-12, "still on the edge");
    assert(beyond(right(await openHandoffRun(across.world.crowd, GROUND, store))), "adopted");
  }
});

it("H6: whoever owns the mover, nobody else does: no decision is made for the agent", async () => {
  const run = await until(await runOf([resting(-0.09)]), (run) => onAccess(run) === 1);
  const next = await after(run, 1), { report } = next.world.crowd;
  assertEquals(report.decisions, []);
  assertEquals(report.moved.map(({ id }) => id), ["a"]);
  assertEquals(report.rejectedInput, []);
});

it("H1: an agent whose route stays in its tile never asks for a crossing, however near the edge it is", async () => {
  const agent = { id: "a", position: { x: -0.05, y: 0 }, goal: { x: -0.05, y: 3 } };
  const run = await after(await runOf([agent]), 40);
  const state = stateOf(run);
  assertEquals([state.phase, "outcome" in state], ["Following", false]);
});

it("H1: one whose route leads over the edge asks for the crossing when it has come near, not before", async () => {
  let run = await runOf([{ id: "a", position: { x: -3, y: 0 }, goal: { x: 2, y: 0 } }]);
  run = await until(run, (now) => stateOf(now).phase !== "Following");
  const { x } = bodyOf(run).position;
  assert(-1 < x && x < -0.8, String(x));
});

it("H10: a new order interrupts the crossing: it brakes, releases the mover, fails, and goes the other way", async () => {
  const run = await after(
    await until(
      await runOf([resting(-0.5)], { crossing: { nearDistance: 0.6 } }),
      (now) => onAccess(now) === 1,
    ),
    3,
  );
  const told: unknown[] = [];
  const onErrand = ({ command }: { readonly command: { readonly kind: string } }): void =>
    void told.push(command.kind);
  const turned = await carriedOut({ ...run, world: redirect(run.world, "a", [{ x: -3, y: 0 }]) }, {
    onErrand,
  });
  const over = await until(turned, (now) => stateOf(now).phase === "Following", { onErrand });
  assertEquals(told, ["Persist", "Dispatch", "Persist", "Release", "Fail", "Persist"]);
  assert(bodyOf(over).position.x < 0 && bodyOf(over).velocity.x === 0);
});

it("H10: when a tile has another version, the crossing is given up, and asked for anew with what holds now", async () => {
  const run = await until(await runOf([resting(-0.09)]), (now) => onAccess(now) === 1);
  const tiles = GROUND.tiles.map((tile) => tile.id === "Q" ? { ...tile, version: 2 } : tile);
  const seen = await carriedOut({ ...run, world: replaceGround(run.world, { ...GROUND, tiles }) });
  const over = await until(seen, (now) => stateOf(now).phase === "Following");
  const state = stateOf(over);
  assert(state.phase === "Following" && state.outcome?.kind === "Failed");
  assertEquals(state.outcome.reason, "targetInvalid");
  const across = await until(over, (now) => bodyOf(now).gradient.x > 0);
  const done = stateOf(across);
  assert(done.phase === "Following" && done.tile.version === 2);
});

it("H12: a push is heard as one, and the attempt after it starts from where the body really is", async () => {
  const run = await after(await until(await runOf([resting(-0.09)]), (now) => onAccess(now) === 1), 1);
  const feedback = [{ id: "a", position: { x: -0.3, y: 0.1 }, velocity: { x: 0, y: 0 } }];
  const { run: pushed } = await stepHandoffs(run, { feedback });
  const state = stateOf(pushed);
  assert(state.phase === "Stopping" && state.guarantee === "none" && state.disturbance === "externalForce");
  const second = await until(pushed, (now) => onAccess(now) === 2);
  assertEquals(bodyOf(second).position.y, 0.1);
  assert(bodyOf(second).position.x < -0.25, "nothing brings it back to the curve");
});

it("H15: a displacement of an earlier epoch, another action, attempt or order changes nothing", async () => {
  const store = memoryStore();
  const old = await after(
    await until(await runOf([resting(-0.09)], { store }), (now) => onAccess(now) === 1),
    1,
  );
  const late = itemsOf(old.world.crossers)[0]!.order!.ticket;
  const run = right(await openHandoffRun(old.world.crowd, GROUND, store)),
    now = itemsOf(run.world.crossers)[0]!.order!.ticket;
  const feedback = {
    position: { x: 0, y: 0 },
    velocity: { x: 0, y: 0 },
    supportVelocity: { x: 0, y: 0 },
    boundaryVelocity: { x: 0, y: 0 },
    support: { id: "ground", version: 1 },
    contact: true,
    pushed: false,
  };
  for (
    const ticket of [late, { ...now, epoch: 0 }, { ...now, action: 9 }, { ...now, attempt: 2 }, {
      ...now,
      order: 7,
    }]
  ) {
    const heard = hearCrossing(run.world, "a", { kind: "Moved", ticket, executed: 1, feedback });
    assertEquals(itemsOf(heard.crossers), itemsOf(run.world.crossers));
    assertEquals(heard.crowd, run.world.crowd);
    assertEquals(itemsOf(heard.outbox).map(({ command }) => command.kind), ["Report"]);
  }
});

it("H10, M4: an access that somebody comes into the way of is interrupted, and nobody is touched", async () => {
  let interruptions = 0, least = Infinity;
  for (let start = 1; start <= 4; start += 0.25) {
    // Somebody on the other side makes for a place that the foot's way leads to.
    let run = await runOf([
      { ...resting(-0.6), radius: 0.3 },
      {
        id: "b",
        radius: 0.3,
        maxSpeed: 4,
        budget: 4,
        position: { x: start, y: 0.1 },
        goal: { x: 0.3, y: 0.1 },
      },
    ], { crossing: { nearDistance: 0.7 } });
    for (let step = 0; step < 120; step++) {
      run = (await stepHandoffs(run)).run;
      const a = bodyOf(run).position, b = bodyOf(run, "b").position;
      least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y) - 0.6);
      interruptions += itemsOf(run.world.news).filter(({ event }) => event.kind === "Interrupted").length;
    }
  }
  assert(least >= 0, String(least));
  assert(interruptions > 0, "none was interrupted: the scene shows nothing");
});

it("C1: the crowd's step with handoffs is pure: frozen worlds give the same bits", async () => {
  let world = frozen((await runOf([resting(-0.3)])).world), again = world;
  for (let step = 0; step < 40; step++) {
    world = frozen(stepTiledCrowd(world));
    again = frozen(stepTiledCrowd(again));
    assertEquals(world, again);
  }
});
