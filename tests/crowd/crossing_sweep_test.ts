import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "npm:fast-check@^4";
import { createCrowd } from "../../crowd/create.ts";
import { sweepAccess } from "../../crowd/crossing_sweep.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { accessProfile, profileDuration } from "../../handoff/access_profile.ts";
import { parseCrossingTerms } from "../../handoff/parse_terms.ts";
import { counts } from "../counts.ts";
import { right } from "../driver/slope.ts";

const box = (left: number, right: number) =>
  [[left, -20], [right, -20], [right, 20], [left, 20]].map(([x, y]) => ({ x, y }));

/** An access of 0.6 m at (-0.6, 0) on a dock, toward an edge that moves with a ferry, past somebody. */
function scene(
  speed: number,
  other: { readonly x: number; readonly y: number; readonly vx: number; readonly vy: number },
  wall: readonly { readonly x: number; readonly y: number }[],
) {
  const ground = right(parseTiledGround({
    supports: [{ id: "ferry", motion: { velocity: { x: 0, y: speed } } }],
    tiles: [{ id: "P", polygon: box(-20, 0) }, { id: "Q", support: "ferry", polygon: box(0, 20) }],
    edges: [{
      id: "PQ",
      left: "P",
      right: "Q",
      movesWith: "Q",
      from: { x: 0, y: -20 },
      to: { x: 0, y: 20 },
    }],
  }));
  const crowd = right(createCrowd({
    agents: [
      {
        id: "a",
        position: { x: -0.6, y: 0 },
        velocity: { x: 0, y: speed },
        radius: 0.2,
        maxSpeed: 2,
        budget: 1,
      },
      {
        id: "b",
        position: { x: other.x, y: other.y },
        velocity: { x: other.vx, y: other.vy },
        radius: 0.2,
        maxSpeed: 2,
        budget: 1,
      },
    ],
    obstacles: [{ id: "w", corners: wall }],
    parameters: { timeHorizon: 2, timeStep: 0.1, separation: "off" },
  }));
  const world = right(tiledCrowd(crowd, ground)), [P, Q] = ground.tiles;
  const tile = ({ id, version, gradient, support }: typeof P & object) => ({
    id,
    version,
    gradient,
    support,
  });
  const terms = right(parseCrossingTerms({
    action: 1,
    from: tile(P!),
    to: tile(Q!),
    edge: { id: "PQ", version: 1, from: { x: 0, y: -20 }, to: { x: 0, y: 20 } },
    navigation: 1,
    surfaceSpeed: 2,
    surfaceBudget: 1,
  }));
  const speedCap = 2 - Math.abs(speed), profile = accessProfile(0.6, 1, speedCap);
  const access = { attempt: 1, start: { x: -0.6, y: 0 }, end: { x: 0, y: 0 }, speedCap, profile };
  const state = {
    phase: "Approaching" as const,
    epoch: 0,
    terms,
    attempts: 0,
    firstTick: 0,
    tick: 0,
    order: 1,
    executed: 0,
    question: 0,
    actual: {} as never,
  };
  const crosser = { id: "a", state, waypoints: [], owner: 1, notBefore: 0 };
  const verdict = sweepAccess(world.crowd, ground, world.crowd.agents[0]!, crosser, terms, access);
  return { verdict, lasting: profileDuration(profile) + profile.ramp };
}

/** Distance of a point from the segment between two others. */
function off(p: readonly number[], a: readonly number[], b: readonly number[]): number {
  const x = b[0]! - a[0]!, y = b[1]! - a[1]!, size = x * x + y * y;
  const s = size === 0 ? 0 : Math.max(0, Math.min(1, ((p[0]! - a[0]!) * x + (p[1]! - a[1]!) * y) / size));
  return Math.hypot(p[0]! - a[0]! - s * x, p[1]! - a[1]! - s * y);
}

it("H3: the sweep of an access toward an edge that moves along is clear exactly where, sampled in time, stop segments and walls keep off", () => {
  const number = (least: number, most: number) =>
    fc.integer({ min: 0, max: 128 }).map((n) => least + (most - least) * n / 128);
  const seen = { clear: 0, blocked: 0 };
  fc.assert(
    fc.property(
      number(-1, 1),
      fc.record({ x: number(-2, -0.1), y: number(-2, 2), vx: number(-1, 1), vy: number(-1, 1) }),
      fc.record({ x: number(-2, 0), y: number(-2, 2), dx: number(-1, 1), dy: number(0.1, 1) }),
      (speed, other, { x, y, dx, dy }) => {
        if (Math.hypot(other.x + 0.6, other.y) < 0.4) return;
        const corners = [{ x, y }, { x: x + dx, y: y + dy }];
        const { verdict, lasting } = scene(speed, other, corners);
        const fast = Math.hypot(other.vx, other.vy), stopX = other.vx * fast / 2, stopY = other.vy * fast / 2;
        let person = Infinity, wall = Infinity;
        for (let i = 0; i <= 60; i++) {
          const shift = speed * lasting * i / 60;
          for (let k = 0; k <= 20; k++) {
            const foot = [-0.6 + 0.6 * k / 20, shift];
            person = Math.min(person, off(foot, [other.x, other.y], [other.x + stopX, other.y + stopY]));
            wall = Math.min(wall, off(foot, [x, y], [x + dx, y + dy]));
          }
        }
        const spare = Math.min(person - 0.4, wall - 0.2);
        if (Math.abs(spare) < 0.06) return; // nearer than the samples tell
        assertEquals(verdict, spare > 0 ? "clear" : "blocked", `${spare}`);
        seen[verdict]++;
      },
    ),
    { numRuns: 10 * counts("moving ground"), seed: 11 },
  );
  assert(seen.clear > 20 && seen.blocked > 20, JSON.stringify(seen));
});
