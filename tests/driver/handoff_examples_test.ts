import { itemsOf } from "../../crowd/persistent_list.ts";
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { withObstacles } from "../../crowd/create.ts";
import { groundLimits } from "../../crowd/floor.ts";
import { interruptCrossing } from "../../crowd/tiled_step.ts";
import { profileDisplacement } from "../../handoff/access_profile.ts";
import { carriedOut, type HandoffRun, openHandoffRun } from "../../driver/handoff_runner.ts";
import { memoryStore } from "../../driver/handoff_store.ts";
import { after, bodyOf, GROUND, onAccess, resting, right, runOf, stateOf, until } from "./slope.ts";

const x = (run: HandoffRun): number => bodyOf(run).position.x;
const speed = (run: HandoffRun): number => bodyOf(run).velocity.x;
const kinds = (names: readonly string[]): readonly string[] => names.filter((name) => name !== "Persist");

/** HX1 before its first step on the curve: from -0.09 m, a = vCap = 1. */
async function onCurve(reaction = 0): Promise<HandoffRun> {
  const run = await until(
    await runOf([resting(-0.09)], { crossing: { reaction } }),
    (run) => onAccess(run) === 1,
  );
  assertEquals(x(run), -0.09);
  return run;
}

/** The run after something has come between. */
function interrupted(run: HandoffRun): Promise<HandoffRun> {
  return carriedOut({ ...run, world: interruptCrossing(run.world, "a", "obstaclesChanged") });
}

/** The run when the body stands, and it is known. */
const standing = (run: HandoffRun): Promise<HandoffRun> =>
  until(run, (now) => speed(now) === 0 && stateOf(now).phase !== "Following");

it("HX1, H5: through the driver: after 0.2 s the foot is at -0.07 with 0.2 m/s, after 0.6 s at rest on the edge", async () => {
  const part = await after(await onCurve(), 2);
  assertAlmostEquals(x(part), -0.07, 1e-15);
  assertAlmostEquals(speed(part), 0.2, 1e-15);
  const there = await after(part, 4);
  assertAlmostEquals(x(there), 0, 1e-15);
  assertAlmostEquals(speed(there), 0, 1e-15);
  assertEquals(stateOf(there).phase, "AtBoundary");
});

it("HX2: interrupted after 0.2 s, the driver's mover stops at -0.05; one that starts a step late, at -0.03", async () => {
  for (const [reaction, stop] of [[0, -0.05], [0.1, -0.03]] as const) {
    const braking = await interrupted(await after(await onCurve(reaction), 2));
    assertEquals(stateOf(braking).phase, "Stopping");
    const stopped = await standing(await after(braking, 1));
    assertAlmostEquals(x(stopped), stop, 1e-15);
    assertEquals(bodyOf(stopped).gradient, { x: 0, y: 0 });
  }
});

it("HX3: from -0.05 attempt 2 ends at rest on the edge, Q is adopted, and its caps are half", async () => {
  const second = await until(
    await interrupted(await after(await onCurve(), 2)),
    (run) => onAccess(run) === 2,
  );
  assertAlmostEquals(x(second), -0.05, 1e-15);
  const state = stateOf(second);
  assert(state.phase === "Approaching" && state.access !== undefined);
  assertAlmostEquals(state.access.profile.peak, Math.sqrt(0.05), 1e-14);
  const before = groundLimits(bodyOf(second));
  const there = await until(second, (run) => stateOf(run).phase === "AtBoundary");
  assertAlmostEquals(x(there), 0, 1e-15);
  assertEquals(groundLimits(bodyOf(there)), before, "P's budgets hold until adoption");
  const adopted = await until(there, (run) => stateOf(run).phase === "Following");
  assertEquals(bodyOf(adopted).gradient, { x: Math.sqrt(3), y: 0 });
  const now = groundLimits(bodyOf(adopted));
  assertAlmostEquals(now.maxSpeed, before.maxSpeed / 2, 1e-15);
  assertAlmostEquals(now.budget, before.budget / 2, 1e-15);
});

it("HX3, H11: when the deadline passes while it waits, attempt 2 is never built: released, then failed", async () => {
  const stopped = await interrupted(await after(await onCurve(), 2));
  const wall = [{
    id: "door",
    corners: [[0.08, -1], [0.5, -1], [0.5, 1], [0.08, 1]].map(([x, y]) => ({ x, y })),
  }];
  const crowd = right(withObstacles(stopped.world.crowd, wall));
  const told: string[] = [];
  const onErrand = ({ command }: { readonly command: { readonly kind: string } }): void =>
    void told.push(command.kind);
  const over = await until(
    { ...stopped, world: { ...stopped.world, crowd } },
    (run) => stateOf(run).phase === "Following",
    { onErrand },
  );
  const { outcome } = itemsOf(over.world.crossers)[0]!.state as {
    readonly outcome?: { readonly reason?: string };
  };
  assertEquals(outcome?.reason, "expired");
  assertAlmostEquals(over.world.crowd.time, 30, 0.2);
  assertAlmostEquals(x(over), -0.05, 0.02);
  assertEquals(kinds(told).filter((kind) => kind !== "Sweep" && kind !== "Report"), ["Release", "Fail"]);
  assertEquals(itemsOf(over.world.crossers)[0]!.owner, undefined);
});

it("HX4, H5: a long access goes by the exact integral in every step, those across a phase change too", async () => {
  const crossing = { requestDistance: 4, nearDistance: 4 };
  let run = await until(
    await runOf([resting(-3)], { crossing, timeStep: 0.3 }),
    (now) => onAccess(now) === 1,
  );
  const state = stateOf(run);
  assert(state.phase === "Approaching" && state.access !== undefined);
  const { profile } = state.access;
  assertAlmostEquals(profile.ramp, 1, 1e-12);
  assertAlmostEquals(profile.cruise, 2, 1e-12);
  for (let step = 1; step <= 14; step++) {
    run = await after(run, 1);
    assertAlmostEquals(x(run), -3 + profileDisplacement(profile, 0, 0.3 * step), 1e-14);
  }
  assertAlmostEquals(x(run), 0, 1e-14);
});

it("HX5, H14: a restart at -0.07 with 0.2 m/s brakes from there, and the next attempt starts where it stopped", async () => {
  const store = memoryStore();
  const before = await after(
    await until(await runOf([resting(-0.09)], { store }), (run) => onAccess(run) === 1),
    2,
  );
  const again = right(await openHandoffRun(before.world.crowd, GROUND, store));
  assertEquals(again.epoch, before.epoch + 1);
  assertEquals(x(again), x(before), "nothing puts the foot elsewhere");
  const state = stateOf(again);
  assert(state.phase === "Stopping");
  assertAlmostEquals(state.braking.velocity.x, 0.2, 1e-15);
  const step = await after(again, 1);
  assertAlmostEquals(x(step), -0.07 + 0.015, 1e-15);
  const second = await until(step, (run) => onAccess(run) === 2);
  assertAlmostEquals(x(second), -0.05, 1e-15);
  const there = await until(second, (run) => stateOf(run).phase === "Following");
  assertEquals(bodyOf(there).gradient.x, Math.sqrt(3));
});
