/**
 * The process of one part of a split world. It is started by `runSplit`, with a `PartOrder` as its only argument; it prints
 * `PartWord`s, one line each, and reads the ports of all parts from its input. Exit code 0: the part is at its last tick;
 * 3: it could not go on, and its last word says why.
 *
 * @module
 */
import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { stripes } from "../../crowd/split/partition.ts";
import { reasonOf } from "../read_files.ts";
import { type PartFailure, partFailureText } from "./part_failure.ts";
import { type PartLink, partLink, SILENCE } from "./part_link.ts";
import { partStore, readWorld } from "./part_store.ts";
import { runPart } from "./run_part.ts";

/** What a part's process is told. */
export interface PartOrder {
  /** Where worlds and agents are kept. */
  readonly folder: string;
  /** Its number. */
  readonly part: number;
  /** The cuts of `stripes`, m. */
  readonly cuts: readonly number[];
  /** The last tick. */
  readonly until: number;
}

/** What it says. */
export type PartWord =
  /** It listens there. */
  | { readonly kind: "Listening"; readonly port: number }
  /** Its agents of this tick are durable. */
  | {
    readonly kind: "Stepped";
    readonly tick: number;
    readonly own: number;
    readonly seen: number;
    readonly arrived: number;
  }
  /** It is at its last tick; bytes that went over its links. */
  | { readonly kind: "Done"; readonly traffic: number }
  /** It cannot go on. */
  | { readonly kind: "Failed"; readonly reason: string };

function say(word: PartWord): void {
  console.log(JSON.stringify(word));
}

/** All processes are on this machine. */
const LOOPBACK = "127.0.0.1";

/** Links to all parts: this one calls those before it and waits for those after it. */
async function connect(
  part: number,
  ports: readonly number[],
  listener: Deno.TcpListener,
): Promise<E.Either<PartFailure, readonly PartLink[]>> {
  const links: PartLink[] = [];
  const late = setTimeout(() => listener.close(), SILENCE);
  try {
    for (let other = 0; other < part; other++) {
      const connection = await Deno.connect({ hostname: LOOPBACK, port: ports[other]! });
      connection.setNoDelay();
      await connection.write(Uint8Array.of(part));
      links.push(partLink(other, connection));
    }
    for (let missing = ports.length - part - 1; missing > 0; missing--) {
      const connection = await listener.accept(), caller = new Uint8Array(1);
      connection.setNoDelay();
      if (await connection.read(caller) === null) throw new Error("a caller has hung up");
      links.push(partLink(caller[0]!, connection));
    }
    return E.right(links.sort((a, b) => a.part - b.part));
  } catch (error) {
    return E.left({ kind: "PeerLost", part: links.length, reason: reasonOf(error) });
  } finally {
    clearTimeout(late);
  }
}

/** The first line of the input: the ports of all parts. */
async function portsOfAll(): Promise<readonly number[]> {
  let text = "";
  for await (const piece of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes("\n")) break;
  }
  return JSON.parse(text);
}

async function main({ folder, part, cuts, until }: PartOrder): Promise<number> {
  const failed = (failure: PartFailure): number => {
    say({ kind: "Failed", reason: partFailureText(failure) });
    return 3;
  };
  using listener = Deno.listen({ hostname: LOOPBACK, port: 0 });
  say({ kind: "Listening", port: listener.addr.port });
  const ports = await portsOfAll();
  const world = await readWorld(folder);
  if (E.isLeft(world)) return failed(world.left);
  const links = await connect(part, ports, listener);
  if (E.isLeft(links)) return failed(links.left);
  const done = await runPart({
    part,
    partition: stripes(cuts),
    links: links.right,
    store: partStore(folder, part),
    world: world.right,
    onStep: ({ tick, agents }, step) => say({ kind: "Stepped", tick, own: agents.length, ...step }),
  }, until);
  for (const { close } of links.right) close();
  if (E.isLeft(done)) return failed(done.left);
  say({ kind: "Done", traffic: links.right.reduce((sum, { traffic }) => sum + traffic(), 0) });
  return 0;
}

if (import.meta.main) Deno.exit(await main(JSON.parse(Deno.args[0]!)));
