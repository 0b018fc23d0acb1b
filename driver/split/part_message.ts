import { deserialize, serialize } from "node:v8";
import type { CrowdAgent } from "../../crowd/crowd.ts";
import type { Halo } from "../../crowd/split/part.ts";
import type { Reach } from "../../crowd/split/reach.ts";

/** What the processes of a split world say to each other. After the first one, three to each peer in each step. */
export type PartMessage =
  /** Who speaks, which world it steps, and of which ticks it has its agents. */
  | {
    readonly kind: "Hello";
    readonly part: number;
    readonly world: string;
    readonly ticks: readonly number[];
  }
  /** Bounds of its agents at the start of a step. */
  | { readonly kind: "Reach"; readonly tick: number; readonly reach: Reach }
  /** Its agents that the other must see. */
  | { readonly kind: "Halo"; readonly tick: number; readonly halo: Halo }
  /** Agents that are the other's from the end of the step on. */
  | { readonly kind: "Departed"; readonly tick: number; readonly agents: readonly CrowdAgent[] };

/** Bytes of a frame before its content: the length of it, unsigned, big-endian. */
export const FRAME_HEAD = 4;

/**
 * A message as a frame. The engine's own serialization is taken because it keeps every bit: JSON would lose infinities and
 * the minus on a zero. Both ends must run the same version; peers are processes of one owner, nobody else can connect.
 */
export function frameOf(message: PartMessage): Uint8Array {
  const content = serialize(message), frame = new Uint8Array(FRAME_HEAD + content.length);
  new DataView(frame.buffer).setUint32(0, content.length);
  frame.set(content, FRAME_HEAD);
  return frame;
}

/** The message of a frame's content; undefined where it is none. */
export function messageOf(content: Uint8Array): PartMessage | undefined {
  try {
    const message: unknown = deserialize(content);
    return isMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The kind tells the rest: it was written by the same version of this file. */
function isMessage(value: unknown): value is PartMessage {
  const kind = (value as { readonly kind?: unknown } | null | undefined)?.kind;
  return kind === "Hello" || kind === "Reach" || kind === "Halo" || kind === "Departed";
}
