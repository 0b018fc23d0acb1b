import { deserialize, serialize } from "node:v8";
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import type { Crowd, CrowdAgent } from "../../crowd/crowd.ts";
import { checksum } from "../checksum.ts";
import { reasonOf } from "../read_files.ts";
import type { PartFailure } from "./part_failure.ts";

/**
 * Where a part keeps its agents, tick by tick. The last two ticks are kept: no part can be more than one tick ahead of another,
 * because the step to tick t + 2 needs a message that the other sends only when its agents of tick t + 1 are durable.
 */
export interface PartStore {
  /** Ticks of which the agents are there, rising. */
  readonly ticks: () => Promise<E.Either<PartFailure, readonly number[]>>;
  /** The agents of a tick. */
  readonly read: (tick: number) => Promise<E.Either<PartFailure, readonly CrowdAgent[]>>;
  /** Resolves when the agents survive the process being killed and the power failing. */
  readonly write: (tick: number, agents: readonly CrowdAgent[]) => Promise<E.Either<PartFailure, void>>;
}

/** A store of the part's own files in a folder: each is written beside its place, synced and then renamed. */
export function partStore(folder: string, part: number): PartStore {
  const path = (tick: number): string => `${folder}/part-${part}-${tick}.bin`;
  const ticks = (): Promise<E.Either<PartFailure, readonly number[]>> =>
    attempt(async () => {
      const found: number[] = [], name = new RegExp(`^part-${part}-(\\d+)\\.bin$`);
      for await (const entry of Deno.readDir(folder)) {
        const tick = name.exec(entry.name)?.[1];
        if (tick !== undefined) found.push(Number(tick));
      }
      return found.sort((a, b) => a - b);
    });
  return {
    ticks,
    read: (tick) => readValue<readonly CrowdAgent[]>(path(tick)),
    write: async (tick, agents) => {
      const written = await writeValue(folder, path(tick), agents);
      if (E.isLeft(written)) return written;
      const all = await ticks();
      if (E.isLeft(all)) return all;
      return attempt(async () => {
        for (const old of all.right) if (old < tick - 1) await Deno.remove(path(old));
      });
    },
  };
}

/** What all parts share: the crowd without its agents. */
export type World = Pick<Crowd, "parameters" | "obstacles">;

/** Writes what all parts share. */
export function writeWorld(
  folder: string,
  { parameters, obstacles }: World,
): Promise<E.Either<PartFailure, void>> {
  return writeValue(folder, `${folder}/world.bin`, { parameters, obstacles });
}

/** Reads what all parts share. */
export function readWorld(folder: string): Promise<E.Either<PartFailure, World>> {
  return readValue<World>(`${folder}/world.bin`);
}

/** Two worlds with the same text are the same, bit for bit. */
export function worldText(world: World): string {
  return checksum(serialize(world));
}

/** Length of a checksum's text, bytes. */
const SUM = 8;

async function writeValue(
  folder: string,
  path: string,
  value: unknown,
): Promise<E.Either<PartFailure, void>> {
  return await attempt(async () => {
    const content = serialize(value), beside = `${path}.new`;
    {
      using file = await Deno.open(beside, { write: true, create: true, truncate: true });
      const bytes = new Uint8Array([...new TextEncoder().encode(checksum(content)), ...content]);
      for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
      await file.sync();
    }
    await Deno.rename(beside, path);
    using place = await Deno.open(folder);
    await place.sync();
  });
}

async function readValue<Value>(path: string): Promise<E.Either<PartFailure, Value>> {
  const bytes = await attempt(() => Deno.readFile(path));
  if (E.isLeft(bytes)) return bytes;
  const content = bytes.right.subarray(SUM);
  return new TextDecoder().decode(bytes.right.subarray(0, SUM)) === checksum(content)
    ? E.right(deserialize(content))
    : E.left({ kind: "StoreDamaged", file: path });
}

async function attempt<A>(work: () => Promise<A>): Promise<E.Either<PartFailure, A>> {
  try {
    return E.right(await work());
  } catch (error) {
    return E.left({ kind: "StoreUnavailable", reason: reasonOf(error) });
  }
}
