/**
 * Writes the scenarios of the literature into docs/scenarios.
 *
 * @module
 */
import { fileText } from "./literature/scenario_file.ts";
import { literature } from "./literature/scenarios.ts";

/** Where they are written. */
const FOLDER = new URL("../docs/scenarios/", import.meta.url);

if (import.meta.main) {
  for (const file of literature) await Deno.writeTextFile(new URL(`${file.id}.json`, FOLDER), fileText(file));
}
