import { Crowd, init } from "@recast-navigation/core";
import { generateSoloNavMesh } from "@recast-navigation/generators";
import type { Engine } from "./engine.ts";
import { FLAT_CELL, flatGround } from "./flat_ground.ts";
import { SETTINGS } from "./scene.ts";

/** Bit of Detour's update flags: avoid others. The rest steers along paths and pushes apart, which flat ground needs not. */
const OBSTACLE_AVOIDANCE = 2;

/** What Detour's crowd can be set to. */
export type RecastSetting =
  /** The same work as far as it can be: only obstacle avoidance, the scene's reach and horizon, velocities that jump. */
  | "same work"
  /** As the package sets it where nobody says anything: radius and speed alone are the scene's. */
  | "defaults";

const SET_TO: Readonly<Record<RecastSetting, string>> = {
  "same work":
    "Detour's crowd on a flat mesh: adaptive sampling as by default, only obstacle avoidance switched on, acceleration " +
    "1000 m/s²; it looks at 6 neighbors at most (fixed), by distance of centers, and pushes overlaps apart after the step",
  defaults:
    "the same crowd as its package sets it: turns anticipated, obstacle avoidance and separation (of weight 0) switched on, " +
    "acceleration 20 m/s², neighbors within 2.5 m, horizon 2.5 s; radius and speed alone are the scene's",
};

/** Detour's crowd, compiled to WebAssembly. */
export function recastNavigation(setting: RecastSetting): Engine {
  return {
    name: "@recast-navigation/core 0.43.1" + (setting === "defaults" ? ", defaults" : ""),
    setTo: SET_TO[setting],
    start: async ({ side, starts, goals }) => {
      await init();
      const { positions, indices } = flatGround(side);
      const { navMesh, success } = generateSoloNavMesh(positions, indices, {
        cs: FLAT_CELL,
        ch: 0.2,
        walkableRadius: 0,
        walkableHeight: 2,
        walkableClimb: 1,
      });
      if (!success || navMesh === undefined) throw new Error("no mesh of the flat ground");
      const crowd = new Crowd(navMesh, { maxAgents: starts.length, maxAgentRadius: SETTINGS.radius });
      if (setting === "same work") {
        const avoidance = crowd.raw.getObstacleAvoidanceParams(0);
        avoidance.set_horizTime(SETTINGS.timeHorizon);
        crowd.raw.setObstacleAvoidanceParams(0, avoidance);
      }
      const { radius, maxSpeed } = SETTINGS;
      const parameters = setting === "defaults" ? { radius, maxSpeed } : {
        radius,
        maxSpeed,
        height: 1,
        maxAcceleration: 1000,
        collisionQueryRange: SETTINGS.neighborDistance,
        updateFlags: OBSTACLE_AVOIDANCE,
      };
      const agents = starts.map(({ x, y }, i) => {
        const agent = crowd.addAgent({ x, y: 0, z: y }, parameters);
        const goal = goals[i]!;
        if (!agent.requestMoveTarget({ x: goal.x, y: 0, z: goal.y })) {
          throw new Error(`no way for agent ${i}`);
        }
        return agent;
      });
      return {
        step: () => crowd.update(SETTINGS.timeStep),
        readPositions: (into) => {
          agents.forEach((agent, i) => {
            const { x, z } = agent.position();
            into[2 * i] = x;
            into[2 * i + 1] = z;
          });
        },
        stop: () => {
          crowd.destroy();
          navMesh.destroy();
        },
      };
    },
  };
}
