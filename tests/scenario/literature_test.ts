import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { parseScenario } from "../../scenario/parse.ts";
import { fileText } from "../../tools/literature/scenario_file.ts";
import { literature } from "../../tools/literature/scenarios.ts";

const folder = new URL("../../docs/scenarios/", import.meta.url);

it("C14: the published scenarios of the literature are what their generators make", () => {
  for (const file of literature) {
    assertEquals(Deno.readTextFileSync(new URL(`${file.id}.json`, folder)), fileText(file), file.id);
  }
});

it("C14: nobody starts in another or in a wall, and every scene has its number of agents", () => {
  const agents: Record<string, number> = {
    "rvo2-circle": 250,
    "rvo2-blocks": 100,
    "symmetric-16": 16,
    "rimea-1": 1,
    "rimea-6": 20,
    "steerbench-hallway": 200,
    "steerbench-squeeze": 1000,
  };
  for (const file of literature) {
    const scenario = parseScenario(JSON.parse(fileText(file)));
    assert(E.isRight(scenario), file.id);
    const expected = agents[file.id] ?? (file.id.startsWith("rimea-12") ? 150 : 54);
    assertEquals(scenario.right.agents.length, expected, file.id);
    scenario.right.agents.forEach(({ position: p, radius = 0 }, i, all) => {
      for (const { position: q, radius: other = 0 } of all.slice(i + 1)) {
        assert(Math.hypot(p.x - q.x, p.y - q.y) >= radius + other, file.id);
      }
      for (const wall of scenario.right.walls) {
        const xs = wall.map(({ x }) => x), ys = wall.map(({ y }) => y);
        const outX = Math.max(Math.min(...xs) - p.x, 0, p.x - Math.max(...xs));
        const outY = Math.max(Math.min(...ys) - p.y, 0, p.y - Math.max(...ys));
        assert(Math.hypot(outX, outY) >= radius, `${file.id}: an agent at ${p.x}, ${p.y} is in a wall`);
      }
    });
  }
});
