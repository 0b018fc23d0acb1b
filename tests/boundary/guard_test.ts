import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { avoid, type AvoidInput } from "../../avoidance/mod.ts";
import type { Edge } from "../../boundary/mod.ts";
import type { Agent, Support, Vec2 } from "../../geometry/mod.ts";
import type { Decision } from "../../solver/mod.ts";
import { counts } from "../counts.ts";
import { frozen } from "../geometry/frozen.ts";
import { agent } from "../geometry/pairs.ts";
import { type Random, seeded } from "../solver/random_problems.ts";
import { endOf, leastOnPath, sizeOf, worldPath } from "./motion_oracle.ts";
import { between, bodiesWithReference, stoppable, within } from "./random_regions.ts";

const ZERO = { x: 0, y: 0 };

function decided(input: AvoidInput): Decision {
  const decision = decidedIfAny(input);
  if (decision === undefined) throw new Error("Expected a region that leaves a point, but found none");
  return decision;
}

/** The decision of an input that must be right; undefined where the edges have closed in until they leave no point. */
function decidedIfAny(input: AvoidInput): Decision | undefined {
  const result = avoid(frozen(input));
  if (result._tag === "Right") return result.right;
  const [{ path, rule }] = result.left;
  assertEquals([result.left.length, path.join(".")], [1, "region.edges"], JSON.stringify(result.left));
  assert(rule.includes("must leave a point"));
  return undefined;
}

/** The edges after a time, from where they were laid. */
const later = (edges: readonly Edge[], time: number): readonly Edge[] =>
  edges.map((edge) => ({
    ...edge,
    offset: edge.offset + time * (edge.normal.x * edge.velocity.x + edge.normal.y * edge.velocity.y),
  }));

/** A wish: anywhere, straight at one of the edges, or none. */
function wishOf(r: Random, edges: readonly Edge[], size: number): Vec2 {
  const kind = r();
  if (kind < 0.4) return within(r, size);
  if (kind < 0.5) return ZERO;
  const { normal } = edges[Math.floor(r() * edges.length)]!;
  return { x: size * normal.x, y: size * normal.y };
}

it("B20: in a constant region, from a true stop, a body is inside at every instant, whatever it wishes and whatever dt", () => {
  const seen: Record<string, number> = {};
  for (const { body, reference } of bodiesWithReference(counts("constant regions"))) {
    const { edges, motion, random: r, speedCap, seed } = body, u = motion.supportVelocity;
    const budget = seed % 6 === 0 ? Infinity : body.budget, separation = seed % 3 === 0 ? "off" : "floor";
    const start = stoppable(body, reference);
    let x = motion.position, v: Vec2 = { x: u.x + start.x, y: u.y + start.y }, time = 0, wish: Vec2 = ZERO;
    for (let k = 0; k < 250; k++) {
      const now = later(edges, time), timeStep = between(r, 0.02, 0.25);
      if (r() < 0.2) wish = wishOf(r, edges, 2 * speedCap);
      const decision = decided({
        self: agent("g", x.x, x.y, v.x, v.y),
        neighbors: [],
        parameters: { timeHorizon: 2, timeStep },
        preferred: wish,
        maxSpeed: speedCap,
        budget,
        support: { id: "ground", velocity: u },
        region: { edges: now },
        separation,
      });
      seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
      const note = `seed ${seed}, step ${k}, separation ${separation}, budget ${budget}: ${decision.kind}`;
      assert(
        decision.kind !== "BoundaryUnreachable" && decision.kind !== "Uncontrolled",
        `${note}: a stop was refused`,
      );
      assertEquals(decision.proof?.outside, [], note);
      const path = worldPath(x, u, decision.motion), noise = 1e-12 + 4e-16 * sizeOf(now, path);
      for (const edge of now) {
        const least = leastOnPath(edge, path);
        assert(least >= -noise, `${note}: ${-least} outside`);
      }
      x = endOf(x, path),
        v = { x: u.x + decision.velocity.x, y: u.y + decision.velocity.y },
        time += timeStep;
    }
  }
  const all = 250 * counts("constant regions");
  assert(seen["Clear"]! > 0.5 * all, JSON.stringify(seen));
});

it("B20: a stop that was not there at the start, a budget that shrinks, a late decision and a wrong motion each break it", () => {
  const wall: Edge = { id: "wall", normal: { x: 1, y: 0 }, offset: 0, velocity: ZERO };
  /** How far out of the wall's region a run from x = -3 gets, m: one assumption is broken in it. */
  const excess = (broken: "none" | "start" | "budget" | "late" | "motion"): number => {
    let x: Vec2 = { x: -3, y: 0 },
      v: Vec2 = { x: broken === "start" ? 3 : 0, y: 0 },
      before = x,
      worst = -Infinity;
    for (let k = 0; k < 120; k++) {
      const budget = broken === "budget" && x.x > -1 ? 0.4 : 1;
      // Late: the decision of this step is made for where it was a step ago.
      const seenAt = broken === "late" ? before : x;
      const decision = decided({
        self: agent("g", seenAt.x, seenAt.y, v.x, v.y),
        neighbors: [],
        parameters: { timeHorizon: 2, timeStep: 0.1 },
        preferred: { x: 3, y: 0 },
        maxSpeed: 2.2,
        budget,
        region: { edges: [wall] },
      });
      const path = worldPath(x, ZERO, decision.motion);
      worst = Math.max(worst, -leastOnPath(wall, path));
      before = x, x = endOf(x, path), v = decision.velocity;
      // Wrong motion: a shove of 0.2 m/s toward the wall.
      if (broken === "motion" && k === 20) v = { x: v.x + 0.2, y: v.y };
    }
    return worst;
  };
  assert(excess("none") <= 1e-12);
  for (const broken of ["start", "budget", "late", "motion"] as const) {
    assert(excess(broken) > 1e-3, `${broken}: ${excess(broken)}`);
  }
});

/** What a guard meets for some seconds: a region around it or beside it, what carries it, and neighbors. */
interface Surroundings {
  readonly edges: readonly Edge[];
  readonly support: Support;
  readonly maxSpeed: number;
  readonly budget: number;
  readonly neighbors: readonly Agent[];
}

function surroundings(r: Random, at: Vec2): Surroundings {
  const u = r() < 0.5 ? ZERO : within(r, 1.5),
    common = within(r, 1),
    count = 3 + Math.floor(r() * 6),
    turned = r() * 7;
  const edges = Array.from({ length: count }, (_, i): Edge => {
    const angle = turned + (i + 0.7 * (r() - 0.5)) * 2 * Math.PI / count;
    const normal = { x: Math.cos(angle), y: Math.sin(angle) };
    const away = r() * 0.5, aside = between(r, -1, 1), way = r();
    const velocity = way < 0.35 ? ZERO : way < 0.55 ? u : {
      x: u.x + common.x + away * normal.x - aside * normal.y,
      y: u.y + common.y + away * normal.y + aside * normal.x,
    };
    // Mostly around it with room, now and then close, rarely beyond it.
    const room = r() < 0.06 ? -0.3 * r() : r() < 0.3 ? r() : between(r, 1, 6);
    return { id: `e${i}`, normal, offset: normal.x * at.x + normal.y * at.y + room, velocity, version: i };
  });
  const neighbors = Array.from({ length: Math.floor(r() * 5) }, (_, i) => {
    const p = within(r, 5), w = within(r, 1.2);
    const locked = r() < 0.2;
    return agent(`n${i}`, at.x + p.x, at.y + p.y, locked ? 0 : u.x + w.x, locked ? 0 : u.y + w.y, {
      radius: between(r, 0.2, 0.8),
      responsibility: r() < 0.2 ? 0 : 1,
      locked,
    });
  });
  return {
    edges,
    support: { id: "deck", velocity: u },
    maxSpeed: between(r, 0.5, 2.5),
    budget: r() < 0.1 ? Infinity : between(r, 0.3, 8),
    neighbors,
  };
}

const REASONS: Readonly<Record<string, readonly string[]>> = {
  AvoidanceRelaxed: ["tooFastToStopApart", "neighborsInfeasible", "candidatesRejected", "outsideBoundary"],
  ProvenStop: ["boundariesInfeasible", "discsDisjoint", "candidatesRejected"],
  BoundaryUnreachable: ["boundariesInfeasible", "discsDisjoint", "candidatesRejected"],
  Uncontrolled: ["noReference", "carriedTooFast"],
};

it("B20: a guard driven by random wishes and random neighbors in random moving regions never leaves while its decisions were Clear or ProvenStop; every other kind names its reason", () => {
  const seen: Record<string, number> = {}, timeStep = 0.1;
  for (let minutes = 0; minutes < counts("guard minutes"); minutes += 10) {
    const r = seeded(minutes + 3);
    let x: Vec2 = ZERO, v: Vec2 = ZERO, wish: Vec2 = ZERO, around = surroundings(r, x);
    for (let k = 0; k < 6000; k++) {
      if (r() < 0.02) {
        around = surroundings(r, x);
        // Mostly it enters standing on its support, else with what velocity it has.
        if (r() < 0.7) v = around.support.velocity;
      }
      if (r() < 0.1) wish = wishOf(r, around.edges, 3);
      const { edges, support, maxSpeed, budget } = around, u = support.velocity;
      const decision = decidedIfAny({
        self: agent("g", x.x, x.y, v.x, v.y),
        neighbors: around.neighbors,
        parameters: { timeHorizon: 2, timeStep },
        preferred: wish,
        maxSpeed,
        budget,
        support,
        region: { edges },
        fallback: (["brake", "leastViolation", "keepPrevious", "stop"] as const)[k % 4]!,
      });
      if (decision === undefined) {
        around = surroundings(r, x);
        continue;
      }
      seen[decision.kind] = (seen[decision.kind] ?? 0) + 1;
      const note = `guard ${minutes / 10}, step ${k}: ${decision.kind}`;
      const path = worldPath(x, u, decision.motion), noise = 1e-12 + 4e-16 * sizeOf(edges, path);
      if (decision.kind !== "Clear") {
        assert(REASONS[decision.kind]!.includes(decision.reason), `${note}, because ${decision.reason}`);
      }
      const left = new Set((decision.proof?.outside ?? []).map(({ id }) => id));
      if (decision.kind === "Clear" || decision.kind === "ProvenStop") assertEquals(left.size, 0, note);
      if (decision.kind !== "BoundaryUnreachable" && decision.kind !== "Uncontrolled") {
        for (const edge of edges) {
          const least = leastOnPath(edge, path);
          assert(left.has(edge.id) || least >= -noise, `${note}: ${-least} outside ${edge.id}`);
        }
      }
      assertEquals(decision.assumed?.length, edges.length, note);
      x = endOf(x, path), v = { x: u.x + decision.velocity.x, y: u.y + decision.velocity.y };
      around = {
        ...around,
        edges: later(edges, timeStep),
        neighbors: around.neighbors.map((other) => {
          const push = other.locked === true ? ZERO : within(r, 0.3);
          const w = { x: other.velocity.x + push.x, y: other.velocity.y + push.y };
          const slow = Math.min(1, 2 / Math.max(0.1, Math.hypot(w.x, w.y)));
          return {
            ...other,
            velocity: other.locked === true ? other.velocity : { x: slow * w.x, y: slow * w.y },
            position: {
              x: other.position.x + timeStep * other.velocity.x,
              y: other.position.y + timeStep * other.velocity.y,
            },
          };
        }),
      };
    }
  }
  const all = 600 * counts("guard minutes");
  assert(seen["Clear"]! > 0.3 * all, JSON.stringify(seen));
  for (const kind of Object.keys(REASONS)) assert(seen[kind]! > 0.002 * all, JSON.stringify(seen));
});
