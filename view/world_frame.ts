import type { Vec2 } from "../geometry/vector.ts";
import { around, type Box, fitFrame, type Frame, span, unite } from "./frame.ts";
import type { World, WorldFeature } from "./world.ts";

/** The window of a picture of the world: all that stands in it, as large as `width` and a height of 5/6 of it allow. */
export function worldFrame(world: World, width: number): Frame {
  const box = worldBox(world);
  const side = span(box) > 0 ? span(box) * 0.12 : 1;
  const ratio = (box.maxX - box.minX + side) / (box.maxY - box.minY + side);
  const tallest = width * 5 / 6;
  const pane = {
    left: 60,
    top: 40,
    width: Math.max(260, Math.min(width, tallest * ratio)),
    height: Math.max(120, Math.min(tallest, width / ratio)),
  };
  return fitFrame(box, pane, 0.05);
}

/** The places of a feature, m. */
export function featurePoints(feature: WorldFeature): readonly Vec2[] {
  switch (feature.kind) {
    case "wall":
    case "region":
    case "corridor":
    case "brakingEnvelope":
      return feature.polygon;
    case "edge":
    case "portal":
    case "gate":
      return [feature.from, feature.to];
    case "accessCurve":
      return feature.points;
  }
}

function worldBox({ agents, trails = [], features = [] }: World): Box {
  const places = [
    ...trails.flatMap((trail) => trail.positions),
    ...features.flatMap(featurePoints),
    ...agents.flatMap(({ goal }) => goal === undefined ? [] : [goal]),
  ];
  return unite([
    ...agents.map(({ position, radius }) => around(position, radius)),
    ...places.map((place) => around(place, 0)),
  ]);
}
