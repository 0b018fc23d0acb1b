/**
 * Seeded convex regions whose edges move, each with its own constant velocity, and a body inside.
 *
 * @module
 */
import type { Edge, StepMotion } from "../../boundary/edge.ts";
import { referenceVelocity } from "../../boundary/reference_velocity.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { brakingPath, leastOfAll } from "./motion_oracle.ts";
import { type Random, seeded } from "../solver/random_problems.ts";

/** A body inside a region, what carries it, and what it can brake with. */
export interface BodyInRegion {
  readonly seed: number;
  /** The stream goes on where the region's recipe ends. */
  readonly random: Random;
  readonly edges: readonly Edge[];
  readonly motion: StepMotion;
  /** a, m/s². */
  readonly budget: number;
  /** Vh, m/s. */
  readonly speedCap: number;
}

export const between = (r: Random, low: number, high: number): number => low + (high - low) * r();
const pick = <A>(r: Random, from: readonly A[]): A => from[Math.floor(r() * from.length)]!;
/** From low to high, every power of ten as often. */
const powers = (r: Random, low: number, high: number): number => low * (high / low) ** r();

/** A vector in the disc of this radius. */
export function within(r: Random, radius: number): Vec2 {
  const angle = between(r, 0, 2 * Math.PI), size = radius * Math.sqrt(r());
  return { x: size * Math.cos(angle), y: size * Math.sin(angle) };
}

/**
 * A region of 3 to 12 edges around a body. Its edges move in one of five ways: not at all, all with the support, some of
 * both, away from a common velocity (so that a reference velocity exists if the cap allows it), or anyhow.
 */
export function randomBody(seed: number): BodyInRegion {
  const r = seeded(seed);
  const speedCap = powers(r, 0.1, 20), budget = pick(r, [powers(r, 0.05, 50), powers(r, 0.2, 20), 1]);
  const timeStep = powers(r, 0.01, 0.5), supportVelocity = within(r, pick(r, [0, speedCap, 2 * speedCap]));
  const position = within(r, pick(r, [0, 10, 1000]));
  const common = {
    x: supportVelocity.x + within(r, speedCap).x,
    y: supportVelocity.y + within(r, speedCap).y,
  };
  const recipe = pick(r, ["fixed", "support", "mixed", "away", "away", "any"] as const);
  const count = 3 + Math.floor(r() * 10), turned = between(r, 0, 7), ragged = pick(r, [0, 0.9]);
  // From touching the edge to as much room as a stop from top speed takes.
  const room = pick(r, [1e-6, 0.1, 1]) * speedCap * (timeStep + speedCap / (2 * budget));
  const touched = r() < 0.4 ? Math.floor(r() * count) : -1;
  const edges = Array.from({ length: count }, (_, i): Edge => {
    const angle = turned + (i + ragged * (r() - 0.5)) * 2 * Math.PI / count;
    const normal = { x: Math.cos(angle), y: Math.sin(angle) };
    const s = i === touched ? 0 : pick(r, [r() * room, r() * room, 2 * room]);
    return {
      id: i % 2 === 0 ? i : `e${i}`,
      normal,
      offset: normal.x * position.x + normal.y * position.y + s,
      velocity: edgeVelocity(r, recipe, normal, supportVelocity, common, speedCap),
    };
  });
  const inside = edges.map((edge) => {
    // Rounding must not put the body outside.
    const reached = edge.normal.x * position.x + edge.normal.y * position.y;
    return { ...edge, offset: Math.max(edge.offset, reached) };
  });
  return {
    seed,
    random: r,
    edges: inside,
    motion: { position, supportVelocity, timeStep },
    budget,
    speedCap,
  };
}

function edgeVelocity(
  r: Random,
  recipe: "fixed" | "support" | "mixed" | "away" | "any",
  normal: Vec2,
  support: Vec2,
  common: Vec2,
  size: number,
): Vec2 {
  switch (recipe) {
    case "fixed":
      return { x: 0, y: 0 };
    case "support":
      return support;
    case "mixed":
      return r() < 0.5 ? support : { x: 0, y: 0 };
    case "any":
      return within(r, size);
    case "away": {
      const out = pick(r, [0, r() * size]), aside = between(r, -size, size);
      return {
        x: common.x + out * normal.x - aside * normal.y,
        y: common.y + out * normal.y + aside * normal.x,
      };
    }
  }
}

/** The bodies of so many seeds that have a reference velocity, and that velocity. */
export function* bodiesWithReference(
  count: number,
): Generator<{ readonly body: BodyInRegion; readonly reference: Vec2 }> {
  for (let seed = 1, found = 0; found < count; seed++) {
    const body = randomBody(seed);
    const reference = referenceVelocity(body.edges, body.motion.supportVelocity, body.speedCap);
    if (reference._tag === "Left") continue;
    found++;
    yield { body, reference: reference.right };
  }
}

/** A velocity relative to the support from which braking at once stays inside: a random one, slowed until it does. */
export function stoppable(
  { edges, motion, random: r, budget, speedCap }: BodyInRegion,
  reference: Vec2,
): Vec2 {
  const { position, supportVelocity: u } = motion;
  const stopsInside = (c: Vec2): boolean => {
    const w = { x: reference.x + c.x, y: reference.y + c.y };
    return leastOfAll(edges, brakingPath(position, w, reference, budget)) >= 0;
  };
  let c = within(r, speedCap);
  for (let i = 0; !stopsInside(c) && (c.x !== 0 || c.y !== 0); i++) {
    c = i < 20 ? { x: 0.7 * c.x, y: 0.7 * c.y } : { x: 0, y: 0 };
  }
  return { x: reference.x + c.x - u.x, y: reference.y + c.y - u.y };
}
