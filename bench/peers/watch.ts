import { uniformGrid } from "../../crowd/neighbor_search.ts";
import type { Engine } from "./engine.ts";
import { type Scene, SETTINGS } from "./scene.ts";

/** What became of a run: how near agents came to one another, and who arrived. */
export interface Watched {
  /** Least distance of two surfaces at any instant, straight motion within steps, m; negative: overlap. */
  readonly leastGap: number;
  /** The same at the ends of steps only, m. */
  readonly leastGapAtEnds: number;
  /** Pairs that overlap by more than `VISIBLE` at the end of a step: mean over the steps, per 1,000 agents. */
  readonly overlaps: number;
  /** Mean depth of these, m; 0 without any. */
  readonly depth: number;
  /** Share of the agents that have come within `arrivalDistance` of their goals. */
  readonly arrived: number;
  /** Steps taken. */
  readonly steps: number;
}

/** Overlaps up to this depth are not counted, m: some engines compute in single precision. */
export const VISIBLE = 1e-3;

/** Runs a scene for so many steps and looks at every pair in each of them. */
export async function watch(engine: Engine, scene: Scene, steps: number): Promise<Watched> {
  const run = await engine.start(scene), n = scene.starts.length;
  let before = new Float64Array(2 * n), after = new Float64Array(2 * n);
  const arrived = new Uint8Array(n);
  let leastGap = Infinity, leastGapAtEnds = Infinity, overlaps = 0, depth = 0;
  run.readPositions(after);
  for (let step = 0; step < steps; step++) {
    [before, after] = [after, before];
    run.step();
    run.readPositions(after);
    eachNearPair(before, after, (within, atEnd) => {
      leastGap = Math.min(leastGap, within);
      leastGapAtEnds = Math.min(leastGapAtEnds, atEnd);
      if (atEnd >= -VISIBLE) return;
      overlaps++;
      depth -= atEnd;
    });
    scene.goals.forEach((goal, i) => {
      const x = after[2 * i]! - goal.x, y = after[2 * i + 1]! - goal.y;
      if (Math.sqrt(x * x + y * y) <= SETTINGS.arrivalDistance) arrived[i] = 1;
    });
  }
  run.stop();
  return {
    leastGap,
    leastGapAtEnds,
    overlaps: 1000 * overlaps / (n * steps),
    depth: overlaps === 0 ? 0 : depth / overlaps,
    arrived: arrived.reduce((sum, one) => sum + one, 0) / n,
    steps,
  };
}

/** Calls `visit` with the least gap within the step and the gap at its end, for each pair that may come near. */
function eachNearPair(
  before: Float64Array,
  after: Float64Array,
  visit: (within: number, atEnd: number) => void,
): void {
  const n = before.length / 2, xs = new Float64Array(n), ys = new Float64Array(n);
  let farthest = 0;
  for (let i = 0; i < n; i++) {
    xs[i] = before[2 * i]!;
    ys[i] = before[2 * i + 1]!;
    farthest = Math.max(farthest, Math.hypot(after[2 * i]! - xs[i]!, after[2 * i + 1]! - ys[i]!));
  }
  const combined = 2 * SETTINGS.radius, range = 2 * combined + 2 * farthest;
  const { near } = uniformGrid(xs, ys, range);
  for (let i = 0; i < n; i++) {
    near(xs[i]!, ys[i]!, range, (j) => {
      if (j <= i) return;
      const px = xs[j]! - xs[i]!, py = ys[j]! - ys[i]!;
      const qx = after[2 * j]! - after[2 * i]!, qy = after[2 * j + 1]! - after[2 * i + 1]!;
      visit(segmentDistance(px, py, qx, qy) - combined, Math.hypot(qx, qy) - combined);
    });
  }
}

/** Distance of the origin from the segment between two points. */
function segmentDistance(px: number, py: number, qx: number, qy: number): number {
  const dx = qx - px, dy = qy - py, square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, -(px * dx + py * dy) / square));
  return Math.hypot(px + t * dx, py + t * dy);
}
