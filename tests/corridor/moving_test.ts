import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  carriedBody,
  carriedEnd,
  carriedKind,
  type CorridorSituation,
  followCorridor,
} from "../../avoidance/mod.ts";
import { advanceCorridor, type Corridor, mergeTiles, parseCorridor } from "../../boundary/mod.ts";
import {
  advanceMotion,
  pointVelocity,
  type RigidMotion,
  supportMovingAs,
  toLocal,
  toWorld,
  type Vec2,
  WORLD,
} from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { cutPolygon } from "./cut_polygons.ts";
import { frozen } from "../geometry/frozen.ts";
import { randomCorridor } from "./random_corridors.ts";
import { runCorridor } from "./run_corridor.ts";

const REST = { x: 0, y: 0 };

function situation(corridor: Corridor, position: Vec2, velocity: Vec2): CorridorSituation {
  return {
    self: { id: "w", position, velocity, radius: 0.3 },
    neighbors: [],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
    maxSpeed: 1.4,
    budget: 4,
    separation: { kind: "off", slack: 1e-9 },
    corridor,
    tile: 0,
  };
}

it("B11: a support that moves carries its tiles: the run on deck is the run on land, seen from the deck", () => {
  for (let seed = 1; seed <= counts("corridors"); seed++) {
    const land = randomCorridor(seed), angle = 7 * land.random(), speed = 5 * land.random();
    const velocity = { x: speed * Math.cos(angle), y: speed * Math.sin(angle) };
    const motion: RigidMotion = { ...WORLD, velocity, origin: { x: 30 * land.random(), y: -8 } };
    const deck = randomCorridor(seed, undefined, { support: { id: "deck", motion } });
    const carried = (p: Vec2, t: number): Vec2 => ({
      x: p.x + motion.origin.x + t * velocity.x,
      y: p.y + motion.origin.y + t * velocity.y,
    });
    const ashore = runCorridor(situation(land.corridor, land.start, REST), 8);
    const support = supportMovingAs("deck", motion, carried(land.start, 0), 0.1);
    const aboard = runCorridor(
      { ...situation(deck.corridor, carried(land.start, 0), velocity), support: { id: "deck", velocity } },
      8,
    );
    assertEquals(support.velocity, velocity);
    assert(aboard.outside <= 1e-9, `seed ${seed}: ${aboard.outside} m outside`);
    assertEquals(aboard.trail.length, ashore.trail.length);
    ashore.trail.forEach((p, k) => {
      const q = carried(p, 0.1 * (k + 1)), { x, y } = aboard.trail[k]!;
      assertAlmostEquals(x, q.x, 1e-7, `seed ${seed}, step ${k}`);
      assertAlmostEquals(y, q.y, 1e-7, `seed ${seed}, step ${k}`);
    });
  }
});

it("B11: on a support that turns steps are split at portals, and the body never leaves the tiles", () => {
  let crossed = 0, splits = 0;
  for (let seed = 1; seed <= counts("corridors"); seed++) {
    const { start, random: r } = randomCorridor(seed);
    const motion: RigidMotion = {
      ...WORLD,
      origin: { x: 4 * r(), y: 4 * r() },
      velocity: { x: r(), y: -r() },
      yawRate: 0.4 * r() - 0.2,
    };
    const { corridor } = randomCorridor(seed, undefined, { support: { id: "deck", motion } });
    const position = toWorld(motion, 0, start);
    let now = situation(corridor, position, pointVelocity(motion, position)), frame = motion;
    for (let k = 0; k < 80; k++) {
      now = { ...now, support: supportMovingAs("deck", frame, now.self.position, 0.1) };
      const step = followCorridor(frozen(now));
      splits += step.subSteps.length - 1;
      frame = advanceMotion(frame, 0.1);
      if (step.tile !== now.tile) crossed++;
      const local = toLocal(frame, 0, step.position);
      for (const { normal, offset } of corridor.tiles[step.tile]!.edges) {
        assert(normal.x * local.x + normal.y * local.y - offset <= 1e-9, `seed ${seed}, step ${k}`);
      }
      now = { ...now, self: { ...now.self, position: step.position, velocity: step.velocity } };
      now = { ...now, corridor: step.corridor, tile: step.tile };
    }
  }
  assert(crossed > counts("corridors") / 2 && splits > counts("corridors") / 2);
});

it("B2: fixed tiles under a conveyor are walls of the world: its transport is paid for", () => {
  const parsed = parseCorridor({
    tiles: [
      { id: 0, polygon: [{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 2 }, { x: 0, y: 2 }] },
      { id: 1, polygon: [{ x: 4, y: 0 }, { x: 8, y: 0 }, { x: 8, y: 2 }, { x: 4, y: 2 }] },
    ],
    portals: [{ left: { x: 4, y: 2 }, right: { x: 4, y: 0 } }],
    goal: { x: 7, y: 1.9 },
  });
  if (parsed._tag === "Left") throw new Error(JSON.stringify(parsed.left));
  const belt = { id: "belt", velocity: { x: 0, y: 0.7 } };
  const run = runConveyor({ ...situation(parsed.right, { x: 1, y: 1 }, belt.velocity), support: belt });
  assert(run.outside <= 1e-9, `${run.outside} m outside`);
  assertAlmostEquals(run.end.x, 7, 0.01);
  assertAlmostEquals(run.end.y, 1.9, 0.01);
});

function runConveyor(first: CorridorSituation): { readonly outside: number; readonly end: Vec2 } {
  let now = first, outside = -Infinity;
  for (let k = 0; k < 120; k++) {
    const step = followCorridor(now);
    outside = Math.max(outside, step.position.y - 2, -step.position.y);
    now = {
      ...now,
      self: { ...now.self, position: step.position, velocity: step.velocity },
      tile: step.tile,
    };
  }
  return { outside, end: now.self.position };
}

it("B11: a corridor whose supports stand still is the same at any later time", () => {
  const { corridor } = randomCorridor(3);
  assertEquals(advanceCorridor(corridor, 5), corridor);
});

it("B11, B9: on a support that turns and gathers way steps are split at portals, and give the motion of the merged region", () => {
  let splits = 0, compared = 0;
  for (let seed = 1; seed <= counts("merged corridors"); seed++) {
    const { corridor: land, start, random: r } = cutPolygon(seed), angle = 7 * r();
    const motion: RigidMotion = {
      origin: { x: 20 * r(), y: -8 },
      velocity: { x: r(), y: r() - 1 },
      acceleration: { x: 0.2 * r(), y: -0.1 },
      heading: seed % 2 === 0 ? WORLD.heading : { x: Math.cos(angle), y: Math.sin(angle) },
      yawRate: seed % 3 === 0 ? 0 : r() - 0.5,
      yawAcceleration: seed % 3 === 0 ? 0 : 0.2 * (r() - 0.5),
    };
    const support = { id: "raft", motion };
    const aboard: Corridor = { ...land, tiles: land.tiles.map((tile) => ({ ...tile, support })) };
    const position = toWorld(motion, 0, start), timeStep = 0.05 + 0.15 * r();
    let cut: CorridorSituation = {
      ...situation(aboard, position, pointVelocity(motion, position)),
      parameters: { timeHorizon: 2, timeStep },
      support: supportMovingAs("raft", motion, position, timeStep),
    };
    for (let k = 0; k < 60; k++) {
      const merged = mergeTiles(cut.corridor);
      const a = followCorridor(frozen(cut)), b = followCorridor({ ...cut, corridor: merged, tile: 0 });
      splits += a.subSteps.length - 1;
      const label = `seed ${seed}, step ${k}`, frame = cut.support!.motion!;
      // What is reported of the whole step leads where the parts lead.
      const kind = carriedKind(a.decision.kind, cut.budget);
      const whole = carriedEnd(
        carriedBody(frame, cut.self.position, a.decision.motion, kind, timeStep),
        timeStep,
      );
      assertAlmostEquals(
        Math.hypot(whole.position.x - a.position.x, whole.position.y - a.position.y),
        0,
        1e-9,
        label,
      );
      assertAlmostEquals(
        Math.hypot(whole.velocity.x - a.velocity.x, whole.velocity.y - a.velocity.y),
        0,
        1e-9,
        label,
      );
      const { normal, offset } = a.corridor.tiles[a.tile]!.edges[0]!;
      const local = toLocal(advanceMotion(frame, timeStep), 0, a.position);
      assert(normal.x * local.x + normal.y * local.y <= offset + 1e-9, label);
      if (a.decision.kind === "Clear" && b.decision.kind === "Clear" && a.subSteps.length > 1) {
        compared++;
        assertAlmostEquals(a.position.x, b.position.x, 1e-9, label);
        assertAlmostEquals(a.position.y, b.position.y, 1e-9, label);
      }
      const moved = advanceMotion(frame, timeStep);
      assertEquals(a.corridor.tiles[0]!.support!.motion, moved, "to the last bit: what is shared cancels");
      cut = {
        ...cut,
        self: { ...cut.self, position: a.position, velocity: a.velocity },
        corridor: a.corridor,
        tile: a.tile,
        support: supportMovingAs("raft", moved, a.position, timeStep),
      };
    }
  }
  assert(
    splits > counts("merged corridors") / 2 && compared > counts("merged corridors") / 4,
    `${splits}, ${compared}`,
  );
});
