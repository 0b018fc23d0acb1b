import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Scenario } from "../scenario/scenario.ts";
import { parseScenarioText } from "./scenario_text.ts";

/** The scenarios that are run when no file is named, in this order. */
export const CURATED: readonly string[] = [
  "head-on-pair",
  "S01",
  "S02",
  "S12",
  "S15",
  "X18",
  "S03",
  "circle-12",
  "circle-30",
  "crossing-groups",
  "four-way-crossing",
  "ring-around-one",
  "door-both-ways",
  "levels-of-detail",
  "heavy-vehicles",
  "guard-room",
  "moving-deck",
  "platform-and-wall",
  "turning-platform",
  "pq-slope-one",
  "pq-slope",
  "ferry",
  "tiles-corners",
  "tiles-doorway",
  "symmetric-16",
  "rimea-1",
  "rimea-6",
  "counterflow-27-27",
  "random-dense",
  "S06",
  "S08",
  "S09",
  "S13",
  "sudden-wall",
  "S10",
];

const FOLDER = fileURLToPath(new URL("../docs/scenarios/", import.meta.url));

/** Paths of the curated scenarios. */
export function curatedFiles(): readonly string[] {
  return CURATED.map(scenarioFile);
}

/** Path of a published scenario. */
export function scenarioFile(name: string): string {
  return join(FOLDER, `${name}.json`);
}

/** Paths of all published scenarios, the curated ones first, the others by name. */
export async function publishedFiles(): Promise<readonly string[]> {
  const curated = curatedFiles(), others: string[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    const file = join(FOLDER, name);
    if (name.endsWith(".json") && !curated.includes(file)) others.push(file);
  }
  return [...curated, ...others.sort()];
}

/** All scenarios of some files, or a line for everything that is wrong with any of them. */
export async function readScenarioFiles(
  files: readonly string[],
): Promise<E.Either<readonly string[], readonly Scenario[]>> {
  const wrong: string[] = [], scenarios: Scenario[] = [];
  for (const file of files) {
    const read = await readOne(file);
    if (E.isLeft(read)) wrong.push(...read.left);
    else if (scenarios.some(({ id }) => id === read.right.id)) {
      wrong.push(`${file}: id must differ from that of every other file, but found "${read.right.id}" again`);
    } else scenarios.push(read.right);
  }
  return wrong.length > 0 ? E.left(wrong) : E.right(scenarios);
}

async function readOne(file: string): Promise<E.Either<readonly string[], Scenario>> {
  try {
    if ((await Deno.stat(file)).isDirectory) {
      return E.left([`${file}: expected a scenario file, but found a folder`]);
    }
    return parseScenarioText(file, await Deno.readTextFile(file));
  } catch (error) {
    return E.left([`${file}: cannot be read: ${reasonOf(error)}`]);
  }
}

/** Why the file system refused, in a few words. */
export function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "no such file";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  return error instanceof Error ? error.message : String(error);
}
