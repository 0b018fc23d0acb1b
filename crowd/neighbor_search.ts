/** Finds the points near a point. */
export interface NeighborIndex {
  /** Calls `visit` once for each point within `range` of (x, y), and perhaps for some beyond, in no set order. */
  readonly near: (x: number, y: number, range: number, visit: (index: number) => void) => void;
}

/**
 * Builds an index over points (C3). Any other structure, a quadtree say, may take the grid's place: results do not
 * depend on it.
 *
 * @param xs points, m
 * @param ys see `xs`
 * @param range a usual search range, m, above 0
 */
export type NeighborSearch = (xs: Float64Array, ys: Float64Array, range: number) => NeighborIndex;

/**
 * A uniform grid whose cells are one search range wide, hashed into buckets by counting sort: building is O(n), a
 * search visits the cells that the range touches (all points, when those would be fewer).
 */
export const uniformGrid: NeighborSearch = (
  xs: Float64Array,
  ys: Float64Array,
  range: number,
): NeighborIndex => {
  const n = xs.length;
  let buckets = 16;
  while (buckets < 2 * n) buckets *= 2;
  const mask = buckets - 1;
  const start = new Int32Array(buckets + 1), sorted = new Int32Array(n), bucket = new Int32Array(n);
  const cellX = new Float64Array(n), cellY = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    cellX[i] = Math.floor(xs[i]! / range);
    cellY[i] = Math.floor(ys[i]! / range);
    bucket[i] = hashCell(cellX[i]!, cellY[i]!) & mask;
    start[bucket[i]! + 1]!++;
  }
  for (let k = 0; k < buckets; k++) start[k + 1]! += start[k]!;
  const fill = start.slice(0, buckets);
  for (let i = 0; i < n; i++) sorted[fill[bucket[i]!]!++] = i;

  const near: NeighborIndex["near"] = (x, y, reach, visit) => {
    const fromX = Math.floor((x - reach) / range), fromY = Math.floor((y - reach) / range);
    const columns = Math.floor((x + reach) / range) - fromX + 1;
    const rows = Math.floor((y + reach) / range) - fromY + 1;
    // Also where cells are finer than the doubles there, so that fromX + 1 might be fromX.
    const fine = Math.abs(fromX) + Math.abs(fromY) + columns + rows > 1e15;
    if (fine || !(columns * rows < n)) {
      for (let i = 0; i < n; i++) visit(i);
      return;
    }
    for (let a = 0; a < columns; a++) {
      for (let b = 0; b < rows; b++) {
        const cx = fromX + a, cy = fromY + b, k = hashCell(cx, cy) & mask;
        for (let s = start[k]!; s < start[k + 1]!; s++) {
          const i = sorted[s]!;
          if (cellX[i] === cx && cellY[i] === cy) visit(i);
        }
      }
    }
  };
  return { near };
};

function hashCell(x: number, y: number): number {
  const h = Math.imul(x | 0, 0x9e3779b1) ^ Math.imul(y | 0, 0x85ebca6b);
  return h ^ (h >>> 15);
}
