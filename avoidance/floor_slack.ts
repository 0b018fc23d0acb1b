import type { ObstacleInput } from "../boundary/obstacle.ts";
import { FLOOR_SLACK, SLACK_PER_COORDINATE } from "../boundary/separation.ts";
import type { Agent } from "../geometry/agent.ts";
import { type Path, type Reader, readNumber } from "../geometry/reader.ts";

/** The least slack that covers rounding among these agents and walls, m: 1e-13 of the largest coordinate (M9). */
export function leastFloorSlack(
  agents: readonly Pick<Agent, "position">[],
  obstacles: readonly Pick<ObstacleInput, "corners">[],
): number {
  let largest = 0;
  for (const { position: { x, y } } of agents) largest = Math.max(largest, Math.abs(x), Math.abs(y));
  for (const { corners } of obstacles) {
    for (const { x, y } of corners) largest = Math.max(largest, Math.abs(x), Math.abs(y));
  }
  return SLACK_PER_COORDINATE * largest;
}

/**
 * Reads the floor's slack (M9). Given, it must be at least `leastFloorSlack`; by default it is that or `FLOOR_SLACK`,
 * whichever is more.
 */
export function readFloorSlack(
  value: unknown,
  path: Path,
  agents: readonly Pick<Agent, "position">[],
  obstacles: readonly Pick<ObstacleInput, "corners">[],
  reader: Reader,
): number {
  const least = leastFloorSlack(agents, obstacles);
  if (value === undefined) return Math.max(FLOOR_SLACK, least);
  const slack = readNumber(value, path, "positive", reader);
  if (slack < least) reader.report(path, value, `must be at least ${least}: 1e-13 of the largest coordinate`);
  return slack;
}
