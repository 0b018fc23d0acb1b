import type { AgentId } from "../geometry/agent.ts";
import type { HalfPlane } from "../geometry/half_plane.ts";
import type { Vec2 } from "../geometry/vector.ts";
import type { AgentDecision, Crowd } from "../crowd/crowd.ts";
import type { Trail, World, WorldAgent, WorldFeature } from "./world.ts";

/** What of a crowd is shown beyond its agents. */
export interface CrowdSelection {
  /** Agents whose neighbor links and half-planes are drawn; default none. */
  readonly focus?: readonly AgentId[];
  /** Walls and the like; a crowd's record has none. */
  readonly features?: readonly WorldFeature[];
  /** An agent's group, which settles its color. */
  readonly groupOf?: (id: AgentId) => number;
}

/** A crowd after a step, as a picture of the world (P2): positions now, and the decisions that led here. */
export function worldFromCrowd(
  crowd: Crowd,
  trails: readonly Trail[] = [],
  selection: CrowdSelection = {},
): World {
  const { agents, report, time } = crowd;
  const decisions = new Map(report.decisions.map((one) => [one.id, one]));
  const positions = new Map(agents.map((agent) => [agent.id, agent.position]));
  const focus = new Set(selection.focus ?? []);
  return {
    time,
    trails,
    overlaps: report.overlaps,
    features: selection.features ?? [],
    agents: agents.map((agent): WorldAgent => {
      const own = decisions.get(agent.id);
      const goal = agent.route.at(-1);
      const lines = own !== undefined && focus.has(agent.id)
        ? decidedLines(own, (id) => decisions.get(id)?.from ?? positions.get(id))
        : [];
      return {
        id: agent.id,
        position: agent.position,
        radius: agent.radius,
        velocity: agent.velocity,
        ...(own === undefined ? {} : { preferred: own.preferred, decision: own.decision.kind }),
        ...(goal === undefined ? {} : { goal }),
        ...(lines.length === 0 ? {} : { lines, neighbors: neighborIds(lines) }),
        ...(selection.groupOf === undefined ? {} : { group: selection.groupOf(agent.id) }),
      };
    }),
  };
}

/** The trails with the crowd's positions of now at their ends; agents that are new get a trail of their own. */
export function extendTrails(trails: readonly Trail[], crowd: Crowd): readonly Trail[] {
  const known = new Map(trails.map((trail) => [trail.id, trail]));
  const present = new Set(crowd.agents.map((agent) => agent.id));
  const gone = trails.filter((trail) => !present.has(trail.id));
  return [
    ...gone,
    ...crowd.agents.map(({ id, position }) => ({
      id,
      positions: [...known.get(id)?.positions ?? [], position],
      interval: known.get(id)?.interval ?? crowd.parameters.timeStep,
    })),
  ];
}

/**
 * The neighbors' half-planes of a decision, from what it reports. The normal is parallel to the pair's change, and it
 * points away from the neighbor (G5: dot(n, p) <= -R on arc and rays); the margin says how far from the chosen velocity
 * the line is. A change of 0 has no direction: that line is left out.
 */
function decidedLines(own: AgentDecision, at: (id: AgentId) => Vec2 | undefined): readonly HalfPlane[] {
  const { velocity, margins } = own.decision;
  return margins.flatMap(({ constraint, margin }) => {
    if (constraint.kind !== "neighbor") return [];
    const { change, id } = constraint;
    const long = Math.sqrt(change.x * change.x + change.y * change.y);
    const there = at(id);
    if (!(long > 0) || there === undefined) return [];
    const facing = change.x * (there.x - own.from.x) + change.y * (there.y - own.from.y);
    const sign = facing > 0 ? -1 : 1;
    const normal = { x: sign * change.x / long, y: sign * change.y / long };
    const point = { x: velocity.x - normal.x * margin, y: velocity.y - normal.y * margin };
    return [{ point, normal, source: constraint }];
  });
}

function neighborIds(lines: readonly HalfPlane[]): readonly AgentId[] {
  return lines.flatMap(({ source }) => source.kind === "neighbor" ? [source.id] : []);
}
