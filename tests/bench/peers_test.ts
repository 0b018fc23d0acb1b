import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";

const ROOT = new URL("../../", import.meta.url), PEERS = "bench/peers";

/** A network that swallows requests would hold the probe for minutes, ms. */
const PROBE_TIMEOUT = 5000;

function deno(args: readonly string[], signal?: AbortSignal): Promise<Deno.CommandOutput> {
  return new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    stdout: "piped",
    stderr: "piped",
    ...(signal === undefined ? {} : { signal }),
  }).output();
}

const install = await deno(
  ["install", "--quiet", `--config=${PEERS}/deno.json`],
  AbortSignal.timeout(PROBE_TIMEOUT),
);
const test = install.success ? it : it.ignore;

test("peers: the comparison runs on a tiny scene, and every engine moves", async () => {
  const tiny = ["--agents=12", "--steps=1", "--rounds=1", "--warm-up=0", "--from=0", "--watched=1440"];
  const { success, stdout, stderr } = await deno([
    "run",
    "-A",
    "--check",
    `--config=${PEERS}/deno.json`,
    `${PEERS}/main.ts`,
    ...tiny,
  ]);
  const text = new TextDecoder().decode(stdout);
  assert(success, text + new TextDecoder().decode(stderr));
  const rows = text.split("\n").map((line) => line.split(" | ")).filter(([, cell]) =>
    /^-?\d/.test(cell ?? "")
  );
  const names = new Set(rows.map(([name]) => name));
  assert(
    [...names].some((name) => name!.includes("recast")) &&
      [...names].some((name) => name!.includes("navcat")),
  );
  assertEquals(rows.length, 2 * names.size, text);
  for (const [name, ...cells] of rows) {
    for (const cell of cells) assert(Number.isFinite(parseFloat(cell)), `${name}: ${cell}`);
    // In 12 s nearly everybody of twelve has arrived; who does not move has not.
    if (cells.length === 5) assert(parseFloat(cells.at(-1)!) > 80, `${name}: ${cells.at(-1)} % have arrived`);
  }
});

test("peers: a number that makes no sense is refused in a word", async () => {
  const { code, stderr } = await deno([
    "run",
    "-A",
    `--config=${PEERS}/deno.json`,
    `${PEERS}/main.ts`,
    "--rounds=0",
  ]);
  assertEquals(code, 2);
  assert(
    new TextDecoder().decode(stderr).includes("--rounds: expected a whole number of at least 1, but found 0"),
  );
});
