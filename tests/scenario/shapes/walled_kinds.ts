/**
 * Agents among walls: a pillar in the way (S09), a door for one (S10), a wall to brake for (S13).
 *
 * @module
 */
import type { CrowdAgent } from "../../../crowd/crowd.ts";
import { dot, length } from "../../../geometry/vector.ts";
import { between, pick } from "../../separation/random_crowd.ts";
import { drawnBuild, drawnParameters, drawnScenario, type Kind, timeFor } from "./kind.ts";
import { agentAt, type WholeRun } from "./whole_run.ts";

/** A pillar of any number of corners exactly in the way. */
const pillar: Kind = {
  name: "S09",
  another: (draw) => {
    const build = drawnBuild(draw, 2),
      n = pick(draw, [4, 5, 6, 8, 12, 12, 24]),
      turned = pick(draw, [0, 0.5, draw()]);
    const wide = build.radius * between(draw, 1, 5), half = wide + build.radius * between(draw, 6, 10);
    const bound = timeFor(2 * half, build);
    return drawnScenario("S09", {
      duration: 4 * bound,
      parameters: drawnParameters(draw),
      agents: [{ id: "a", position: { x: -half, y: 0 }, goal: { x: half, y: 0 }, ...build }],
      walls: [
        Array.from({ length: n }, (_, i) => {
          const angle = 2 * Math.PI * (i + turned) / n;
          return { x: wide * Math.cos(angle), y: wide * Math.sin(angle) };
        }),
      ],
      expect: [
        { kind: "wallClearance", atLeast: -1e-3 },
        { kind: "reversals", atMost: 3 },
        {
          kind: "anyOf",
          of: [{ kind: "arrival", within: 2.5 * bound }, { kind: "blockedReported", within: 3 }],
        },
      ],
    });
  },
  notYet: ({ walls: [wall] }) => wall!.length < 8, // before a face that is wide for it, one in a hundred goes to and fro
};

/** Two meet in a door for one. */
const door: Kind = {
  name: "S10",
  another: (draw) => {
    const build = drawnBuild(draw, 2), { radius } = build, half = radius * between(draw, 6, 10);
    const open = radius * between(draw, 1.05, 1.6), thick = between(draw, 0.05, 0.3), high = 16 * radius;
    const bound = timeFor(2 * half, build), parameters = drawnParameters(draw);
    return drawnScenario("S10", {
      duration: 4 * bound + 10 * parameters.timeHorizon, // they come to rest as e^(-t/T)
      parameters,
      agents: [
        { id: "a", position: { x: -half, y: 0 }, goal: { x: half, y: 0 }, ...build },
        { id: "b", position: { x: half, y: 0 }, goal: { x: -half, y: 0 }, ...build },
      ],
      walls: [
        [{ x: -thick, y: open }, { x: thick, y: open }, { x: thick, y: high }, { x: -thick, y: high }],
        [{ x: -thick, y: -high }, { x: thick, y: -high }, { x: thick, y: -open }, { x: -thick, y: -open }],
      ],
      expect: [
        { kind: "gap", atLeast: -1e-3 },
        { kind: "wallClearance", atLeast: -1e-3 },
        {
          kind: "anyOf",
          of: [
            { kind: "arrival", within: 3 * bound },
            { kind: "deadlockReported", within: 2, agents: ["a", "b"] },
          ],
        },
      ],
    });
  },
  // Those who have not got through stand in the end, and stay so.
  wrong: ({ summary, crowds }) =>
    summary.arrived.length === 2
      ? []
      : crowds.at(-1)!.agents.flatMap(({ id, velocity }) =>
        length(velocity) <= 0.02 ? [] : [`${id} still moves at ${length(velocity)} m/s`]
      ),
};

/** How far from the wall it is when it begins to brake, m: radius taken off; undefined where it never does. */
function brakesAt(run: WholeRun): number | undefined {
  const { agents: [agent], walls: [wall] } = run.scenario, speed = length(agent!.velocity!);
  const crowd = run.crowds.find((crowd) => length(agentAt(run, crowd, 0).velocity) < speed - 1e-3);
  if (crowd === undefined) return undefined;
  const way = { x: agent!.velocity!.x / speed, y: agent!.velocity!.y / speed },
    at = agentAt(run, crowd, 0).position;
  return Math.min(...wall!.map((p) => (p.x - at.x) * way.x + (p.y - at.y) * way.y)) - agent!.radius!;
}

/** Its speed along the way that it came, m/s. */
function across({ scenario: { agents: [first] } }: WholeRun, { velocity }: CrowdAgent): number {
  return dot(velocity, first!.velocity!) / length(first!.velocity!);
}

/** A heavy vehicle brakes for a wall across its way. */
const braking: Kind = {
  name: "S13",
  another: (draw) => {
    const radius = between(draw, 0.3, 1), maxSpeed = between(draw, 2, 8), budget = between(draw, 0.5, 3);
    const stop = maxSpeed * maxSpeed / budget / 2, parameters = drawnParameters(draw);
    const start = radius + stop + maxSpeed * between(draw, 0.2, 1), high = 40;
    // A longer horizon would ask for a lower speed than braking does.
    const timeHorizonObstacles = Math.min(1, 0.4 * maxSpeed / budget) * between(draw, 0.3, 1);
    return drawnScenario("S13", {
      duration: 4 * maxSpeed / budget + 4,
      parameters: { ...parameters, timeHorizonObstacles },
      agents: [{
        id: "a",
        position: { x: -start, y: 0 },
        velocity: { x: maxSpeed, y: 0 },
        goal: { x: 20, y: 0 },
        radius,
        maxSpeed,
        budget,
      }],
      walls: [
        draw() < 0.3
          ? [{ x: 0, y: -high }, { x: 0, y: high }]
          : [{ x: 0, y: -high }, { x: 0.5, y: -high }, { x: 0.5, y: high }, { x: 0, y: high }],
      ],
      expect: [
        { kind: "acceleration", atMost: budget + 1e-6 },
        { kind: "wallClearance", atLeast: -1e-3 },
      ],
    });
  },
  wrong: (run) => {
    const { agents: [agent], parameters } = run.scenario, { maxSpeed, budget } = agent!;
    const speed = maxSpeed!, stop = speed * speed / Number(budget) / 2, room = brakesAt(run) ?? -Infinity;
    const end = agentAt(run, run.crowds.at(-1)!, 0);
    return [
      // At the end of its first braking step it has braked for a step at the most, and began a step too early at the most.
      ...(room > stop - speed * parameters.timeStep - 1e-6 && room < stop + 2 * speed * parameters.timeStep
        ? []
        : [`it begins to brake ${room} m before the wall, needing ${stop} m`]),
      ...(Math.abs(across(run, end)) <= 0.02 ? [] : [`it still comes at ${across(run, end)} m/s`]),
    ];
  },
};

/** All of them. */
export const WALLED_KINDS: readonly Kind[] = [pillar, door, braking];
