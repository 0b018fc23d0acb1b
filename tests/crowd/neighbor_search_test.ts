import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Crowd, type NeighborSearch, stepCrowd, uniformGrid } from "../../crowd/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { after, bits, crowdOf, dyadic, everyPoint, faraway, type Scene, scenes, walker } from "./scenes.ts";

const sizes = fc.constantFrom(1e-9, 1e-3, 1, 1e3, 1e6, 1e12);
const coordinates = fc.oneof(
  dyadic(-8, 8),
  fc.tuple(dyadic(-8, 8), sizes).map(([n, size]) => n * size),
  fc.tuple(dyadic(-8, 8), fc.constantFrom(-1e6, 1e6, 2 ** 40)).map(([n, offset]) => n + offset),
  fc.double({ min: -1e12, max: 1e12, noNaN: true }),
);
const ranges = fc.oneof(
  dyadic(0, 8).map((n) => n + 1 / 64),
  fc.tuple(dyadic(1, 8), sizes).map(([n, s]) => n * s),
);

/** Visits must hold every point in range, none twice, and no index that is none. */
function assertVisits(xs: Float64Array, ys: Float64Array, cell: number, reach: number): void {
  const index = uniformGrid(xs, ys, cell);
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i]!, y = ys[i]!, visited: number[] = [];
    index.near(x, y, reach, (at) => visited.push(at));
    const once = new Set(visited);
    assertEquals(once.size, visited.length);
    for (const at of visited) assert(Number.isInteger(at) && at >= 0 && at < xs.length);
    for (let at = 0; at < xs.length; at++) {
      const dx = xs[at]! - x, dy = ys[at]! - y;
      if (Math.sqrt(dx * dx + dy * dy) < reach) assert(once.has(at), `Expected a visit to ${at} from ${i}`);
    }
  }
}

it("C3: the grid visits every point in range once, whatever the coordinates", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(coordinates, coordinates), { minLength: 1, maxLength: 40 }),
      ranges,
      ranges,
      (points, cell, reach) => {
        assertVisits(
          Float64Array.from(points, ([x]) => x),
          Float64Array.from(points, ([, y]) => y),
          cell,
          reach,
        );
      },
    ),
    runs("crowd search"),
  );
});

it("C3: the grid visits every point in range when its cells are searched one by one", () => {
  // Many points and few cells in range, so that no search falls back to all of them.
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 120 }).chain((n) =>
        fc.array(fc.tuple(dyadic(-20, 20), dyadic(-20, 20)), { minLength: n, maxLength: n })
      ),
      fc.constantFrom(-1e6, -1e3, 0, 1e6, 2 ** 30),
      fc.constantFrom(-1e6, 0, 2 ** 36),
      fc.constantFrom(0.25, 1, 3),
      fc.constantFrom(0.5, 1, 2),
      (points, offsetX, offsetY, cell, cells) => {
        const xs = Float64Array.from(points, ([x]) => x + offsetX);
        const ys = Float64Array.from(points, ([, y]) => y + offsetY);
        assertVisits(xs, ys, cell, cell * cells);
      },
    ),
    runs("crowd search"),
  );
});

it("C3: all points in one cell, or in one place, are all visited", () => {
  const n = 100;
  assertVisits(new Float64Array(n).fill(-3.5), new Float64Array(n).fill(1e6), 2, 1);
  const xs = Float64Array.from({ length: n }, (_, i) => 1e6 + i / 256);
  assertVisits(xs, xs, 10, 0.25);
  assertVisits(new Float64Array(0), new Float64Array(0), 1, 1);
});

it("C3: cells finer than the doubles of the coordinates are no trap", () => {
  // Near 1e12 doubles are 2^-13 apart, a cell is 1e-5 wide: counting on from a cell by ones gets nowhere.
  const side = 90, grain = 2 ** -13;
  const xs = Float64Array.from({ length: side * side }, (_, i) => 1e12 + (i % side) * grain);
  const ys = Float64Array.from({ length: side * side }, (_, i) => 1e12 + Math.floor(i / side) * grain);
  const index = uniformGrid(xs, ys, 1e-5), visits: number[] = [];
  index.near(1e12 + 9 * grain, 1e12 + 9 * grain, 3 * grain, (at) => visits.push(at));
  const visited = new Set(visits);
  assertEquals(visits.length, visited.size);
  for (let row = 7; row <= 11; row++) {
    for (let column = 7; column <= 11; column++) assert(visited.has(row * side + column));
  }
});

it("C3: points that share a bucket with those in range are not visited twice", () => {
  // Cells a power of two apart meet in few buckets.
  const xs = Float64Array.from({ length: 64 }, (_, i) => (i % 8) * 65536),
    ys = xs.map((_, i) => Math.floor(i / 8));
  assertVisits(xs, ys, 1, 1.5);
});

/** The crowd after some steps, with the grid and with a search that visits all. */
function assertSearchDoesNotMatter({ agents, parameters }: Scene, steps = 8): void {
  const crowd = crowdOf([...agents, ...faraway], parameters);
  assertEquals(bits(after(crowd, steps, {}, everyPoint)), bits(after(crowd, steps)));
}

it("C3: another search gives the same crowd, bit for bit", () => {
  fc.assert(fc.property(scenes, (scene) => assertSearchDoesNotMatter(scene)), runs("crowd properties"));
});

it("C3: another search gives the same crowd when one agent is huge, fast, or far away", () => {
  fc.assert(
    fc.property(
      scenes,
      fc.constantFrom({ radius: 50 }, { velocity: { x: 100, y: 0 } }, { position: { x: -1e6, y: 1e6 } }),
      (scene, odd) => {
        const [first, ...others] = scene.agents;
        assertSearchDoesNotMatter({ ...scene, agents: [{ ...first!, locked: false, ...odd }, ...others] }, 3);
      },
    ),
    runs("crowd properties"),
  );
});

it("C3: another search gives the same crowd a million metres from the origin, and all in one cell", () => {
  const around = (x: number, y: number, spread: number) =>
    Array.from({ length: 60 }, (_, i) =>
      walker(i, x + spread * (i % 8), y + spread * Math.floor(i / 8), {
        goal: { x: x - spread * (i % 8), y },
        radius: 0.25,
        maxSpeed: 1,
      }));
  assertSearchDoesNotMatter({ agents: around(1e6, -1e6, 2.5), parameters: { timeHorizon: 1 } });
  assertSearchDoesNotMatter({ agents: around(0, 0, 0.0625), parameters: { maxNeighbors: 8 } }, 2);
});

/** A square lattice of walkers 3 m apart, no two rows alike. */
function lattice(side: number): Crowd {
  return crowdOf(
    Array.from({ length: side * side }, (_, i) => {
      const x = 3 * (i % side) + 0.25 * ((i * 7) % 3), y = 3 * Math.floor(i / side) + 0.25 * ((i * 5) % 4);
      return walker(i, x, y, { goal: { x: x + 5, y: y + (i % 2 === 0 ? 5 : -5) }, maxSpeed: 1 });
    }),
    { timeHorizon: 2 },
  );
}

/** How many points a whole step visits. */
function visitsOf(crowd: Crowd): number {
  let visits = 0;
  const counting: NeighborSearch = (xs, ys, range) => {
    const index = uniformGrid(xs, ys, range);
    return {
      near: (x, y, reach, visit) =>
        index.near(x, y, reach, (at) => {
          visits++;
          visit(at);
        }),
    };
  };
  stepCrowd(crowd, {}, counting);
  return visits;
}

it("C3: at constant density the visits of a step grow linearly with the number of agents", () => {
  const small = lattice(16), large = lattice(32);
  const each = visitsOf(small) / small.agents.length, eachOfMany = visitsOf(large) / large.agents.length;
  // At the rim there are fewer neighbors, so that a larger field has a few more on average; quadratic would be 4.
  assert(eachOfMany < 1.35 * each, `${each} visits per agent of 256, ${eachOfMany} of 1024`);
  assert(each > 8);
});

it("C3: the cap bounds the half-planes, also when all stand in one cell", () => {
  const agents = Array.from({ length: 80 }, (_, i) => walker(i, (i % 9) / 64, Math.floor(i / 9) / 64));
  const { report } = stepCrowd(crowdOf(agents, { maxNeighbors: 5 }));
  for (const { decision } of report.decisions) {
    assertEquals(decision.margins.filter(({ constraint }) => constraint.kind === "neighbor").length, 5);
  }
  assertEquals(report.cuts.length, 80);
  for (const cut of report.cuts) assertEquals([cut.byCap, cut.byDistance], [79 - 5, 0]);
});
