import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { changeAgents, createCrowd, type RouteCorner, stepCrowd } from "../../crowd/mod.ts";
import { destinationOf } from "../../crowd/destination.ts";
import { aimOf, nextPlace, remainingRoute, routeLength } from "../../crowd/route.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { agentNamed, crowdOf, dyadic, vectors, walker } from "./scenes.ts";

/** A gate across the x axis at x = 0, from y = -2 to y = 2, and what comes 4 m behind it. */
const GATE: RouteCorner = { x: 0, y: 0, half: { x: 0, y: 2 } }, BEHIND: Vec2 = { x: 4, y: 0 };

function distance(a: Vec2, b: Vec2): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

it("C5: an agent goes through a gate where the straight way to what comes next leads, else round its end a radius off", () => {
  const aim = (x: number, y: number) => aimOf(GATE, BEHIND, { x, y }, 0.5);
  assertEquals([aim(-4, 1), aim(-4, -2)], [{ x: 0, y: 0.5 }, { x: 0, y: -1 }]);
  assertEquals([aim(-4, 8), aim(-1, -9)], [{ x: 0, y: 1.5 }, { x: 0, y: -1.5 }]);
  // On its line, or beyond it: the nearest place.
  assertEquals([aim(0, 1), aim(0, 7), aim(0.25, -1)], [{ x: 0, y: 1 }, { x: 0, y: 1.5 }, { x: 0, y: -1 }]);
  // Narrower than the disc: its middle.
  assertEquals(aimOf(GATE, BEHIND, { x: -4, y: 3 }, 2), { x: 0, y: 0 });
  assertEquals(aimOf(BEHIND, undefined, { x: -4, y: 3 }, 2), BEHIND);
  const { preferred } = stepCrowd(crowdOf([walker("a", -4, 1, { route: [GATE, BEHIND] })])).report
    .decisions[0]!;
  assertAlmostEquals(preferred.y / preferred.x, -1 / 8, 1e-15);
});

it("C5: no other place of a gate gives a shorter way, and turned about it is the same place", () => {
  const corner = vectors(dyadic(-8, 8)), half = corner.filter(({ x, y }) => x !== 0 || y !== 0);
  fc.assert(
    fc.property(corner, half, corner, corner, dyadic(0, 4), (middle, half, from, next, r) => {
      const gate = { ...middle, half }, radius = r + 1 / 64, long = Math.hypot(half.x, half.y);
      const aim = aimOf(gate, next, from, radius), room = Math.max(0, 1 - radius / long);
      const side = (p: Vec2) => Math.sign(half.x * (p.y - middle.y) - half.y * (p.x - middle.x));
      const across = side(from) * side(next) < 0;
      const cost = (p: Vec2) => distance(from, p) + (across ? distance(p, next) : 0);
      for (let k = -32; k <= 32; k++) {
        const share = k / 32 * room;
        const other = { x: middle.x + share * half.x, y: middle.y + share * half.y };
        assert(cost(aim) <= cost(other) + 1e-12, `${share}`);
      }
      // It is on the gate, and a radius off both ends where it is wide enough.
      for (const sign of [-1, 1]) {
        const end = { x: middle.x + sign * half.x, y: middle.y + sign * half.y };
        assert(distance(aim, end) >= Math.min(radius, long) - 1e-12);
      }
      const turned = (v: Vec2) => ({ x: -v.y, y: v.x }), back = { ...turned(middle), half: turned(half) };
      assertEquals(aimOf(back, turned(next), turned(from), radius), turned(aim));
      const flipped = { ...middle, half: { x: -half.x, y: -half.y } };
      assertEquals(aimOf(flipped, next, from, radius), aim);
    }),
    runs("crowd properties"),
  );
});

it("C5: a gate is passed within the radius of the place, or beyond its line, however oblique the way on is", () => {
  const left = (route: readonly RouteCorner[], x: number, y: number) =>
    remainingRoute({ route, radius: 0.5 }, { x, y }).length;
  const straight = [GATE, BEHIND];
  assertEquals([left(straight, -0.5, 0), left(straight, -0.515625, 0), left(straight, 0.75, -1)], [1, 2, 1]);
  assertEquals([left(straight, 1.015625, 0), left(straight, 0.25, 2.75)], [2, 2]); // farther off: not known to be past it
  // Behind the gate the way leads along the wall: nobody before it goes on into that.
  const along = [GATE, { x: 2, y: -100 }];
  assertEquals([left(along, -0.75, -2), left(along, 0.75, -2)], [2, 1]);
  const onLine = [GATE, { x: 0, y: 9 }]; // what comes next lies on the line itself: past the place is beyond
  assertEquals([left(onLine, 0.25, 1), left(onLine, -2, 0)], [1, 2]);
  assertEquals(left([GATE], 0, 0), 1); // an end is never passed
});

it("C5: the way left leads through the gates where they will be passed", () => {
  const route = [GATE, { x: 4, y: 4, half: { x: 1, y: 0 } }, { x: 4, y: 8 }];
  const from = { x: -3, y: -4 }, first = aimOf(route[0]!, route[1], from, 0.5);
  const second = aimOf(route[1]!, route[2], first, 0.5);
  const sum = distance(from, first) + distance(first, second) + distance(second, route[2]!);
  assertAlmostEquals(routeLength(route, from, 0.5), sum, 1e-14);
  assertEquals(nextPlace({ route, radius: 0.5 }, from), first);
  assertEquals([routeLength([], from, 0.5), routeLength([BEHIND], { x: 1, y: 4 }, 0.5)], [0, 5]);
});

it("C5: before a gate nobody goes first, whoever is nearer", () => {
  const crowd = crowdOf([
    walker("a", -4, 0, { route: [GATE, BEHIND] }),
    walker("b", -4, 9, { route: [BEHIND] }),
  ]);
  const wish = { velocity: { x: 1, y: 0 }, left: 1, seconds: 0.1 };
  assertEquals(destinationOf(agentNamed(crowd, "a"), wish, undefined), undefined);
  assertEquals(destinationOf(agentNamed(crowd, "b"), wish, undefined)?.corner, BEHIND);
});

it("C5: a gate without extent, at the end of a route, or not of numbers is an error, all at once", () => {
  const route = [{ x: 0, y: 0, half: { x: 0, y: 0 } }, { x: 1, y: 0, half: { x: NaN, y: 1 } }, GATE];
  const made = createCrowd({
    agents: [
      walker("a", 0, 0, { route }),
      walker("b", 5, 0, { route: [{ ...GATE, half: 3 as unknown as Vec2 }, BEHIND] }),
    ],
    parameters: { timeHorizon: 2, timeStep: 0.125 },
  });
  assert(made._tag === "Left");
  assertEquals(made.left.map(({ path, rule, agent }) => [agent, path.slice(3).join("."), rule]), [
    ["a", "0.half", "must not be zero: a point has no half"],
    ["a", "1.half.x", "must be a finite number"],
    ["a", "2.half", "must be absent: a route ends at a point"],
    ["b", "0.half", "must be a vector { x, y }"],
  ]);
});

it("C5, C1: a crowd's gates are what it takes again, in the order of the route", () => {
  const crowd = crowdOf([walker("a", -9, 1, { route: [GATE, { ...GATE, x: 2 }, BEHIND] })]);
  const { route } = agentNamed(crowd, "a"), same = changeAgents(crowd, [{ id: "a", route }]);
  assert(same._tag === "Right");
  assertEquals(same.right, crowd);
  assertEquals(agentNamed(stepCrowd(crowd), "a").route, route);
});

it("C5, G13, B9: on a support that moves or turns a gate goes with it", () => {
  const disc = {
    id: "disc",
    motion: { position: { x: 1, y: 2 }, velocity: { x: 0.3, y: -0.1 }, yawRate: 0.25 },
  };
  const gate = { x: 9, y: 3, half: { x: 1, y: 2 } }, route = [gate, { x: 20, y: 0 }];
  const crowd = crowdOf([
    { ...walker("even", 0, 0, { route }), support: { id: "belt", velocity: { x: 0.5, y: 0 } } },
    { ...walker("turning", 0, 9, { route }), support: disc },
  ] as never);
  const next = stepCrowd(crowd), even = agentNamed(next, "even").route[0]!;
  assertEquals(even, { x: 9 + 0.5 * 0.125, y: 3, half: { x: 1, y: 2 } });
  // An end of the gate is a point of the support like any corner.
  const end = { x: gate.x + gate.half.x, y: gate.y + gate.half.y };
  const ended = crowdOf([
    {
      ...walker("turning", 0, 9, { route: [end] }),
      support: disc,
    },
  ] as never);
  const { x, y, half } = agentNamed(next, "turning").route[0]!,
    there = agentNamed(stepCrowd(ended), "turning").route[0]!;
  assertAlmostEquals(x + half!.x, there.x, 1e-13);
  assertAlmostEquals(y + half!.y, there.y, 1e-13);
  assert(Math.abs(half!.x - gate.half.x) > 0.01);
});

it("C5, C14: through a wide door more go abreast than to its middle, without any overlap", () => {
  const half = 1.2,
    through = (first: RouteCorner): number => {
      const agents = Array.from({ length: 40 }, (_, i) => {
        const row = Math.floor(i / 8), x = -1 - 0.55 * row, y = 0.55 * (i % 8 - 3.5) + 0.07 * (row % 3);
        return walker(i, x, y, { radius: 0.2, maxSpeed: 1.33, route: [first, { x: 10, y: 0 }] });
      });
      const walls = [[half, 8], [-8, -half]].map(([from, to], id) => ({
        id,
        corners: [{ x: 0, y: from! }, { x: 0.2, y: from! }, { x: 0.2, y: to! }, { x: 0, y: to! }],
      }));
      const parameters = {
        timeHorizonObstacles: 0.5,
        timeStep: 0.1,
        neighborDistance: 4,
        separation: "floor",
        detour: "off",
      };
      let crowd = crowdOf(agents, parameters, walls);
      for (
        ;
        crowd.time < 60 && crowd.agents.some(({ position }) => position.x < 0.2);
        crowd = stepCrowd(crowd)
      ) {
        assertEquals(crowd.report.overlaps, []);
      }
      return crowd.time;
    };
  const gate = through({ x: 0.1, y: 0, half: { x: 0, y: half } }), point = through({ x: 0.1, y: 0 });
  assert(gate < 0.7 * point, `${gate} s through the gate, ${point} s through its middle`);
});
