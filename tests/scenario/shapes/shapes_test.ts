import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { parseScenario } from "../../../scenario/parse.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import { counts } from "../../counts.ts";
import { between, type Draw, drawFrom, pick } from "../../separation/random_crowd.ts";
import { scenarioOf } from "../scenario_files.ts";
import { dangers, faults, type Kind } from "./kind.ts";
import { MEETING_KINDS } from "./meeting_kinds.ts";
import { HERE, type Move, movedScenario, RENAMINGS, turnBy } from "./moved_scenario.ts";
import { RESTING_KINDS } from "./resting_kinds.ts";
import { sharedNames, sharedScenario } from "./shared_scenarios.ts";
import { WALLED_KINDS } from "./walled_kinds.ts";
import { agentAt, type WholeRun, wholeRun } from "./whole_run.ts";

const KINDS: readonly Kind[] = [...MEETING_KINDS, ...RESTING_KINDS, ...WALLED_KINDS];

const shared = sharedNames();

(shared === undefined ? it.ignore : it)(
  "C13: the scenarios of the complaints stand in docs as they were handed out, all of them",
  () => {
    const runnable = shared!.filter((name) => name !== "X19");
    assertEquals(KINDS.map(({ name }) => name).sort(), runnable);
    for (const name of runnable) {
      const read = parseScenario(sharedScenario(name));
      if (E.isLeft(read)) throw new Error(`${name}: ${JSON.stringify(read.left)}`);
      const { agents, walls, duration, parameters } = scenarioOf(name);
      assertEquals(
        [agents, walls, duration],
        [read.right.agents, read.right.walls, read.right.duration],
        name,
      );
      assertEquals({ timeHorizonObstacles: 1, ...parameters }, read.right.parameters, name);
    }
  },
);

const QUARTER = { x: 0, y: 1 }, BACK = { x: -1, y: 0 };

/** Turns by odd angles, by rational ones, and by none. */
const TURNS = [
  HERE.turn,
  QUARTER,
  BACK,
  { x: 0.6, y: 0.8 },
  { x: -5 / 13, y: 12 / 13 },
  ...[0.1, 1, 2.5, 37 * Math.PI / 180, -0.7].map(turnBy),
];

/** Shifts that round every coordinate to something else. */
const SHIFTS = [
  HERE.shift,
  { x: 1234.5678, y: -987.654 },
  { x: -1e4 - 0.1, y: 0.3 },
  { x: 1e5 + 1 / 3, y: -1e5 + 1 / 7 },
];

/** Everything at once. */
const FAR: Move = {
  scale: 1.7,
  turn: turnBy(37 * Math.PI / 180),
  shift: { x: 1e5 + 1 / 3, y: -1e5 + 1 / 7 },
  rename: RENAMINGS.scattered,
};

function drawnMove(draw: Draw): Move {
  return {
    scale: pick(draw, [1, 1, 0.5, 0.3, 2, between(draw, 0.5, 3)]),
    turn: draw() < 0.3 ? turnBy(between(draw, 0, 2 * Math.PI)) : pick(draw, TURNS),
    mirrored: draw() < 0.3,
    shift: pick(draw, SHIFTS),
    rename: pick(draw, [HERE.rename, ...Object.values(RENAMINGS)]),
  };
}

for (const kind of KINDS) {
  it(`C13: ${kind.name} ends as it ought to: as it is, resized, turned, mirrored, far away, renamed`, () => {
    const draw = drawFrom(kind.name.charCodeAt(2)), scenario = scenarioOf(kind.name);
    const moves = [HERE, FAR, ...Array.from({ length: counts("moved shapes") }, () => drawnMove(draw))];
    for (const move of moves) {
      assertEquals(faults(kind, movedScenario(scenario, move)), [], `${kind.name}, ${JSON.stringify(move)}`);
    }
  });

  it(`C13: others like ${kind.name} end as they ought to, and safely where they do not yet`, () => {
    for (let seed = 1; seed <= counts("drawn shapes"); seed++) {
      const draw = drawFrom(Math.imul(seed, 0x9e3779b1)), drawn = kind.another(draw);
      const scenario = draw() < 0.5 ? drawn : movedScenario(drawn, { ...drawnMove(draw), scale: 1 });
      const wrong = kind.notYet?.(drawn) === true ? dangers(scenario) : faults(kind, scenario);
      assertEquals(wrong, [], `${kind.name}, seed ${seed}`);
    }
  });
}

/** How far two runs lead the same agents apart, m. */
function farthestApart(a: WholeRun, b: WholeRun): number {
  return Math.max(...a.crowds.flatMap((crowd, k) =>
    a.scenario.agents.map((_, i) => {
      const p = agentAt(a, crowd, i).position, q = agentAt(b, b.crowds[k]!, i).position;
      return Math.hypot(p.x - q.x, p.y - q.y);
    })
  ));
}

it("C6, G6: renaming or swapping the two of a head-on pair does not change who goes where (S01)", () => {
  const scenario = scenarioOf("S01"), run = wholeRun(scenario);
  for (const rename of Object.values(RENAMINGS)) {
    assertEquals(farthestApart(run, wholeRun(movedScenario(scenario, { ...HERE, rename }))), 0);
  }
  const [a, b] = scenario.agents;
  const swapped: Scenario = { ...scenario, agents: [{ ...b!, id: "a" }, { ...a!, id: "b" }] };
  const again = wholeRun(swapped);
  const ways = run.crowds.map((crowd, k) => {
    const p = agentAt(run, crowd, 0).position, q = agentAt(again, again.crowds[k]!, 1).position;
    return p.x === q.x && p.y === q.y;
  });
  assert(ways.every((same) => same), "another name leads the same agent another way");
});

/** What X19 makes of a good file: the path that must be named, and the agent where it is one's own field. */
const INVALID: readonly (readonly [string, string | undefined, (file: Loose) => void])[] = [
  ...[-1, NaN].map((radius) =>
    ["agents.1.radius", "b", (file: Loose) => file.agents[1].radius = radius] as const
  ),
  ...[-0.1, Infinity].map((speed) =>
    ["agents.1.maxSpeed", "b", (file: Loose) => file.agents[1].maxSpeed = speed] as const
  ),
  ["parameters.timeHorizon", undefined, (file) => file.parameters.timeHorizon = 0],
  ["parameters.neighborDistance", undefined, (file) => file.parameters.neighborDistance = 0],
  ...[-1, 2.5].map((most) =>
    ["parameters.maxNeighbors", undefined, (file: Loose) => file.parameters.maxNeighbors = most] as const
  ),
  ["agents.1.position.x", "b", (file) => file.agents[1].position = { x: NaN, y: 0 }],
  ...[0, -0.05].map((step) =>
    ["parameters.timeStep", undefined, (file: Loose) => file.parameters.timeStep = step] as const
  ),
  ["agents.1.id", "a", (file) => file.agents[1].id = "a"],
  ...[
    [[0, 9], [1, 9], [1, 8], [0, 8]],
    [[0, 8], [1, 9], [1, 8], [0, 9]],
    [[0, 8], [1, 8], [1, 8], [1, 9]],
  ].map((wall) =>
    ["walls.0", undefined, (file: Loose) => file.walls = [wall.map(([x, y]) => ({ x, y }))]] as const
  ),
];

// deno-lint-ignore no-explicit-any
type Loose = any;

it("C13, C2: X19: each invalid input is refused before any step, with its field and, in an agent, the ID", () => {
  assertEquals(INVALID.length, 15);
  for (const [path, agent, spoil] of INVALID) {
    const { agents, parameters } = scenarioOf("S01");
    const file: Loose = structuredClone({ id: "X19", title: "Invalid", duration: 1, agents, parameters });
    spoil(file);
    const read = parseScenario(file);
    if (E.isRight(read)) throw new Error(`${path} was accepted`);
    const [{ path: found, agent: who }] = read.left;
    assert(found.join(".").startsWith(path), `${path}, but found ${found.join(".")}`);
    assertEquals(who, agent, path);
  }
});
