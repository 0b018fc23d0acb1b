import { parseTiledGround } from "../../crowd/parse_ground.ts";
import type { TiledGround } from "../../crowd/tiled_ground.ts";
import { right } from "./slope.ts";

/** How fast the ferry goes, m/s. */
export const FERRY_SPEED = 0.4;

const box = (left: number, bottom: number, right: number, top: number) => [
  { x: left, y: bottom },
  { x: right, y: bottom },
  { x: right, y: top },
  { x: left, y: top },
];

/**
 * A ferry 3 m wide and 5 m long that slides along between two docks; its sides, which move with it, are the edges that are
 * crossed. As `parseTiledGround` takes it.
 */
export const FERRY = {
  supports: [{ id: "ferry", motion: { velocity: { x: 0, y: FERRY_SPEED } } }],
  tiles: [
    { id: "west", polygon: box(-8, -10, 0, 16) },
    { id: "deck", support: "ferry", polygon: box(0, -4, 3, 1) },
    { id: "east", polygon: box(3, -10, 11, 16) },
  ],
  edges: [
    {
      id: "west side",
      left: "west",
      right: "deck",
      movesWith: "deck",
      from: { x: 0, y: -4 },
      to: { x: 0, y: 1 },
    },
    {
      id: "east side",
      left: "deck",
      right: "east",
      movesWith: "deck",
      from: { x: 3, y: -4 },
      to: { x: 3, y: 1 },
    },
  ],
};

/** The ferry's ground with something else in it. */
export function ferryGround(change: object = {}): TiledGround {
  return right(parseTiledGround({ ...FERRY, ...change }));
}
