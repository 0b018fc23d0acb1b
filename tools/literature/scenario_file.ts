import type { Vec2 } from "../../geometry/vector.ts";
import type { CountingArea } from "../../scenario/counting_area.ts";
import type { CountingGate } from "../../scenario/counting_gate.ts";
import type { Expectation } from "../../scenario/expectation.ts";
import type { Rectangle } from "../../scenario/generate.ts";
import type { AgentTraits, AtGoal, LaterPart, ScenarioParameters, Tier } from "../../scenario/scenario.ts";

/** An agent as it stands in a scenario file. */
export interface FileAgent extends AgentTraits {
  /** Stable ID. */
  readonly id: string;
  /** Start, m. */
  readonly position: Vec2;
}

/** A scenario as it stands in its file, its fields in the order in which they are written. */
export interface ScenarioFile {
  /** File name without its ending. */
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** What the scene looks like, and where it departs from its source. */
  readonly description: string;
  /** Where it comes from. */
  readonly source: string;
  /** When it is run. */
  readonly tier?: Tier;
  /** s. */
  readonly duration: number;
  /** What all agents share. */
  readonly parameters: ScenarioParameters;
  /** What every agent is given. */
  readonly defaults: AgentTraits;
  /** Whether agents stay at their goals. */
  readonly atGoal?: AtGoal;
  /** Who walks. */
  readonly agents: readonly FileAgent[];
  /** Solid polygons. */
  readonly walls?: readonly (readonly Vec2[])[];
  /** Where passages are counted. */
  readonly gates?: readonly CountingGate[];
  /** Where agents are counted. */
  readonly areas?: readonly CountingArea[];
  /** What must hold. */
  readonly expect: readonly Expectation[];
  /** The same in words. */
  readonly rightBehaviour: string;
  /** Later parts that it needs. */
  readonly belongsTo?: readonly LaterPart[];
}

/** The corners of a rectangle, counter-clockwise. */
export function corners({ minX, maxX, minY, maxY }: Rectangle): readonly Vec2[] {
  return [{ x: minX, y: minY }, { x: maxX, y: minY }, { x: maxX, y: maxY }, { x: minX, y: maxY }];
}

/** Longest line, as the formatter of the project has it. */
const LINE = 110;

/** The file's text, as the formatter leaves it: what fits stands on one line, but the file itself and long lists. */
export function fileText(file: ScenarioFile): string {
  return `${broken({ $schema: "../scenario.schema.json", ...file }, 0)}\n`;
}

/** JSON that begins at this column, on one line if it fits with what follows. */
function laidOut(value: unknown, indent: number, column: number): string {
  const line = inLine(value);
  const isRoster = Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
  return column + line.length < LINE && !(isRoster && indent === 2) ? line : broken(value, indent);
}

/** JSON with every field or item on lines of its own. */
function broken(value: unknown, indent: number): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const inside = indent + 2, [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = Array.isArray(value)
    ? value.map((item) => laidOut(item, inside, inside))
    : fieldsOf(value).map(([name, inner]) => {
      const label = `${JSON.stringify(name)}: `;
      return label + laidOut(inner, inside, inside + label.length);
    });
  return `${open}\n${lines.map((line) => " ".repeat(inside) + line).join(",\n")}\n${
    " ".repeat(indent)
  }${close}`;
}

/** JSON on one line, with a space inside braces and after commas and colons. */
function inLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = fieldsOf(value).map(([name, inner]) => `${JSON.stringify(name)}: ${inLine(inner)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function fieldsOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, inner]) => inner !== undefined);
}
