import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { pointDistanceTo } from "../boundary/random_walls.ts";
import { placeOn } from "../separation/continuous_gap.ts";
import { tracksOf } from "../separation/crowd_run.ts";
import { between, drawFrom } from "../separation/random_crowd.ts";

/** How a corner of some angle is built. */
const kinds = ["notchOfSegments", "notchOfOnePolygon", "tip", "tipOfSegments"] as const;

/** A place of a scene that is turned and shifted as a whole. */
type Place = (x: number, y: number) => Vec2;

/** The walls of a corner with its apex at the origin; free is what lies round the positive x axis. */
function wallsOf(kind: typeof kinds[number], angle: number, place: Place): readonly (readonly Vec2[])[] {
  const far = 40, c = far * Math.cos(angle / 2), s = far * Math.sin(angle / 2);
  switch (kind) {
    case "notchOfSegments":
      return [[place(0, 0), place(c, s)], [place(0, 0), place(c / 2, -s / 2)], [
        place(c / 2, -s / 2),
        place(c, -s),
      ]];
    case "notchOfOnePolygon":
      return [[place(c, -s), place(0, 0), place(c, s), place(c - 1, s), place(-1, 0), place(c - 1, -s)]];
    case "tip":
      return [[place(0, 0), place(-c, s), place(-c, -s)]];
    case "tipOfSegments":
      return [[place(0, 0), place(-c, s)], [place(-c, -s), place(0, 0)]];
  }
}

/** A crowd in front of the corner, everybody clear of the walls and of each other. */
function pressed(
  seed: number,
): { readonly crowd: Crowd; readonly walls: readonly (readonly Vec2[])[]; readonly apex: Vec2 } {
  const draw = drawFrom(seed),
    angle = (5 + seed % 171) * Math.PI / 180,
    kind = kinds[Math.floor(seed / 171) % 4]!;
  const heading = seed % 3 === 0 ? 0 : between(draw, 0, 2 * Math.PI),
    cos = Math.cos(heading),
    sin = Math.sin(heading);
  const at = { x: between(draw, -50, 50), y: between(draw, -50, 50) };
  const place: Place = (x, y) => ({ x: at.x + cos * x - sin * y, y: at.y + sin * x + cos * y });
  const walls = wallsOf(kind, angle, place), radius = between(draw, 0.2, 0.5);
  const first = kind.startsWith("notch") ? radius / Math.sin(angle / 2) : radius;
  const agents = [0, 1, 2, 3].map((i) => ({
    id: i,
    position: place(first + 0.01 + 2.05 * radius * i, 0),
    radius,
    maxSpeed: 1.5,
    budget: draw() < 0.3 ? "unlimited" : between(draw, 0.5, 6),
  }));
  const made = createCrowd({
    agents,
    obstacles: walls.map((corners, id) => ({ id, corners })),
    parameters: {
      timeHorizon: between(draw, 0.5, 3),
      timeHorizonObstacles: between(draw, 0.2, 3),
      timeStep: between(draw, 0.02, 0.25),
      separation: draw() < 0.2 ? "off" : "floor",
    },
  });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return { crowd: made.right, walls, apex: place(0, 0) };
}

it("C8, M10, S1: pressed against walls and corners of every angle by a crowd, no agent ever crosses them", () => {
  let nearest = Infinity, steps = 0;
  for (let seed = 0; seed < counts("pressed into corners"); seed++) {
    // Spread over all angles and kinds in the quick tier, too.
    const chosen = (seed * 61) % 684 + 684 * Math.floor(seed / 684);
    const scene = pressed(chosen), { walls, apex } = scene, draw = drawFrom(chosen + 1e6);
    let crowd = scene.crowd;
    for (let tick = 0; tick < 40; tick++) {
      const preferred = crowd.agents.map(({ id, position: { x, y } }) => {
        const aside = between(draw, -0.5, 0.5), dx = apex.x - x, dy = apex.y - y, d = Math.hypot(dx, dy) || 1;
        return { id, velocity: { x: 1.5 * (dx - aside * dy) / d, y: 1.5 * (dy + aside * dx) / d } };
      });
      const next = stepCrowd(crowd, { preferred }), tracks = tracksOf(crowd, next);
      const where = `seed ${chosen}, tick ${tick}`;
      for (const { id, decision: { kind } } of next.report.decisions) {
        assert(kind !== "BoundaryUnreachable" && kind !== "Uncontrolled", `${where}: ${kind} of ${id}`);
      }
      tracks.forEach((track, i) => {
        for (let k = 1; k <= 8; k++) {
          const position = placeOn(track, crowd.parameters.timeStep * k / 8);
          for (const wall of walls) {
            const clear = pointDistanceTo(position, wall) - next.agents[i]!.radius;
            nearest = Math.min(nearest, clear);
            assert(clear >= -1e-12, `${where}: ${-clear} m into a wall`);
          }
        }
      });
      steps++;
      crowd = next;
    }
    if (crowd.parameters.separation === "floor") assert(crowd.report.overlaps.length === 0, `seed ${chosen}`);
  }
  assert(steps > 0 && nearest < 1e-6, `somebody touched a wall: ${nearest}`);
});
