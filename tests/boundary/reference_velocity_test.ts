import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid } from "../../avoidance/mod.ts";
import { type Edge, type ReferenceFailure, referenceVelocity, stopTarget } from "../../boundary/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent } from "../geometry/pairs.ts";
import { randomBody } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const edge = (id: string, nx: number, ny: number, ex: number, ey: number): Edge => ({
  id,
  normal: { x: nx, y: ny },
  offset: 0,
  velocity: { x: ex, y: ey },
});

function found(edges: readonly Edge[], u: Vec2, cap: number): Vec2 {
  const result = referenceVelocity(frozen(edges), frozen(u), cap);
  if (result._tag === "Left") {
    throw new Error(`Expected a reference, but found ${JSON.stringify(result.left)}`);
  }
  return result.right;
}

function failure(edges: readonly Edge[], u: Vec2, cap: number): ReferenceFailure {
  const result = referenceVelocity(frozen(edges), frozen(u), cap);
  if (result._tag === "Right") throw new Error(`Expected none, but found ${JSON.stringify(result.right)}`);
  return result.left;
}

/**
 * The point nearest to u of those that drift out of no edge, by trying u, its foot on every line and every crossing of two
 * lines: O(n³), apart from the library's solver. Undefined when there is none within `tolerance`.
 */
function nearestByTrying(edges: readonly Edge[], u: Vec2, tolerance: number): Vec2 | undefined {
  const lines = edges.map(({ normal: n, velocity: e }) => ({ n, b: n.x * e.x + n.y * e.y }));
  const points: Vec2[] = [u];
  for (const [i, { n, b }] of lines.entries()) {
    const over = n.x * u.x + n.y * u.y - b;
    points.push({ x: u.x - over * n.x, y: u.y - over * n.y });
    for (const m of lines.slice(i + 1)) {
      const det = n.x * m.n.y - n.y * m.n.x;
      if (Math.abs(det) < 1e-9) continue;
      points.push({ x: (b * m.n.y - m.b * n.y) / det, y: (n.x * m.b - m.n.x * b) / det });
    }
  }
  let best: Vec2 | undefined, least = Infinity;
  for (const p of points) {
    const distance = Math.hypot(p.x - u.x, p.y - u.y);
    if (distance < least && lines.every(({ n, b }) => n.x * p.x + n.y * p.y - b <= tolerance)) {
      best = p, least = distance;
    }
  }
  return best;
}

/** Whether two of the edges have opposite normals, to rounding. */
function facing(edges: readonly Edge[]): boolean {
  return edges.some(({ normal: n }) => edges.some(({ normal: m }) => n.x * m.x + n.y * m.y < -1 + 1e-9));
}

it("B12: without edges, and with edges that all go with the support, the stop is relative to the support", () => {
  const u = { x: 3, y: -1 };
  assertEquals(found([], u, 0.5), u);
  assertEquals(found([edge("a", 1, 0, 3, -1), edge("b", 0, 1, 3, -1)], u, 0.5), u);
  // Also with no cap at all: it needs no speed.
  assertEquals(found([edge("a", 1, 0, 3, -1)], u, 0), u);
});

it("B12: with fixed edges only, the stop is at rest in the world, even where drifting along would do", () => {
  assertEquals(found([edge("a", 1, 0, 0, 0)], { x: 1, y: 0 }, 2), ZERO);
  assertEquals(found([edge("a", 1, 0, 0, 0)], { x: -1, y: 0.5 }, 2), ZERO);
  assertEquals(found([edge("a", 1, 0, 0, 0)], { x: 0, y: 1 }, 1), ZERO); // |u| is the cap
  assertEquals(found([edge("a", 1, 0, 0, 0)], ZERO, 0), ZERO);
});

it("B12: with mixed edges it is the velocity nearest to the support's that drifts out of no edge", () => {
  // A fixed wall to the right and the platform's own rear edge: r.x <= 0 and r.x >= -∞ … only the wall binds.
  assertEquals(found([edge("wall", 1, 0, 0, 0), edge("rim", 0, 1, 1, 0.5)], { x: 1, y: 0.5 }, 2), {
    x: 0,
    y: 0.5,
  });
  // A slanted wall: the foot of u on its line.
  const slanted = found([edge("wall", 0.6, 0.8, 0, 0), edge("rim", -1, 0, 0, 1)], { x: 1, y: 0 }, 2);
  assertAlmostEquals(slanted.x, 1 - 0.6 * 0.6, 1e-12);
  assertAlmostEquals(slanted.y, -0.6 * 0.8, 1e-12);
  // Two that close in on a corner: their crossing.
  const corner = found([edge("a", 1, 0, -1, 0), edge("b", 0, 1, 0, -2)], ZERO, 3);
  assertAlmostEquals(corner.x, -1, 1e-12);
  assertAlmostEquals(corner.y, -2, 1e-12);
});

it("B12: over random edges it is what trying all points finds, and it is not there where they find none", () => {
  const seen = { Found: 0, NoReference: 0, CarriedTooFast: 0 };
  let compared = 0;
  for (let seed = 1; seed <= counts("reference velocities"); seed++) {
    const { edges, motion: { supportVelocity: u }, speedCap } = randomBody(seed);
    const fixed = edges.every(({ velocity: e }) => e.x === 0 && e.y === 0);
    const result = referenceVelocity(frozen(edges), u, speedCap), note = `seed ${seed}`;
    seen[result._tag === "Right" ? "Found" : result.left.kind]++;
    if (fixed) {
      assertEquals(result._tag === "Right", Math.hypot(u.x, u.y) <= speedCap, note);
      if (result._tag === "Right") assertEquals(result.right, ZERO, note);
      else {
        assert(result.left.kind === "CarriedTooFast", note);
        assertAlmostEquals(result.left.stopSpeed, Math.hypot(u.x, u.y), 1e-12 * speedCap, note);
        assertEquals(result.left.speedCap, speedCap, note);
      }
      continue;
    }
    const scale = Math.max(1, speedCap), nearest = nearestByTrying(edges, u, 1e-10 * scale);
    const roomy = nearestByTrying(edges, u, -1e-8 * scale);
    if (result._tag === "Right") {
      const r = result.right;
      for (const { normal: n, velocity: e } of edges) {
        assert(n.x * (r.x - e.x) + n.y * (r.y - e.y) <= 1e-12 * scale, note);
      }
      assert(Math.hypot(r.x - u.x, r.y - u.y) <= speedCap + 1e-12 * scale, note);
      assert(nearest !== undefined, note);
      // Walls that face each other and move alike leave a line, and there rounding may choose the point.
      if (roomy === undefined && facing(edges)) continue;
      compared++;
      assertAlmostEquals(r.x, nearest.x, 1e-7 * scale, note); // edges cross at slight angles, too
      assertAlmostEquals(r.y, nearest.y, 1e-7 * scale, note);
      const away = Math.hypot(nearest.x - u.x, nearest.y - u.y);
      assertAlmostEquals(Math.hypot(r.x - u.x, r.y - u.y), away, 1e-9 * scale, note);
    } else {
      assertEquals(result.left, { kind: "NoReference", speedCap }, note);
      // Room to spare would have been found.
      assert(roomy === undefined || Math.hypot(roomy.x - u.x, roomy.y - u.y) > speedCap - 1e-9 * scale, note);
    }
  }
  for (const [kind, count] of Object.entries(seen)) {
    assert(count > 0.02 * counts("reference velocities"), kind);
  }
  assert(compared > 0.2 * counts("reference velocities"));
});

it("B12: the order of the edges does not matter", () => {
  for (let seed = 1; seed <= counts("reference velocities") / 5; seed++) {
    const { edges, motion: { supportVelocity: u }, speedCap } = randomBody(seed);
    const forward = referenceVelocity(edges, u, speedCap);
    assertEquals(referenceVelocity(edges.toReversed(), u, speedCap), forward, `seed ${seed}`);
  }
});

it("BX4, B13: on a support at 1 m/s toward a fixed wall, a cap of 0.8 m/s has no reference: reported, not solved", () => {
  const wall = edge("wall", 1, 0, 0, 0), u = { x: 1, y: 0 };
  assertEquals(failure([wall], u, 0.8), { kind: "CarriedTooFast", stopSpeed: 1, speedCap: 0.8 });
  assertEquals(failure([wall, edge("rim", 0, 1, 1, 0)], u, 0.8), { kind: "NoReference", speedCap: 0.8 });
});

it("B13: the stop relative to the support is r - u", () => {
  assertEquals(stopTarget({ x: 0, y: 0.5 }, { x: 1, y: 0.5 }), { x: -1, y: 0 });
});

it("BX4, B13: through avoid: carried faster than it can cancel is Uncontrolled and says so; at rest nothing is avoided", () => {
  for (const velocity of [ZERO, { x: 1, y: 0 }]) { // at rest in the world, at rest on the support
    for (const rim of [[], [{ id: "rim", normal: { x: 0, y: 1 }, offset: 5, velocity: { x: 1, y: 0 } }]]) {
      const result = avoid({
        self: agent("g", 0, 0, velocity.x, velocity.y),
        neighbors: [],
        parameters: { timeHorizon: 2, timeStep: 0.1 },
        preferred: ZERO,
        maxSpeed: 0.8,
        budget: 4,
        support: { id: "belt", velocity: { x: 1, y: 0 } },
        region: { edges: [{ id: "wall", normal: { x: 1, y: 0 }, offset: 0.3 }, ...rim] },
      });
      assert(result._tag === "Right");
      const decision = result.right;
      assertEquals(decision.kind, "Uncontrolled");
      assert(decision.kind === "Uncontrolled");
      assertEquals(decision.reason, rim.length === 0 ? "carriedTooFast" : "noReference");
      assertEquals(decision.checks, []);
      assertEquals(decision.proof?.limits ?? [], []);
      // The actual velocity is kept, relative to the support.
      assertEquals(decision.velocity, { x: velocity.x - 1, y: 0 });
      assertEquals(decision.motion, [{ duration: 0.1, velocity: decision.velocity, acceleration: ZERO }]);
    }
  }
});

it("B13: as soon as the cap can cancel the support, the same place is decided", () => {
  const result = avoid({
    self: agent("g", 0, 0, 0, 0),
    neighbors: [],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
    preferred: ZERO,
    maxSpeed: 1,
    budget: 4,
    support: { id: "belt", velocity: { x: 1, y: 0 } },
    region: { edges: [{ id: "wall", normal: { x: 1, y: 0 }, offset: 0.3 }] },
  });
  assert(result._tag === "Right");
  assert(result.right.kind === "Clear" || result.right.kind === "ProvenStop", result.right.kind);
});
