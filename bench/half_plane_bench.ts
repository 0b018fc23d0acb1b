import { orcaHalfPlanes } from "../geometry/orca.ts";
import { nearestBoundary } from "../geometry/velocity_obstacle.ts";
import { PARAMETERS, scenes } from "./random_scene.ts";

const NEIGHBORS = 10, pool = scenes(256, NEIGHBORS, 1);
let turn = 0;

Deno.bench({
  name: "10 half-planes as records with their sources",
  group: "half-planes",
  baseline: true,
  fn() {
    const { self, others } = pool[turn++ & 255]!;
    orcaHalfPlanes(self, others, PARAMETERS);
  },
});

// The same scenes in columns: p, v and R of each pair, and both agents' share.
const columns = pool.map(({ self, others }) => ({
  vx: self.velocity.x,
  vy: self.velocity.y,
  pairs: Float64Array.from(others.flatMap((b) => [
    b.position.x - self.position.x,
    b.position.y - self.position.y,
    self.velocity.x - b.velocity.x,
    self.velocity.y - b.velocity.y,
    self.radius + b.radius,
  ])),
}));
const out = new Float64Array(4),
  normals = new Float64Array(2 * NEIGHBORS),
  offsets = new Float64Array(NEIGHBORS);

Deno.bench({
  name: "10 half-planes without allocation",
  group: "half-planes",
  fn() {
    const { vx, vy, pairs } = columns[turn++ & 255]!;
    for (let i = 0; i < NEIGHBORS; i++) {
      const at = 5 * i;
      nearestBoundary(
        pairs[at]!,
        pairs[at + 1]!,
        pairs[at + 2]!,
        pairs[at + 3]!,
        pairs[at + 4]!,
        2,
        0.1,
        true,
        1,
        out,
        0,
      );
      const nx = out[2]!, ny = out[3]!;
      normals[2 * i] = nx;
      normals[2 * i + 1] = ny;
      offsets[i] = nx * (vx + out[0]! / 2) + ny * (vy + out[1]! / 2);
    }
  },
});
