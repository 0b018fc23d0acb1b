import type { Region } from "../boundary/region.ts";
import type { CrowdAgent } from "../crowd/crowd.ts";
import { frameOf } from "../boundary/corridor_tile.ts";
import type { RouteCorner } from "../crowd/route.ts";
import { headingAt, originAt, toWorld } from "../geometry/rigid_motion.ts";
import { dot, rotate, type Vec2 } from "../geometry/vector.ts";
import { type Box, feasibleRegion } from "../view/mod.ts";

/** How far an unbounded region is drawn beyond the agents, in widths of the place that they take. */
const BEYOND = 0.25;

/** A region that goes farther than this, in the same widths, counts as unbounded. */
const UNBOUNDED = 1000;

/**
 * The regions of a crowd, and the tiles of its corridors, as they are now, each once, as polygons; what is unbounded is cut off
 * round the agents.
 */
export function regionShapes(agents: readonly CrowdAgent[]): readonly (readonly Vec2[])[] {
  const shapes = new Map<string, readonly Vec2[]>();
  const near = boxAround(agents, BEYOND), far = boxAround(agents, UNBOUNDED);
  for (const { region, corridor } of agents) {
    for (const tile of corridor?.tiles ?? []) {
      const polygon = tile.polygon.map((corner) => toWorld(frameOf(tile), 0, corner));
      shapes.set(JSON.stringify([...polygon].sort((a, b) => a.x - b.x || a.y - b.y)), polygon);
    }
    if (region === undefined) continue;
    const halfPlanes = halfPlanesOf(region), whole = feasibleRegion(halfPlanes, [], far);
    const isBounded = whole.every(({ x, y }) => x > far.minX && x < far.maxX && y > far.minY && y < far.maxY);
    const polygon = isBounded ? whole : feasibleRegion(halfPlanes, [], near);
    if (polygon.length > 0) shapes.set(JSON.stringify(polygon), polygon);
  }
  return [...shapes.values()];
}

function halfPlanesOf(
  { edges, turning = [] }: Region,
): readonly { readonly point: Vec2; readonly normal: Vec2 }[] {
  const inward = (normal: Vec2, offset: number): { readonly point: Vec2; readonly normal: Vec2 } => ({
    point: { x: normal.x * offset, y: normal.y * offset },
    normal: { x: -normal.x, y: -normal.y },
  });
  return [
    ...edges.map(({ normal, offset }) => inward(normal, offset)),
    ...turning.flatMap(({ frame, edges }) =>
      edges.map((edge) => {
        const normal = rotate(edge.normal, headingAt(frame, 0));
        return inward(normal, edge.offset + dot(normal, originAt(frame, 0)));
      })
    ),
  ];
}

/** A corner, or both ends of a gate. */
function endsOf({ x, y, half }: RouteCorner): readonly Vec2[] {
  return half === undefined
    ? [{ x, y }]
    : [{ x: x - half.x, y: y - half.y }, { x: x + half.x, y: y + half.y }];
}

function boxAround(agents: readonly CrowdAgent[], beyond: number): Box {
  const places = agents.flatMap(({ position, route }) => [position, ...route.flatMap(endsOf)]);
  const xs = places.map(({ x }) => x), ys = places.map(({ y }) => y);
  const box = { minX: Math.min(...xs), maxX: Math.max(...xs), minY: Math.min(...ys), maxY: Math.max(...ys) };
  const side = 1 + beyond * Math.max(box.maxX - box.minX, box.maxY - box.minY);
  return { minX: box.minX - side, maxX: box.maxX + side, minY: box.minY - side, maxY: box.maxY + side };
}
