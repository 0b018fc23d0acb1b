import type { Vec2 } from "../geometry/vector.ts";

/** An agent's start and goal in a generated scene, m. */
export interface Place {
  /** Stable ID. */
  readonly id: string;
  /** Start position, m, to a tenth of a millimetre. */
  readonly position: Vec2;
  /** Goal, m, to a tenth of a millimetre. */
  readonly goal: Vec2;
}

/** `count` agents evenly on a circle, each bound for the opposite point. */
export function antipodalCircle(count: number, radius: number): readonly Place[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = 2 * Math.PI * i / count;
    const position = tidy({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    return { id: `a${i}`, position, goal: tidy({ x: -position.x, y: -position.y }) };
  });
}

/**
 * Two square blocks of `side`·`side` agents: one to the left bound for the right, one below bound for the top, so that
 * their ways cross at a right angle. Agents of a block stand `spacing` apart, block centers `away` from the crossing.
 */
export function crossingGroups(side: number, spacing: number, away: number): readonly Place[] {
  const places: Place[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const across = (row - (side - 1) / 2) * spacing, along = (column - (side - 1) / 2) * spacing;
      places.push({
        id: `east${row}${column}`,
        position: tidy({ x: along - away, y: across }),
        goal: tidy({ x: along + away, y: across }),
      }, {
        id: `north${row}${column}`,
        position: tidy({ x: across, y: along - away }),
        goal: tidy({ x: across, y: along + away }),
      });
    }
  }
  return places;
}

/**
 * `count` agents at random places of a square of side `size`, starts at least `apart` from one another and goals
 * likewise. The same seed gives the same scene. Places that do not fit are drawn again, at most 1000 times each; so
 * fewer agents come back when the square is too small.
 */
export function randomDense(count: number, size: number, apart: number, seed: number): readonly Place[] {
  const random = mulberry32(seed), square = { minX: 0, maxX: size, minY: 0, maxY: size };
  const places: Place[] = [];
  for (let i = 0; i < count; i++) {
    const position = freePlace(square, apart, places.map((place) => place.position), random);
    const goal = freePlace(square, apart, places.map((place) => place.goal), random);
    if (position === undefined || goal === undefined) break;
    places.push({ id: `a${i}`, position, goal });
  }
  return places;
}

/** A rectangle along the axes, m. */
export interface Rectangle {
  /** Left side. */
  readonly minX: number;
  /** Right side. */
  readonly maxX: number;
  /** Lower side. */
  readonly minY: number;
  /** Upper side. */
  readonly maxY: number;
}

/**
 * `count` random places of a rectangle, at least `apart` from one another and from those that are `taken`. The same seed
 * gives the same places. A place that does not fit is drawn again, at most 1000 times; so fewer come back when the
 * rectangle is too small.
 */
export function randomPlaces(
  count: number,
  rectangle: Rectangle,
  apart: number,
  seed: number,
  taken: readonly Vec2[] = [],
): readonly Vec2[] {
  const random = mulberry32(seed), places: Vec2[] = [];
  while (places.length < count) {
    const place = freePlace(rectangle, apart, [...taken, ...places], random);
    if (place === undefined) break;
    places.push(place);
  }
  return places;
}

/** A random place that is `apart` from those taken; undefined after 1000 attempts. */
function freePlace(
  { minX, maxX, minY, maxY }: Rectangle,
  apart: number,
  taken: readonly Vec2[],
  random: () => number,
): Vec2 | undefined {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const place = tidy({ x: minX + random() * (maxX - minX), y: minY + random() * (maxY - minY) });
    if (taken.every(({ x, y }) => (x - place.x) ** 2 + (y - place.y) ** 2 >= apart * apart)) return place;
  }
  return undefined;
}

/**
 * Four square groups of `side`·`side` agents in the corners of a square, each bound for one point in the opposite corner
 * (RVO2's Blocks). Agents of a group stand `spacing` apart, the innermost `nearest` from both axes; goals are `goal` from
 * both axes.
 */
export function fourCorners(
  side: number,
  spacing: number,
  nearest: number,
  goal: number,
): readonly Place[] {
  const corners = [{ x: 1, y: 1 }, { x: -1, y: 1 }, { x: 1, y: -1 }, { x: -1, y: -1 }];
  return Array.from({ length: side * side }, (_, k) => {
    const x = nearest + Math.floor(k / side) * spacing, y = nearest + k % side * spacing;
    return corners.map((corner, i) => ({
      id: `a${4 * k + i}`,
      position: { x: corner.x * x, y: corner.y * y },
      goal: { x: -corner.x * goal, y: -corner.y * goal },
    }));
  }).flat();
}

/** A small seeded generator of numbers from 0 (inclusive) to 1 (exclusive); state of 32 bits. */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

/** Rounded to a tenth of a millimetre, so that files stay readable; never a minus on a zero. */
function tidy({ x, y }: Vec2): Vec2 {
  return { x: Math.round(x * 1e4) / 1e4 + 0, y: Math.round(y * 1e4) / 1e4 + 0 };
}
