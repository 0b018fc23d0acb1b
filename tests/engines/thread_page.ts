/** The program of a page: steps a crowd on two threads and sends what came of it to where the page came from. */
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { agentOfKernel } from "../../crowd/kernel/kernel.ts";
import { oneThreadText } from "../../driver/threads/team.ts";
import {
  closeThreads,
  openThreads,
  stepThreaded,
  threadedKernel,
} from "../../driver/threads/threaded_kernel.ts";
import { digestText, EMPTY_DIGEST, extendDigest } from "../../scenario/digest.ts";
import { denseCrowd } from "../../bench/dense_crowd.ts";

/** What the page says. */
export interface PageResult {
  readonly threads: number;
  readonly reason: string;
  readonly digest: string;
}

/** Steps the crowd of the comparison on so many threads, with workers of this module. */
export async function stepsOnThreads(threads: number, module?: URL): Promise<PageResult> {
  const crowd = denseCrowd(1000, "whole");
  const team = openThreads({ threads, ...(module === undefined ? {} : { module }) });
  let now = await threadedKernel(team, crowd), digest = EMPTY_DIGEST;
  for (let step = 0; step < 12; step++) {
    now = stepThreaded(now);
    const { kernel } = now;
    digest = extendDigest(digest, { ...crowd, agents: crowd.agents.map((_, i) => agentOfKernel(kernel, i)) });
  }
  closeThreads(team);
  const reason = O.isSome(now.reason) ? oneThreadText(now.reason.value) : "";
  return { threads: now.threads, reason, digest: digestText(digest) };
}

if (Reflect.get(globalThis, "document") !== undefined) {
  const page = new URL(Reflect.get(globalThis, "location").href);
  const result = await stepsOnThreads(2, new URL("./worker.mjs", page));
  await fetch(new URL("./result", page), { method: "POST", body: JSON.stringify(result) });
}
