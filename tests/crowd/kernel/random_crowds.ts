/**
 * Random crowds with everything in them that a step can meet: overlaps, walls, regions, storeys, layers, odd parameters.
 *
 * @module
 */
import { createCrowd, type Crowd } from "../../../crowd/mod.ts";
import { nextRandom } from "../../../solver/random.ts";

/** A seeded source of random choices. */
export interface Chance {
  /** In [0, 1). */
  readonly number: () => number;
  /** One of these. */
  readonly pick: <T>(...among: readonly T[]) => T;
}

/** Chance from a seed. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const number = (): number => {
    const [value, next] = nextRandom(state);
    state = next;
    return value;
  };
  return { number, pick: (...among) => among[Math.floor(number() * among.length)]! };
}

/** What a random crowd is made of. */
export interface Ingredients {
  /** Agents per square metre. */
  readonly density: number;
  /** Whether radii, speeds, weights, heights, layers and parameters differ, and some agents ride or are locked. */
  readonly kinds: "alike" | "mixed";
  /** Whether all stay in one region. */
  readonly region: "none" | "square";
  /** Whether walls stand there. */
  readonly walls: "none" | "some";
  /** m/s². */
  readonly budget: number;
}

/** Parameters that vary from crowd to crowd. */
export function randomParameters({ pick }: Chance): Readonly<Record<string, unknown>> {
  return {
    timeHorizon: pick(1, 2, 4),
    timeStep: pick(0.05, 0.1, 0.25),
    separation: pick("floor", "off"),
    fallback: pick("leastViolation", "brake", "stop", "keepPrevious"),
    passingSide: pick("right", "left", "byId"),
    neighborDistance: pick(Infinity, 5, 2),
    maxNeighbors: pick(Infinity, 10, 3, 1),
    neighborRanking: pick("gap", "timeToContact"),
    optimizationVelocity: pick("current", "current", "preferred", "zero"),
    safetyMargin: pick(0, 0.1),
    detour: pick(undefined, "off"),
    timeSlices: pick(1, 1, 1, 1, 3),
    perturbation: pick<unknown>("off", "off", { size: 0.01, seed: 4 }),
    lineOfSight: pick("off", "off", "off", "walls"),
  };
}

/** Ingredients that vary from crowd to crowd. */
export function randomIngredients({ pick }: Chance): Ingredients {
  return {
    density: pick(0.1, 0.3, 0.8, 2),
    kinds: pick("alike", "alike", "mixed"),
    region: pick("none", "none", "square"),
    walls: pick("none", "none", "some"),
    budget: pick(Infinity, Infinity, 0.7, 2, 5),
  };
}

/** A random crowd of so many agents. */
export function randomCrowd(
  count: number,
  { density, kinds, region, walls, budget }: Ingredients,
  parameters: Readonly<Record<string, unknown>>,
  { number, pick }: Chance,
): Crowd {
  const side = Math.sqrt(count / density), half = 0.6 * side;
  const place = () => ({ x: (number() - 0.5) * side, y: (number() - 0.5) * side });
  // Some corners are of the same places, where order matters (C6).
  const door = place(), exit = place(), corner = () => pick(place, place, () => door, () => exit)();
  // Some of them are gates: any but the last.
  const gate = () => ({ ...corner(), half: { x: number() - 0.5, y: 3 * number() - 1.5 } });
  const route = (last: number) => Array.from({ length: last }, pick(corner, corner, gate)).concat(corner());
  const odd = (share: number): boolean => kinds === "mixed" && number() < share;
  const agents = Array.from({ length: count }, (_, i) => ({
    id: pick<number | string>(i, `s${i}`),
    position: place(),
    velocity: { x: 2 * number() - 1, y: 2 * number() - 1 },
    radius: kinds === "mixed" ? pick(0.2, 0.3, 1) : 0.3,
    maxSpeed: kinds === "mixed" ? pick(0.5, 1.5, 3) : 1.5,
    budget,
    ...(number() < 0.8 ? { route: route(pick(0, 0, 1, 2)) } : {}),
    ...(number() < 0.2 ? { waiting: 30, velocity: { x: 0, y: 0 } } : {}), // it is stuck
    ...(odd(0.2) ? { responsibility: pick(0.5, 2, 3, 0) } : {}),
    ...(odd(0.08) ? { locked: true, velocity: { x: 0, y: 0 } } : {}),
    ...(odd(0.3) ? { height: 2, z: pick(0, 1, 3), gradient: { x: pick(0, 0.1), y: 0 } } : {}),
    ...(odd(0.1) ? { layers: pick(1, 2, 3), mask: pick(1, 2, 3) } : {}),
    ...(odd(0.1) ? { parameters: { maxNeighbors: 2 } } : {}),
    ...(odd(0.05) ? { support: { id: "deck", velocity: { x: 0.3, y: 0 } } } : {}),
    ...(region === "none" ? {} : {
      region: {
        polygon: [{ x: -half, y: -half }, { x: half, y: -half }, { x: half, y: half }, { x: -half, y: half }],
      },
    }),
  }));
  const obstacles = walls === "none" ? [] : [
    { id: "segment", corners: [{ x: 0.3 * side, y: -2 }, { x: 0.3 * side, y: 2 }] },
    { id: "block", corners: [{ x: -2, y: -2 }, { x: -1, y: -2 }, { x: -1, y: -1 }, { x: -2, y: -1 }] },
  ];
  const made = createCrowd({ agents, parameters, obstacles });
  if (made._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(made.left[0])}`);
  return made.right;
}
