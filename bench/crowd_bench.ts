import { stepCrowd } from "../crowd/step.ts";
import { denseCrowdInMotion } from "./dense_crowd.ts";

for (const agents of [100, 1000]) {
  const crowd = denseCrowdInMotion(agents, "whole");
  Deno.bench({
    name: `one step of ${agents} agents on records`,
    group: "step",
    fn() {
      stepCrowd(crowd);
    },
  });
}
