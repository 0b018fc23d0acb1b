/**
 * The scenarios that public complaints were made into, as they are handed out: in `../shared/scenarios` beside the project's
 * folder, in a schema of their own. Tests that need them report themselves as ignored without.
 *
 * @module
 */
import type { Vec2 } from "../../../geometry/vector.ts";

type Pair = readonly [number, number];

/** A scenario in the schema of its collection; only what is used here. */
interface SharedScenario {
  readonly id: string;
  readonly dt: number;
  readonly duration: number;
  readonly defaults: {
    readonly radius: number;
    readonly maxSpeed: number;
    readonly timeHorizon: number;
    readonly timeHorizonWalls: number;
    readonly neighbourDist: number;
    readonly maxNeighbours: number;
    readonly maxAccel?: number;
    readonly height?: number;
  };
  readonly agents: readonly {
    readonly id: string;
    readonly pos: Pair;
    readonly goal: Pair;
    readonly vel?: Pair;
    readonly locked?: boolean;
    readonly responsibility?: number;
    readonly z?: number | string;
  }[];
  readonly walls: readonly (readonly Pair[])[];
}

const folder = new URL("../../../../shared/scenarios/", import.meta.url);

/** Names of all of them, in order; undefined where the collection is absent. */
export function sharedNames(): readonly string[] | undefined {
  try {
    return [...Deno.readDirSync(folder)].flatMap(({ name }) =>
      name.endsWith(".json") ? [name.slice(0, -5)] : []
    )
      .sort();
  } catch {
    return undefined;
  }
}

/** One of them, in the fields of a scenario file of this project; what must hold of it is left out. */
export function sharedScenario(name: string): Readonly<Record<string, unknown>> {
  const text = Deno.readTextFileSync(new URL(`${name}.json`, folder));
  const { id, dt, duration, defaults, agents, walls } = JSON.parse(text) as SharedScenario;
  const { radius, maxSpeed, timeHorizon, timeHorizonWalls, neighbourDist, maxNeighbours } = defaults;
  return {
    id,
    title: id,
    duration,
    parameters: {
      timeHorizon,
      timeHorizonObstacles: timeHorizonWalls,
      timeStep: dt,
      neighborDistance: neighbourDist,
      maxNeighbors: maxNeighbours,
      arrivalDistance: 0.15,
    },
    defaults: {
      radius,
      maxSpeed,
      ...(defaults.maxAccel === undefined ? {} : { budget: defaults.maxAccel }),
      ...(defaults.height === undefined ? {} : { height: defaults.height }),
    },
    agents: agents.map(({ id, pos, goal, vel, locked, responsibility, z }) => ({
      id,
      position: vector(pos),
      goal: vector(goal),
      ...(vel === undefined ? {} : { velocity: vector(vel) }),
      ...(locked === undefined ? {} : { locked }),
      ...(responsibility === undefined ? {} : { responsibility }),
      ...(z === undefined ? {} : heightOf(z, pos[0])),
    })),
    walls: walls.map((wall) => wall.map(vector)),
  };
}

function vector([x, y]: Pair): Vec2 {
  return { x: x + 0, y: y + 0 }; // no -0
}

/** A foot height, or a ramp "slope*(x+from)", whose slope is the ground's gradient. */
function heightOf(z: number | string, x: number): Readonly<Record<string, unknown>> {
  if (typeof z === "number") return { z };
  const [, slope, from] = /^([\d.]+)\*\(x\+([\d.]+)\)$/.exec(z)!;
  return { z: Number(slope) * (x + Number(from)), gradient: { x: Number(slope), y: 0 } };
}
