import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { isSome } from "npm:fp-ts@^2.16/lib/Option.js";
import type { Edge } from "../../boundary/edge.ts";
import { displacement } from "../../geometry/motion.ts";
import { accessFrom, accessPieces, accessPosition, isInsideTile } from "../../handoff/access.ts";
import { profileDuration } from "../../handoff/access_profile.ts";
import { actualBody } from "../../handoff/body_feedback.ts";
import { initialHandoff, tileInForce } from "../../handoff/handoff_state.ts";
import { edgeNormal, footPoint, marginToEdge } from "../../handoff/shared_edge.ts";
import { at, EDGES, P, PLACES, Q, SHRUNKEN, TERMS } from "../../tools/handoff/alphabet.ts";
import { runs } from "../geometry/pairs.ts";
import {
  adopting,
  atBoundary,
  crossing,
  hear,
  inPhase,
  interruptBy,
  kinds,
  move,
  onCurve,
  ordered,
  quiet,
  reports,
  requested,
  sweep,
  tick,
  waitingAt,
} from "./scenes.ts";

it("H1: a request with edge, tiles and versions leads from Following to Approaching, and takes the mover", () => {
  const scene = requested();
  const state = inPhase(scene, "Approaching");
  assertEquals(state.terms, TERMS);
  assertEquals([state.attempts, state.firstTick, state.epoch], [0, 0, 1]);
  assertEquals(kinds(scene), ["Persist", "Hold", "Dispatch"]);
  assertEquals(ordered(scene), { kind: "Approach", toward: { x: 0, y: 0 } });
});

it("H1: nothing but a request out of its own tile starts a crossing", () => {
  const events = [
    { kind: "Requested", terms: { ...TERMS, from: { ...P, id: "R" } }, tick: 0, feedback: PLACES.far },
    { kind: "Requested", terms: TERMS, tick: NaN, feedback: PLACES.far },
    { kind: "Requested", terms: TERMS, tick: 0, feedback: at(NaN) },
    { kind: "Ticked", tick: 5 },
    { kind: "Interrupted", cause: "newOrder" },
    { kind: "ChecksBegin" },
    { kind: "Settled", action: "cross" },
  ] as const;
  for (const event of events) assertEquals(hear(quiet, event).state, quiet.state);
});

it("H2: P's tile is in force in every phase until Q is adopted", () => {
  for (const scene of [quiet, requested(), waitingAt(-0.09), onCurve(), atBoundary(), adopting()]) {
    assertEquals(tileInForce(scene.state), P);
  }
  assertEquals(tileInForce(initialHandoff(Q)), Q);
});

it("H2: near the edge the agent stops; sliding along the edge, it is not stopped", () => {
  const near = move(requested(), PLACES.near);
  assertEquals(inPhase(near, "Stopping").stop, "braking");
  assertEquals(ordered(near), { kind: "Stop" });
  const slides = move(near, at(-0.09, { x: 0, y: 0.2 }));
  assertEquals(inPhase(slides, "Stopping").stop, "braking");
  assertEquals(inPhase(move(near, at(-0.09, { x: 0, y: 0.0009 })), "Stopping").stop, "confirmed");
});

it("H2: at rest on a belt that runs against the edge is not stopped; at rest against the edge is", () => {
  const near = move(requested(), PLACES.near), belt = { supportVelocity: { x: 0.3, y: 0 } };
  const carried = move(near, at(-0.09, { x: 0.3, y: 0 }, belt));
  assertEquals(inPhase(carried, "Stopping").stop, "braking");
  assertEquals([crossing(carried).actual.restOnSupport, crossing(carried).actual.restAtBoundary], [
    true,
    false,
  ]);
  assertEquals(inPhase(move(near, at(-0.09, undefined, belt)), "Stopping").stop, "confirmed");
});

it("H3: from the actual stop a straight curve to the nearest point of the edge is proposed, and nothing moves before its sweep", () => {
  const scene = waitingAt(-0.09);
  assertEquals(kinds(scene), ["Sweep"]);
  const command = scene.commands[0];
  assert(command?.kind === "Sweep");
  assertEquals(command.access.start, { x: -0.09, y: 0 });
  assertEquals(command.access.end, { x: 0, y: 0 });
  assertAlmostEquals(command.access.profile.peak, 0.3, 1e-15);
});

it("H3: a foot beyond the edge's end takes the end, and the access runs straight there", () => {
  assertEquals(footPoint(TERMS.edge, { x: -0.1, y: 1.5 }), { x: 0, y: 1 });
  assertEquals(footPoint(TERMS.edge, { x: 0.3, y: -7 }), { x: 0, y: -1 });
  assertEquals(edgeNormal(TERMS.edge), { x: 1, y: 0 });
  assertEquals(marginToEdge(TERMS.edge, { x: -0.25, y: 7 }), 0.25);
  const access = accessFrom(actualBody({ ...at(0), position: { x: -0.3, y: 1.4 } }, TERMS), 1, TERMS);
  assert(isSome(access));
  const way = displacement(accessPieces(access.value));
  assertAlmostEquals(way.x, 0.3, 1e-15);
  assertAlmostEquals(way.y, -0.4, 1e-15);
  const { x, y } = accessPosition(access.value, profileDuration(access.value.profile) / 2);
  assertAlmostEquals(x, -0.15, 1e-15);
  assertAlmostEquals(y, 1.2, 1e-15);
});

it("H3: the curve is admitted when its sweep is clear and all of it lies in P, and owns the mover (H6)", () => {
  const scene = onCurve();
  assertEquals(kinds(scene), ["Persist", "Dispatch"]);
  assertEquals(inPhase(scene, "Approaching").attempts, 1);
  assertEquals(ordered(scene).kind, "Access");
});

it("H3: a blocked sweep, or a piece of P that ends before the edge, admits nothing and counts no attempt", () => {
  for (
    const [scene, why] of [
      [sweep(waitingAt(-0.09), "blocked"), "sweep"],
      [sweep(waitingAt(-0.09), "clear", SHRUNKEN), "outsideTile"],
    ] as const
  ) {
    assertEquals(inPhase(scene, "Stopping").attempts, 0);
    assertEquals(reports(scene), [{ kind: "AccessRefused", why }]);
    assertEquals(kinds(scene), ["Report"]);
  }
});

it("H3: an answer that comes when the body is no longer there is asked for again, from where it is", () => {
  const asked = waitingAt(-0.09), drifted = move(asked, at(-0.088));
  assertEquals(kinds(drifted), ["Sweep"]);
  const old = { kind: "Swept", verdict: "clear", edges: EDGES, question: 1 } as const;
  const command = asked.commands[0];
  assert(command?.kind === "Sweep");
  assertEquals(hear(drifted, { ...old, ticket: command.ticket }).state, drifted.state);
  const admitted = ordered(sweep(drifted));
  assert(admitted.kind === "Access");
  assertEquals(admitted.access.start.x, -0.088);
});

it("H3: every stop from every point of an admitted curve stays in P, also while edges close in", () => {
  const coordinate = fc.integer({ min: -64, max: 64 }).map((n) => n / 32);
  const edges = fc.array(
    fc.record({ x: coordinate, y: coordinate, offset: coordinate, drift: fc.integer({ min: -32, max: 8 }) }),
    { maxLength: 3 },
  );
  let admitted = 0;
  fc.assert(
    fc.property(
      coordinate,
      coordinate,
      edges,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (x, y, sides, part) => {
        const walls: readonly Edge[] = sides.filter((s) => s.x !== 0 || s.y !== 0).map((s, id) => {
          const size = Math.sqrt(s.x * s.x + s.y * s.y), normal = { x: s.x / size, y: s.y / size };
          const speed = s.drift / 64;
          return {
            id,
            normal,
            offset: Math.abs(s.offset) + 0.5,
            velocity: { x: normal.x * speed, y: normal.y * speed },
          };
        });
        const start = { x: -Math.abs(x) - 0.01, y };
        const found = accessFrom(actualBody({ ...at(0), position: start }, TERMS), 1, TERMS);
        assert(isSome(found));
        const access = found.value, reaction = 0.25;
        if (!isInsideTile(access, walls, { x: 0, y: 0 }, reaction)) return;
        admitted++;
        const duration = profileDuration(access.profile),
          time = part * (duration + reaction + access.profile.ramp);
        for (const where of [accessPosition(access, part * duration), accessPosition(access, time)]) {
          for (const { normal, offset, velocity } of walls) {
            const now = offset + time * (normal.x * velocity.x + normal.y * velocity.y);
            assert(normal.x * where.x + normal.y * where.y <= now + 1e-9);
          }
        }
      },
    ),
    runs("access in tiles"),
  );
  assert(admitted > 20, `${admitted}`);
});

it("H3: a support that moves against the edge takes its share of the speed cap, and may leave none", () => {
  const belt = (speed: number) =>
    actualBody(at(-3, undefined, { supportVelocity: { x: 0, y: speed } }), TERMS);
  const access = accessFrom(belt(0.75), 1, TERMS);
  assert(isSome(access));
  assertEquals(access.value.profile.peak, 0.25);
  assertEquals(accessFrom(belt(1), 1, TERMS)._tag, "None");
  const near = move(requested(), PLACES.near);
  const carried = move(near, at(-0.09, undefined, { supportVelocity: { x: 0, y: 1 } }));
  assertEquals(reports(carried), [{ kind: "AccessRefused", why: "carried" }]);
  assertEquals(inPhase(carried, "Stopping").stop, "confirmed");
});

it("H7: the actual foot on the edge, at rest, is at the boundary; a foot 0.5 mm short takes another attempt", () => {
  const end = profileDuration({ length: 0.09, peak: 0.3, ramp: 0.3, cruise: 0 });
  assertEquals(move(onCurve(), PLACES.there, end).state.phase, "AtBoundary");
  const short = move(onCurve(), PLACES.almostThere, end);
  assertEquals(inPhase(short, "Stopping").actual.position.x, -0.0005);
  const second = ordered(sweep(move(short, PLACES.almostThere)));
  assert(second.kind === "Access");
  assertEquals([second.access.attempt, second.access.start.x], [2, -0.0005]);
});

it("H7: a stop that ends on the edge by itself is at the boundary too, in its place along the edge", () => {
  const aside = { ...PLACES.there, position: { x: 0, y: 0.75 } };
  assertEquals(move(waitingAt(-0.09), aside).state.phase, "AtBoundary");
  const stopping = move(requested(), PLACES.near);
  assertEquals(move(stopping, PLACES.there).state.phase, "AtBoundary");
  const besideEnd = { ...PLACES.there, position: { x: 0, y: 1.25 } };
  assertEquals(move(stopping, besideEnd).state.phase, "Stopping");
});

it("H17: an event that does not belong to the phase leaves the very same state", () => {
  for (const scene of [requested(), waitingAt(-0.09), onCurve(), atBoundary(), adopting()]) {
    const { state } = scene;
    const others = [
      { kind: "Requested", terms: { ...TERMS, action: "other" }, tick: 0, feedback: PLACES.far },
      { kind: "Settled", action: "cross" },
      { kind: "VersionsSeen", versions: { from: 1, to: 1, edge: 1, navigation: 1 } },
    ] as const;
    for (const event of others) assert(hear(scene, event).state === state);
    if (state.phase !== "AtBoundary") assert(hear(scene, { kind: "ChecksBegin" }).state === state);
  }
  assert(sweep(atBoundary()).commands.length === 0);
  const approaching = requested();
  assert(interruptBy(approaching).state === approaching.state); // the solver sees obstacles itself
  assertEquals(kinds(tick(approaching, 3)), ["Persist"]);
});
