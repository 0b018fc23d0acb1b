/**
 * A program without any effect but one line that it writes: digests of runs that must come to the same bits on every engine.
 *
 * @module
 */
import { agentOfKernel, kernelOf } from "../../crowd/kernel/kernel.ts";
import { stepKernel } from "../../crowd/kernel/step.ts";
import { stepCrowd } from "../../crowd/step.ts";
import { digestText, EMPTY_DIGEST, extendDigest } from "../../scenario/digest.ts";
import { denseCrowd, type Work } from "../../bench/dense_crowd.ts";

/** The digest of every step of a run on records. */
function recordDigest(agents: number, steps: number, work: Work): string {
  let crowd = denseCrowd(agents, work), digest = EMPTY_DIGEST;
  for (let step = 0; step < steps; step++) {
    crowd = stepCrowd(crowd);
    digest = extendDigest(digest, crowd);
  }
  return digestText(digest);
}

/** The same of a run in columns. */
function kernelDigest(agents: number, steps: number, work: Work): string {
  const crowd = denseCrowd(agents, work);
  let kernel = kernelOf(crowd), digest = EMPTY_DIGEST;
  for (let step = 0; step < steps; step++) {
    kernel = stepKernel(kernel);
    digest = extendDigest(digest, { ...crowd, agents: crowd.agents.map((_, i) => agentOfKernel(kernel, i)) });
  }
  return digestText(digest);
}

const digests = {
  records: recordDigest(150, 6, "whole"),
  plain: kernelDigest(1000, 30, "plain"),
  whole: kernelDigest(1000, 30, "whole"),
};
const line = `digests ${JSON.stringify(digests)}`;
const page: unknown = Reflect.get(globalThis, "document");
if (page === undefined) console.log(line);
else (page as { readonly body: { textContent: string } }).body.textContent = line;
