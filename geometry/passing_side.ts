import { type AgentId, compareAgentIds } from "./agent.ts";
import type { PassingSide } from "./parameters.ts";

/**
 * The hand on which two agents pass when the geometry does not say, by their IDs alone (G6): 32-bit FNV-1a over
 * both IDs in their order; even → right. Each ID is hashed as the UTF-16 code units of `n` or `s` (number or
 * string), its text and a zero, each unit as low byte, then high byte.
 */
export function passingSideById(a: AgentId, b: AgentId): "right" | "left" {
  const [low, high] = compareAgentIds(a, b) <= 0 ? [a, b] : [b, a];
  const hash = hashId(hashId(0x811c9dc5, low), high);
  return (hash & 1) === 0 ? "right" : "left";
}

/** The hand that a parameter names for a pair (G6). */
export function passingSideOfPair(side: PassingSide, a: AgentId, b: AgentId): "right" | "left" {
  return side === "byId" ? passingSideById(a, b) : side;
}

/** Continues a 32-bit FNV-1a hash with an ID. */
export function hashId(start: number, id: AgentId): number {
  const text = (typeof id === "number" ? "n" : "s") + String(id) + "\0";
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return hash >>> 0;
}
