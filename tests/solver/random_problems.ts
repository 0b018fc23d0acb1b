/**
 * Seeded velocity problems, half of them with a reachable disc, from twenty families of the kinds that break
 * solvers: parallel and nearly parallel lines, tangents, pencils, gaps of 1e-13, discs that touch.
 *
 * @module
 */
import type { Disc } from "../../geometry/disc.ts";
import type { ConstraintSource, HalfPlane } from "../../geometry/half_plane.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { VelocityProblem } from "../../solver/problem.ts";

/** A problem and the recipe that it was made by. */
export interface RandomProblem {
  readonly family: Family;
  readonly seed: number;
  /** Speed cap, m/s: the problem's natural size. */
  readonly size: number;
  readonly problem: VelocityProblem;
}

/** A seeded stream of numbers from 0 to below 1 (mulberry32). */
export type Random = () => number;

/** Starts a stream; neighboring seeds give unrelated streams. */
export function seeded(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const between = (r: Random, low: number, high: number): number => low + (high - low) * r();
const whole = (r: Random, low: number, high: number): number => Math.floor(between(r, low, high + 1));
const pick = <A>(r: Random, from: readonly A[]): A => from[Math.floor(r() * from.length)]!;
const sign = (r: Random): number => (r() < 0.5 ? -1 : 1);
/** 10 to a power that is spread evenly. */
const tiny = (r: Random, from: number, to: number): number => 10 ** between(r, to, from);

function unit(angle: number): Vec2 {
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

const anyUnit = (r: Random): Vec2 => unit(between(r, -Math.PI, Math.PI));

function within(r: Random, radius: number): Vec2 {
  const u = anyUnit(r), s = radius * Math.sqrt(r());
  return { x: u.x * s, y: u.y * s };
}

/** A line through `through`, moved by `margin` away from it, so that `through` lies so far inside. */
function past(through: Vec2, normal: Vec2, margin: number): Line {
  return { point: { x: through.x - normal.x * margin, y: through.y - normal.y * margin }, normal };
}

type Line = Omit<HalfPlane, "source">;

interface Draft {
  lines: Line[];
  preferred?: Vec2;
  speed?: Disc;
  reachable?: Disc;
}

type Recipe = (r: Random, size: number, interior: Vec2) => Draft;

function generic(r: Random, size: number, interior: Vec2, most = 40): Line[] {
  const n = r() < 0.7 ? whole(r, 0, Math.min(12, most)) : whole(r, 0, most);
  const tight = r() < 0.5 ? 0.9 : 0.3, inward = r() < 0.7 ? 0 : 0.05;
  return Array.from({ length: n }, () => past(interior, anyUnit(r), size * (between(r, 0, tight) - inward)));
}

function nearlySame(r: Random, line: Line): Line {
  const angle = Math.atan2(line.normal.y, line.normal.x) + sign(r) * tiny(r, -3, -12);
  const offset = sign(r) * tiny(r, -9, -15);
  return past(line.point, r() < 0.2 ? line.normal : unit(angle), r() < 0.2 ? 0 : offset);
}

const GRID: readonly Vec2[] = [[1, 0], [0, 1], [-1, 0], [0, -1], [0.6, 0.8], [-0.6, 0.8], [0.8, -0.6]]
  .map(([x, y]) => ({ x: x!, y: y! }));

const recipes = {
  "no half-planes": () => ({ lines: [] }),
  "generic": (r, size, interior) => ({ lines: generic(r, size, interior) }),
  "many": (r, size, interior) => {
    const least = pick(r, [0, 0, -0.1, -0.5]);
    const margin = (): number => size * between(r, least, 0.6);
    return { lines: Array.from({ length: whole(r, 25, 40) }, () => past(interior, anyUnit(r), margin())) };
  },
  "parallel": (r, size, interior) => {
    const n = anyUnit(r);
    const more = Array.from({ length: whole(r, 2, 8) }, () => past(interior, n, size * between(r, 0, 0.5)));
    return { lines: [...more, ...generic(r, size, interior, 6)] };
  },
  "antiparallel": (r, size, interior) => {
    const n = anyUnit(r), back = { x: -n.x, y: -n.y };
    const gap = r() < 0.5 ? size * between(r, -0.2, 0.5) : size * sign(r) * tiny(r, -3, -13);
    return { lines: [past(interior, n, 0), past(interior, back, gap), ...generic(r, size, interior, 4)] };
  },
  "duplicates": (r, size, interior) => {
    const some = generic(r, size, interior, 8);
    // The same line, held at a point farther along it.
    const slid = some.map(({ point, normal }) => {
      const along = size * whole(r, -2, 2);
      return { point: { x: point.x - normal.y * along, y: point.y + normal.x * along }, normal };
    });
    return { lines: [...some, ...some, ...slid] };
  },
  "near-duplicates": (r, size, interior) => {
    const some = [...generic(r, size, interior, 5), past(interior, anyUnit(r), size * between(r, 0, 0.3))];
    return { lines: [...some, ...some.map((l) => nearlySame(r, l)), ...some.map((l) => nearlySame(r, l))] };
  },
  "nearly antiparallel": (r, size, interior) => {
    const n = between(r, -Math.PI, Math.PI), turned = n + Math.PI + sign(r) * tiny(r, -3, -12);
    const gap = size * pick(r, [1, -1, 0]) * tiny(r, -1, -13);
    return {
      lines: [
        past(interior, unit(n), 0),
        past(interior, unit(turned), gap),
        ...generic(r, size, interior, 3),
      ],
    };
  },
  "tangent to the speed disc": (r, size, interior) => {
    const n = anyUnit(r), gap = pick(r, [0, 1, -1]) * size * tiny(r, -3, -15), b = size - gap;
    return { lines: [{ point: { x: n.x * b, y: n.y * b }, normal: n }, ...generic(r, size, interior, 3)] };
  },
  "tangent to the reachable disc": (r, size, interior) => {
    const n = anyUnit(r),
      radius = size * between(r, 0.05, 0.5),
      gap = pick(r, [0, 1, -1]) * size * tiny(r, -3, -15);
    const b = radius - gap;
    const point = { x: interior.x + n.x * b, y: interior.y + n.y * b };
    return {
      lines: [{ point, normal: n }, ...generic(r, size, point, 3)],
      reachable: { center: interior, radius },
    };
  },
  "pencil": (r, size, interior) => {
    const middle = between(r, -Math.PI, Math.PI), spread = pick(r, [0.1, 1.5, 3, Math.PI]);
    const lines = Array.from(
      { length: whole(r, 3, 20) },
      () =>
        past(
          interior,
          unit(middle + between(r, -spread, spread)),
          pick(r, [0, 0, 1, -1]) * size * tiny(r, -12, -16),
        ),
    );
    return { lines };
  },
  "gap of three": (r, size, interior) => {
    const turn = between(r, -Math.PI, Math.PI), gap = size * sign(r) * tiny(r, -3, -13);
    const lines = [0, between(r, 1.6, 2.4), between(r, 3.8, 4.6)].map((a) =>
      past(interior, unit(turn + a), gap)
    );
    return { lines: [...lines, ...generic(r, size, interior, 4)] };
  },
  "gap of two and a disc": (r, size) => {
    const turn = between(r, -Math.PI, Math.PI),
      half = between(r, 0.1, 1.4),
      gap = size * sign(r) * tiny(r, -3, -13);
    // Two lines that cross on the speed disc's circle, give or take the gap.
    const on = unit(turn), reach = size - gap, corner = { x: on.x * reach, y: on.y * reach };
    return { lines: [past(corner, unit(turn + half), 0), past(corner, unit(turn - half), 0)] };
  },
  "discs that touch": (r, size, interior) => {
    const u = anyUnit(r),
      radius = size * between(r, 0.01, 1),
      d = size + radius - sign(r) * size * tiny(r, -1, -15);
    return {
      lines: generic(r, size, interior, 3),
      reachable: { center: { x: u.x * d, y: u.y * d }, radius },
    };
  },
  "discs inside each other": (r, size, interior) => {
    const u = anyUnit(r),
      radius = size * pick(r, [0.2, 0.5, 1, 2]),
      d = pick(r, [0, Math.abs(size - radius), 0.1 * size]);
    return {
      lines: generic(r, size, interior, 6),
      reachable: { center: { x: u.x * d, y: u.y * d }, radius },
    };
  },
  "discs apart": (r, size, interior) => ({
    lines: generic(r, size, interior, 3),
    reachable: { center: { x: 3 * size, y: 0 }, radius: size * between(r, 0, 1.9) },
  }),
  "disc of radius 0": (r, size, interior) => {
    const still = r() < 0.3, lines = generic(r, size, interior, 4);
    if (still) {
      return {
        lines: lines.map((l) => past({ x: 0, y: 0 }, l.normal, size * between(r, -0.01, 0.5))),
        speed: { center: { x: 0, y: 0 }, radius: 0 },
      };
    }
    return { lines, reachable: { center: interior, radius: 0 } };
  },
  "preferred at a vertex": (r, size, interior) => {
    const lines = [
      past(interior, anyUnit(r), 0),
      past(interior, anyUnit(r), 0),
      ...generic(r, size, interior, 6),
    ];
    return { lines, preferred: interior };
  },
  "preferred on a line": (r, size, interior) => {
    const l = past(interior, anyUnit(r), 0), along = size * between(r, -1, 1);
    const preferred = { x: interior.x - l.normal.y * along, y: interior.y + l.normal.x * along };
    return { lines: [l, ...generic(r, size, interior, 8)], preferred };
  },
  "far away": (r, size, interior) => {
    const lines = generic(r, size, interior, 6), far = 1e6 * size;
    // A line far off on its harmless side, or one near by whose point is far along it.
    const off = Array.from({ length: whole(r, 1, 3) }, () => past(interior, anyUnit(r), far));
    const slid = lines.slice(0, 2).map(({ point, normal }) => ({
      point: { x: point.x - normal.y * far, y: point.y + normal.x * far },
      normal,
    }));
    return { lines: [...lines, ...off, ...(r() < 0.3 ? slid : [])] };
  },
  "on a grid": (r) => {
    const eighth = (): number => whole(r, -8, 8) / 8;
    const lines = Array.from({ length: whole(r, 1, 16) }, () => ({
      point: { x: eighth(), y: eighth() },
      normal: pick(r, GRID),
    }));
    return {
      lines,
      preferred: { x: eighth(), y: eighth() },
      speed: { center: { x: 0, y: 0 }, radius: pick(r, [0.5, 1, 1.25]) },
      reachable: { center: { x: eighth(), y: eighth() }, radius: pick(r, [0, 0.125, 0.5, 1]) },
    };
  },
} satisfies Record<string, Recipe>;

/** Name of a recipe. */
export type Family = keyof typeof recipes;

/** All recipes. */
export const families: readonly Family[] = Object.keys(recipes) as Family[];

function preferredVelocity(r: Random, size: number, lines: readonly Line[]): Vec2 {
  const way = r();
  if (way < 0.1) return { x: 0, y: 0 };
  if (way < 0.2) return within(r, 1000 * size);
  if (way < 0.3) {
    const u = anyUnit(r);
    return { x: u.x * size, y: u.y * size };
  }
  if (way < 0.4 && lines.length > 0) return pick(r, lines).point;
  return within(r, 1.5 * size);
}

function source(r: Random, index: number, hard: boolean): ConstraintSource {
  if (hard) return { kind: pick(r, ["edge", "braking", "floor", "obstacle", "cooperation"]), id: index };
  // Numbers and strings, and now and then the same neighbor twice.
  const id = r() < 0.05 ? 0 : r() < 0.2 ? `n${index}` : index;
  const change = { x: 0, y: 0 };
  return {
    kind: "neighbor",
    id,
    feature: pick(r, ["arc", "leftLeg", "rightLeg", "overlap"]),
    change,
    share: 0.5,
  };
}

/** The problem of a seed. Seeds that follow each other go around the families. */
export function randomProblem(seed: number): RandomProblem {
  const r = seeded(seed);
  const family = families[seed % families.length]!;
  const size = family === "on a grid" ? 1 : r() < 0.6 ? between(r, 0.5, 3) : 10 ** between(r, -3, 3);
  const withReach = (Math.floor(seed / families.length) & 1) === 1;
  const interior = within(r, 0.7 * size);
  const draft: Draft = recipes[family](r, size, interior);
  const radius = size * between(r, 0.05, 0.8), around = within(r, size * 0.9);
  const near = { x: interior.x * 0.5 + around.x * 0.5, y: interior.y * 0.5 + around.y * 0.5 };
  const reachable = draft.reachable ?? { center: near, radius };
  // A recipe that is about the reachable disc always has it.
  const always = family.startsWith("disc") || family === "tangent to the reachable disc";
  const discs = [draft.speed ?? { center: { x: 0, y: 0 }, radius: size }];
  if (always ? draft.reachable !== undefined : withReach) discs.push(reachable);
  const hardness = pick(r, [0, 0, 0.3, 1]);
  const soft: HalfPlane[] = [], hard: HalfPlane[] = [];
  draft.lines.forEach((l, index) => {
    const isHard = r() < hardness;
    (isHard ? hard : soft).push({ ...l, source: source(r, index, isHard) });
  });
  const preferred = draft.preferred ?? preferredVelocity(r, size, draft.lines);
  return { family, seed, size, problem: { preferred, halfPlanes: soft, discs, hard } };
}

/** A shuffled copy. */
export function shuffled<A>(r: Random, items: readonly A[]): readonly A[] {
  const copy = [...items];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(r() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

/** What a failing test prints: enough to make the case again. */
export function shown(p: RandomProblem): string {
  return `seed ${p.seed}, ${p.family}: ${JSON.stringify(p.problem)}`;
}
