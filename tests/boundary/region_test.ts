import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { avoid, type AvoidInput } from "../../avoidance/mod.ts";
import { edgeMargin, parseRegion, type Region } from "../../boundary/mod.ts";
import { createCrowd, stepCrowd } from "../../crowd/mod.ts";
import { displacement, type InputError, type Vec2 } from "../../geometry/mod.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent, runs } from "../geometry/pairs.ts";

const ZERO = { x: 0, y: 0 };
const square: readonly Vec2[] = [{ x: -5, y: -5 }, { x: 5, y: -5 }, { x: 5, y: 5 }, { x: -5, y: 5 }];

function region(value: unknown): Region {
  const result = parseRegion(frozen(value));
  if (result._tag === "Left") throw new Error(`Expected a region, but found ${JSON.stringify(result.left)}`);
  return result.right;
}

function errors(value: unknown): readonly InputError[] {
  const result = parseRegion(frozen(value));
  if (result._tag === "Right") throw new Error(`Expected errors, but found ${JSON.stringify(result.right)}`);
  for (const { rule } of result.left) assert(rule.length > 0);
  return result.left;
}

/** Path and rule of the only error. */
function only(found: readonly InputError[]): readonly [string, string] {
  assertEquals(found.length, 1, JSON.stringify(found));
  return [found[0]!.path.join("."), found[0]!.rule];
}

/** What is bad about a polygon: where it is reported, and a word of the rule. */
const bad: readonly (readonly [string, readonly unknown[], string, string])[] = [
  ["clockwise", square.toReversed(), "polygon", "counter-clockwise"],
  ["self-crossing", [square[0], square[1], square[3], square[2]], "polygon", "cross itself"],
  ["a zero-length edge", [square[0], square[1], square[1], square[2], square[3]], "polygon.1", "length zero"],
  ["a zero-length last edge", [...square, square[0]], "polygon.4", "length zero"],
  ["a reflex corner", [...square.slice(0, 3), { x: 0, y: 0 }, square[3]], "polygon.3", "reflex"],
  ["a spike", [square[0], square[1], { x: 9, y: -5 }, square[1], square[2]], "polygon", "cross itself"],
  ["two corners", square.slice(0, 2), "polygon", "3 corners"],
  ["no corners", [], "polygon", "3 corners"],
  ["all on one line", [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 2 }], "polygon", ""],
  ["a corner without y", [square[0], { x: 5 }, square[2]], "polygon.1.y", "finite"],
  ["a corner at infinity", [square[0], { x: Infinity, y: 0 }, square[2]], "polygon.1.x", "finite"],
  ["a corner that is none", [square[0], 7, square[2]], "polygon.1", "vector"],
];

it("B1: X19: a bad polygon is refused with its place and its rule, one error for one fault", () => {
  for (const [name, polygon, path, word] of bad) {
    const [where, rule] = only(errors({ polygon }));
    assertEquals(where, path, name);
    assert(rule.includes(word), `${name}: ${rule}`);
  }
});

const edge = <Id>(id: Id, x: number, y: number, offset: number) => ({ id, normal: { x, y }, offset });

it("B2: X19: bad edges are refused with their place and their rule", () => {
  const good = [edge("a", 1, 0, 1), edge("b", 0, 1, 1)];
  const cases: readonly (readonly [unknown, string, string])[] = [
    [[...good, edge("a", -1, 0, 1)], "edges.2.id", "only once"],
    [[...good, edge("c", 1, 1, 1)], "edges.2.normal", "unit vector"],
    [[...good, edge("c", 0, 0, 1)], "edges.2.normal", "unit vector"],
    [[...good, edge("c", 1 + 1e-6, 0, 1)], "edges.2.normal", "unit vector"],
    [[...good, edge("c", NaN, 0, 1)], "edges.2.normal.x", "finite"],
    [[...good, edge("c", -1, 0, NaN)], "edges.2.offset", "finite"],
    [[...good, edge(null, -1, 0, 1)], "edges.2.id", "finite number or a string"],
    [[...good, edge(NaN, -1, 0, 1)], "edges.2.id", "finite number or a string"],
    [[...good, { ...edge("c", -1, 0, 1), velocity: { x: 0, y: "1" } }], "edges.2.velocity.y", "finite"],
    [[...good, { ...edge("c", -1, 0, 1), version: "2" }], "edges.2.version", "finite"],
    [[...good, { ...edge("c", -1, 0, 1), owner: 4 }], "edges.2.owner", "string"],
    [[...good, edge("c", -1, 0, -1.5)], "edges", "leave a point"],
    [[edge(1, 1, 0, 0), edge(2, -0.6, 0.8, 0), edge(3, -0.6, -0.8, -0.1)], "edges", "leave a point"],
    ["edges", "edges", "array"],
  ];
  for (const [edges, path, word] of cases) {
    const [where, rule] = only(errors({ edges }));
    assertEquals(where, path, JSON.stringify(edges));
    assert(rule.includes(word), `${path}: ${rule}`);
  }
  // 1 and "1" are two IDs, as everywhere.
  assertEquals(region({ edges: [edge(1, 1, 0, 1), edge("1", -1, 0, 1)] }).edges.length, 2);
});

it("B1: X19: all that is wrong is told at once, and what is no region at all is told so", () => {
  const found = errors({ edges: [edge("a", 3, 0, 1), edge("a", 1, 0, NaN), { id: {}, offset: 1 }] });
  const places = found.map(({ path }) => path.join("."));
  for (const place of ["edges.0.normal", "edges.1.id", "edges.1.offset", "edges.2.id", "edges.2.normal"]) {
    assert(places.includes(place), `${place} is missing among ${places}`);
  }
  for (const value of [undefined, null, 3, "square", [], {}]) assert(errors(value).length >= 1);
  const both = errors({ polygon: square.toReversed(), velocity: { x: NaN, y: 0 }, version: "7", owner: 1 });
  assertEquals(both.map(({ field }) => field).sort(), ["owner", "polygon", "version", "x"]);
});

it("B2: a polygon becomes its edges: outward unit normals, offsets, IDs by corner, one velocity, owner and version", () => {
  const { edges } = region({ polygon: square, velocity: { x: 1, y: 2 }, owner: "lift", version: 4 });
  assertEquals(edges.map(({ id }) => id), [0, 1, 2, 3]);
  assertEquals(edges.map(({ normal }) => normal), [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, {
    x: -1,
    y: 0,
  }]);
  for (const { offset, velocity, owner, version } of edges) {
    assertEquals([offset, velocity, owner, version], [5, { x: 1, y: 2 }, "lift", 4]);
  }
  assertEquals(region({ polygon: square }).edges[0]!.velocity, ZERO);
  // Three corners in line are no fault of a convex polygon.
  assertEquals(region({ polygon: [square[0], { x: 0, y: -5 }, ...square.slice(1)] }).edges.length, 5);
});

it("B2: over random convex polygons, corners and inner points have no negative margin, points outside have one", () => {
  const turn = fc.integer({ min: 1, max: 62 }).map((n) => n / 10);
  fc.assert(
    fc.property(
      fc.uniqueArray(turn, { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: -500, max: 500 }),
      (angles, radius, shift) => {
        const sorted = angles.toSorted((a, b) => a - b);
        const polygon = sorted.map((a) => ({
          x: shift + radius * Math.cos(a),
          y: -shift + radius * Math.sin(a),
        }));
        const { edges } = region({ polygon });
        const center = {
          x: polygon.reduce((sum, { x }) => sum + x, 0) / polygon.length,
          y: polygon.reduce((sum, { y }) => sum + y, 0) / polygon.length,
        };
        const least = (p: Vec2): number => Math.min(...edges.map((e) => edgeMargin(e, p)));
        assert(least(center) > 0);
        for (const [i, corner] of polygon.entries()) {
          assertAlmostEquals(least(corner), 0, 1e-12 * (1 + Math.abs(shift)));
          // The circle's point over the middle of an edge is outside it, and only it.
          const next = polygon[(i + 1) % polygon.length]!, { normal } = edges[i]!;
          const over = {
            x: (corner.x + next.x) / 2 + 1e-6 * normal.x,
            y: (corner.y + next.y) / 2 + 1e-6 * normal.y,
          };
          assertAlmostEquals(edgeMargin(edges[i]!, over), -1e-6, 1e-11);
          assertAlmostEquals(Math.hypot(normal.x, normal.y), 1, 1e-15);
        }
      },
    ),
    runs("region input"),
  );
});

it("B1: whatever is passed as a region, nothing throws, and what is let in is finite", () => {
  const junk = fc.oneof(
    fc.anything(),
    fc.record({
      polygon: fc.array(
        fc.record({ x: fc.integer({ min: -3, max: 3 }), y: fc.integer({ min: -3, max: 3 }) }),
      ),
    }),
    fc.record({
      edges: fc.array(fc.record({ id: fc.anything(), normal: fc.anything(), offset: fc.anything() })),
    }),
  );
  fc.assert(
    fc.property(junk, (value) => {
      const result = parseRegion(value);
      if (result._tag === "Left") return assert(result.left.length > 0);
      for (const { normal, offset, velocity } of result.right.edges) {
        assert(Number.isFinite(normal.x + normal.y + offset + velocity.x + velocity.y));
      }
    }),
    runs("region input"),
  );
});

const input: AvoidInput = {
  self: agent("g", 0, 0, 0, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
  preferred: ZERO,
  maxSpeed: 1,
};

it("B1: X19: avoid refuses a bad region before it decides anything, and names its place", () => {
  for (const [name, polygon, path] of bad) {
    const result = avoid(frozen({ ...input, region: { polygon } }) as AvoidInput);
    assert(result._tag === "Left", name);
    assertEquals(result.left.map((error) => error.path.join(".")), [`region.${path}`], name);
  }
  for (const region of [null, 5, {}, { edges: [edge("a", 2, 0, 1)] }]) {
    assertEquals(avoid({ ...input, region } as unknown as AvoidInput)._tag, "Left");
  }
});

it("B1: X19: createCrowd refuses an agent's bad region, and names the agent", () => {
  for (const [name, polygon, path] of bad) {
    const agents = [
      { id: 1, position: ZERO, radius: 0.5, maxSpeed: 1 },
      { id: "guard", position: { x: 3, y: 0 }, radius: 0.5, maxSpeed: 1, region: { polygon } },
    ];
    const result = createCrowd(frozen({ agents, parameters: { timeHorizon: 2, timeStep: 0.1 } }));
    assert(result._tag === "Left", name);
    assertEquals(result.left.map((error) => error.path.join(".")), [`agents.1.region.${path}`], name);
    assertEquals(result.left.map((error) => error.agent), ["guard"], name);
  }
});

it("B1: X19: a bad region given to a step is reported with its agent and not used: the old one stays", () => {
  const agents = [{ id: "guard", position: ZERO, radius: 0.5, maxSpeed: 1, region: { polygon: square } }];
  const created = createCrowd({ agents, parameters: { timeHorizon: 2, timeStep: 0.1 } });
  assert(created._tag === "Right");
  const regions = [{ id: "guard", region: { polygon: square.toReversed() } }];
  const next = stepCrowd(created.right, { regions });
  assertEquals(next.report.rejectedInput.map(({ path }) => path.join(".")), ["regions.0.region.polygon"]);
  assertEquals(next.agents[0]!.region, created.right.agents[0]!.region);
  assertEquals(next.report.rejectedInput.map(({ agent: id }) => id), ["guard"]);
});

it("B1: the body stays in the route's region and in its tile's piece: both kinds of edges stand in one region", () => {
  // A corridor -1 <= y <= 1 and a tile x <= 2: whoever heads for (9, 9) ends in their common corner.
  const edges = [
    { ...edge("corridor left", 0, 1, 1), owner: "route" },
    { ...edge("corridor right", 0, -1, 1), owner: "route" },
    { ...edge("tile", 1, 0, 2), owner: "tile" },
  ];
  let x: Vec2 = ZERO, v: Vec2 = ZERO;
  for (let k = 0; k < 200; k++) {
    const result = avoid({
      ...input,
      self: agent("g", x.x, x.y, v.x, v.y),
      preferred: { x: 9 - x.x, y: 9 - x.y },
      budget: 2,
      region: { edges },
    });
    assert(result._tag === "Right");
    const decision = result.right;
    assert(decision.kind === "Clear" || decision.kind === "ProvenStop", decision.kind);
    for (const name of ["corridor left", "corridor right", "tile"]) {
      assert(decision.proof?.limits.some(({ id }) => id === name));
    }
    const moved = displacement(decision.motion);
    x = { x: x.x + moved.x, y: x.y + moved.y }, v = decision.velocity;
    assert(x.x <= 2 && x.y <= 1, `${x.x} ${x.y}`);
  }
  assertAlmostEquals(x.x, 2, 0.01);
  assertAlmostEquals(x.y, 1, 0.01);
});

it("B1: X19: a region says one thing: polygon or edges, each ID once, and no frame whose edges leave no point", () => {
  const east = { id: "a", normal: { x: 1, y: 0 }, offset: 0 },
    west = { id: "b", normal: { x: -1, y: 0 }, offset: -1 };
  const square = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 1, y: 1 }, { x: 0, y: 1 }];
  const places = (value: unknown): readonly string[] => {
    const result = parseRegion(value);
    return result._tag === "Right" ? [] : result.left.map(({ path }) => path.join("."));
  };
  assertEquals(places({ polygon: square, edges: [east] }), ["edges"]);
  assertEquals(places({ edges: [east], turning: [{ frame: {}, edges: [east] }] }), ["turning.0.edges.0.id"]);
  assertEquals(places({ edges: [], turning: [{ frame: {}, edges: [east, west] }] }), ["turning.0.edges"]);
  // A hole in an array is an item that is missing, not one that is passed over.
  const holed: unknown[] = [];
  holed[1] = east;
  assert(places({ edges: holed }).length > 0);
  assert(places({ edges: [], turning: holed }).length > 0);
});
