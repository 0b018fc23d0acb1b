/** A worker for tests that fails when it is to decide: it throws, or, called with `?hang`, writes nonsense and hangs. */
import { DECIDE_SLOTS, kernelPhases, type KernelSubject } from "../../../driver/threads/kernel_phases.ts";
import { serveTeam } from "../../../driver/threads/serve.ts";

const hangs = new URL(import.meta.url).search === "?hang";

serveTeam((subject) => {
  const { states, numbers } = subject as KernelSubject;
  return [
    ...kernelPhases(subject as KernelSubject).slice(0, DECIDE_SLOTS),
    () => {
      if (!hangs) throw new Error("it fails");
      states[numbers[0] === 0 ? 1 : 0].x.fill(NaN);
      for (;;);
    },
  ];
});
