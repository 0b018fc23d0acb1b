import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { convexPieces, obstacleHalfPlane } from "../../boundary/mod.ts";
import type { HalfPlane, PassingSide, Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { vector } from "../separation/movers.ts";
import { convexShape, isWithin, pointDistanceTo, starShape, wayDistance } from "./random_walls.ts";

/** Directions round a circle. */
const directions = Array.from({ length: 48 }, (_, i) => ({
  x: Math.cos(2 * Math.PI * (i + 0.37) / 48),
  y: Math.sin(2 * Math.PI * (i + 0.37) / 48),
}));

function planeOf(
  position: Vec2,
  radius: number,
  velocity: Vec2,
  corners: readonly Vec2[],
  timeHorizon: number,
  side: PassingSide = "right",
): HalfPlane {
  return obstacleHalfPlane(
    { id: "a", position, radius },
    velocity,
    { id: "wall", part: 0, corners },
    timeHorizon,
    side,
  );
}

/** How far inside the allowed side a velocity lies, m/s. */
function margin({ normal: n, point }: HalfPlane, w: Vec2): number {
  return n.x * (w.x - point.x) + n.y * (w.y - point.y);
}

/** How much room a velocity leaves to the wall within the horizon, m: below 0 it meets it. */
function room(
  position: Vec2,
  radius: number,
  w: Vec2,
  corners: readonly Vec2[],
  timeHorizon: number,
): number {
  return wayDistance(position, { x: w.x * timeHorizon, y: w.y * timeHorizon }, corners) - radius;
}

/**
 * Sampling of the swept region: no velocity of the allowed side meets the wall, and no point of the region's boundary is
 * nearer to the velocity than the plane.
 */
function assertNearestPlane(
  position: Vec2,
  radius: number,
  velocity: Vec2,
  corners: readonly Vec2[],
  timeHorizon: number,
): void {
  const plane = planeOf(position, radius, velocity, corners, timeHorizon), { normal: n } = plane;
  const away = margin(plane, velocity), tolerance = 1e-7;
  assertAlmostEquals(Math.hypot(n.x, n.y), 1, 1e-12);
  assert(margin(plane, { x: 0, y: 0 }) >= 0, "standing still is allowed");
  const meets = (w: Vec2): number => room(position, radius, w, corners, timeHorizon);
  for (const reach of [0, 0.1, 1, 10]) {
    for (const d of directions) {
      const w = { x: velocity.x + reach * d.x, y: velocity.y + reach * d.y }, inside = margin(plane, w);
      if (inside >= 0) assert(meets(w) >= -tolerance, `allowed, but meets the wall by ${meets(w)}`);
    }
  }
  const isOutside = away >= 0, distance = Math.abs(away);
  for (const d of directions) {
    const f = distance * (1 - 1e-6) - 1e-9;
    if (f <= 0) break;
    const left = meets({ x: velocity.x + f * d.x, y: velocity.y + f * d.y });
    // Nothing of the boundary is nearer: the whole disc round the velocity lies on its side.
    assert(
      isOutside ? left >= -tolerance : left <= tolerance,
      `${isOutside ? "outside" : "inside"}, but ${left}`,
    );
  }
  const q = { x: velocity.x - away * n.x, y: velocity.y - away * n.y };
  assertAlmostEquals(meets(q), 0, tolerance, "the nearest point is on the boundary");
}

const radius = fc.constantFrom(0.125, 0.5, 1);
const timeHorizon = fc.constantFrom(0.5, 1, 4);

it("C8: the half-plane of a segment or a convex piece is the nearest one of the swept region", () => {
  let deep = 0, cases = 0;
  const aim = fc.constantFrom(0, 0.25, 1, 2);
  fc.assert(
    fc.property(
      vector(6),
      radius,
      vector(3),
      aim,
      convexShape,
      timeHorizon,
      (position, r, u, at, corners, T) => {
        if (pointDistanceTo(position, corners) < r + 1e-9) return;
        // At random, or somewhat toward the first corner.
        const v = at === 0 ? u : {
          x: u.x / 8 + at * (corners[0]!.x - position.x) / T,
          y: u.y / 8 + at * (corners[0]!.y - position.y) / T,
        };
        cases++;
        if (room(position, r, v, corners, T) < 0) deep++;
        assertNearestPlane(position, r, v, corners, T);
      },
    ),
    { numRuns: counts("obstacle half-planes") },
  );
  assert(cases > counts("obstacle half-planes") / 4 && deep > cases / 8, `${deep} of ${cases}`);
});

it("C8: an agent that touches a side or a corner may slide along it and leave, and nothing else", () => {
  const place = fc.record({ at: fc.nat(7), along: fc.constantFrom(0, 0.25, 0.5, 1), turn: fc.nat(8) });
  fc.assert(
    fc.property(
      convexShape,
      place,
      radius,
      vector(3),
      timeHorizon,
      (corners, { at, along, turn }, r, v, T) => {
        const from = corners[at % corners.length]!, to = corners[(at + 1) % corners.length]!;
        const ex = to.x - from.x, ey = to.y - from.y, size = Math.hypot(ex, ey);
        const before = corners[(at + corners.length - 1) % corners.length]!;
        const bx = from.x - before.x, by = from.y - before.y, b = Math.hypot(bx, by);
        // Out of the side's middle, or out of its first corner between the normals of both its sides.
        const share = along > 0 ? 1 : turn / 8;
        let nx = share * ey / size + (1 - share) * by / b, ny = -share * ex / size - (1 - share) * bx / b;
        const n = Math.hypot(nx, ny);
        if (n < 1e-6) return;
        nx /= n;
        ny /= n;
        const position = { x: from.x + along * ex + r * nx, y: from.y + along * ey + r * ny };
        const plane = planeOf(position, r, v, corners, T), slack = 1e-9 * (1 + Math.hypot(v.x, v.y));
        assertAlmostEquals(plane.normal.x, nx, 1e-5);
        assertAlmostEquals(plane.normal.y, ny, 1e-5);
        assertAlmostEquals(margin(plane, { x: 0, y: 0 }), 0, slack);
      },
    ),
    { numRuns: counts("obstacle half-planes") },
  );
});

it("C8: a disc beside a small pillar is the velocity obstacle of that disc", () => {
  // A square of side 2e-6 m is a point to 1e-6 m: the same half-plane as a locked disc of radius 0 would have.
  const size = 1e-6, position = { x: 0, y: 0 };
  const corners = [[-size, -size], [size, -size], [size, size], [-size, size]].map(([x, y]) => ({
    x: 3 + x!,
    y: y!,
  }));
  const inFront = planeOf(position, 0.5, { x: 1, y: 0 }, corners, 2);
  assertAlmostEquals(inFront.normal.x, -1, 1e-4);
  assertAlmostEquals(inFront.point.x, 1.25, 1e-4);
  const beside = planeOf(position, 0.5, { x: 3, y: 1 }, corners, 2);
  assertAlmostEquals(beside.normal.y, Math.sqrt(9 - 0.25) / 3, 1e-4);
  assertAlmostEquals(beside.normal.x, -0.5 / 3, 1e-4);
});

it("C8: a velocity in the middle between both legs goes to the passing side, a turned scene too", () => {
  for (let degrees = 0; degrees < 360; degrees += 7) {
    const c = Math.cos(degrees * Math.PI / 180), s = Math.sin(degrees * Math.PI / 180);
    const turned = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
    const corners = [turned(2, -0.25), turned(2.5, 0), turned(2, 0.25)];
    for (const side of ["right", "left"] as const) {
      const { normal } = planeOf({ x: 0, y: 0 }, 0.5, turned(9, 0), corners, 2, side);
      const across = -s * normal.x + c * normal.y;
      assertEquals(Math.sign(across), side === "right" ? -1 : 1, `${degrees}, ${side}`);
    }
  }
});

it("C8: seen in a mirror, the half-plane is the mirrored one", () => {
  fc.assert(
    fc.property(vector(6), radius, vector(3), convexShape, timeHorizon, (position, r, v, corners, T) => {
      if (pointDistanceTo(position, corners) < r + 1e-9) return;
      const flip = ({ x, y }: Vec2): Vec2 => ({ x, y: 0 - y });
      const plane = planeOf(position, r, v, corners, T);
      const mirrored = planeOf(flip(position), r, flip(v), [...corners].reverse().map(flip), T, "left");
      assertAlmostEquals(margin(mirrored, flip(v)), margin(plane, v), 1e-9);
    }),
    { numRuns: counts("obstacle half-planes") },
  );
});

it("C8: beside a reflex corner, what all pieces allow meets nothing of the polygon", () => {
  let cases = 0;
  fc.assert(
    fc.property(starShape, vector(12), radius, vector(3), timeHorizon, (corners, position, r, v, T) => {
      if (isWithin(position, corners) || pointDistanceTo(position, corners) < r + 1e-9) return;
      const planes = convexPieces(corners).map((piece) => planeOf(position, r, v, piece, T));
      cases++;
      for (const reach of [0, 0.3, 1, 3]) {
        for (const d of directions) {
          const w = { x: reach * d.x, y: reach * d.y };
          if (!planes.every((plane) => margin(plane, w) >= 0)) continue;
          const left = room(position, r, w, corners, T);
          assert(left >= -1e-7, `allowed, but meets the polygon by ${left}`);
        }
      }
    }),
    { numRuns: counts("obstacle half-planes") },
  );
  assert(cases > counts("obstacle half-planes") / 4, `${cases}`);
});
