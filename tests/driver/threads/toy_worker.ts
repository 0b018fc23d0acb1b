/** A worker for tests: squares numbers, throws, or never ends. */
import { serveTeam } from "../../../driver/threads/serve.ts";

serveTeam((subject) => {
  if (subject === "bad") throw new Error("bad subject");
  const { from, into } = subject as { readonly from: Float64Array; readonly into: Float64Array };
  return [
    (first, last) => {
      for (let i = first; i < last; i++) into[i] = from[i]! * from[i]!;
    },
    () => {
      throw new Error("a phase has failed");
    },
    () => {
      for (;;);
    },
    () => {
      Reflect.get(globalThis, "close").call(globalThis);
      for (const now = performance.now(); performance.now() < now + 20;);
    },
  ];
});
