import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import { createCrowd } from "../../crowd/create.ts";
import { wayOn } from "../../crowd/crossing_request.ts";
import { tiledCrowd } from "../../crowd/tiled_crowd.ts";
import { advanceGround } from "../../crowd/ground_frames.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import { routeNow, waypointsOf } from "../../crowd/waypoint.ts";
import { edgeSeenFrom, heightOn, tileAt } from "../../crowd/tiled_ground.ts";

const box = (left: number, right: number) =>
  [[left, -2], [right, -2], [right, 2], [left, 2]].map(([x, y]) => ({ x, y }));

const input = {
  tiles: [
    { id: "P", polygon: box(-4, 0) },
    { id: "Q", polygon: box(0, 4), gradient: { x: 0.5, y: 0 } },
    { id: "R", polygon: box(4, 8), height: 2 },
  ],
  edges: [
    { id: "PQ", left: "P", right: "Q", from: { x: 0, y: -2 }, to: { x: 0, y: 2 } },
    { id: "QR", left: "R", right: "Q", from: { x: 4, y: 2 }, to: { x: 4, y: -2 } },
  ],
};

function ground() {
  const read = parseTiledGround(input);
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
  return read.right;
}

function agentAt(x: number, ...route: readonly (readonly [number, number])[]) {
  const crowd = createCrowd({
    agents: [{
      id: 1,
      position: { x, y: 0 },
      radius: 0.3,
      maxSpeed: 1,
      route: route.map(([x, y]) => ({ x, y })),
    }],
    parameters: { timeHorizon: 2, timeStep: 0.1 },
  });
  if (E.isLeft(crowd)) throw new Error(JSON.stringify(crowd.left));
  return crowd.right;
}

it("C14, H9: tiles are found by place, an edge's points in the first of both, and heights by their planes", () => {
  const { tiles } = ground();
  assertEquals([-1, 0, 1, 4, 6, 9].map((x) => tileAt(ground(), { x, y: 0 })?.id), [
    "P",
    "P",
    "Q",
    "Q",
    "R",
    undefined,
  ]);
  assertEquals(tiles.map((tile) => heightOn(tile, { x: 4, y: 0 })), [0, 2, 2]);
});

it("H1: each tile sees its edge with itself to the left", () => {
  const [pq, qr] = ground().edges;
  assertEquals(edgeSeenFrom(pq!, "P").from, { x: 0, y: -2 });
  assertEquals(edgeSeenFrom(pq!, "Q").from, { x: 0, y: 2 });
  assertEquals(edgeSeenFrom(qr!, "Q").from, { x: 4, y: -2 });
});

it("H1: the way on is the edge that the way to the next corner crosses first, within its ends; none inside the tile", () => {
  const next = (x: number, tile: string, ...route: readonly (readonly [number, number])[]) => {
    const way = wayOn(agentAt(x, ...route).agents[0]!, tile, ground());
    return isSome(way) ? [way.value.edge.id, way.value.to.id] : [];
  };
  assertEquals(next(-1, "P", [1, 0]), ["PQ", "Q"]);
  assertEquals(next(1, "Q", [-1, 0]), ["PQ", "P"]);
  assertEquals(next(1, "Q", [7, 0]), ["QR", "R"]);
  assertEquals(next(0, "P", [1, 0]), ["PQ", "Q"], "from the edge itself");
  assertEquals(next(0, "Q", [1, 0]), [], "from the edge into the tile");
  assertEquals(next(-1, "P", [0, 0]), [], "to the edge, not over it");
  assertEquals(next(-1, "P", [-3, 0], [1, 0]), [], "the corner after the next is not asked for");
  assertEquals(next(-1, "P", [1, 9]), [], "past the edge's end");
  assertEquals(next(-1, "P"), []);
});

it("H1, C5: through a gate the way on leads where the agent means to pass it, and a gate turns with the tile that carries it", () => {
  const gate = { x: 1, y: 1, half: { x: 0, y: 3 } }, next = { x: 2, y: -9 };
  const route = [gate, next], agent = { ...agentAt(-1).agents[0]!, route };
  assert(isSome(wayOn(agent, "P", ground())));
  // Its middle lies past the edge's end, the place to pass it does not.
  const high = { ...agent, route: [{ x: 1, y: 5, half: { x: 0, y: 5 } }, { x: 9, y: 0 }] };
  assert(isSome(wayOn(high, "P", ground())));
  assertEquals(isSome(wayOn({ ...agent, route: [{ x: 1, y: 5 }, { x: 9, y: 0 }] }, "P", ground())), false);
  const read = parseTiledGround({
    supports: [{ id: "disc", motion: { yawRate: 0.5 } }],
    tiles: [{ id: "P", polygon: box(-4, 4), support: "disc" }],
    edges: [],
  });
  if (E.isLeft(read)) throw new Error(JSON.stringify(read.left));
  const turning = read.right, waypoints = waypointsOf(turning, [gate]), later = advanceGround(turning, 2);
  assertEquals(routeNow(turning, waypoints), [gate]);
  const [there] = routeNow(later, waypointsOf(later, [gate]));
  [there!.x - 1, there!.y - 1, there!.half!.x, there!.half!.y - 3].forEach((off) =>
    assertAlmostEquals(off, 0, 1e-14)
  );
  const [{ x, y, half } = gate] = routeNow(later, waypoints), c = Math.cos(1), s = Math.sin(1);
  const expected = [c * 1 - s * 1, s * 1 + c * 1, -s * 3, c * 3];
  [x, y, half!.x, half!.y].forEach((value, i) => assertAlmostEquals(value, expected[i]!, 1e-14));
});

it("C14: ground that makes no sense is refused with everything that is wrong", () => {
  const [p, q, r] = input.tiles, [pq, qr] = input.edges;
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ ...input, tiles: [p, q, { ...r, id: "P" }] }, "id"],
    [{ ...input, edges: [{ ...pq, left: "X" }, qr] }, "left"],
    [{ ...input, edges: [{ ...pq, right: "P" }, qr] }, "right"],
    [{ ...input, edges: [{ ...pq, left: "Q", right: "P" }, qr] }, "edges"],
    [{ ...input, edges: [{ ...pq, from: { x: 0.1, y: -2 } }, qr] }, "edges"],
    [{ ...input, edges: [{ ...pq, to: { x: 0, y: -2 } }, qr] }, "to"],
    [{ ...input, tiles: [{ ...p, polygon: [...p!.polygon].reverse() }, q, r] }, "polygon"],
    [{ ...input, stepHeight: -1 }, "stepHeight"],
    [{ ...input, slope: 1 }, "slope"],
    [null, ""],
  ];
  for (const [value, field] of wrong) {
    const read = parseTiledGround(value);
    assert(E.isLeft(read), JSON.stringify(value));
    assert(
      read.left.some(({ path, field: named }) =>
        named === field || path.includes(field) || path.length === 0
      ),
      `${field}: ${JSON.stringify(read.left.map(({ path }) => path))}`,
    );
  }
});

it("C14, H2: agents of a tiled crowd get the gradient, edges and height of their tile; one that stands on none is an error", () => {
  const tiled = tiledCrowd(agentAt(2), ground());
  assert(E.isRight(tiled));
  const [agent] = tiled.right.crowd.agents;
  assertEquals([agent!.gradient.x, agent!.z], [0.5, 1]);
  assertEquals(agent!.region?.edges.length, 4);
  const off = tiledCrowd(agentAt(20), ground());
  assert(E.isLeft(off) && off.left[0].agent === 1);
});
