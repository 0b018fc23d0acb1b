/**
 * Agents that come to rest: where goals lie too close (S04), around one goal (S06), pressed to a wall (S08).
 *
 * @module
 */
import type { Vec2 } from "../../../geometry/vector.ts";
import type { Expectation } from "../../../scenario/expectation.ts";
import type { ScenarioAgent } from "../../../scenario/scenario.ts";
import { between, pick } from "../../separation/random_crowd.ts";
import { drawnBuild, drawnParameters, drawnScenario, hasBudget, type Kind, timeFor } from "./kind.ts";
import { agentAt } from "./whole_run.ts";

/** Who has come to rest does not touch others by more than rounding, and does not move. */
const atRest = (from: number, atMost: number): readonly Expectation[] => [
  { kind: "gap", atLeast: -1e-3 },
  { kind: "speed", atMost, from },
];

/** A row of idle agents whose goals lie a little too close, the first two moving toward each other. */
const tooClose: Kind = {
  name: "S04",
  another: (draw) => {
    const build = drawnBuild(draw, 2), { radius } = build, n = pick(draw, [2, 2, 2, 3]);
    const goals = 2 * radius * between(draw, 0.8, 0.99), starts = 2 * radius * between(draw, 1.02, 1.2);
    // Slow enough that both can stop before they touch.
    const free = (starts - 2 * radius) / 2;
    const speed = Math.min(0.3, build.budget === "unlimited" ? 0.3 : Math.sqrt(build.budget * free));
    return drawnScenario("S04", {
      duration: 10,
      parameters: drawnParameters(draw),
      agents: Array.from({ length: n }, (_, i) => ({
        id: "abc"[i]!,
        position: { x: i * starts, y: 0 },
        velocity: { x: i === 0 ? speed : i === n - 1 ? -speed : 0, y: 0 },
        goal: { x: i * goals, y: 0 },
        ...build,
      })),
      expect: [...atRest(7, 1e-3), { kind: "reversals", atMost: n }],
    });
  },
  wrong: (run) => {
    const { agents } = run.scenario, end = run.crowds.at(-1)!, n = agents.length;
    const at = (i: number): Vec2 => agentAt(run, end, i).position;
    const short = agents.reduce((sum, { radius, goal }, i) => {
      const next = agents[i + 1]?.goal;
      return next === undefined ? sum : sum + 2 * radius! - Math.hypot(next.x - goal!.x, next.y - goal!.y);
    }, 0);
    return agents.flatMap(({ id, goal, radius }, i) => {
      const left = Math.hypot(at(i).x - goal!.x, at(i).y - goal!.y), most = short + 0.6 * radius! * (n - 1);
      return left <= most ? [] : [`${id} rests ${left} m from its goal, more than ${most} m`];
    });
  },
  // With a budget some of three, and some in long steps, go to and fro a few times more: one in thirty of those.
  notYet: (scenario) =>
    hasBudget(scenario) && (scenario.agents.length > 2 || scenario.parameters.timeStep > 0.05),
};

/** A ring around one goal. */
const oneGoal: Kind = {
  name: "S06",
  another: (draw) => {
    const n = pick(draw, [2, 3, 5, 8, 10, 10, 12, 16, 24]), build = drawnBuild(draw), { radius } = build;
    const isEven = draw() < 0.3, ring = radius * Math.max(10, 0.8 * n);
    const agents = Array.from({ length: n }, (_, i): ScenarioAgent => {
      const angle = 2 * Math.PI * (i + (isEven ? 0 : between(draw, -0.2, 0.2))) / n;
      const far = ring * (isEven ? 1 : between(draw, 0.9, 1.3));
      const position = { x: far * Math.cos(angle), y: far * Math.sin(angle) };
      return { id: `a${i}`, position, goal: { x: 0, y: 0 }, ...build };
    });
    const duration = 5 * timeFor(1.3 * ring, build) + 10;
    return drawnScenario("S06", {
      duration,
      parameters: drawnParameters(draw),
      agents,
      expect: [
        ...atRest(duration - 3, 0.02),
        // 2.2 m for ten of 0.4 m; two of them stand in 2 radii at the least.
        { kind: "distanceToGoal", atMost: radius * Math.max(3, 5.5 * Math.sqrt(n / 10)) },
      ],
    });
  },
  notYet: ({ agents }) => agents.length >= 10, // one in ten still creeps, or one of them rests half a radius too far out
};

/** Some press an idle one against a wall; their goals lie behind it. */
const pressed: Kind = {
  name: "S08",
  another: (draw) => {
    const build = drawnBuild(draw, 2), { radius } = build, n = pick(draw, [1, 2, 3, 3, 4, 5, 6]);
    const idle = { x: 0, y: radius * between(draw, 1.0001, 1.3) };
    const isSegment = draw() < 0.3, evenly = between(draw, 2.2, 3) * radius;
    const agents: readonly ScenarioAgent[] = [
      { id: "a", position: idle, goal: idle, ...build },
      ...Array.from({ length: n }, (_, i) => {
        const x = (i - (n - 1) / 2) * evenly;
        return {
          id: `p${i}`,
          position: { x, y: radius * between(draw, 7, 9) },
          goal: { x: x * between(draw, 0.2, 0.4), y: -6 * radius },
          ...build,
        };
      }),
    ];
    const duration = 2.5 * timeFor(9 * radius, build) + 8, end = 30 * radius;
    return drawnScenario("S08", {
      duration,
      parameters: drawnParameters(draw),
      agents,
      walls: [
        isSegment
          ? [{ x: -end, y: 0 }, { x: end, y: 0 }]
          : [{ x: -end, y: -0.2 }, { x: end, y: -0.2 }, { x: end, y: 0 }, { x: -end, y: 0 }],
      ],
      expect: [{ kind: "wallClearance", atLeast: -1e-4 }, ...atRest(duration - 3, 0.02)],
    });
  },
};

/** All of them. */
export const RESTING_KINDS: readonly Kind[] = [tooClose, oneGoal, pressed];
