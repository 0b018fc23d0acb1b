import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { createCrowd, stepCrowd } from "../../crowd/mod.ts";
import { preferredVelocity } from "../../crowd/preferred_velocity.ts";
import { remainingRoute } from "../../crowd/route.ts";
import type { Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import {
  after,
  type AgentInput,
  agentNamed,
  BASE,
  bits,
  crowdOf,
  dyadic,
  vectors,
  walker,
} from "./scenes.ts";

/** What agent "a", alone at (1, 2), prefers in its first step. */
function wish(more: Partial<AgentInput>, parameters = {}): Vec2 {
  const { report } = stepCrowd(crowdOf([walker("a", 1, 2, more)], { detour: "off", ...parameters }));
  return report.decisions[0]!.preferred;
}

it("C5: far from the goal the preferred velocity has the speed cap, or the cruising speed below it", () => {
  assertEquals(wish({ goal: { x: 9, y: 2 } }), { x: 1.5, y: 0 });
  assertEquals(wish({ goal: { x: 1, y: -9 } }), { x: 0, y: -1.5 });
  assertEquals(wish({ goal: { x: 9, y: 2 }, cruisingSpeed: 0.5 }), { x: 0.5, y: 0 });
  const oblique = wish({ goal: { x: 31, y: 42 }, cruisingSpeed: 1 });
  assertAlmostEquals(oblique.x, 0.6, 1e-15);
  assertAlmostEquals(oblique.y, 0.8, 1e-15);
});

it("C5: near the goal it is the distance left divided by the step, never the distance in metres per second", () => {
  assertEquals(wish({ goal: { x: 1.125, y: 2 } }), { x: 1, y: 0 });
  assertEquals(wish({ goal: { x: 1, y: 2.0625 } }, { timeStep: 0.25 }), { x: 0, y: 0.25 });
});

it("C5: with a budget it is also the speed that can still be braked within the distance left", () => {
  // B14 with s = 0.5, a = 1, dt = 1/8: 2s/(dt + sqrt(dt² + 2s/a)).
  const bound = 1 / (0.125 + Math.sqrt(0.125 * 0.125 + 1));
  assertAlmostEquals(wish({ goal: { x: 1.5, y: 2 }, budget: 1 }).x, bound, 1e-15);
  assertEquals(wish({ goal: { x: 1.5, y: 2 }, budget: 1000 }), { x: 1.5, y: 0 });
  // What is left is the whole way, not the way to the next corner.
  const corner = { x: 1.5, y: 2 };
  assertEquals(wish({ route: [corner, { x: 1.5, y: 9 }], budget: 1, radius: 0.25 }), { x: 1.5, y: 0 });
  assertAlmostEquals(
    wish({ route: [{ x: 1.25, y: 2 }, { x: 1.25, y: 2.25 }], budget: 1, radius: 0.125 }).x,
    bound,
    1e-15,
  );
});

it("C5: without a goal, at it, and for a speed cap of 0 it is zero", () => {
  for (const more of [{}, { route: [] }, { goal: { x: 1, y: 2 } }, { goal: { x: 9, y: 2 }, maxSpeed: 0 }]) {
    assertEquals(wish(more), { x: 0, y: 0 });
  }
});

it("C5: an agent alone arrives exactly, in the time of the straight line, and then stands with zero velocity", () => {
  fc.assert(
    fc.property(
      vectors(dyadic(-40, 40)),
      vectors(dyadic(-40, 40)),
      fc.constantFrom(0.05, 0.1, 0.125, 0.25),
      fc.constantFrom(0, 1e3, -1e6),
      (position, goal, timeStep, offset) => {
        const from = { x: position.x + offset, y: position.y }, to = { x: goal.x + offset, y: goal.y };
        const agent = { ...walker("a", from.x, from.y), goal: to };
        const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / (1.5 * timeStep) - 1e-9);
        const crowd = after(crowdOf([agent], { timeStep }), steps), a = agentNamed(crowd, "a");
        assert(Math.hypot(a.position.x - to.x, a.position.y - to.y) <= 1e-9, bits(a));
        const rest = agentNamed(stepCrowd(crowd), "a");
        assertEquals(rest.velocity, { x: 0, y: 0 });
        assertEquals(bits(rest.position), bits(agentNamed(after(crowd, 20), "a").position));
        assertEquals(rest.detour, 0);
      },
    ),
    runs("crowd properties"),
  );
});

it("C5: an agent with a budget comes to rest at its goal, and neither passes it nor turns back on the way", () => {
  fc.assert(
    fc.property(
      dyadic(1, 20),
      fc.constantFrom(0.5, 1, 2, 5, 50),
      fc.constantFrom(0.05, 0.1, 0.2),
      fc.constantFrom(0.5, 1.5, 3),
      (distance, budget, timeStep, maxSpeed) => {
        const agent = walker("a", 0, 0, { budget, maxSpeed, goal: { x: distance, y: 0 } });
        let crowd = crowdOf([agent], { timeStep, detour: "off" });
        for (let t = 0; t < distance / maxSpeed + maxSpeed / budget + 40 * timeStep; t += timeStep) {
          crowd = stepCrowd(crowd);
          const { position, velocity } = agentNamed(crowd, "a");
          const stop = position.x + velocity.x * Math.abs(velocity.x) / (2 * budget);
          assert(
            stop <= distance + 1e-9,
            `from here it stops at ${stop}, ${stop - distance} m beyond the goal`,
          );
          assert(velocity.x >= -1e-9, `it turns back at ${velocity.x} m/s`);
        }
        assertEquals(crowd.report.arrived, ["a"]);
        const rest = agentNamed(after(crowd, 60), "a");
        assertAlmostEquals(rest.position.x, distance, 1e-9);
        assertEquals(rest.velocity, { x: 0, y: 0 });
      },
    ),
    runs("crowd properties"),
  );
});

it("C5: who comes with speed across the way brakes that off in time, and hardly passes its goal", () => {
  for (const budget of [0.8, 1.5, 4]) {
    for (const timeStep of [0.02, 0.05, 0.1]) {
      for (const across of [1, 2, 3]) {
        // So far off that the speed across could be braked off five times on the way.
        const far = 5 * across * across / (2 * budget), toward = 1;
        const agent = walker("a", 0, 0, {
          budget,
          maxSpeed: 4,
          velocity: { x: toward, y: across },
          goal: { x: far, y: 0 },
        });
        let crowd = crowdOf([agent], { timeStep, detour: "off" }), nearest = Infinity;
        for (let t = 0; t < 12 * far / across; t += timeStep) {
          crowd = stepCrowd(crowd);
          const { position: { x, y } } = agentNamed(crowd, "a"), left = Math.hypot(far - x, y);
          nearest = Math.min(nearest, left);
          const beyond = `${left - nearest} m after it was ${nearest} m from its goal`;
          assert(
            left <= nearest + 0.035 * far,
            `${budget} m/s², ${timeStep} s, ${across} m/s: ${beyond}`,
          );
        }
        assertEquals(crowd.report.arrived, ["a"]);
      }
    }
  }
});

it("C5: a route is followed corner by corner, and its last corner is the goal", () => {
  const corners = [{ x: 4, y: 0 }, { x: 4, y: 4 }, { x: 0, y: 4 }];
  let crowd = crowdOf([walker("a", 0, 0, { route: corners })], { timeStep: 0.1 });
  const passed = [false, false, false];
  for (let k = 0; k < 100; k++) {
    crowd = stepCrowd(crowd);
    const { position, route } = agentNamed(crowd, "a");
    corners.forEach((corner, i) => {
      const x = position.x - corner.x,
        y = position.y - corner.y,
        away = Math.hypot(x, y),
        on = corners[i + 1];
      const isBeyond = on !== undefined && x * (on.x - corner.x) + y * (on.y - corner.y) > 0;
      if (away <= 0.5 || (away <= 1 && isBeyond && passed.slice(0, i).every(Boolean))) passed[i] = true;
    });
    // A corner leaves the route once it is passed, within the radius or beyond it within two, and not before.
    assertEquals(route.length, 3 - passed.slice(0, 2).filter(Boolean).length);
    assertEquals(route, corners.slice(3 - route.length));
  }
  assertEquals(passed, [true, true, true]);
  const { position, velocity } = agentNamed(crowd, "a");
  assert(Math.hypot(position.x, position.y - 4) <= 1e-9);
  assertEquals(velocity, { x: 0, y: 0 });
});

it("C5: passed corners leave the route, several at once, the goal never", () => {
  const agent = agentNamed(
    crowdOf([
      walker("a", 0, 0, { route: [{ x: 0.5, y: 0 }, { x: 0, y: 0.25 }, { x: 3, y: 0 }, { x: 0, y: 0 }] }),
    ]),
    "a",
  );
  assertEquals(remainingRoute(agent, { x: 0, y: 0 }), [{ x: 3, y: 0 }, { x: 0, y: 0 }]);
  assertEquals(remainingRoute(agent, { x: 0.5, y: -0.515625 }).length, 4);
  const last = { ...agent, route: [{ x: 0, y: 0 }] };
  assertEquals(remainingRoute(last, { x: 0, y: 0 }), [{ x: 0, y: 0 }]);
  assertEquals(remainingRoute({ ...agent, route: [] }, { x: 0, y: 0 }), []);
});

it("C5: who was pushed past a corner goes on from there: beyond it two radii are near enough, before it one", () => {
  const corner = { x: 4, y: 0 }, next = { x: 4, y: 9 }, route = [corner, next, corner];
  const agent = agentNamed(crowdOf([walker("a", 0, 0, { route })]), "a");
  const left = (x: number, y: number) => remainingRoute(agent, { x, y }).length;
  assertEquals([left(3.5, 0), left(4, -0.5)], [2, 2]); // within the radius of 0.5 from any side
  assertEquals([left(3.25, 0), left(4.75, 0), left(4, -0.515625), left(3.25, -0.125)], [3, 3, 3, 3]);
  assertEquals([left(3.25, 0.015625), left(4.75, 0.015625), left(4, 1)], [2, 2, 2]); // across from it, or beyond
  assertEquals([left(4, 1.015625), left(3.0625, 0.5), left(2.5, 0.5)], [3, 3, 3]); // farther off: not known to be past it
  // Turned: the line lies across the way on, wherever that leads.
  const back = { ...agent, route: [corner, { x: -5, y: 0 }] };
  assertEquals(remainingRoute(back, { x: 3.0625, y: 0.25 }).length, 1);
  assertEquals(remainingRoute(back, { x: 4.0625, y: 0.9 }).length, 2);
  const twice = { ...agent, route: [corner, corner, next] }; // no way on: only the radius counts
  assertEquals(remainingRoute(twice, { x: 4, y: 0.75 }).length, 3);
});

it("C5: an agent that starts on a corner of its route does not wait there", () => {
  const route = [{ x: 1, y: 2 }, { x: 9, y: 2 }];
  assertEquals(wish({ route }), { x: 1.5, y: 0 });
});

it("C5: a goal and a route together are refused", () => {
  const agents = [walker("a", 0, 0, { goal: { x: 1, y: 0 }, route: [{ x: 1, y: 0 }] })];
  const made = createCrowd({ agents, parameters: BASE });
  assert(made._tag === "Left");
  assertEquals(made.left.map(({ path, agent }) => ({ path, agent })), [
    { path: ["agents", 0, "goal"], agent: "a" },
  ]);
});

it("C5: on a platform that turns nobody has speed across for moving straight to a goal that turns with it", () => {
  const goal = { x: 0, y: 0 }, still = { x: 0, y: 0 };
  const turning = (velocity: Vec2) => {
    const agent = {
      ...walker("a", 0.4, 0, { goal, velocity, budget: 1.5 }),
      support: { id: "p", motion: { yawRate: 1 } },
    };
    return crowdOf([agent]).agents[0]!;
  };
  const { velocity: u, turn } = turning(still).support!, { x: cos, y: sin } = turn!;
  // 0.8 m/s toward the center of the platform, as it was decided before the platform turned by a step.
  const agent = turning({ x: u.x - 0.8 * cos, y: u.y + 0.8 * sin }), { parameters } = crowdOf([]);
  const [onGround] =
    crowdOf([walker("a", 0.4, 0, { goal, velocity: { x: -0.8, y: 0 }, budget: 1.5 })]).agents;
  const found = preferredVelocity(agent, parameters), expected = preferredVelocity(onGround!, parameters);
  assertAlmostEquals(found.x, expected.x, 1e-12);
  assertAlmostEquals(found.y, 0, 1e-12);
});
