import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { readLines } from "../../driver/checked_lines.ts";
import type { HandoffEntry } from "../../driver/handoff_store.ts";
import { nextRandom } from "../../solver/random.ts";
import { counts } from "../counts.ts";
import { type EventLine, linesOf, type WorldBody, type WorldLine } from "./handoff_process.ts";
import { FERRY } from "./ferry.ts";
import { right, SLOPE } from "./slope.ts";

const PROCESS = new URL("./handoff_process.ts", import.meta.url).pathname;

/** Steps of a life, at most, before it is killed: a crossing takes about 25. */
const MOST_STEPS = 16;

/** One life of the process: killed after so many of its lines and a little more, or run to its end. */
async function live(folder: string, lines: number, pause: number): Promise<"killed" | "done"> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", PROCESS, folder],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const words = child.stderr.text();
  let said = "", left = lines;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    left -= text.split("\n").length - 1;
    if (left > 0) continue;
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    left = Infinity;
  }
  const { signal, success } = await child.status;
  if (signal === "SIGKILL") return "killed";
  assert(success && said.endsWith("done\n"), `${said}\n${await words}`);
  return "done";
}

/** An agent that is to cross. */
interface Traveller {
  readonly id: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly goal: { readonly x: number; readonly y: number };
}

/** A world that agents cross in, and what may be said of their places in it. */
interface Place {
  readonly ground: unknown;
  readonly agentsFrom: (random: () => number) => readonly Traveller[];
  /** How many crossings each agent makes. */
  readonly crossings: number;
}

const SLOPE_PLACE: Place = { ground: SLOPE, agentsFrom: onSlope, crossings: 1 };

const FERRY_PLACE: Place = { ground: FERRY, agentsFrom: overFerry, crossings: 2 };

/** Two agents that change places over a ferry; it is alongside all the while. */
function overFerry(random: () => number): readonly Traveller[] {
  const at = (least: number, most: number): number =>
    Math.round((least + (most - least) * random()) * 64) / 64;
  return [
    { id: "east", position: { x: at(-1.5, -0.2), y: at(-2, -0.5) }, goal: { x: 4, y: at(2, 5) } },
    { id: "west", position: { x: at(3.2, 4), y: at(0.5, 2) }, goal: { x: -1.5, y: at(4, 6) } },
  ];
}

/** Two agents that come from both sides, anywhere. */
function onSlope(random: () => number): readonly Traveller[] {
  const at = (least: number, most: number): number =>
    Math.round((least + (most - least) * random()) * 64) / 64;
  const y = at(-3, 3), beside = at(0.5, 1.5);
  return [
    { id: "up", position: { x: at(-1.5, -0.1), y }, goal: { x: 1.5, y: y + at(-1, 1) } },
    { id: "down", position: { x: at(0.1, 1), y: y + beside }, goal: { x: -1.5, y: y + beside + at(0, 1) } },
  ];
}

it("H11, H14, H15: killed by SIGKILL at random moments and restarted from its log, a crossing never admits an attempt twice, never moves a deadline, never jumps, and ends", () =>
  killAgainAndAgain(SLOPE_PLACE, 20260, counts("handoff kills")));

it("C14, H14: the same onto a moving platform and off it, which goes on while nobody runs", () =>
  killAgainAndAgain(FERRY_PLACE, 20261, counts("handoff kills on a ferry")));

async function killAgainAndAgain(place: Place, start: number, most: number): Promise<void> {
  let seed = start, kills = 0, worlds = 0;
  const random = (): number => {
    const [value, next] = nextRandom(seed);
    seed = next;
    return value;
  };
  let completed = 0;
  while (kills < most) {
    const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
    try {
      const agents = place.agentsFrom(random);
      await Deno.writeTextFile(`${folder}/agents.json`, JSON.stringify(agents));
      await Deno.writeTextFile(`${folder}/ground.json`, JSON.stringify(place.ground));
      for (let life = 0;; life++) {
        const lines = life < 6 ? 1 + Math.floor(random() * MOST_STEPS) : Infinity;
        if (await live(folder, lines, random() * 4) === "done") break;
        kills++;
      }
      checkLog(folder);
      checkWorld(folder, place);
      checkArrival(folder, agents);
      completed += checkEvents(folder);
      worlds++;
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  }
  assertEquals(completed, 2 * place.crossings * worlds, "each agent has crossed");
}

/** Attempts, deadlines and epochs, from everything that was ever written. */
function checkLog(folder: string): void {
  const { entries } = right(readLines(Deno.readFileSync(`${folder}/handoffs.log`)));
  const admitted = new Map<string, number>(), deadlines = new Map<string, number>();
  let started = -1;
  for (const entry of entries as readonly HandoffEntry[]) {
    if (entry.kind === "Started") {
      assert(entry.epoch > started, "an epoch is above all earlier ones");
      started = entry.epoch;
      continue;
    }
    const { agent, record: { state } } = entry;
    assertEquals(state.epoch, started, "only the present run writes");
    if (state.phase === "Following") continue;
    const crossing = `${agent}/${state.terms.action}`;
    assertEquals(deadlines.get(crossing) ?? state.firstTick, state.firstTick, `deadline of ${crossing}`);
    deadlines.set(crossing, state.firstTick);
    assert(state.attempts <= 3);
    if (state.phase !== "Approaching" || state.access === undefined) continue;
    const attempt = `${crossing}/${state.attempts}`;
    assertEquals(admitted.get(attempt) ?? state.epoch, state.epoch, `attempt ${attempt} is admitted once`);
    admitted.set(attempt, state.epoch);
  }
}

/** How the bodies went, restarts or no: nobody jumps, and nobody is beyond the edge under the budgets of this side. */
function checkWorld(folder: string, place: Place): void {
  const lines = linesOf<WorldLine>(`${folder}/world.jsonl`), dt = 0.1, V = 1, A = 1;
  for (const [i, { tick, bodies }] of lines.entries()) {
    const before = lines[i - 1];
    if (before !== undefined) assertEquals(tick, before.tick + 1);
    for (const body of bodies) {
      const onSlope = body.gradient.x > 0, { x } = body.position, u = body.carried;
      const isRight = place === SLOPE_PLACE
        ? onSlope ? x >= -1e-12 : x <= 1e-12
        : u.y > 0
        ? x >= -1e-12 && x <= 3 + 1e-12
        : x <= 1e-12 || x >= 3 - 1e-12;
      assert(isRight, `${body.id} at ${x}`);
      const k = onSlope ? 2 : 1;
      assert(Math.hypot(body.velocity.x - u.x, body.velocity.y - u.y) <= V / k + 1e-9);
      const old: WorldBody | undefined = before?.bodies.find(({ id }) => id === body.id);
      if (old === undefined) continue;
      const way = Math.hypot(body.position.x - old.position.x, body.position.y - old.position.y);
      const change = Math.hypot(body.velocity.x - old.velocity.x, body.velocity.y - old.velocity.y);
      assert(way <= (V / k + Math.hypot(u.x, u.y)) * dt + 1e-9, `${body.id} jumps by ${way} m`);
      assert(change <= A / k * dt + 1e-9, `${body.id} changes its velocity by ${change} m/s`);
    }
  }
}

/** In the end everybody is at its goal, on the other side. */
function checkArrival(folder: string, agents: readonly Traveller[]): void {
  const last = linesOf<WorldLine>(`${folder}/world.jsonl`).at(-1)!;
  for (const { id, goal } of agents) {
    const { position } = last.bodies.find((body) => body.id === id)!;
    assert(
      Math.hypot(position.x - goal.x, position.y - goal.y) <= 0.15,
      `${id} is at ${JSON.stringify(position)}`,
    );
  }
}

/** Each action ends once, released before; in the end nobody's mover is held. How many succeeded. */
function checkEvents(folder: string): number {
  const events = linesOf<EventLine>(`${folder}/events.jsonl`);
  const ends = new Map<string, string>(), held = new Set<string>(), given = new Set<string>();
  for (const { agent, kind, action, attempt } of events) {
    const name = `${agent}/${action}`;
    if (kind === "Access") {
      assert(!given.has(`${name}/${attempt}`), `attempt ${attempt} of ${name} is dispatched twice`);
      given.add(`${name}/${attempt}`);
    }
    if (kind === "Release") held.delete(name);
    else if (kind === "Complete" || kind === "Fail") {
      assert(!held.has(name), `${name} is released before ${kind}`);
      assertEquals(ends.get(name) ?? kind, kind, `${name} ends in one way`); // told again after a crash, perhaps
      ends.set(name, kind);
    } else if (kind !== "Adopt") {
      assert(!ends.has(name), `${kind} of ${name} after its end`);
      held.add(name);
    }
  }
  assertEquals([...held], []);
  return [...ends.values()].filter((end) => end === "Complete").length;
}
