import type { Vec2 } from "../../geometry/vector.ts";
import type { Look, MarkShape, Panel, PlaneShape } from "../../view/panel.ts";
import { palette } from "../../view/palette.ts";
import type { Result } from "../literature/result.ts";
import type { ScenarioFile } from "../literature/scenario_file.ts";

/** The walls of a scenario. */
function wallShapes({ walls = [] }: ScenarioFile): readonly PlaneShape[] {
  return walls.map((points): PlaneShape => ({
    kind: "area",
    points,
    look: { stroke: "#4d4d4d", width: 1, fill: "#c9c9c9" },
    key: "wall",
  }));
}

/** How a group of agents is drawn, and its name. */
export interface Group {
  /** Color. */
  readonly color: string;
  /** In the legend. */
  readonly key: string;
}

/** The discs of the moment that a result keeps; `groupOf` tells by ID how they are drawn. */
function discs(
  { snapshot }: Result,
  { defaults: { radius = 0 } }: ScenarioFile,
  groupOf: (id: string) => Group,
): readonly PlaneShape[] {
  return (snapshot?.places ?? []).map(([id, x, y]): PlaneShape => {
    const { color, key } = groupOf(id);
    return {
      kind: "circle",
      center: { x, y },
      radius,
      look: { stroke: color, width: 0.8, fill: color, opacity: 0.35 },
      key,
    };
  });
}

/** The moment that a result keeps: walls and agents seen from above, the time in the title. */
export function momentPanel(
  file: ScenarioFile,
  result: Result,
  groupOf: (id: string) => Group,
  { title, ...size }: Pick<Panel, "window" | "width"> & { readonly title?: string },
): Panel {
  const moment = `After ${result.snapshot?.time ?? 0} s`;
  return {
    kind: "plane",
    title: title === undefined ? moment : `${title}. ${moment}`,
    ...size,
    axes: { x: "x (m)", y: "y (m)" },
    shapes: [...wallShapes(file), ...discs(result, file, groupOf)],
    labels: [],
  };
}

/** How many of some events had happened, as a curve that rises in steps. */
export function countCurve(times: readonly number[], look: Look, key: string): MarkShape {
  const points = times.flatMap((x, i): readonly Vec2[] => [{ x, y: i }, { x, y: i + 1 }]);
  return { kind: "path", points: [{ x: 0, y: 0 }, ...points], look, key };
}

/** Three curves that stay apart without color. */
export const curves: readonly Look[] = [
  { stroke: palette.blue, width: 1.8, dash: "2 3" },
  { stroke: palette.vermillion, width: 1.8, dash: "7 3" },
  { stroke: palette.green, width: 2 },
];
