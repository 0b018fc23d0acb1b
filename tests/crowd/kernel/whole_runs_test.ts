import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  addAgents,
  agentOfKernel,
  createCrowd,
  type Crowd,
  crowdOfKernel,
  type Kernel,
  kernelOf,
  removeAgents,
  stepCrowd,
  stepKernel,
} from "../../../crowd/mod.ts";
import { counts } from "../../counts.ts";
import { type Chance, chanceOf, randomCrowd } from "./random_crowds.ts";

/** 32-bit FNV-1a over the bits of all that a step changes. */
function digest({ state }: Kernel): number {
  let hash = 0x811c9dc5;
  for (const column of [state.x, state.y, state.vx, state.vy, state.detour, state.waiting, state.kind]) {
    const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash >>> 0;
}

/** So many steps in two sets of columns by turns. */
function run(kernel: Kernel, steps: number): Kernel {
  let spare: Kernel | undefined;
  for (let k = 0; k < steps; k++) {
    const next = stepKernel(kernel, undefined, spare);
    spare = kernel;
    kernel = next;
  }
  return kernel;
}

const JAM = { density: 0.6, kinds: "alike", region: "square", walls: "none", budget: 2 } as const;
const PARAMETERS = { timeHorizon: 2, timeStep: 0.1, neighborDistance: 5, maxNeighbors: 10 };

function walkers(count: number, place: () => { x: number; y: number }): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    position: place(),
    goal: place(),
    radius: 0.3,
    maxSpeed: 1.5,
    budget: 3,
  }));
}

function made(agents: readonly unknown[], parameters: Readonly<Record<string, unknown>> = PARAMETERS): Crowd {
  const crowd = createCrowd({ agents, parameters });
  if (crowd._tag === "Left") throw new Error(`Expected a crowd, but found ${JSON.stringify(crowd.left[0])}`);
  return crowd.right;
}

it("C10: a run is the same bit for bit when it is repeated, and when agents come in another order", () => {
  const chance = chanceOf(3), steps = counts("kernel run steps");
  const place = () => ({ x: 20 * chance.number(), y: 20 * chance.number() });
  const agents = walkers(300, place);
  const once = run(kernelOf(made(agents)), steps);
  assertEquals(digest(run(kernelOf(made(agents)), steps)), digest(once));
  assertEquals(digest(run(kernelOf(made(agents.toReversed())), steps)), digest(once));
});

it("C10: a run in columns ends where a run on records ends", () => {
  const chance = chanceOf(4), steps = counts("kernel run steps");
  let crowd = randomCrowd(150, JAM, PARAMETERS, chance);
  const kernel = run(kernelOf(crowd), steps);
  for (let k = 0; k < steps; k++) crowd = stepCrowd(crowd);
  assertEquals(crowdOfKernel(kernel).agents, crowd.agents);
  assertEquals(crowdOfKernel(kernel).report.overlaps, crowd.report.overlaps);
});

it("C10: a step without a spare kernel changes nothing that its caller holds", () => {
  const crowd = randomCrowd(60, JAM, PARAMETERS, chanceOf(6)), kernel = kernelOf(crowd);
  const before = digest(kernel), after = stepKernel(kernel), then = digest(after);
  stepKernel(after);
  assertEquals([digest(kernel), digest(after)], [before, then]);
});

it("C10: columns, grid and result take at most 400 bytes per agent", () => {
  const chance = chanceOf(8), count = 4096;
  const crowd = made(walkers(count, () => ({ x: 150 * chance.number(), y: 150 * chance.number() })));
  let bytes = 0;
  const kernel = kernelOf(crowd, (size) => {
    bytes += size;
    return new ArrayBuffer(size);
  });
  const after = run(kernel, 4);
  assertEquals(after.extent, kernel.extent);
  assert(bytes / count <= 400, `${bytes / count} bytes`);
});

it("C3, C10: everybody in one cell is no more work than all pairs, and decides as records do", () => {
  const chance = chanceOf(9), count = 400;
  const agents = walkers(count, () => ({ x: chance.number() / 64, y: chance.number() / 64 }));
  // One who stands a thousand kilometres away makes the cells of the others no wider.
  const far = { id: "far", position: { x: 1e6, y: 1e6 }, radius: 0.3, maxSpeed: 1.5 };
  const crowd = made([...agents, far], { ...PARAMETERS, separation: "off" });
  const kernel = stepKernel(kernelOf(crowd)), records = stepCrowd(crowd);
  assertEquals(
    kernel.records.map((_, i) => agentOfKernel(kernel, i).velocity),
    records.agents.map((a) => a.velocity),
  );
  assert(kernel.state.cutByCap[0] === count - 1 - PARAMETERS.maxNeighbors);
});

it("C3, C10: agents in a line, in clusters and at far places find the neighbors that they find on records", () => {
  const chance = chanceOf(10), { number, pick } = chance;
  const places: readonly ((chance: Chance) => { x: number; y: number })[] = [
    () => ({ x: 3000 * number(), y: 0 }),
    () => ({ x: number() * 2000, y: 1000 - 0.5 * number() }),
    () => ({ x: pick(0, 500, 1e5) + 5 * number(), y: pick(-1e6, 3) + 5 * number() }),
    () => {
      const t = 2000 * number();
      return { x: t, y: t + number() };
    },
  ];
  for (const place of places) {
    const crowd = made(walkers(500, () => place(chance)));
    const kernel = stepKernel(kernelOf(crowd)), records = stepCrowd(crowd);
    const velocities = kernel.records.map((_, i) => agentOfKernel(kernel, i).velocity);
    assertEquals(velocities, records.agents.map(({ velocity }) => velocity));
    const cut = new Map(records.report.cuts.map(({ id, byCap }) => [id, byCap]));
    assertEquals([...kernel.state.cutByCap], records.agents.map(({ id }) => cut.get(id) ?? 0));
  }
});

/** A long run with agents that come and go. @returns the digest at its end */
function soak(
  count: number,
  steps: number,
  seed: number,
): { readonly digest: number; readonly heap: number } {
  const chance = chanceOf(seed), side = Math.sqrt(count / 0.15);
  const place = () => ({ x: side * chance.number(), y: side * chance.number() });
  let kernel = kernelOf(made(walkers(count, place))), named = count, heap = 0;
  const every = Math.max(1, Math.floor(steps / 100));
  for (let done = 0; done < steps; done += every) {
    kernel = run(kernel, every);
    for (const column of [kernel.state.x, kernel.state.y, kernel.state.vx, kernel.state.vy]) {
      assert(column.every(Number.isFinite), `after ${done + every} steps`);
    }
    const crowd = crowdOfKernel(kernel), gone = crowd.agents.filter(() => chance.number() < 0.01);
    const left = removeAgents(crowd, gone.map(({ id }) => id));
    const added = walkers(gone.length, place).map((agent) => ({ ...agent, id: named++ }));
    const next = addAgents(left, added);
    if (next._tag === "Left") throw new Error(next.left[0].rule);
    kernel = kernelOf(next.right);
    if (done >= steps / 2 && heap === 0) heap = Deno.memoryUsage().heapUsed;
  }
  return { digest: digest(kernel), heap: Deno.memoryUsage().heapUsed - heap };
}

it("C10: a long run in which agents come and go stays finite, in the same memory, and can be repeated", () => {
  const count = counts("kernel soak agents"), steps = counts("kernel soak steps");
  const once = soak(count, steps, 12);
  assert(once.heap < 64e6 + 8000 * count, `${once.heap} bytes more on the heap`);
  assertEquals(
    soak(Math.min(count, 500), Math.min(steps, 200), 5).digest,
    soak(Math.min(count, 500), Math.min(steps, 200), 5).digest,
  );
});
