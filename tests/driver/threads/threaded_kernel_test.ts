import { assert } from "@std/assert";
import { it } from "@std/testing/bdd";
import type { CASES } from "./thread_cases.ts";

const PROGRAM = new URL("./thread_cases.ts", import.meta.url).pathname;

/** Runs a case in a process of its own, without checking types. */
async function run(name: keyof typeof CASES): Promise<void> {
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", PROGRAM, name],
    stdout: "null",
    stderr: "piped",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
}

it("C11: whatever the number of threads, 1 to 8, a crowd comes to the same bits in every step", () =>
  run("everyCount"));

it("C11: random crowds with walls, regions, storeys and agents on records come to the same bits on three threads", () =>
  run("randomCrowds"));

it("C11, C1: threads take another crowd, or the same with more agents, after the one before", () =>
  run("anotherCrowd"));

it("C11: a worker that throws or hangs in the middle of a step costs its threads, not its bits, and the result says so", () =>
  run("failingWorkers"));

it("C11: where memory cannot be shared, or no worker can be had, one thread does it all and says why", () =>
  run("oneThread"));
