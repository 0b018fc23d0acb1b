import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import {
  type CarriedBody,
  type Edge,
  type LocalEdge,
  type RigidVerdict,
  verifyCurve,
  verifyRigid,
} from "../../boundary/mod.ts";
import {
  advanceMotion,
  type MotionPiece,
  pointVelocity,
  type RigidMotion,
  toLocal,
  toWorld,
  type Vec2,
  WORLD,
} from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { placeAt } from "../geometry/place_at.ts";
import { type Random, seeded } from "../solver/random_problems.ts";
import { between, within } from "./random_regions.ts";

const MOMENTS = 10_000;
const ZERO = { x: 0, y: 0 };

// --- The oracle: cosine and sine of the real angle, and the definition of f, nothing of the library. ---

/** Where a frame is and how far it has turned, at time t. */
function poseOf(
  m: RigidMotion,
  t: number,
): { readonly x: number; readonly y: number; readonly angle: number } {
  return {
    x: m.origin.x + m.velocity.x * t + m.acceleration.x * t * t / 2,
    y: m.origin.y + m.velocity.y * t + m.acceleration.y * t * t / 2,
    angle: Math.atan2(m.heading.y, m.heading.x) + m.yawRate * t + m.yawAcceleration * t * t / 2,
  };
}

/** f(t): how far outside the edge the body is, m; negative inside. */
function outsideAt(edge: LocalEdge, frame: RigidMotion, body: CarriedBody, t: number): number {
  const q = placeAt(body.position, body.motion, t), on = poseOf(body.frame, t), of = poseOf(frame, t);
  const wx = on.x + q.x * Math.cos(on.angle) - q.y * Math.sin(on.angle);
  const wy = on.y + q.x * Math.sin(on.angle) + q.y * Math.cos(on.angle);
  const dx = wx - of.x, dy = wy - of.y;
  // The edge's normal, in world axes.
  const nx = edge.normal.x * Math.cos(of.angle) - edge.normal.y * Math.sin(of.angle);
  const ny = edge.normal.x * Math.sin(of.angle) + edge.normal.y * Math.cos(of.angle);
  return nx * dx + ny * dy - edge.offset;
}

/** The farthest outside of very many moments: never above the truth. */
function sampledWorst(
  edges: readonly LocalEdge[],
  frame: RigidMotion,
  body: CarriedBody,
  duration: number,
): number {
  let worst = -Infinity;
  for (const edge of edges) {
    for (let i = 0; i <= MOMENTS; i++) {
      worst = Math.max(worst, outsideAt(edge, frame, body, duration * i / MOMENTS));
    }
  }
  return worst;
}

// --- Scenes ---

function randomFrame(r: Random, size: number): RigidMotion {
  const angle = between(r, 0, 7), still = r() < 0.15;
  return {
    origin: within(r, size),
    velocity: within(r, 3),
    acceleration: r() < 0.5 ? ZERO : within(r, 4),
    heading: { x: Math.cos(angle), y: Math.sin(angle) },
    yawRate: still ? 0 : between(r, -2, 2),
    yawAcceleration: still || r() < 0.5 ? 0 : between(r, -3, 3),
  };
}

function randomMotion(r: Random, duration: number): readonly MotionPiece[] {
  const cut = r() * duration;
  const piece = (length: number): MotionPiece => ({
    duration: length,
    velocity: within(r, 2),
    acceleration: within(r, 6),
  });
  return r() < 0.5 ? [piece(duration)] : [piece(cut), piece(duration - cut)];
}

/** Edges around the place where a body starts, in the frame's axes. */
function randomEdges(r: Random, frame: RigidMotion, body: CarriedBody): readonly LocalEdge[] {
  const on = poseOf(body.frame, 0), of = poseOf(frame, 0), q = body.position;
  const wx = on.x + q.x * Math.cos(on.angle) - q.y * Math.sin(on.angle) - of.x;
  const wy = on.y + q.x * Math.sin(on.angle) + q.y * Math.cos(on.angle) - of.y;
  const lx = wx * Math.cos(of.angle) + wy * Math.sin(of.angle);
  const ly = -wx * Math.sin(of.angle) + wy * Math.cos(of.angle);
  return Array.from({ length: 1 + Math.floor(r() * 4) }, (_, id) => {
    const angle = between(r, 0, 7), normal = { x: Math.cos(angle), y: Math.sin(angle) };
    return { id, normal, offset: normal.x * lx + normal.y * ly + between(r, 0, 2) };
  });
}

it("B9: a verdict about a turning, accelerating frame is what 10,000 moments show, and its witness is true", () => {
  const seen = { ProvenInside: 0, ProvenOutside: 0, Undecided: 0 };
  for (let seed = 1; seed <= counts("turning edges"); seed++) {
    const r = seeded(seed), duration = between(r, 0.05, 1), size = [5, 100][seed % 2]!;
    const frame = randomFrame(r, size);
    // Nothing, the frame itself, or another frame carries the body.
    const carrier = [WORLD, frame, { ...frame }, randomFrame(r, size)][Math.floor(r() * 4)]!;
    const body: CarriedBody = { frame: carrier, position: within(r, 4), motion: randomMotion(r, duration) };
    const edges = randomEdges(r, frame, body);
    const verdict = verifyRigid(frozen(edges), frozen(frame), frozen(body));
    const worst = sampledWorst(edges, frame, body, duration), note = `seed ${seed}`;
    seen[verdict.kind]++;
    switch (verdict.kind) {
      case "ProvenInside":
        assert(worst <= 1e-9, `${note}: sampling is ${worst} outside`);
        assert(verdict.margin <= -worst + 1e-9, note); // a lower bound
        assert(verdict.margin >= -1e-12, note);
        break;
      case "ProvenOutside": {
        const edge = edges.find(({ id }) => id === verdict.edge)!;
        assert(verdict.time >= 0 && verdict.time <= duration * (1 + 1e-15), note);
        assert(verdict.depth > 0, note);
        assertAlmostEquals(outsideAt(edge, frame, body, verdict.time), verdict.depth, 1e-11, note);
        break;
      }
      case "Undecided": // may only be said where it is close
        assert(Math.abs(worst) < 1e-6, note);
    }
  }
  assert(seen.ProvenInside > 0.15 * counts("turning edges"), JSON.stringify(seen));
  assert(seen.ProvenOutside > 0.15 * counts("turning edges"), JSON.stringify(seen));
  assert(seen.Undecided < 0.02 * counts("turning edges"), JSON.stringify(seen));
});

it("B9, BX7: an edge that turns past a body for 1e-6 m between two of 10,000 moments is found; a miss is let through", () => {
  for (let seed = 1; seed <= counts("turning edges"); seed++) {
    const r = seeded(seed), reach = between(r, 8, 12), start = between(r, 0, 7);
    // A turntable that spins; the body stands in the world and is outside only while the edge's normal points at it.
    const yawRate = between(r, 14, 16) * (r() < 0.5 ? 1 : -1);
    const meeting = (Math.floor(between(r, 0.1, 0.35) * MOMENTS) + 0.5) / MOMENTS,
      pointing = start + yawRate * meeting;
    const origin = within(r, 50), velocity = within(r, 4);
    const frame: RigidMotion = {
      ...WORLD,
      origin,
      velocity,
      heading: { x: Math.cos(start), y: Math.sin(start) },
      yawRate,
    };
    const carrier: RigidMotion = { ...WORLD, origin, velocity };
    const body: CarriedBody = {
      frame: carrier,
      position: { x: reach * Math.cos(pointing), y: reach * Math.sin(pointing) },
      motion: [{ duration: 0.4, velocity: ZERO, acceleration: ZERO }],
    };
    for (const height of [1e-6, -1e-6]) {
      const edge: LocalEdge = { id: "rim", normal: { x: 1, y: 0 }, offset: reach - height };
      let worst = -Infinity;
      for (let i = 0; i <= 0.4 * MOMENTS; i++) {
        worst = Math.max(worst, outsideAt(edge, frame, body, i / MOMENTS));
      }
      assert(worst < 0, "the plant must lie between two moments");
      const verdict = verifyRigid([edge], frame, body);
      assertEquals(verdict.kind, height > 0 ? "ProvenOutside" : "ProvenInside", `seed ${seed}`);
      if (verdict.kind === "ProvenOutside") {
        assertAlmostEquals(outsideAt(edge, frame, body, verdict.time), verdict.depth, 1e-12);
        assertAlmostEquals(verdict.time, meeting, 1e-4);
      }
    }
  }
});

it("B9, BX7: a body that walks out over a turning platform's edge and back is outside at its extremum only", () => {
  const platform: RigidMotion = { ...WORLD, velocity: { x: 3, y: 1 }, yawRate: 0.7, yawAcceleration: 0.2 };
  const rim: LocalEdge = { id: "rim", normal: { x: 0, y: 1 }, offset: 2 };
  const hop = (speed: number): RigidVerdict =>
    verifyRigid([rim], platform, {
      frame: platform,
      position: { x: 1, y: 1.9 },
      motion: [{ duration: 1, velocity: { x: 0, y: speed }, acceleration: { x: 0, y: -2 * speed } }],
    });
  // y(t) = 1.9 + s(t - t²): 0.1 m of room, s/4 of height.
  const out = hop(1);
  assert(out.kind === "ProvenOutside");
  assertAlmostEquals(out.time, 0.5, 1e-12);
  assertAlmostEquals(out.depth, 0.15, 1e-12);
  const short = hop(0.3);
  assert(short.kind === "ProvenInside");
  assertAlmostEquals(short.margin, 0.025, 1e-12);
});

it("B9: motion that body and edge share cancels exactly, whatever it is", () => {
  const motions = Array.from({ length: 50 }, (_, i) => randomFrame(seeded(i), 10 ** (i % 7)));
  for (let i = 0; i < 50; i++) {
    const r = seeded(1000 + i), still = { ...WORLD };
    const place = { position: within(r, 4), motion: randomMotion(r, 0.5) };
    const edges = randomEdges(r, still, { ...place, frame: still });
    const expected = verifyRigid(edges, still, { ...place, frame: still });
    for (const frame of motions) {
      // Bit for bit, also when the two are equal records and not the same one.
      assertEquals(verifyRigid(edges, frame, { ...place, frame }), expected);
      assertEquals(verifyRigid(edges, frame, { ...place, frame: { ...frame, version: 7 } }), expected);
    }
  }
});

it("B9: a body at rest on the rim of a turning platform is inside for ever, to the last bit", () => {
  const rim: LocalEdge = { id: "rim", normal: { x: 0.6, y: 0.8 }, offset: 5 };
  const platform: RigidMotion = {
    ...WORLD,
    origin: { x: 9e5, y: -7e5 },
    yawRate: 3,
    velocity: { x: 20, y: 0 },
  };
  const body: CarriedBody = {
    frame: platform,
    position: { x: 3, y: 4 },
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  };
  assertEquals(verifyRigid([rim], platform, body), { kind: "ProvenInside", margin: 0 });
});

it("B9: freezing a turning edge into a fixed world plane is wrong both ways", () => {
  // A turntable of 4 m turns a quarter in the step.
  const yawRate = Math.PI / 2, table: RigidMotion = { ...WORLD, yawRate };
  const rim: LocalEdge = { id: "rim", normal: { x: 1, y: 0 }, offset: 4 };
  const frozenPlane = (at: Vec2): Edge => ({
    id: "rim",
    normal: { x: 1, y: 0 },
    offset: 4,
    velocity: pointVelocity(table, at),
  });
  const motion = (position: Vec2) => ({ position, supportVelocity: ZERO, timeStep: 1 });

  // Stands in the world, 5 m up: the frozen plane to the right never reaches it, the real rim sweeps over it.
  const bystander = { x: 0, y: 5 };
  const v = frozenPlane({ x: 4, y: 0 }).velocity;
  assertAlmostEquals(v.x, 0, 1e-15);
  assertEquals(verifyCurve([frozenPlane({ x: 4, y: 0 })], motion(bystander), ZERO, ZERO).kind, "Inside");
  const truth = verifyRigid([rim], table, {
    frame: WORLD,
    position: bystander,
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  });
  assert(truth.kind === "ProvenOutside");
  assert(outsideAt(rim, table, { frame: WORLD, position: bystander, motion: [] }, truth.time) > 0);

  // Rides at the table's far side, 3 m from the rim's plane all the time: the frozen plane calls its arc an escape.
  const rider = { x: 3.9, y: -3 };
  const arc = pointVelocity(table, rider); // (3π/2, …): to the right, over the plane that stays where it was
  const wrong = verifyCurve([{ ...frozenPlane(rider), velocity: ZERO }], motion(rider), arc, arc);
  assertEquals(wrong.kind, "Outside");
  const riding = verifyRigid([rim], table, {
    frame: table,
    position: rider,
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  });
  assert(riding.kind === "ProvenInside");
  assertAlmostEquals(riding.margin, 0.1, 1e-12);
});

it("B9: what lies too near for the proof is undecided, and undecided is not inside", () => {
  // In the world, exactly on the tangent of a spinning disc's rim: outside by nothing, at one moment.
  const table: RigidMotion = { ...WORLD, yawRate: 2 };
  const tangent: LocalEdge = { id: "rim", normal: { x: 1, y: 0 }, offset: 3 };
  const body = (reach: number): CarriedBody => ({
    frame: WORLD,
    position: { x: reach * Math.cos(1), y: reach * Math.sin(1) },
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  });
  assertEquals(verifyRigid([tangent], table, body(3 - 1e-9)).kind, "ProvenInside");
  assertEquals(verifyRigid([tangent], table, body(3 + 1e-9)).kind, "ProvenOutside");
  // For ever along an edge that turns the same way: no number of halvings brings the bound down to nothing.
  const other: RigidMotion = { ...table, origin: { x: 1e-9, y: 0 } };
  const on = verifyRigid([tangent], table, {
    frame: other,
    position: { x: 3 - 1e-9, y: 0 },
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  });
  assert(on.kind !== "ProvenInside", "it is outside by up to 1e-9");
  const close = verifyRigid([tangent], table, {
    frame: { ...table, origin: { x: 0, y: 1e-15 } },
    position: { x: 3, y: 0 },
    motion: [{ duration: 1, velocity: ZERO, acceleration: ZERO }],
  });
  if (close.kind === "Undecided") {
    assertEquals(close.edge, "rim");
    assert(close.from >= 0 && close.to > close.from && close.to <= 1);
  } else assert(close.kind === "ProvenInside" && close.margin >= -1e-12);
});

it("B9: local and world coordinates are each other's inverse at every time, and a frame goes on as it went", () => {
  for (let seed = 1; seed <= counts("turning edges"); seed++) {
    const r = seeded(seed), frame = randomFrame(r, 50), q = within(r, 20), t = r();
    const pose = poseOf(frame, t), w = toWorld(frame, t, q);
    assertAlmostEquals(w.x, pose.x + q.x * Math.cos(pose.angle) - q.y * Math.sin(pose.angle), 1e-13);
    assertAlmostEquals(w.y, pose.y + q.x * Math.sin(pose.angle) + q.y * Math.cos(pose.angle), 1e-13);
    const back = toLocal(frame, t, w);
    assertAlmostEquals(back.x, q.x, 1e-13);
    assertAlmostEquals(back.y, q.y, 1e-13);
    const later = advanceMotion(frame, t / 3), again = toWorld(later, t - t / 3, q);
    assertAlmostEquals(again.x, w.x, 1e-13);
    assertAlmostEquals(again.y, w.y, 1e-13);
    // The velocity of a carried point is what its place changes by.
    const h = 1e-6,
      ahead = toWorld(frame, h, q),
      here = toWorld(frame, 0, q),
      speed = pointVelocity(frame, here);
    assertAlmostEquals((ahead.x - here.x) / h, speed.x, 2e-4);
    assertAlmostEquals((ahead.y - here.y) / h, speed.y, 2e-4);
  }
});
