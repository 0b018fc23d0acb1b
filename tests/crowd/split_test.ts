import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { Crowd, CrowdAgent, StepInput } from "../../crowd/mod.ts";
import {
  departures,
  haloFor,
  haloWidth,
  joinReach,
  mergeParts,
  NO_REACH,
  type Partition,
  reachOfAgents,
  readyPart,
  splitCrowd,
  stepCrowd,
  stepPart,
  stripes,
  withArrivals,
} from "../../crowd/mod.ts";
import { counts } from "../counts.ts";
import { crowdFrom, withTimeStep } from "../separation/crowd_run.ts";
import { between, drawFrom, pick, randomCrowd } from "../separation/random_crowd.ts";
import { bits } from "./scenes.ts";

/** What a step of all parts came to. */
interface SplitStep {
  readonly parts: readonly Crowd[];
  /** How many agents were seen beside the own ones, of all parts. */
  readonly seen: number;
  /** How many changed their owner. */
  readonly moved: number;
}

/** One step of all parts, as processes would do it: reach, halos, step, departures. */
function stepParts(
  parts: readonly Crowd[],
  partition: Partition,
  inputOf: (part: Crowd) => StepInput,
  narrowed = 1,
): SplitStep & { readonly stepped: readonly Crowd[] } {
  const ready = parts.map((part) => readyPart(part, inputOf(part)));
  const { parameters } = parts[0]!;
  const reach = ready.map(({ crowd }) => reachOfAgents(crowd.agents, parameters)).reduce(joinReach, NO_REACH);
  const width = narrowed * haloWidth(reach, parameters);
  const halos = ready.map((_, to) =>
    ready.flatMap((part, from) => from === to ? [] : [haloFor(part, to, partition, width)])
  );
  const stepped = ready.map((part, i) => stepPart(part, halos[i]!));
  const gone = stepped.map((part, i) => departures(part, i, partition));
  return {
    stepped,
    parts: gone.map(({ staying }, to) => withArrivals(staying, gone.flatMap(({ leaving }) => leaving[to]!))),
    seen: halos.flat().reduce((sum, { agents }) => sum + agents.length, 0),
    moved: gone.flatMap(({ leaving }) => leaving).reduce((sum, agents) => sum + agents.length, 0),
  };
}

/** The entries of an input that are about a part's own agents. */
function about({ agents }: Crowd, { preferred }: StepInput): StepInput {
  const own = new Set(agents.map(({ id }) => id));
  return preferred === undefined ? {} : { preferred: preferred.filter(({ id }) => own.has(id)) };
}

function timed(crowds: readonly Crowd[], timeStep: number): readonly Crowd[] {
  return crowds.map((crowd) => withTimeStep(crowd, timeStep));
}

it("C1, C2, M7: however a crowd is split, its parts step to the same bits as the whole, reports included", () => {
  let moved = 0;
  for (let seed = 0; seed < counts("split crowds"); seed++) {
    const random = randomCrowd(7000 + seed, seed % 3 === 0 ? "region" : "open"), draw = drawFrom(seed);
    let whole = crowdFrom(random.input);
    const xs = whole.agents.map(({ position }) => position.x);
    const cuts = Array.from({ length: 1 + seed % 4 }, () => pick(draw, xs)).sort((a, b) => a - b);
    const partition = stripes(cuts);
    let parts = splitCrowd(whole, partition);
    for (let tick = 0; tick < 12; tick++) {
      const timeStep = random.timeStep(tick);
      whole = withTimeStep(whole, timeStep);
      const input = { preferred: random.wishes(whole) };
      const step = stepParts(timed(parts, timeStep), partition, (part) => about(part, input));
      whole = stepCrowd(whole, input);
      assertEquals(bits(mergeParts(step.stepped)), bits(whole), `seed ${7000 + seed}, tick ${tick}`);
      assertEquals(step.parts.flatMap(({ agents }) => agents).length, whole.agents.length);
      parts = step.parts;
      moved += step.moved;
    }
  }
  assert(moved > 0, "nobody has changed its owner");
});

/** A wide crowd with a small reach: two storeys, parked and locked agents, unequal weights. */
function wideCrowd(seed: number, parameters: Record<string, unknown>): Crowd {
  const draw = drawFrom(seed);
  const agents = Array.from({ length: 240 }, (_, id) => {
    const still = id % 17 === 0 ? { locked: true } : id % 13 === 0 ? { responsibility: 0 } : {
      responsibility: pick(draw, [1, 1, 0.3]),
      goal: { x: between(draw, 0, 40), y: between(draw, 0, 8) },
      waiting: pick(draw, [0, 0, 30]), // who has stood so long is stuck
    };
    return {
      id: id % 5 === 0 ? `agent ${id}` : id,
      position: {
        x: (id % 40) + between(draw, 0, 0.4),
        y: 1.4 * Math.floor(id / 40) + between(draw, 0, 0.8),
      },
      radius: id === 239 ? 0.7 : 0.25, // a large one at the end, that only the last part sees
      maxSpeed: 1.2,
      height: 2,
      ...(id === 100 ? { parameters: { timeHorizon: 1.1, safetyMargin: 0.1 } } : {}),
      ...(id % 11 === 0 ? { mask: 2 } : id % 7 === 0 ? { layers: 3 } : {}),
      z: id % 3 === 0 ? 3 : 0,
      ...(id % 2 === 0 ? {} : { budget: 4 }),
      ...still,
    };
  });
  return crowdFrom({ agents, parameters: { timeHorizon: 0.75, timeStep: 0.1, ...parameters } });
}

const WIDE: readonly Record<string, unknown>[] = [
  {},
  { optimizationVelocity: "preferred", maxNeighbors: 3, perturbation: { size: 0.05, seed: 3 } },
  { separation: "off", neighborDistance: 1 },
];

it("C1, C2, M7: parts that see only a strip of their neighbors step to the same bits, storeys, weights and parked agents included", () => {
  for (const [seed, parameters] of WIDE.entries()) {
    const partition = stripes([13, 26.5]);
    let whole = wideCrowd(seed, parameters), parts = splitCrowd(whole, partition), moved = 0;
    for (let tick = 0; tick < 8; tick++) {
      const wishes = whole.agents.filter((_, i) => i % 7 === tick % 7 && !whole.agents[i]!.locked);
      const input = {
        preferred: wishes.map(({ id, velocity: { x, y } }) => ({ id, velocity: { x: -y, y: x } })),
      };
      const step = stepParts(parts, partition, (part) => about(part, input));
      assert(step.seen < 0.9 * whole.agents.length, `${step.seen} are seen`);
      whole = stepCrowd(whole, input);
      assertEquals(bits(mergeParts(step.stepped)), bits(whole), `scene ${seed}, tick ${tick}`);
      parts = step.parts;
      moved += step.moved;
    }
    assert(moved > 2, `${moved} have changed their owner`);
  }
});

it("C1, C2: with halos half as wide the bits are not the same", () => {
  const partition = stripes([20]), whole = wideCrowd(0, { separation: "off" });
  let narrow = splitCrowd(whole, partition), all = whole;
  for (let tick = 0; tick < 15; tick++) {
    narrow = stepParts(narrow, partition, () => ({}), 0.5).parts;
    all = stepCrowd(all);
  }
  assertNotEquals(bits(narrow.flatMap(({ agents }) => agents).map(byId)), bits(all.agents.map(byId)));
});

function byId({ id, position }: CrowdAgent): readonly unknown[] {
  return [id, position.x, position.y];
}

it("C1: nobody is lost or doubled by a split, and an agent on a cut belongs to the right", () => {
  const crowd = wideCrowd(1, {}), partition = stripes([10, 10, 30]);
  const parts = splitCrowd(crowd, partition);
  assertEquals(parts.map(({ agents }) => agents.length).reduce((a, b) => a + b), crowd.agents.length);
  assertEquals(parts[1]!.agents, [], "between two equal cuts is no room");
  assertEquals([9.9, 10, 29.9, 30].map((x) => partition.ownerOf({ x, y: 0 })), [0, 2, 2, 3]);
  assert(partition.isNear(0, { x: 12, y: 0 }, 2) && !partition.isNear(0, { x: 12.001, y: 0 }, 2));
  assert(partition.isNear(3, { x: 28, y: 0 }, 2) && !partition.isNear(3, { x: 27.999, y: 0 }, 2));
});

it("C1: parts of different ticks are no crowd", () => {
  const crowd = wideCrowd(1, {}), [left, right] = splitCrowd(crowd, stripes([20]));
  assertEquals(mergeParts([left!, stepCrowd(right!)]), undefined);
  assertEquals(mergeParts([]), undefined);
});

it("C1: input about another part's agent is refused by the part, not used", () => {
  const crowd = wideCrowd(1, {}), [left, right] = splitCrowd(crowd, stripes([20]));
  const other = right!.agents[0]!.id;
  const { preferred, errors } = readyPart(left!, { preferred: [{ id: other, velocity: { x: 1, y: 0 } }] });
  assertEquals([preferred.size, errors.length], [0, 1]);
  assertEquals(
    stepPart(readyPart(left!, { preferred: [{ id: other, velocity: { x: 1, y: 0 } }] }), []).report
      .rejectedInput,
    errors,
  );
});
