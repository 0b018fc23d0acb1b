import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { checksum } from "./checksum.ts";

/** A last line that was not written to its end. */
export interface TornLine {
  /** Its number, from 1. */
  readonly line: number;
  /** How many bytes of it there are. */
  readonly bytes: number;
}

/** A line that is not what was written: another checksum, another number, not text. */
export interface DamagedLine {
  /** Always "Damaged". */
  readonly kind: "Damaged";
  /** Its number, from 1. */
  readonly line: number;
  /** What is wrong with it, in words. */
  readonly rule: string;
}

/** What a file of checked lines holds: a checksum (CRC-32), a space, `[number, entry]` as JSON, and a line feed. */
export interface ReadLines {
  /** Entries as they were read: nothing but their checksums has been looked at. */
  readonly entries: readonly unknown[];
  /** What a crash has cut off at the end, and was left out. */
  readonly torn?: TornLine;
  /** Where the last whole line ends, bytes. */
  readonly end: number;
}

/** A line of an entry, line feed included. */
export function lineOf(number: number, entry: unknown): Uint8Array {
  const text = JSON.stringify([number, entry]);
  return new TextEncoder().encode(`${checksum(new TextEncoder().encode(text))} ${text}\n`);
}

const LINE_FEED = 10, SUM = 9;

/** The entries of a file's bytes, and where they end; a last line without a line feed is left out. */
export function readLines(bytes: Uint8Array): E.Either<DamagedLine, ReadLines> {
  const entries: unknown[] = [];
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, start), line = entries.length + 1;
    if (end < 0) break;
    const content = readLine(bytes.subarray(start, end), line);
    if (typeof content === "string") return E.left({ kind: "Damaged", line, rule: content });
    entries.push(content.entry);
    start = end + 1;
  }
  const torn: TornLine | undefined = start < bytes.length
    ? { line: entries.length + 1, bytes: bytes.length - start }
    : undefined;
  return E.right({ entries, end: start, ...(torn === undefined ? {} : { torn }) });
}

/** A line's entry, or what is wrong with the line. */
function readLine(bytes: Uint8Array, line: number): { readonly entry: unknown } | string {
  const sum = new TextDecoder().decode(bytes.subarray(0, SUM)), text = bytes.subarray(SUM);
  if (sum !== `${checksum(text)} `) return "its checksum is another";
  try {
    const content: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
    if (!Array.isArray(content) || content.length !== 2) return "it is no numbered entry";
    return content[0] === line ? { entry: content[1] } : `its number must be ${line}, but is ${content[0]}`;
  } catch {
    return "it is not JSON";
  }
}
