import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, type Crowd, stepCrowd } from "../../../crowd/mod.ts";
import { commonTick } from "../../../driver/split/run_part.ts";
import { partStore } from "../../../driver/split/part_store.ts";
import { gatherSplit, laySplit, runSplit, type SplitRun } from "../../../driver/split/run_split.ts";
import { nextRandom } from "../../../solver/random.ts";
import { counts } from "../../counts.ts";
import { bits } from "../../crowd/scenes.ts";
import { right } from "../slope.ts";

const MAIN = new URL("../../../driver/split/main.ts", import.meta.url).pathname;

/** Two groups that change places across the cut at 0, and one agent with all that JSON would lose. */
function crossingCrowd(): Crowd {
  const agents = Array.from({ length: 24 }, (_, id) => {
    const side = id % 2 === 0 ? -1 : 1, row = Math.floor(id / 2);
    const position = {
      x: side * (0.4 + 0.7 * (row % 3)),
      y: 1.5 * Math.floor(row / 3) + (side > 0 ? 0.75 : 0),
    };
    return { id, position, goal: { x: -position.x, y: position.y }, radius: 0.3, maxSpeed: 1.5, budget: 4 };
  });
  const last = {
    id: "last",
    position: { x: -0, y: 9 },
    radius: 0.3,
    maxSpeed: 1.5,
    budget: "unlimited",
    height: "unlimited",
  };
  return right(createCrowd({ agents: [...agents, last], parameters: { timeHorizon: 1.5, timeStep: 0.125 } }));
}

function stepped(crowd: Crowd, steps: number): Crowd {
  let now = crowd;
  for (let step = 0; step < steps; step++) now = stepCrowd(now);
  return now;
}

it("C1: the worked example runs: two processes over loopback, one of them killed, come to the bits of one process", async () => {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", MAIN, "--agents=60", "--steps=12", "--kill=5"],
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert(success, text + new TextDecoder().decode(stderr));
  assertStringIncludes(text, "part 1 is killed at tick ");
  const [, split, alone] = /([0-9a-f]{16}) in parts, ([0-9a-f]{16}) in one/.exec(text) ?? [];
  assert(split !== undefined);
  assertEquals(split, alone);
});

it("C1: wherever a process is killed, nobody is lost or doubled, and the run comes to the same bits", async () => {
  let seed = 77;
  const random = (): number => {
    const [value, next] = nextRandom(seed);
    seed = next;
    return value;
  };
  const crowd = crossingCrowd(), steps = 16, ids = crowd.agents.map(({ id }) => id);
  for (let kills = 0; kills < counts("split kills");) {
    const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
    try {
      let victim = -1, words = Infinity, arrived = 0;
      const run: SplitRun = {
        folder,
        cuts: [0],
        onWord: (word, part, process) => {
          if (word.kind === "Stepped") arrived += word.arrived;
          if (part !== victim || words-- > 0) return;
          words = Infinity;
          setTimeout(() => {
            try {
              process.kill("SIGKILL");
            } catch {
              // It has ended by itself.
            }
          }, 3 * random());
        },
      };
      right(await laySplit(run, crowd));
      for (let life = 0;; life++) {
        victim = life < 2 ? Math.floor(2 * random()) : -1;
        words = 1 + Math.floor(6 * random());
        if (await runSplit(run, steps) === "done") break;
        kills++;
        const stored = [];
        for (const part of [0, 1]) stored.push(right(await partStore(folder, part).ticks()));
        const tick = commonTick(stored);
        assert(tick !== undefined, `${JSON.stringify(stored)} have no tick in common`);
        const { agents } = right(await gatherSplit(run, tick));
        assertEquals(agents.map(({ id }) => id), ids);
        assertEquals(bits(agents), bits(stepped(crowd, tick).agents), `tick ${tick}`);
      }
      assertEquals(bits(right(await gatherSplit(run, steps)).agents), bits(stepped(crowd, steps).agents));
      assert(arrived > 4, `${arrived} have changed their owner`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
});
