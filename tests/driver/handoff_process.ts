/**
 * A process that is meant to be killed: it runs a small crowd on tiles from what it finds in a folder, and writes down what a
 * real world would keep by itself: where the bodies are, and what was reported of actions. Platforms go on as they did.
 *
 * Arguments: the folder, which holds `agents.json` and `ground.json`. Files in it: `world.jsonl` (a line for each step), `events.jsonl`,
 * `handoffs.log`.
 *
 * @module
 */
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import type { Crowd } from "../../crowd/crowd.ts";
import { advanceGround } from "../../crowd/ground_frames.ts";
import { parseTiledGround } from "../../crowd/parse_ground.ts";
import { openHandoffLog } from "../../driver/handoff_log.ts";
import { type HandoffOptions, openHandoffRun, stepHandoffs } from "../../driver/handoff_runner.ts";
import { right, slopeCrowd } from "./slope.ts";

/** A body as the world has it. */
export interface WorldBody {
  readonly id: string;
  readonly position: { readonly x: number; readonly y: number };
  readonly velocity: { readonly x: number; readonly y: number };
  /** Height gradient whose budgets hold. */
  readonly gradient: { readonly x: number; readonly y: number };
  /** World velocity of what carries it. */
  readonly carried: { readonly x: number; readonly y: number };
}

/** A line of `world.jsonl`. */
export interface WorldLine {
  readonly tick: number;
  readonly bodies: readonly WorldBody[];
}

/** A line of `events.jsonl`. */
export interface EventLine {
  readonly epoch: number;
  readonly agent: string | number;
  readonly kind: string;
  readonly action: string | number;
  /** Number of the attempt, where an order was given. */
  readonly attempt?: number;
}

/** The whole lines of a file, as JSON; none when it is not there. */
export function linesOf<Line>(path: string): readonly Line[] {
  try {
    return Deno.readTextFileSync(path).split("\n").slice(0, -1).map((line) => JSON.parse(line));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** After so many steps everybody has arrived, or never will. */
const MOST_STEPS = 900;

/** Real time for a step, ms: it gives a killer something to aim at. */
const PACE = 1;

async function run(folder: string): Promise<void> {
  const agents: readonly { readonly id: string }[] = JSON.parse(
    Deno.readTextFileSync(`${folder}/agents.json`),
  );
  const last = linesOf<WorldLine>(`${folder}/world.jsonl`).at(-1);
  const bodies = new Map((last?.bodies ?? []).map((body) => [body.id, body]));
  const fresh = slopeCrowd(agents.map((agent) => {
    const body = bodies.get(agent.id);
    return body === undefined ? agent : { ...agent, position: body.position, velocity: body.velocity };
  }));
  const tick = last?.tick ?? 0, { timeStep } = fresh.parameters;
  let ground = right(parseTiledGround(JSON.parse(Deno.readTextFileSync(`${folder}/ground.json`))));
  for (let step = 0; step < tick; step++) ground = advanceGround(ground, timeStep);
  const crowd: Crowd = { ...fresh, tick, time: tick * timeStep };
  const log = right(await openHandoffLog(`${folder}/handoffs.log`));
  using world = Deno.openSync(`${folder}/world.jsonl`, { append: true, create: true });
  using events = Deno.openSync(`${folder}/events.jsonl`, { append: true, create: true });
  const write = (file: Deno.FsFile, line: WorldLine | EventLine): void => {
    file.writeSync(new TextEncoder().encode(JSON.stringify(line) + "\n"));
  };
  let epoch = -1;
  const options: HandoffOptions = {
    onMotion: ({ tick, agents }) => {
      const bodies = agents.map(({ id, position, velocity, gradient, support }) => ({
        id: String(id),
        position,
        velocity,
        gradient,
        carried: support?.velocity ?? { x: 0, y: 0 },
      }));
      write(world, { tick, bodies });
    },
    onErrand: ({ agent, command }) => {
      switch (command.kind) {
        case "Persist":
          epoch = command.record.state.epoch;
          return;
        case "Dispatch":
          return write(events, { agent, kind: command.motion.kind, ...command.ticket });
        case "Hold":
        case "Adopt":
        case "Release":
        case "Complete":
        case "Fail":
          return write(events, { epoch, agent, kind: command.kind, action: command.action });
      }
    },
  };
  let now = right(await openHandoffRun(crowd, ground, log, options));
  if (O.isSome(now.torn)) console.log("torn");
  for (let step = tick; step < MOST_STEPS; step++) {
    const { arrived } = now.world.crowd.report;
    if (arrived.length === agents.length) break;
    console.log("step");
    now = (await stepHandoffs(now, {}, options)).run;
    if (O.isSome(now.failure)) throw new Error(JSON.stringify(now.failure.value));
    await new Promise((resolve) => setTimeout(resolve, PACE));
  }
  log.close();
  console.log("done");
}

if (import.meta.main) await run(Deno.args[0]!);
