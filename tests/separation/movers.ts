/**
 * Random pairs of movers, on a grid and off it.
 *
 * @module
 */
import fc from "fast-check";
import type { Edge, Mover } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { segmentDistance, stopVector } from "./segments.ts";

/** Numbers k/64: sums and differences of few of them are exact. */
export const grid = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: -limit * 64, max: limit * 64 }).map((k) => k / 64);

/** Vectors on that grid. */
export const vector = (limit: number): fc.Arbitrary<Vec2> => fc.record({ x: grid(limit), y: grid(limit) });

/** Any finite vector up to so large. */
const anywhere = (limit: number): fc.Arbitrary<Vec2> => {
  const coordinate = fc.double({ min: -limit, max: limit, noNaN: true });
  return fc.record({ x: coordinate, y: coordinate });
};

const budget = fc.constantFrom(0.25, 0.5, 1, 2, 8, Infinity);
const weight = fc.constantFrom(0.25, 1, 1, 1, 3);

/** Two movers with one reference, of any status; the lower ID first or second. */
export const pairOfMovers: fc.Arbitrary<readonly [Mover, Mover]> = fc.record({
  places: fc.oneof(fc.tuple(vector(5), vector(5)), fc.tuple(anywhere(5), anywhere(5))),
  velocities: fc.oneof(
    fc.tuple(vector(2), vector(2)),
    fc.tuple(anywhere(2), anywhere(2)),
    vector(2).map((v): [Vec2, Vec2] => [v, v]), // parallel
    vector(2).map((v): [Vec2, Vec2] => [v, { x: -v.x, y: -v.y }]),
  ),
  radii: fc.tuple(fc.constantFrom(0.125, 0.25, 0.5, 1), fc.constantFrom(0.125, 0.25, 0.5, 1)),
  budgets: fc.oneof(fc.tuple(budget, budget), budget.map((a): [number, number] => [a, a])),
  weights: fc.tuple(weight, weight),
  reference: fc.oneof(fc.constant({ x: 0, y: 0 }), vector(1)),
  ids: fc.constantFrom(["a", "b"] as const, ["b", "a"] as const, [10, 9] as const, [7, "7"] as const),
}).map(({ places, velocities, radii, budgets, weights, reference, ids }) => {
  const mover = (i: 0 | 1): Mover => ({
    id: ids[i],
    position: places[i],
    velocity: velocities[i],
    radius: radii[i],
    responsibility: weights[i],
    budget: budgets[i],
    reference,
  });
  return [mover(0), mover(1)] as const;
});

/** Two movers that run along the line between them, at any angle: cross products of what is on one line are rounding. */
export const pairOnOneLine: fc.Arbitrary<readonly [Mover, Mover]> = fc.record({
  pair: pairOfMovers,
  angle: fc.double({ min: 0, max: 7, noNaN: true }),
  apart: grid(6),
  speeds: fc.oneof(fc.tuple(grid(2), grid(2)), grid(2).map((speed): [number, number] => [speed, -speed])),
}).map(({ pair: [a, b], angle, apart, speeds }) => {
  const along = (size: number, from: Vec2): Vec2 => ({
    x: from.x + size * Math.cos(angle),
    y: from.y + size * Math.sin(angle),
  });
  const r = a.reference ?? { x: 0, y: 0 };
  return [
    { ...a, velocity: along(speeds[0], r) },
    { ...b, position: along(apart, a.position), velocity: along(speeds[1], r) },
  ] as const;
});

/**
 * Two movers, one of which stands beside the other's stop, almost at its end: there the distance changes by less than
 * rounding over a stretch of some 1e-8 m.
 */
export const pairBesideAnEnd: fc.Arbitrary<readonly [Mover, Mover]> = fc.record({
  angle: fc.double({ min: 0, max: 7, noNaN: true }),
  speed: fc.integer({ min: 32, max: 192 }).map((k) => k / 64),
  inside: fc.integer({ min: 4, max: 12 }).chain((k) =>
    fc.double({ min: -(0.1 ** k), max: 0.1 ** k, noNaN: true })
  ),
  spare: fc.constantFrom(1e-9, 1e-3, 1),
  which: fc.boolean(),
}).map(({ angle, speed, inside, spare, which }) => {
  const x = Math.cos(angle), y = Math.sin(angle), along = speed * speed / 2 - inside, apart = 1 + spare;
  const runner: Mover = {
    id: which ? "a" : "b",
    position: { x: 0, y: 0 },
    velocity: { x: speed * x, y: speed * y },
    radius: 0.5,
    budget: 1,
  };
  const stander: Mover = {
    ...runner,
    id: which ? "b" : "a",
    position: { x: along * x - apart * y, y: along * y + apart * x },
    velocity: { x: 0, y: 0 },
  };
  return [runner, stander] as const;
});

/** Two that run side by side, almost in parallel, so that one begins almost where the other stops. */
export const pairInStep: fc.Arbitrary<readonly [Mover, Mover]> = fc.record({
  angle: fc.double({ min: 0, max: 7, noNaN: true }),
  ahead: fc.integer({ min: 6, max: 10 }).chain((k) =>
    fc.double({ min: -(0.1 ** k), max: 0.1 ** k, noNaN: true })
  ),
  turned: fc.integer({ min: 6, max: 10 }).chain((k) =>
    fc.double({ min: -(0.1 ** k), max: 0.1 ** k, noNaN: true })
  ),
  spare: fc.constantFrom(1e-9, 1e-3),
  which: fc.boolean(),
}).map(({ angle, ahead, turned, spare, which }) => {
  const x = Math.cos(angle), y = Math.sin(angle), along = 2 - ahead, apart = 1 + spare;
  const behind: Mover = {
    id: which ? "a" : "b",
    position: { x: 0, y: 0 },
    velocity: { x: 2 * x, y: 2 * y },
    radius: 0.5,
    budget: 1,
  };
  const before: Mover = {
    ...behind,
    id: which ? "b" : "a",
    position: { x: along * x - apart * y, y: along * y + apart * x },
    velocity: { x: 2 * (x - turned * y), y: 2 * (y + turned * x) },
  };
  return [behind, before] as const;
});

/** The relative stop segments of a pair: the first from the origin along `s`, the second from `p` along `t`. */
export function stopsOf(a: Mover, b: Mover): { readonly s: Vec2; readonly p: Vec2; readonly t: Vec2 } {
  const r = a.reference ?? { x: 0, y: 0 };
  const p = { x: b.position.x - a.position.x, y: b.position.y - a.position.y };
  return { s: stopVector(a, r), p, t: stopVector(b, r) };
}

/** Least distance of the two stop segments, m, without a formula. */
export function stopDistance(a: Mover, b: Mover): number {
  const { s, p, t } = stopsOf(a, b);
  return Math.min(segmentDistance(s, p, t), segmentDistance(t, { x: -p.x, y: -p.y }, s));
}

/** How far a mover's stop segment stays behind an edge at its worst end, m. */
export function stopMargin(edge: Edge, { position, velocity, budget, reference }: Mover): number {
  const stop = stopVector({ velocity, budget }, reference ?? { x: 0, y: 0 }), { normal: n, offset } = edge;
  const here = offset - (n.x * position.x + n.y * position.y);
  return Math.min(here, here - (n.x * stop.x + n.y * stop.y));
}

/** A mover elsewhere. */
export function shifted(mover: Mover, by: Vec2): Mover {
  return { ...mover, position: { x: mover.position.x + by.x, y: mover.position.y + by.y } };
}

/** A mover seen in a mirror: y points the other way. */
export function mirrored(mover: Mover): Mover {
  const flip = ({ x, y }: Vec2): Vec2 => ({ x, y: 0 - y });
  const { position, velocity, reference } = mover;
  return {
    ...mover,
    position: flip(position),
    velocity: flip(velocity),
    reference: flip(reference ?? { x: 0, y: 0 }),
  };
}
