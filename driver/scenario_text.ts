import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import {
  findNodeAtLocation,
  type Node,
  parse as parseTolerant,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "npm:jsonc-parser@^3.3";
import type { InputError } from "../geometry/input_error.ts";
import { parseScenario } from "../scenario/parse.ts";
import type { Scenario } from "../scenario/scenario.ts";

/**
 * A scenario from the text of a JSON file. Errors are lines of the form `name:line:column: path: rule`, one for
 * everything that is wrong, ready to print; line and column count from 1.
 *
 * @param name the file's name, for the errors
 */
export function parseScenarioText(name: string, text: string): E.Either<readonly string[], Scenario> {
  const json = text.startsWith("\uFEFF") ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return E.left([syntaxError(name, json, error)]);
  }
  const scenario = parseScenario(value);
  if (E.isRight(scenario)) return scenario;
  const tree = parseTree(json);
  return E.left(scenario.left.map((wrong) => inputErrorLine(name, json, tree, wrong)));
}

/** The first thing that is not JSON. The engine's own message names no place for some errors, so a second reader looks. */
function syntaxError(name: string, text: string, error: unknown): string {
  const found: ParseError[] = [];
  parseTolerant(text, found, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const first = found[0];
  if (first === undefined) {
    return `${name}: is not valid JSON: ${error instanceof Error ? error.message : error}`;
  }
  const what = printParseErrorCode(first.error).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return `${name}:${placeOf(text, first.offset)}: is not valid JSON: ${what}`;
}

function inputErrorLine(name: string, text: string, tree: Node | undefined, wrong: InputError): string {
  const who = wrong.agent === undefined ? "" : ` (agent ${JSON.stringify(wrong.agent)})`;
  const where = pathText(wrong.path);
  const at = placeOf(text, nearestNode(tree, wrong.path)?.offset ?? 0);
  return `${name}:${at}: ${where === "" ? "the file" : where}${who} ${wrong.rule}, but found ${
    show(wrong.value)
  }`;
}

/** The value at the path, or where it is missing, the innermost one around it. */
function nearestNode(tree: Node | undefined, path: InputError["path"]): Node | undefined {
  if (tree === undefined) return undefined;
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node !== undefined) return node;
  }
  return tree;
}

/** A path as it would be written in a program: `agents[1].radius`. */
export function pathText(path: InputError["path"]): string {
  return path.map((part, i) => typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`).join("");
}

/** `line:column` of an offset, both from 1. */
function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return `${line}:${offset - before.lastIndexOf("\n")}`;
}

function show(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "number" ? String(value) : JSON.stringify(value) ?? String(value);
  return text.length > 80 ? text.slice(0, 77) + "..." : text;
}
