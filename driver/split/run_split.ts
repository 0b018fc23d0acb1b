import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { crowdAt } from "../../crowd/create.ts";
import type { Crowd } from "../../crowd/crowd.ts";
import { mergeParts, splitCrowd } from "../../crowd/split/ownership.ts";
import { stripes } from "../../crowd/split/partition.ts";
import type { PartFailure } from "./part_failure.ts";
import type { PartOrder, PartWord } from "./part_process.ts";
import { partStore, readWorld, writeWorld } from "./part_store.ts";

/** A world that is stepped by several processes on this machine. */
export interface SplitRun {
  /** Where worlds and agents are kept. */
  readonly folder: string;
  /** The cuts of `stripes`, m: one process more than there are cuts. */
  readonly cuts: readonly number[];
  /** Told of every word of a part's process, with the process: whoever wants to see what a crash does may end it. */
  readonly onWord?: (word: PartWord, part: number, process: Deno.ChildProcess) => void;
}

/** Lays a crowd down in a folder, each agent in the one part that owns it. */
export async function laySplit(
  { folder, cuts }: SplitRun,
  crowd: Crowd,
): Promise<E.Either<PartFailure, void>> {
  const world = await writeWorld(folder, crowd);
  if (E.isLeft(world)) return world;
  for (const [part, { agents }] of splitCrowd(crowd, stripes(cuts)).entries()) {
    const written = await partStore(folder, part).write(crowd.tick, agents);
    if (E.isLeft(written)) return written;
  }
  return E.right(undefined);
}

/**
 * Starts a process for each part and waits for all to end. Where one dies, the others notice and end as well.
 *
 * @returns whether all are at tick `until`; if not, another call goes on from the last tick that all have
 */
export async function runSplit(run: SplitRun, until: number): Promise<"done" | "stopped"> {
  const processes = Array.from({ length: run.cuts.length + 1 }, (_, part) => {
    const order: PartOrder = { folder: run.folder, part, cuts: run.cuts, until };
    return new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "-A",
        new URL("./part_process.ts", import.meta.url).href,
        JSON.stringify(order),
      ],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
  });
  const listening = processes.map(() => Promise.withResolvers<number | undefined>());
  const listeners = processes.map((process, part) =>
    eachWord(process, (word) => {
      if (word.kind === "Listening") listening[part]!.resolve(word.port);
      run.onWord?.(word, part, process);
    }).then(() => listening[part]!.resolve(undefined))
  );
  const ports = await Promise.all(listening.map(({ promise }) => promise));
  await Promise.all(processes.map(({ stdin }) => tell(stdin, `${JSON.stringify(ports)}\n`)));
  const ends = await Promise.all(processes.map(({ status }) => status));
  await Promise.all(listeners);
  return ends.every(({ success }) => success) ? "done" : "stopped";
}

/** All agents of a tick, from all parts: the whole crowd, or why it cannot be had. */
export async function gatherSplit(
  { folder, cuts }: SplitRun,
  tick: number,
): Promise<E.Either<PartFailure, Crowd>> {
  const world = await readWorld(folder);
  if (E.isLeft(world)) return world;
  const { parameters, obstacles } = world.right, parts: Crowd[] = [];
  for (let part = 0; part <= cuts.length; part++) {
    const agents = await partStore(folder, part).read(tick);
    if (E.isLeft(agents)) return agents;
    parts.push(crowdAt(agents.right, obstacles, parameters, tick));
  }
  const whole = mergeParts(parts);
  return whole === undefined ? E.left({ kind: "NoCommonTick" }) : E.right(whole);
}

async function eachWord(process: Deno.ChildProcess, hear: (word: PartWord) => void): Promise<void> {
  let text = "";
  for await (const piece of process.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (text + piece).split("\n");
    text = lines.pop()!;
    for (const line of lines) hear(JSON.parse(line));
  }
}

/** A process that has died already hears nothing: its end is noticed elsewhere. */
async function tell(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // See above.
  }
}
