import { parseScenario } from "../../scenario/parse.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";

/** The folder of the published scenarios. */
const folder = new URL("../../docs/scenarios/", import.meta.url);

/** Names of all published scenarios, in order. */
export const names: readonly string[] = [...Deno.readDirSync(folder)]
  .flatMap(({ name }) => name.endsWith(".json") ? [name.slice(0, -5)] : []).sort();

/** A published scenario as it stands in its file. */
export function fileOf(name: string): Record<string, unknown> {
  return JSON.parse(Deno.readTextFileSync(new URL(`${name}.json`, folder)));
}

/** A published scenario, checked. */
export function scenarioOf(name: string): Scenario {
  const scenario = parseScenario(fileOf(name));
  if (E.isLeft(scenario)) throw new Error(`${name}: ${JSON.stringify(scenario.left)}`);
  return scenario.right;
}
