import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { Crowd } from "../../crowd/crowd.ts";
import { createCrowd } from "../../crowd/create.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { orcaHalfPlanes } from "../../geometry/orca.ts";
import type { World } from "../../view/world.ts";
import { extendTrails, worldFromCrowd } from "../../view/world_from_crowd.ts";
import { worldSvg } from "../../view/world_svg.ts";
import { neighborPlane } from "./records.ts";
import { elements, ofClass, parseSvg, textsOf } from "./svg_document.ts";

/** Agents of one ring, each bound for the other side. */
function ring(count: number, radius: number): Crowd {
  const created = createCrowd({
    agents: Array.from({ length: count }, (_, id) => {
      const x = radius * Math.cos(2 * Math.PI * id / count), y = radius * Math.sin(2 * Math.PI * id / count);
      return { id, position: { x, y }, radius: 0.5, maxSpeed: 1.3, goal: { x: -x, y: -y } };
    }),
    parameters: { timeHorizon: 3, timeStep: 0.1 },
  });
  if (created._tag === "Left") throw new Error(created.left[0].rule);
  return created.right;
}

function circlesOf(svg: string): number {
  return ofClass(parseSvg(svg), "agents").flatMap((group) => Array.from(group.childNodes)).length;
}

const pair: World = {
  agents: [
    {
      id: "a",
      position: { x: 0, y: 0 },
      radius: 0.5,
      velocity: { x: 0.75, y: 0 },
      preferred: { x: 1, y: 0 },
      goal: { x: 10, y: 0 },
      lines: [neighborPlane("b", { x: 0.75, y: 0 }, { x: -1, y: 0 })],
      neighbors: ["b"],
      decision: "AvoidanceRelaxed",
    },
    { id: "b", position: { x: 4, y: 0 }, radius: 0.5, velocity: { x: -0.75, y: 0 }, neighbors: ["a"] },
  ],
  trails: [{ id: "a", positions: [{ x: -2, y: 1 }, { x: -1, y: 0 }, { x: 0, y: 0 }], interval: 1 }],
  overlaps: [{ a: "a", b: "b", depth: 0.125 }],
  features: [
    { kind: "wall", polygon: [{ x: 0, y: 2 }, { x: 4, y: 2 }, { x: 4, y: 3 }] },
    { kind: "corridor", polygon: [{ x: -3, y: -1 }, { x: 9, y: -1 }, { x: 9, y: 2 }] },
    { kind: "edge", from: { x: 8, y: -1 }, to: { x: 8, y: 1 }, velocity: { x: -0.5, y: 0 } },
    { kind: "portal", from: { x: 9, y: -1 }, to: { x: 9, y: 1 } },
    { kind: "gate", from: { x: 10, y: -1 }, to: { x: 10, y: 1 } },
    { kind: "brakingEnvelope", polygon: [{ x: 0, y: 0 }, { x: 1, y: 0.3 }, { x: 1, y: -0.3 }] },
    { kind: "accessCurve", points: [{ x: 7, y: 0 }, { x: 8, y: 0.2 }, { x: 9, y: 0 }] },
  ],
  time: 1.5,
};

it("P2: the world shows discs, velocities, goals, links, half-planes, trails, overlaps and features", () => {
  const root = parseSvg(worldSvg(pair, { pastEvery: 1 }));
  for (
    const name of [
      "velocity",
      "preferred",
      "goals",
      "links",
      "orca-line",
      "trail",
      "overlap",
      "ring-AvoidanceRelaxed",
      ...pair.features!.map((feature) => feature.kind),
    ]
  ) {
    assertEquals(ofClass(root, name).length, 1, name);
  }
  assertEquals(ofClass(root, "past")[0]!.childNodes.length, 2);
  assertStringIncludes(ofClass(root, "overlap")[0]!.textContent ?? "", "a and b overlap by 0.125 m");
  assertStringIncludes(ofClass(root, "orca-line")[0]!.textContent ?? "", "a: neighbor b, arc");
  const texts = textsOf(root, "text");
  for (const name of ["a", "b", "World at 1.5 s", "overlap (1)", "AvoidanceRelaxed (1)", "moving edge"]) {
    assert(texts.includes(name), name);
  }
});

it("P2: radii, positions and lines keep one scale, with y up", () => {
  const root = parseSvg(worldSvg(pair));
  const circles = ofClass(root, "agents").flatMap((group) =>
    Array.from(group.getElementsByTagName("circle"))
  );
  const [a, b] = circles.map((circle) => ["cx", "cy", "r"].map((name) => Number(circle.getAttribute(name))));
  const scale = (b![0]! - a![0]!) / 4;
  assertAlmostEquals(a![2]!, 0.5 * scale, 0.1);
  // The line v.x = 0.75 stands where a is after a second at that speed, upright.
  const line = ofClass(root, "orca-line")[0]!.getElementsByTagName("path")[0]!.getAttribute("d") ?? "";
  const [from, to] = line.slice(1).split("L").map((place) => place.split(" ").map(Number));
  assertAlmostEquals(from![0]!, a![0]! + 0.75 * scale, 0.2);
  assertAlmostEquals(to![0]!, from![0]!, 0.2);
  // Walls stand above the agents, so their y is smaller.
  const wall = (ofClass(root, "wall")[0]!.getAttribute("d") ?? "").slice(1, -1).split("L");
  for (const corner of wall) assert(Number(corner.split(" ")[1]) < a![1]!);
});

it("P2: a trail leads to its agent, however many rounded steps it takes", () => {
  const positions = Array.from({ length: 400 }, (_, k) => ({ x: k / 40, y: Math.sin(k / 3) }));
  const agents = [{ id: "a", position: positions.at(-1)!, radius: 0.5 }];
  const root = parseSvg(worldSvg({ agents, trails: [{ id: "a", positions, interval: 0.1 }] }));
  const [start, steps] = (ofClass(root, "trail")[0]!.getAttribute("d") ?? "").slice(1).split("l");
  const numbers = (text: string | undefined) => (text ?? "").match(/-?[0-9.]+/g)!.map(Number);
  const end = numbers(steps).reduce(
    (at, n, i) => i % 2 === 0 ? [at[0]! + n, at[1]!] : [at[0]!, at[1]! + n],
    numbers(start),
  );
  const disc = ofClass(root, "agents")[0]!.getElementsByTagName("circle")[0]!;
  assertAlmostEquals(end[0]!, Number(disc.getAttribute("cx")), 1e-6);
  assertAlmostEquals(end[1]!, Number(disc.getAttribute("cy")), 1e-6);
});

it("P2: velocities are as long as the way of the seconds asked for", () => {
  const reach = (seconds: number) => {
    const path = ofClass(parseSvg(worldSvg(pair, { seconds })), "velocity")[0]!.firstChild!;
    const d = elements(path as never)[0]!.getAttribute("d") ?? "";
    const [from, to] = d.slice(1).split("M")[0]!.split("L").map((place) => Number(place.split(" ")[0]));
    return to! - from!;
  };
  assertAlmostEquals(reach(2), 2 * reach(1), 0.3);
});

it("P2: a crowd's picture shows every agent and what its last step decided", () => {
  let crowd = ring(8, 5), trails = extendTrails([], crowd);
  for (let tick = 0; tick < 30; tick++) {
    crowd = stepCrowd(crowd);
    trails = extendTrails(trails, crowd);
  }
  const world = worldFromCrowd(crowd, trails, { focus: [0], groupOf: () => 1 });
  assertEquals(world.agents.map((agent) => agent.id), [0, 1, 2, 3, 4, 5, 6, 7]);
  assertEquals(world.trails?.map((trail) => trail.positions.length), Array(8).fill(31));
  assertEquals(world.time, crowd.time);
  assert((world.agents[0]!.lines?.length ?? 0) > 0);
  assertEquals(world.agents[1]!.lines, undefined);
  const svg = worldSvg(world);
  assertEquals(circlesOf(svg), 8);
  // One group, one color.
  assertEquals(ofClass(parseSvg(svg), "agents").length, 1);
});

it("P2: the half-planes read from a decision's report are those that the step was solved with", () => {
  let crowd = ring(6, 4), compared = 0;
  for (let tick = 0; tick < 40; tick++) {
    const next = stepCrowd(crowd);
    const world = worldFromCrowd(next, [], { focus: next.agents.map((agent) => agent.id) });
    for (const agent of world.agents) {
      const self = crowd.agents.find(({ id }) => id === agent.id)!;
      const planes = orcaHalfPlanes(self, crowd.agents.filter((one) => one !== self), crowd.parameters);
      for (const line of agent.lines ?? []) {
        const built = planes.find((one) =>
          one.source.kind === "neighbor" && line.source.kind === "neighbor" &&
          one.source.id === line.source.id
        )!;
        assertAlmostEquals(line.normal.x, built.normal.x, 1e-9);
        assertAlmostEquals(line.normal.y, built.normal.y, 1e-9);
        const off = (p: typeof line) => p.normal.x * p.point.x + p.normal.y * p.point.y;
        assertAlmostEquals(off(line), off(built), 1e-9);
        compared++;
      }
    }
    crowd = next;
  }
  assert(compared > 500);
});

it("P2: trails keep those who left and take up those who came", () => {
  const before = ring(3, 4), after: Crowd = { ...before, agents: before.agents.slice(1) };
  const trails = extendTrails(extendTrails([], before), after);
  assertEquals(trails.map(({ id, positions }) => [id, positions.length]), [[0, 1], [1, 2], [2, 2]]);
});

it("P2: five hundred agents with long trails stay below 200 kB, without names on top of each other", () => {
  const agents = Array.from({ length: 500 }, (_, id) => ({
    id,
    position: { x: id % 25 * 2, y: Math.floor(id / 25) * 2 },
    radius: 0.5,
    velocity: { x: Math.cos(id), y: Math.sin(id) },
    preferred: { x: 1, y: 0 },
    goal: { x: 50, y: id / 10 },
  }));
  const trails = agents.map(({ id, position }) => ({
    id,
    interval: 0.1,
    positions: Array.from({ length: 300 }, (_, k) => ({
      x: position.x - (299 - k) / 100,
      y: position.y + Math.sin((299 - k) / 40 + id) * 0.6,
    })),
  }));
  const svg = worldSvg({ agents, trails });
  assert(svg.length < 200_000, `${svg.length} bytes`);
  assertEquals(circlesOf(svg), 500);
  assert(!textsOf(parseSvg(svg), "text").includes("499"));
});

it("P2: an empty world, one agent far out, and all agents on one point have pictures", () => {
  const spot = (id: number) => ({ id, position: { x: 1e6, y: -1e6 }, radius: 1e-3 });
  assertEquals(circlesOf(worldSvg({ agents: [] })), 0);
  assertEquals(circlesOf(worldSvg({ agents: [spot(1)] })), 1);
  assertEquals(circlesOf(worldSvg({ agents: [1, 2, 3].map(spot) })), 3);
});
