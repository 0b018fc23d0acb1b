import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { reasonOf } from "../read_files.ts";
import type { PartFailure } from "./part_failure.ts";
import { FRAME_HEAD, frameOf, messageOf, type PartMessage } from "./part_message.ts";

/** A connection to the process of another part. Messages arrive in order, each once, or the link is lost. */
export interface PartLink {
  /** The other's number. */
  readonly part: number;
  /** Resolves when the message is on its way. */
  readonly send: (message: PartMessage) => Promise<E.Either<PartFailure, void>>;
  /** The next message. */
  readonly receive: () => Promise<E.Either<PartFailure, PartMessage>>;
  /** Bytes that went out and came in so far. */
  readonly traffic: () => number;
  /** Ends it. */
  readonly close: () => void;
}

/** A part that says nothing for this long is taken for dead, ms. */
export const SILENCE = 20_000;

/** A link over a TCP connection (or anything else that carries bytes in order). */
export function partLink(part: number, connection: Deno.Conn, silence: number = SILENCE): PartLink {
  let traffic = 0;
  const readExactly = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length;) {
      const read = await connection.read(bytes.subarray(at));
      if (read === null) throw new Error("the connection has ended");
      at += read;
      traffic += read;
    }
  };
  const receiveNow = async (): Promise<E.Either<PartFailure, PartMessage>> => {
    const head = new Uint8Array(FRAME_HEAD);
    await readExactly(head);
    const content = new Uint8Array(new DataView(head.buffer).getUint32(0));
    await readExactly(content);
    const message = messageOf(content);
    return message === undefined
      ? E.left({ kind: "OutOfStep", part, expected: "a message", found: "other bytes" })
      : E.right(message);
  };
  return {
    part,
    send: async (message) => {
      const frame = frameOf(message);
      try {
        for (let at = 0; at < frame.length;) at += await connection.write(frame.subarray(at));
        traffic += frame.length;
        return E.right(undefined);
      } catch (error) {
        return E.left({ kind: "PeerLost", part, reason: reasonOf(error) });
      }
    },
    receive: () =>
      withinTime(part, silence, receiveNow().catch((error) => E.left(peerLost(part, reasonOf(error))))),
    traffic: () => traffic,
    close: () => {
      try {
        connection.close();
      } catch {
        // It has ended by itself.
      }
    },
  };
}

function peerLost(part: number, reason: string): PartFailure {
  return { kind: "PeerLost", part, reason };
}

/** The result, or that it did not come in time. */
async function withinTime<A>(
  part: number,
  milliseconds: number,
  result: Promise<E.Either<PartFailure, A>>,
): Promise<E.Either<PartFailure, A>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<E.Either<PartFailure, A>>((resolve) => {
    timer = setTimeout(() => resolve(E.left({ kind: "PeerSilent", part, milliseconds })), milliseconds);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
