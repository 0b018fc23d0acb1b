import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { type Mover, obstacleEdge } from "../../boundary/mod.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { placeOn } from "./continuous_gap.ts";
import { crowdFrom, tracksOf } from "./crowd_run.ts";
import { stopMargin, vector } from "./movers.ts";
import { between, drawFrom, heading } from "./random_crowd.ts";
import { segmentDistance, stopVector } from "./segments.ts";

/** Convex pieces: points, segments, and polygons round a center, in either direction. */
const shape: fc.Arbitrary<readonly Vec2[]> = fc.record({
  center: vector(4),
  turns: fc.uniqueArray(fc.integer({ min: 0, max: 359 }), { minLength: 1, maxLength: 8 }),
  size: fc.constantFrom(0.25, 1, 3),
  clockwise: fc.boolean(),
}).map(({ center, turns, size, clockwise }) => {
  const corners = [...turns].sort((a, b) => clockwise ? b - a : a - b).map((turn) => {
    const angle = turn * Math.PI / 180;
    return { x: center.x + size * Math.cos(angle), y: center.y + size * Math.sin(angle) };
  });
  return corners;
});

const mover: fc.Arbitrary<Mover> = fc.record({
  position: vector(6),
  velocity: vector(2),
  radius: fc.constantFrom(0.25, 0.5),
  budget: fc.constantFrom(0.5, 1, 4, Infinity),
}).map((fields) => ({ id: "a", ...fields }));

/** Distance of the stop segment to the piece's sides, and whether the agent stands inside it. */
function holds(
  self: Mover,
  corners: readonly Vec2[],
): { readonly distance: number; readonly inside: boolean } {
  const { x, y } = self.position, stop = stopVector(self, { x: 0, y: 0 });
  let distance = Infinity, turned = 0;
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length]!, p = { x: from.x - x, y: from.y - y };
    const side = { x: to.x - from.x, y: to.y - from.y };
    distance = Math.min(distance, segmentDistance(stop, p, side));
    turned += Math.atan2(p.x * side.y - p.y * side.x, p.x * (to.x - x) + p.y * (to.y - y)); // winding
  });
  return { distance, inside: Math.abs(turned) > 1 };
}

it("M10: a convex obstacle's edge keeps R + ε from the piece and leaves the agent the whole gap", () => {
  let found = 0;
  fc.assert(
    fc.property(mover, shape, fc.constantFrom(1e-9, 0.125), (self, corners, slack) => {
      const { distance, inside } = holds(self, corners);
      const edge = obstacleEdge(self, "pillar", corners, slack);
      if (inside || distance < self.radius - 1e-9) return assertEquals(edge._tag, "None");
      if (distance < self.radius + 1e-9) return;
      if (edge._tag === "None") throw new Error(`Expected an edge at ${distance} m, but found none`);
      const { normal: n, offset, id, velocity } = edge.value;
      found++;
      assertEquals([id, velocity], ["pillar", { x: 0, y: 0 }]);
      const away = Math.min(...corners.map(({ x, y }) => n.x * x + n.y * y - offset));
      assertAlmostEquals(away, Math.min(self.radius + slack, distance), 1e-9);
      assertAlmostEquals(stopMargin(edge.value, self) + away, distance, 1e-9);
    }),
    { numRuns: counts("separation planes") },
  );
  assert(found > 0.3 * counts("separation planes"), `${found}`);
});

it("M10: beside a corner the whole piece stays R + ε away, whichever side comes first", () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 7, noNaN: true }),
      fc.integer({ min: 4, max: 12 }),
      fc.integer({ min: 0, max: 3 }),
      (angle, power, first) => {
        const c = Math.cos(angle), s = Math.sin(angle);
        const turned = (x: number, y: number): Vec2 => ({ x: c * x - s * y, y: s * x + c * y });
        const corners = [turned(0, 0), turned(4, 0), turned(4, 4), turned(0, 4)];
        const shape = [...corners.slice(first), ...corners.slice(0, first)];
        const self: Mover = {
          id: 1,
          position: turned(4 - 0.1 ** power, -0.75),
          velocity: { x: 0, y: 0 },
          radius: 0.5,
          budget: 1,
        };
        const edge = obstacleEdge(self, "block", shape);
        if (edge._tag === "None") throw new Error("Expected an edge, but found none");
        const { normal: n, offset } = edge.value;
        const away = Math.min(...shape.map(({ x, y }) => n.x * x + n.y * y - offset));
        assertAlmostEquals(away, 0.5 + 1e-9, 1e-12);
      },
    ),
    { numRuns: counts("separation planes") },
  );
});

it("M10: an agent that stops relative to something that moves has no edge against what stands", () => {
  const self: Mover = { id: 1, position: { x: 0, y: 0 }, velocity: { x: 0, y: 0 }, radius: 0.5, budget: 1 };
  const pillar = [{ x: 3, y: 0 }];
  assertEquals(obstacleEdge(self, "pillar", pillar)._tag, "Some");
  assertEquals(obstacleEdge({ ...self, reference: { x: 0, y: 1e-300 } }, "pillar", pillar)._tag, "None");
  assertEquals(obstacleEdge(self, "nothing", [])._tag, "None");
});

it("M10: driven at a pillar, a wall and a block by any wishes, an agent never touches them", () => {
  const pieces: Readonly<Record<string, readonly Vec2[]>> = {
    pillar: [{ x: 2, y: 0 }],
    wall: [{ x: -2, y: -2 }, { x: 2, y: -3 }],
    block: [{ x: -1, y: 2 }, { x: 1, y: 2 }, { x: 0.5, y: 3 }, { x: -0.5, y: 3 }],
  };
  for (let seed = 0; seed < counts("separation culling"); seed++) {
    const draw = drawFrom(seed), radius = between(draw, 0.2, 0.5), timeStep = between(draw, 0.02, 0.25);
    const budget = draw() < 0.2 ? Infinity : between(draw, 0.2, 4);
    let crowd = crowdFrom({
      agents: [{ id: "a", position: { x: 0, y: 0 }, radius, maxSpeed: 1.5, budget }],
      parameters: { timeHorizon: 1, timeStep, detour: "off" },
    });
    let wish = heading(draw, 1.5);
    for (let tick = 0; tick < 100; tick++) {
      if (draw() < 0.05) wish = heading(draw, 1.5);
      const self: Mover = crowd.agents[0]!;
      const edges = Object.entries(pieces).map(([id, corners]) => {
        const edge = obstacleEdge(self, id, corners);
        if (edge._tag === "None") {
          throw new Error(`seed ${seed}, tick ${tick}: ${id} is not separated any more`);
        }
        return edge.value;
      });
      const next = stepCrowd(crowd, {
        preferred: [{ id: "a", velocity: wish }],
        regions: [{ id: "a", region: { edges } }],
      });
      const { kind } = next.report.decisions[0]!.decision;
      assert(kind === "Clear" || kind === "ProvenStop", `seed ${seed}, tick ${tick}: ${kind}`);
      const track = tracksOf(crowd, next)[0]!;
      for (let k = 0; k <= 20; k++) {
        const position = placeOn(track, timeStep * k / 20);
        for (const corners of Object.values(pieces)) {
          const { distance, inside } = holds({ ...self, position, velocity: { x: 0, y: 0 } }, corners);
          assert(!inside && distance >= radius - 1e-12, `seed ${seed}, tick ${tick}: ${distance - radius}`);
        }
      }
      crowd = next;
    }
  }
});
