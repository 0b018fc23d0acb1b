import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type CorridorSituation, followCorridor, type PortalPolicy } from "../../avoidance/mod.ts";
import { type Corridor, mergeTiles } from "../../boundary/mod.ts";
import type { MotionPiece, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { cutPolygon } from "./cut_polygons.ts";
import { shortestLength } from "./path_oracle.ts";
import { ANY, type CorridorSizes, randomCorridor, ROOMY } from "./random_corridors.ts";
import { placeAt } from "../geometry/place_at.ts";
import { runCorridor, walker } from "./run_corridor.ts";

interface RandomRun {
  readonly length: number;
  readonly speed: number;
  readonly budget: number;
  readonly portals: number;
  readonly run: ReturnType<typeof runCorridor>;
  readonly seed: number;
}

function* randomRuns(sizes: CorridorSizes, portals: PortalPolicy): Generator<RandomRun> {
  for (let seed = 1; seed <= counts("corridors"); seed++) {
    const { corridor, start, random: r } = randomCorridor(seed, sizes);
    const speed = 0.8 + 0.7 * r(), budget = [4, 6, 10][seed % 3]!;
    // A velocity that one step can turn round is one that braking ramps, a whole step long, swing about.
    const timeStep = Math.min([0.05, 0.1, 0.2][(seed >> 2) % 3]!, 0.8 / budget);
    const length = shortestLength(start, corridor.portals, corridor.goal);
    const situation = walker(corridor, start, {
      parameters: { timeHorizon: 2, timeStep },
      maxSpeed: speed,
      budget,
      portals,
    });
    const run = runCorridor(situation, 4 * length / speed + 10);
    yield { length, speed, budget, portals: corridor.portals.length, run, seed };
  }
}

it("B11: in random corridors the follower arrives, and is never outside in continuous time", () => {
  let splits = 0;
  for (const portals of ["split", "wait"] as const) {
    for (const { run, seed } of randomRuns(ANY, portals)) {
      assert(run.arrived, `seed ${seed}, ${portals}: not there after ${run.time} s`);
      assert(run.outside <= 1e-9, `seed ${seed}, ${portals}: ${run.outside} m outside`);
      assert(run.beside <= 1e-9, `seed ${seed}, ${portals}: crosses ${run.beside} m beside a portal`);
      assertEquals(run.kinds.BoundaryUnreachable ?? 0, 0, `seed ${seed}`);
      assertEquals(run.kinds.Uncontrolled ?? 0, 0, `seed ${seed}`);
      splits += run.splits;
    }
  }
  assert(splits > counts("corridors"));
});

it("B11: where a body has room to turn, it takes at most 1.15 of the shortest path's time at its limits", () => {
  for (const portals of ["split", "wait"] as const) {
    for (const { run, seed, length, speed, budget, portals: count } of randomRuns(ROOMY, portals)) {
      // Getting up to speed and stopping once; with "wait", at every portal, too.
      const stops = portals === "wait" ? 1 + count : 1;
      const limit = 1.15 * (length / speed + stops * speed / budget);
      assert(
        run.arrived && run.time <= limit,
        `seed ${seed}, ${portals}: ${run.time} s instead of ${limit} s`,
      );
    }
  }
});

it("B11: splitting at portals gives the motion of the merged region, wherever the union is convex", () => {
  let splits = 0, compared = 0, refused = 0;
  for (let seed = 1; seed <= counts("merged corridors"); seed++) {
    const { corridor, start, random: r } = cutPolygon(seed);
    const merged = mergeTiles(corridor), angle = 7 * r(), speed = r();
    const budget = seed % 7 === 0 ? Infinity : 2 + 4 * r(), timeStep = 0.05 + 0.3 * r();
    let cut = walker(corridor, start, {
      self: {
        id: "w",
        position: start,
        velocity: { x: speed * Math.cos(angle), y: speed * Math.sin(angle) },
        radius: 0.3,
      },
      parameters: { timeHorizon: 2, timeStep },
      maxSpeed: 1 + 2 * r(),
      budget,
    });
    // In every third corridor the caller's own wish, which may lead against the walls.
    if (seed % 3 === 1) cut = { ...cut, preferred: { x: 2 * r() - 1, y: 2 * r() - 1 } };
    for (let k = 0; k < 120; k++) {
      const a = followCorridor(cut), b = followCorridor({ ...cut, corridor: merged, tile: 0 });
      splits += a.subSteps.length - 1;
      const before = cut;
      cut = { ...cut, self: { ...cut.self, position: a.position, velocity: a.velocity }, tile: a.tile };
      // Where the optimum is refused by the exact checks, the next best candidate depends on lines far away, too.
      if (isRefused(before) || isRefused({ ...before, corridor: merged, tile: 0 })) {
        refused++;
        continue;
      }
      compared++;
      const label = `seed ${seed}, step ${k}`;
      assertEquals(b.subSteps.length, 1);
      if (goesBack(corridor, a.tile, b.position)) break; // there is no way back through a portal
      assertAlmostEquals(a.position.x, b.position.x, 1e-9, label);
      assertAlmostEquals(a.position.y, b.position.y, 1e-9, label);
      assertAlmostEquals(a.velocity.x, b.velocity.x, 1e-9, label);
      assertAlmostEquals(a.velocity.y, b.velocity.y, 1e-9, label);
    }
  }
  assert(
    splits > counts("merged corridors") && refused < 0.1 * compared,
    `${splits}, ${compared}, ${refused}`,
  );
});

/** Whether a later check refused a candidate in any part of the step. */
function isRefused(situation: CorridorSituation): boolean {
  return followCorridor({ ...situation, explain: true }).subSteps.some(({ decision }) =>
    decision.kind !== "Clear" || (decision.rejected ?? []).some(({ reason }) => reason.kind === "check")
  );
}

/** Whether a point lies before the portal through which a tile is entered. */
function goesBack({ tiles, portals }: Corridor, tile: number, { x, y }: Vec2): boolean {
  const entry = tiles[tile]!.edges[portals[tile - 1]?.entry ?? -1];
  return entry !== undefined && entry.normal.x * x + entry.normal.y * y > entry.offset;
}

it("B11: whatever the body wishes, it stays in the tile that owns it, and what is committed never comes back", () => {
  const seen = { returns: 0, parts: 0 };
  for (let seed = 1; seed <= counts("corridors"); seed++) {
    const { corridor, start, random: r } = randomCorridor(seed), budget = 2 + 4 * r();
    let now = walker(corridor, start, { budget, parameters: { timeHorizon: 2, timeStep: 0.05 + 0.2 * r() } });
    for (let k = 0; k < 150; k++) {
      const angle = 7 * r(), { preferred: _old, ...rest } = now;
      // Along the route, or anything else.
      now = r() < 0.5 ? rest : { ...rest, preferred: { x: 1.4 * Math.cos(angle), y: 1.4 * Math.sin(angle) } };
      const step = followCorridor(frozen(now));
      for (const { tile, from, motion, decision, start: began, duration } of step.subSteps) {
        const whole = motion.reduce((sum, piece) => sum + piece.duration, 0);
        for (let i = 0; i <= 16; i++) {
          const p = placeAt(from, motion, whole * i / 16);
          assert(outsideOf(corridor, tile, p) <= 1e-9, `seed ${seed}, step ${k}`);
        }
        if (decision.kind !== "Clear" || began > 0 || duration === 0) continue;
        // The motion as decided, and the stop after it, at 200 moments: over the portal once, or not at all.
        seen.parts++;
        const portal = corridor.portals[tile], exit = corridor.tiles[tile]!.edges[portal?.exit ?? -1];
        if (exit === undefined) continue;
        const path = [...decision.motion, ...stopOf(decision.velocity, budget)];
        const time = path.reduce((sum, piece) => sum + piece.duration, 0);
        let beyond = false;
        for (let i = 0; i <= 200; i++) {
          const p = placeAt(from, path, time * i / 200);
          const past = exit.normal.x * p.x + exit.normal.y * p.y - exit.offset;
          if (past > 1e-9) beyond = true;
          if (beyond && past < -1e-9) seen.returns++;
        }
      }
      now = {
        ...now,
        self: { ...now.self, position: step.position, velocity: step.velocity },
        tile: step.tile,
      };
    }
  }
  assertEquals(seen.returns, 0);
  assert(seen.parts > 1000);
});

function outsideOf({ tiles }: Corridor, tile: number, { x, y }: Vec2): number {
  return Math.max(...tiles[tile]!.edges.map(({ normal, offset }) => normal.x * x + normal.y * y - offset));
}

function stopOf(v: Vec2, budget: number): readonly MotionPiece[] {
  const speed = Math.hypot(v.x, v.y);
  if (speed === 0) return [];
  const acceleration = { x: -v.x / speed * budget, y: -v.y / speed * budget };
  return [{ duration: speed / budget, velocity: v, acceleration }];
}
