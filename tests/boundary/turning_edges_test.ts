import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { AvoidInput } from "../../avoidance/mod.ts";
import { type LocalEdge, parseRegion } from "../../boundary/mod.ts";
import {
  pointVelocity,
  type RigidMotion,
  type Support,
  supportMovingAs,
  type Vec2,
  WORLD,
} from "../../geometry/mod.ts";
import { createCrowd, stepCrowd } from "../../crowd/mod.ts";
import { counts } from "../counts.ts";
import { agent } from "../geometry/pairs.ts";
import { type Random, seeded } from "../solver/random_problems.ts";
import { decided } from "./decided.ts";
import { angleAt, DT, localOf, localPath, turned, worldOf, worstOf } from "./carried_oracle.ts";
import { between, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };
const rim = (offset: number): readonly LocalEdge[] => [
  { id: "east", normal: { x: 1, y: 0 }, offset },
  { id: "north", normal: { x: 0, y: 1 }, offset },
  { id: "west", normal: { x: -1, y: 0 }, offset },
  { id: "south", normal: { x: 0, y: -1 }, offset },
];

const base: AvoidInput = {
  self: agent("g", 0, 0, 0, 0),
  neighbors: [],
  parameters: { timeHorizon: 2, timeStep: DT },
  preferred: ZERO,
  maxSpeed: 1.5,
  budget: 3,
};

/** A support that is given by its motion alone: velocity and turn follow from it. */
const ridden = (id: string, motion: RigidMotion) => ({ id, motion });

/** An agent at rest, or moving, on a turning platform, at a place of it. */
function aboard(
  platform: RigidMotion,
  place: Vec2,
  relative: Vec2,
  more: Partial<AvoidInput> = {},
): AvoidInput {
  const position = worldOf(platform, 0, place), v = pointVelocity(platform, position);
  return {
    ...base,
    self: agent("g", position.x, position.y, v.x + relative.x, v.y + relative.y),
    support: ridden("platform", platform),
    region: { edges: [], turning: [{ frame: platform, edges: rim(4) }] },
    ...more,
  };
}

it("B9: who stands at the rim of a turning platform may go on standing, however fast it turns and wherever it goes", () => {
  for (const yawRate of [0.1, 1, 4, -2.5]) {
    const platform: RigidMotion = { ...WORLD, origin: { x: 7, y: -3 }, velocity: { x: 2, y: 1 }, yawRate };
    const decision = decided(aboard(platform, { x: 3.9, y: 2 }, ZERO));
    assertEquals(decision.kind, "Clear", `${yawRate}`);
    assertAlmostEquals(Math.hypot(decision.velocity.x, decision.velocity.y), 0, 1e-12);
    assert(decision.checks.includes("turningEdges"));
    const east = decision.proof?.limits.find(({ id }) => id === "east");
    assertAlmostEquals(east!.margin, 0.1, 1e-9);
  }
});

it("B9: over random turning platforms, whatever is accepted stays inside the real, turning edges", () => {
  const seen: Record<string, number> = {};
  for (let seed = 1; seed <= counts("turning edges"); seed++) {
    const r: Random = seeded(seed), heading = between(r, 0, 7);
    const platform: RigidMotion = {
      origin: within(r, 20),
      velocity: within(r, 1),
      acceleration: r() < 0.5 ? ZERO : within(r, 1),
      heading: { x: Math.cos(heading), y: Math.sin(heading) },
      yawRate: between(r, -1.5, 1.5),
      yawAcceleration: r() < 0.5 ? 0 : between(r, -1, 1),
    };
    const place = { x: between(r, -3.99, 3.99), y: between(r, -3.99, 3.99) };
    const relative = within(r, 1.5 * r()), ride = r() < 0.8;
    const wish = within(r, 2), budget = r() < 0.2 ? Infinity : between(r, 1, 6);
    const input = aboard(platform, place, relative, {
      preferred: wish,
      budget,
      separation: r() < 0.5 ? "floor" : "off",
    });
    // Some are not on it, but in the world, where it sweeps past them.
    const { support: _, ...unsupported } = input;
    const v = within(r, 0.5);
    const decision = decided(ride ? input : { ...unsupported, self: { ...input.self, velocity: v } });
    seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") continue;
    const carrier = ride ? platform : WORLD;
    const worst = worstOf(
      [{ frame: platform, edges: rim(4) }],
      carrier,
      localPath(carrier, input.self.position, decision, budget),
    );
    assert(worst <= 1e-9, `seed ${seed}: ${decision.kind} is ${worst} outside`);
  }
  assert((seen["Clear"] ?? 0) > 0.4 * counts("turning edges"), JSON.stringify(seen));
});

it("B8, B9: over random turning platforms, walls of the world and bystanders are held against the real arc as well", () => {
  const seen: Record<string, number> = {};
  let swept = 0;
  for (let seed = 1; seed <= counts("turning edges"); seed++) {
    const r: Random = seeded(seed + 90_000), heading = between(r, 0, 7);
    const table: RigidMotion = {
      ...WORLD,
      origin: within(r, 20),
      velocity: r() < 0.5 ? ZERO : within(r, 1),
      heading: { x: Math.cos(heading), y: Math.sin(heading) },
      yawRate: between(r, -1, 1),
      yawAcceleration: r() < 0.5 ? 0 : between(r, -1, 1),
    };
    const place = within(r, 4), start = worldOf(table, 0, place), angle = between(r, 0, 7);
    const normal = { x: Math.cos(angle), y: Math.sin(angle) };
    const room = r() < 0.5 ? between(r, 0, 0.1) : between(r, 0, 2);
    const wall = { id: "wall", normal, offset: normal.x * start.x + normal.y * start.y + room };
    const away = between(r, 0, 7), gap = between(r, 0, 0.3), aside = within(r, 0.8);
    const bystander = agent(
      "b",
      start.x + (1 + gap) * Math.cos(away),
      start.y + (1 + gap) * Math.sin(away),
      aside.x,
      aside.y,
    );
    const budget = r() < 0.2 ? Infinity : between(r, 2, 12);
    const decision = decided(aboard(table, place, within(r, r()), {
      preferred: within(r, 2),
      maxSpeed: 6, // enough to cancel the table
      budget,
      region: { edges: [wall] },
      neighbors: [bystander],
      separation: r() < 0.5 ? "floor" : "off",
    }));
    seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") continue;
    const path = localPath(table, start, decision, budget), note = `seed ${seed}: ${decision.kind}`;
    if (decision.proof?.outside.length === 0) {
      const worst = worstOf([{ frame: WORLD, edges: [wall] }], table, path);
      assert(worst <= 1e-9, `${note} is ${worst} outside the wall`);
    }
    if (decision.kind !== "Clear" || !decision.proof!.swept.includes("b")) continue;
    swept++;
    for (let i = 0; i <= 1000; i++) {
      const t = DT * i / 1000, w = worldOf(table, t, path(t));
      const apart =
        Math.hypot(w.x - bystander.position.x - t * aside.x, w.y - bystander.position.y - t * aside.y) - 1;
      assert(apart >= Math.min(0, gap) - 1e-9, `${note} is ${-apart} m into the bystander`);
    }
  }
  assert((seen["Clear"] ?? 0) > 0.1 * counts("turning edges"), JSON.stringify(seen));
  assert(swept > 0.05 * counts("turning edges"), `${swept}`);
});

it("B9: a wall of the world beside a turning platform is held against the curve that the platform carries one along", () => {
  // At rest on a turntable, 5 m east of its hub: the tangent misses the wall to the west, the real arc does not.
  const table: RigidMotion = { ...WORLD, yawRate: 1 }, position = { x: 5, y: 0 };
  const wall = { id: "wall", normal: { x: -1, y: 0 }, offset: -4.99 };
  const arc = 5 * Math.cos(0.1) - 4.99;
  assert(arc < -0.01, "the arc leaves by more than a centimetre");
  const { x, y } = pointVelocity(table, position);
  for (
    const region of [
      { edges: [wall] },
      { edges: [], turning: [{ frame: WORLD, edges: [wall] }] },
    ]
  ) {
    const decision = decided({
      ...base,
      self: agent("g", 5, 0, x, y),
      maxSpeed: 9,
      support: ridden("table", table),
      region,
    });
    if (decision.kind === "BoundaryUnreachable" || decision.kind === "Uncontrolled") continue;
    const groups = [{ frame: WORLD, edges: [wall] }];
    const worst = worstOf(groups, table, localPath(table, position, decision, 3));
    assert(worst <= 1e-9, `${decision.kind} is ${worst} outside the wall`);
  }
});

it("B5, B9: with a finite budget nobody jumps on a turning support, not even who wishes for just the velocity it has", () => {
  const table: RigidMotion = { ...WORLD, yawRate: 4 },
    position = { x: 3, y: 0 },
    { x, y } = pointVelocity(table, position);
  for (const [budget, wish] of [[20, 1.5], [20, 1.5 - 1e-9], [Infinity, 1.5]] as const) {
    const created = createCrowd({
      agents: [{
        id: 1,
        position,
        velocity: { x: x + 1.5, y },
        radius: 0.5,
        maxSpeed: 2,
        budget,
        support: { id: "table", motion: table },
      }],
      parameters: { timeHorizon: 2, timeStep: DT },
    });
    assert(created._tag === "Right");
    const next = stepCrowd(created.right, { preferred: [{ id: 1, velocity: { x: wish, y: 0 } }] });
    // Seen from the table: from (1.5, 0) to what (1.5, 0) in the world's axes is at the end, 0.4 rad on.
    const end = turned({ x: 1.5, y: 0 }, -0.4), start = budget === Infinity ? end : { x: 1.5, y: 0 };
    const local = localOf(table, DT, next.agents[0]!.position);
    assertAlmostEquals(local.x, 3 + (start.x + end.x) / 2 * DT, 1e-8, `budget ${budget}, wish ${wish}`);
    assertAlmostEquals(local.y, (start.y + end.y) / 2 * DT, 1e-8, `budget ${budget}, wish ${wish}`);
  }
});

it("B9, B19: a stop is proven for the rest of its step too: the edge that turns on does not wait", () => {
  // At rest in the world, 1 cm beyond where the rim will be at the step's end, inside at its start; it cannot move.
  const table: RigidMotion = { ...WORLD, yawRate: 1 };
  const edges: readonly LocalEdge[] = [{ id: "east", normal: { x: 1, y: 0 }, offset: 4 }];
  const position = { x: 4.01 * Math.cos(0.1), y: 4.01 * Math.sin(0.1) };
  for (const budget of [3, Infinity]) {
    const decision = decided({
      ...base,
      self: agent("g", position.x, position.y, 0, 0),
      maxSpeed: 0,
      budget,
      region: { edges: [], turning: [{ frame: table, edges }] },
    });
    assertEquals(decision.kind, "BoundaryUnreachable", `budget ${budget}`);
    assertEquals(decision.proof?.limits, []);
  }
});

it("B8, B9: on a turning platform the sweep is along the curve that the platform carries one along, not its tangent", () => {
  // At rest 5 m from the hub: along the tangent the bystander is passed at 1.001 m, on the arc it is hit.
  const table: RigidMotion = { ...WORLD, yawRate: 1 },
    position = { x: 5, y: 0 },
    { x, y } = pointVelocity(table, position);
  for (const separation of ["floor", "off"] as const) {
    const bystander = agent("b", 5 - 1.001, 0.5, 0, 0, { locked: true });
    const decision = decided({
      ...base,
      self: agent("g", 5, 0, x, y),
      neighbors: [bystander],
      support: ridden("table", table),
      separation,
    });
    const place = localPath(table, position, decision, 3);
    let gap = Infinity;
    for (let i = 0; i <= 1000; i++) {
      const t = DT * i / 1000, w = worldOf(table, t, place(t));
      gap = Math.min(gap, Math.hypot(w.x - bystander.position.x, w.y - bystander.position.y) - 1);
    }
    assert(decision.kind !== "Clear" || gap >= -1e-9, `separation ${separation}: Clear, and ${-gap} m deep`);
  }
});

it("B9, B16: outside a turning edge one is never Clear, the depth is reported, and one comes back", () => {
  const platform: RigidMotion = { ...WORLD, yawRate: 0.2 };
  let place: Vec2 = { x: 4.1, y: 0 }, relative: Vec2 = ZERO;
  const first = decided(aboard(platform, place, relative));
  assert(first.kind !== "Clear");
  assertEquals(first.proof?.outside.map(({ id }) => id), ["east"], first.kind);
  assertAlmostEquals(first.proof!.outside[0]!.depth, 0.1, 1e-9);
  for (let k = 0; k < 300 && place.x > 4; k++) {
    const decision = decided(aboard(platform, place, relative));
    const carrier = platform, path = localPath(carrier, worldOf(carrier, 0, place), decision, 3);
    place = path(DT);
    relative = turned(decision.velocity, -angleAt(platform, DT));
  }
  assert(place.x <= 4 + 1e-9, `still at ${place.x}`);
});

it("B7, B9: the version of a turning frame is assumed like any other", () => {
  const platform: RigidMotion = { ...WORLD, yawRate: 0.2, version: 11 };
  const decision = decided(aboard(platform, ZERO, ZERO, { support: { id: "ground", velocity: ZERO } }));
  assert((decision.assumed ?? []).some(({ version }) => version === 11), JSON.stringify(decision.assumed));
});

it("B9: on a support whose motion is given, velocity and turn are those of that motion", () => {
  const platform: RigidMotion = {
    ...WORLD,
    origin: { x: 1, y: 2 },
    velocity: { x: 3, y: 0 },
    yawRate: 0.5,
    version: 4,
  };
  const at = { x: 4, y: 4 }, support: Support = supportMovingAs("p", platform, at, 0.2);
  assertEquals(support.velocity, pointVelocity(platform, at));
  assertEquals(support.velocity, { x: 3 - 0.5 * 2, y: 0.5 * 3 });
  assertAlmostEquals(support.turn!.x, Math.cos(0.1), 1e-15);
  assertAlmostEquals(support.turn!.y, Math.sin(0.1), 1e-15);
  assertEquals(support.version, 4);
});

it("B9: X19: bad turning edges are refused with their place", () => {
  const good = { frame: { yawRate: 1 }, edges: [{ id: "a", normal: { x: 1, y: 0 }, offset: 1 }] };
  const place = (turning: unknown): string => {
    const result = parseRegion({ edges: [], turning });
    return result._tag === "Right" ? "none" : result.left.map(({ path }) => path.join(".")).join(" ");
  };
  assertEquals(place([good]), "none");
  assertEquals(place("x"), "turning");
  assertEquals(place([{ ...good, frame: { yawRate: NaN } }]), "turning.0.frame.yawRate");
  assertEquals(place([{ ...good, frame: { heading: { x: 1, y: 1 } } }]), "turning.0.frame.heading");
  assertEquals(
    place([{ ...good, edges: [{ ...good.edges[0], normal: { x: 2, y: 0 } }] }]),
    "turning.0.edges.0.normal",
  );
  assertEquals(place([{ ...good, edges: [...good.edges, ...good.edges] }]), "turning.0.edges.1.id");
});
