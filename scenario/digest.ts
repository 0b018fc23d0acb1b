import type { Crowd } from "../crowd/crowd.ts";

/** A digest of 64 bits, in two halves. */
export interface Digest {
  /** Unsigned, 32 bits. */
  readonly high: number;
  /** Unsigned, 32 bits. */
  readonly low: number;
}

/** The digest of nothing. */
export const EMPTY_DIGEST: Digest = { high: 0x811c9dc5, low: 0x9dc5811c };

/**
 * The digest extended by all positions of a crowd, bit for bit: one bit more or less anywhere, or a minus on a zero,
 * and it differs. Runs with equal digests can be taken to be equal. The byte order of the machine does not enter.
 */
export function extendDigest(digest: Digest, crowd: Crowd): Digest {
  const buffer = new DataView(new ArrayBuffer(8));
  let { high, low } = digest;
  const mix = (number: number): void => {
    buffer.setFloat64(0, number);
    for (let i = 0; i < 8; i++) {
      const byte = buffer.getUint8(i);
      // FNV-1a in the one half, a like mixing with another odd factor in the other.
      high = Math.imul(high ^ byte, 0x01000193);
      low = Math.imul(low ^ byte ^ (low >>> 15), 0x85ebca6b);
    }
  };
  for (const { position } of crowd.agents) {
    mix(position.x);
    mix(position.y);
  }
  return { high: high >>> 0, low: low >>> 0 };
}

/** Sixteen hexadecimal digits. */
export function digestText({ high, low }: Digest): string {
  return high.toString(16).padStart(8, "0") + low.toString(16).padStart(8, "0");
}
