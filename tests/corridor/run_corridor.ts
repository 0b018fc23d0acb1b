/**
 * Runs a follower through a corridor and looks at what it really does, apart from the library.
 *
 * @module
 */
import { type CorridorSituation, type CorridorStep, followCorridor } from "../../avoidance/mod.ts";
import type { Corridor } from "../../boundary/mod.ts";
import { type RigidMotion, toLocal, type Vec2, WORLD } from "../../geometry/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { frozen } from "../geometry/frozen.ts";

/** What a run came to. */
export interface CorridorRun {
  readonly arrived: boolean;
  /** s */
  readonly time: number;
  /** Farthest outside the tile that owns it, m, at many moments; negative: it was never outside. */
  readonly outside: number;
  /** Farthest from the portal's own segment when the tile changed, m. */
  readonly beside: number;
  readonly splits: number;
  readonly kinds: Readonly<Partial<Record<Decision["kind"], number>>>;
  /** World positions at the steps' ends. */
  readonly trail: readonly Vec2[];
  readonly last: CorridorStep;
}

/** Runs until the goal is nearer than 0.05 m in the last tile, or the time is over. */
export function runCorridor(first: CorridorSituation, longest: number): CorridorRun {
  let situation = first, time = 0, outside = -Infinity, beside = 0, splits = 0;
  const kinds: Partial<Record<Decision["kind"], number>> = {}, trail: Vec2[] = [];
  for (;;) {
    const step = followCorridor(frozen(situation)), { timeStep } = situation.parameters;
    kinds[step.decision.kind] = (kinds[step.decision.kind] ?? 0) + 1;
    splits += step.subSteps.length - 1;
    const seen = watch(situation.corridor, step);
    outside = Math.max(outside, seen.outside), beside = Math.max(beside, seen.beside);
    time += timeStep;
    trail.push(step.position);
    situation = {
      ...situation,
      self: { ...situation.self, position: step.position, velocity: step.velocity },
    };
    situation = { ...situation, corridor: step.corridor, tile: step.tile };
    const { corridor, tile } = situation, end = corridor.tiles.length - 1;
    const here = toLocal(frameOf(corridor, end), 0, step.position);
    const arrived = tile === end && Math.hypot(here.x - corridor.goal.x, here.y - corridor.goal.y) < 0.05;
    if (arrived || time >= longest) {
      return { arrived, time, outside, beside, splits, kinds, trail, last: step };
    }
  }
}

function frameOf({ tiles }: Corridor, k: number): RigidMotion {
  return tiles[k]!.support?.motion ?? WORLD;
}

/** The parts of a step on ground that does not move, or moves with constant velocity: at 16 moments of each piece. */
function watch(
  corridor: Corridor,
  { subSteps }: CorridorStep,
): { readonly outside: number; readonly beside: number } {
  let outside = -Infinity, beside = 0, before: number | undefined;
  for (const { tile, from, start, motion } of subSteps) {
    const { velocity: carried } = frameOf(corridor, tile), { edges } = corridor.tiles[tile]!;
    let p = from, time = start;
    if (before !== undefined && before !== tile) {
      beside = Math.max(beside, besidePortal(corridor, before, p, time));
    }
    before = tile;
    for (const { duration, velocity: v, acceleration: a } of motion) {
      for (let i = 0; i <= 16; i++) {
        const t = duration * i / 16;
        // On the ground that carries it, or in the world: all of these runs stand on what carries the tile.
        const moved = {
          x: p.x + (v.x + carried.x + a.x * t / 2) * t,
          y: p.y + (v.y + carried.y + a.y * t / 2) * t,
        };
        const local = localAt(corridor, tile, moved, time + t);
        for (const { normal, offset } of edges) {
          outside = Math.max(outside, normal.x * local.x + normal.y * local.y - offset);
        }
      }
      const t = duration;
      p = { x: p.x + (v.x + carried.x + a.x * t / 2) * t, y: p.y + (v.y + carried.y + a.y * t / 2) * t };
      time += t;
    }
  }
  return { outside, beside };
}

/** A world point in the axes of a tile that does not turn, at a time of the step. */
function localAt(corridor: Corridor, tile: number, { x, y }: Vec2, time: number): Vec2 {
  const { origin, velocity, heading } = frameOf(corridor, tile);
  const dx = x - origin.x - velocity.x * time, dy = y - origin.y - velocity.y * time;
  return { x: dx * heading.x + dy * heading.y, y: dy * heading.x - dx * heading.y };
}

function besidePortal(corridor: Corridor, k: number, p: Vec2, time: number): number {
  const { left, right } = corridor.portals[k]!, q = localAt(corridor, k, p, time);
  const ex = left.x - right.x, ey = left.y - right.y, size = Math.hypot(ex, ey);
  const t = ((q.x - right.x) * ex + (q.y - right.y) * ey) / size;
  const off = Math.abs((q.x - right.x) * ey - (q.y - right.y) * ex) / size;
  return Math.max(off, -t, t - size);
}

/** A walker at rest with ordinary limits, alone, on ground that does not move. */
export function walker(
  corridor: Corridor,
  position: Vec2,
  more: Partial<CorridorSituation> = {},
): CorridorSituation {
  return {
    self: { id: "w", position, velocity: { x: 0, y: 0 }, radius: 0.3 },
    neighbors: [],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
    maxSpeed: 1.4,
    budget: 6,
    separation: { kind: "off", slack: 1e-9 },
    corridor,
    tile: 0,
    ...more,
  };
}
