import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, type Crowd, stepCrowd } from "../../crowd/mod.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { counts } from "../counts.ts";
import { type Random, seeded } from "../solver/random_problems.ts";
import { between, within } from "./random_regions.ts";

function crowdOf(agents: readonly unknown[], more: Record<string, unknown> = {}): Crowd {
  const made = createCrowd({ agents, parameters: { timeHorizon: 2, timeStep: 0.1, ...more } });
  if (made._tag === "Left") throw new Error(JSON.stringify(made.left));
  return made.right;
}

/** Two agents on land, who want to get past each other inside a room. */
interface Scene {
  readonly agents: readonly {
    readonly id: string;
    readonly position: Vec2;
    readonly velocity: Vec2;
    readonly radius: number;
    readonly maxSpeed: number;
    readonly budget: number | "unlimited";
    readonly goal: Vec2;
  }[];
  readonly room: readonly Vec2[];
}

function scene(r: Random): Scene {
  const budget = r() < 0.3 ? "unlimited" as const : between(r, 0.5, 6);
  const at = within(r, 1),
    turned = r() * 7,
    apart = between(r, 2, 4),
    c = Math.cos(turned),
    s = Math.sin(turned);
  const place = (x: number, y: number): Vec2 => ({ x: at.x + x * c - y * s, y: at.y + x * s + y * c });
  const one = (id: string, side: number) => ({
    id,
    position: place(side * apart, between(r, -0.3, 0.3)),
    velocity: within(r, 0.3),
    radius: 0.5,
    maxSpeed: between(r, 0.8, 1.8),
    budget,
    goal: place(-side * apart, 0),
  });
  return {
    agents: [one("a", -1), one("b", 1)],
    room: [place(-5, -1.2), place(5, -1.2), place(5, 1.2), place(-5, 1.2)],
  };
}

it("B2, B12: a run on a deck is the run on land in the deck's coordinates: two agents, 200 steps, to 1e-9", () => {
  let steps = 0;
  for (let seed = 1; seed <= counts("deck runs"); seed++) {
    const r = seeded(seed), { agents, room } = scene(r), u = within(r, 8);
    const separation = seed % 2 === 0 ? "floor" : "off";
    let land = crowdOf(agents.map((a) => ({ ...a, region: { polygon: room } })), { separation });
    let deck = crowdOf(
      agents.map((a) => ({
        ...a,
        velocity: { x: a.velocity.x + u.x, y: a.velocity.y + u.y },
        support: { id: "deck", velocity: u },
        region: { polygon: room, velocity: u },
      })),
      { separation },
    );
    for (let k = 0; k < 200; k++) {
      land = stepCrowd(land), deck = stepCrowd(deck);
      const t = 0.1 * (k + 1);
      steps++;
      // A least violation is itself good to 1e-9 only: from there on rounding may part the two runs.
      if (land.report.counts.AvoidanceRelaxed > 0) break;
      for (const [i, a] of land.agents.entries()) {
        const b = deck.agents[i]!, note = `seed ${seed}, step ${k}, ${a.id}`;
        assertAlmostEquals(b.position.x - u.x * t, a.position.x, 1e-9, note);
        assertAlmostEquals(b.position.y - u.y * t, a.position.y, 1e-9, note);
        assertAlmostEquals(b.velocity.x - u.x, a.velocity.x, 1e-8, note);
        assertAlmostEquals(b.velocity.y - u.y, a.velocity.y, 1e-8, note);
        // The cap is on the speed relative to the deck.
        assert(Math.hypot(b.velocity.x - u.x, b.velocity.y - u.y) <= a.maxSpeed + 1e-9, note);
        assertEquals(deck.report.decisions[i]!.decision.kind, land.report.decisions[i]!.decision.kind, note);
      }
    }
  }
  assert(steps > 100 * counts("deck runs"), `${steps}`);
});

it("B2, C2: who can meet within the horizon is judged by speeds relative to the supports, not by the world's", () => {
  const body = { radius: 0.5, maxSpeed: 1 }, u = { x: 3, y: 0 }, deck = { id: "deck", velocity: u };
  const aboard = (id: string, x: number) => ({
    ...body,
    id,
    position: { x, y: 0 },
    velocity: u,
    support: deck,
  });
  const seen = (crowd: Crowd): readonly number[] =>
    stepCrowd(crowd).report.decisions.map(({ decision: { margins } }) =>
      margins.filter(({ constraint }) => constraint.kind === "neighbor").length
    );
  // (1 + 1)·2 + 1 = 5 m apart they can meet, on land and on board alike.
  for (const [apart, expected] of [[4.9, [1, 1]], [5.1, [0, 0]]] as const) {
    const onLand = [{ ...body, id: "a", position: { x: 0, y: 0 } }, {
      ...body,
      id: "b",
      position: { x: apart, y: 0 },
    }];
    assertEquals(seen(crowdOf(onLand)), [...expected]);
    assertEquals(seen(crowdOf([aboard("a", 0), aboard("b", apart)])), [...expected]);
  }
  // One on board and one on the quay: the deck's 3 m/s come on top, (1 + 1 + 3)·2 + 1 = 11 m.
  for (const [apart, expected] of [[10.9, [1, 1]], [11.1, [0, 0]]] as const) {
    assertEquals(seen(crowdOf([aboard("a", 0), { ...body, id: "b", position: { x: apart, y: 0 } }])), [
      ...expected,
    ]);
  }
});

it("B2: on the deck one is faster and slower than the cap in the world, going with it and against it", () => {
  const u = { x: 3, y: 0 };
  const run = (goal: number): number => {
    const agents = [{
      id: 1,
      position: { x: 0, y: 0 },
      velocity: u,
      radius: 0.5,
      maxSpeed: 1,
      goal: { x: goal, y: 0 },
      support: { id: "deck", velocity: u },
    }];
    let crowd = crowdOf(agents);
    for (let k = 0; k < 20; k++) crowd = stepCrowd(crowd);
    return crowd.agents[0]!.velocity.x;
  };
  assertAlmostEquals(run(50), 4, 1e-9);
  assertAlmostEquals(run(-50), 2, 1e-9);
});

it("B2: one on the deck and one on the quay avoid each other in world velocities", () => {
  const u = { x: 0.6, y: 0 };
  const walker = { radius: 0.5, maxSpeed: 1.2, budget: 3 };
  let crowd = crowdOf([
    {
      ...walker,
      id: "deck",
      position: { x: -4, y: 0 },
      velocity: u,
      goal: { x: 4, y: 0 },
      support: { id: "deck", velocity: u },
    },
    { ...walker, id: "quay", position: { x: 4, y: 0.1 }, goal: { x: -6, y: 0 } },
  ]);
  let nearest = Infinity;
  for (let k = 0; k < 100; k++) {
    crowd = stepCrowd(crowd);
    const [a, b] = crowd.agents;
    nearest = Math.min(nearest, Math.hypot(a!.position.x - b!.position.x, a!.position.y - b!.position.y));
  }
  assert(nearest >= 1 - 1e-9, `${nearest}`);
  assert(nearest < 2, "they did meet");
});
