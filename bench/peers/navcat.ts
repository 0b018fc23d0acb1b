import { createFindNearestPolyResult, DEFAULT_QUERY_FILTER, findNearestPoly } from "navcat";
import { crowd as crowds, generateSoloNavMesh } from "navcat/blocks";
import type { Engine } from "./engine.ts";
import { FLAT_CELL, flatGround } from "./flat_ground.ts";
import { SETTINGS } from "./scene.ts";

/** The crowd of navcat: Detour's methods in JavaScript. */
export const navcat: Engine = {
  name: "navcat 0.4.1",
  setTo:
    "its crowd on a flat mesh: adaptive sampling as by default, only obstacle avoidance switched on, acceleration 1000 m/s²; " +
    "it looks at all neighbors within reach (32 at most), by distance of centers, and pushes overlaps apart after the step",
  start: ({ side, starts, goals }) => {
    const { navMesh } = generateSoloNavMesh(flatGround(side), {
      cellSize: FLAT_CELL,
      cellHeight: 0.2,
      walkableRadiusVoxels: 0,
      walkableRadiusWorld: 0,
      walkableClimbVoxels: 1,
      walkableClimbWorld: 0.2,
      walkableHeightVoxels: 2,
      walkableHeightWorld: 0.4,
      walkableSlopeAngleDegrees: 45,
      borderSize: 0,
      minRegionArea: 8,
      mergeRegionArea: 20,
      maxSimplificationError: 1.3,
      maxEdgeLength: 12,
      maxVerticesPerPoly: 6,
      detailSampleDistance: 6,
      detailSampleMaxError: 1,
    });
    const crowd = crowds.create(SETTINGS.radius), nearest = createFindNearestPolyResult();
    const ids = starts.map(({ x, y }, i) => {
      const id = crowds.addAgent(crowd, navMesh, [x, 0, y], {
        radius: SETTINGS.radius,
        height: 1,
        maxAcceleration: 1000,
        maxSpeed: SETTINGS.maxSpeed,
        collisionQueryRange: SETTINGS.neighborDistance,
        separationWeight: 0,
        updateFlags: crowds.CrowdUpdateFlags.OBSTACLE_AVOIDANCE,
        queryFilter: DEFAULT_QUERY_FILTER,
        obstacleAvoidance: {
          ...crowds.DEFAULT_OBSTACLE_AVOIDANCE_PARAMS,
          horizTime: SETTINGS.timeHorizon,
        },
      });
      const goal = goals[i]!;
      findNearestPoly(nearest, navMesh, [goal.x, 0, goal.y], [1, 1, 1], DEFAULT_QUERY_FILTER);
      const found = nearest.success &&
        crowds.requestMoveTarget(crowd, id, nearest.nodeRef, [...nearest.position]);
      if (!found) throw new Error(`no way for agent ${i}`);
      return id;
    });
    return {
      step: () => crowds.update(crowd, navMesh, SETTINGS.timeStep),
      readPositions: (into) => {
        ids.forEach((id, i) => {
          const { position } = crowd.agents[id]!;
          into[2 * i] = position[0];
          into[2 * i + 1] = position[2];
        });
      },
      stop: () => {},
    };
  },
};
