import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { CHUNK } from "../../../driver/threads/relay.ts";
import { oneThreadText, openTeam, type Team, type TeamOptions } from "../../../driver/threads/team.ts";
import { right } from "../slope.ts";

const TOY = new URL("./toy_worker.ts", import.meta.url);

function team(workers: number, more: Partial<TeamOptions> = {}): Team {
  return right(openTeam({ workers, module: TOY, ...more }));
}

/** Numbers in shared memory, and room for their squares. */
function numbers(count: number) {
  const from = new Float64Array(new SharedArrayBuffer(8 * count)).map((_, i) => i + 0.5);
  const shared = new Float64Array(new SharedArrayBuffer(8 * count));
  shared.set(from);
  return { from: shared, into: new Float64Array(new SharedArrayBuffer(8 * count)) };
}

function isSquared({ from, into }: ReturnType<typeof numbers>): boolean {
  return into.every((square, i) => square === from[i]! * from[i]!);
}

it("C11: a team does every row once, whatever the number of rows and workers, and again after it was given others", async () => {
  for (const workers of [1, 3]) {
    const crew = team(workers);
    try {
      for (const count of [0, 1, CHUNK, CHUNK + 1, 40 * CHUNK + 7]) {
        const subject = numbers(count);
        right(await crew.prepare(subject));
        for (let round = 0; round < 8; round++) {
          subject.into.fill(0);
          const own = (first: number, last: number): void => {
            for (let i = first; i < last; i++) {
              assertEquals(subject.into[i], 0, `row ${i} is done twice`);
              subject.into[i] = subject.from[i]! ** 2;
            }
          };
          assertEquals(crew.run(0, count, own), "done");
          assert(isSquared(subject), `${workers} workers, ${count} rows, round ${round}`);
        }
      }
    } finally {
      crew.close();
    }
  }
});

it("C11: workers do their share: a thread that is slow leaves most of it to them", async () => {
  const subject = numbers(60 * CHUNK), crew = team(1);
  right(await crew.prepare(subject));
  let own = 0;
  assertEquals(
    crew.run(0, subject.from.length, (first, last) => {
      own += last - first;
      for (let i = first; i < last; i++) subject.into[i] = subject.from[i]! ** 2;
      for (const now = performance.now(); performance.now() < now + 10;);
    }),
    "done",
  );
  assert(isSquared(subject));
  assert(own < subject.from.length, `${own} of ${subject.from.length} rows`);
  crew.close();
});

/** Keeps this thread busy, so that workers get a share. */
const slow = (): void => {
  for (const now = performance.now(); performance.now() < now + 30;);
};

it("C11: a worker that throws or hangs is a failure, not a wait; the team is closed then", async () => {
  for (const phase of [1, 2]) {
    const crew = team(2, { patience: 200 }), subject = numbers(20 * CHUNK);
    right(await crew.prepare(subject));
    const start = performance.now();
    assertEquals(crew.run(phase, subject.from.length, slow), "failed", `phase ${phase}`);
    assert(performance.now() - start < 10_000);
    assertEquals(crew.run(0, 1, () => {}), "failed");
    const again = await crew.prepare(subject);
    assert(E.isLeft(again) && oneThreadText(again.left).includes("closed"));
  }
});

it("C11: a worker that ends itself is not waited for: the others do its share", async () => {
  const crew = team(2, { patience: 200 }), subject = numbers(20 * CHUNK);
  right(await crew.prepare(subject));
  crew.run(3, subject.from.length, slow);
  for (let round = 0; round < 5; round++) {
    subject.into.fill(0);
    const end = crew.run(0, subject.from.length, (first, last) => {
      for (let i = first; i < last; i++) subject.into[i] = subject.from[i]! ** 2;
    });
    if (end === "failed") return; // it was in the phase when it ended
    assert(isSquared(subject));
  }
  crew.close();
});

it("C11: a process that has closed its teams comes to its end, and so does one that has not used them", async () => {
  const code = `import { openTeam } from "${new URL("../../../driver/threads/team.ts", import.meta.url)}";
    for (const used of [true, false]) {
      const { right } = openTeam({ workers: 2, module: new URL("${TOY}") });
      const shared = () => new Float64Array(new SharedArrayBuffer(80));
      if (used) await right.prepare({ from: shared(), into: shared() });
      if (used) right.run(0, 10, () => {});
      right.close();
    }`;
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--quiet", code],
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(60_000),
  }).output();
  assert(success);
});

it("C11: a worker that cannot be loaded, cannot use what it is given or is never ready is a failure with its reason", async () => {
  const reasonOf = async (crew: Team, subject: unknown): Promise<string> => {
    const ready = await crew.prepare(subject);
    assert(E.isLeft(ready));
    return oneThreadText(ready.left);
  };
  const missing = await reasonOf(team(1, { module: new URL("./no_such_worker.ts", import.meta.url) }), {});
  assert(missing.startsWith("one thread: a worker has failed: "), missing);
  const bad = await reasonOf(team(2), "bad");
  assert(bad.includes("bad subject"), bad);
  const silent = new URL("data:text/javascript,onmessage = () => {}");
  assertEquals(
    await reasonOf(team(1, { module: silent, startTime: 50 }), {}),
    "one thread: a worker has failed: it is not ready after 50 ms",
  );
  const refused = openTeam({
    workers: 1,
    module: TOY,
    start: () => {
      throw new Error("refused");
    },
  });
  assertEquals(refused, E.left({ kind: "WorkerFailed", why: "refused" }));
});
