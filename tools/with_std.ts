/**
 * Runs a Deno command whose module graph holds tests: `with_std.ts test -A …` stands for `deno test -A …`.
 *
 * The tests take `@std/assert` and `@std/testing` from JSR. Where JSR cannot be reached (and no cache has the
 * packages), the same command runs with stand-ins from `std_stand_ins/` in their place, which one line on stderr
 * says. Either way the same tests run.
 *
 * @module
 */

/** The part of `deno.json` that matters here: bare specifiers and what they stand for. */
export type Imports = Readonly<Record<string, string>>;

/** Stand-ins by the specifier that tests import, as paths from the project's root. */
export const STAND_INS: Imports = {
  "@std/assert": "tools/std_stand_ins/assert.ts",
  "@std/testing/bdd": "tools/std_stand_ins/bdd.ts",
};

/** A network that swallows requests would hold the probe for minutes, ms. */
const PROBE_TIMEOUT = 5000;

/** The `jsr:` address of each specifier that has a stand-in, from the entries of `deno.json`. */
export function standardPackages(imports: Imports): readonly string[] {
  return Object.keys(STAND_INS).map((specifier) => {
    const name = specifier.split("/").slice(0, 2).join("/");
    const entry = imports[name];
    return entry === undefined ? specifier : entry + specifier.slice(name.length);
  });
}

/**
 * An import map, as a `data:` URL, that sends the standard packages to their stand-ins. A map given by flag replaces
 * the entries of `deno.json`, so all others are carried over; paths become absolute, for a `data:` URL is no base.
 */
export function standInMap(imports: Imports, root: URL): string {
  const kept = Object.entries(imports).filter(([, target]) => !target.startsWith("jsr:"));
  const all = [...kept, ...Object.entries(STAND_INS)].map(([specifier, target]) => [
    specifier,
    target.startsWith("npm:") ? target : new URL(target, root).href,
  ]);
  return `data:application/json,${encodeURIComponent(JSON.stringify({ imports: Object.fromEntries(all) }))}`;
}

/** Whether Deno can have the packages, from the network or from its cache. */
async function available(packages: readonly string[], root: URL): Promise<boolean> {
  const probe = new Deno.Command(Deno.execPath(), {
    args: ["cache", "--quiet", ...packages],
    cwd: root,
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(PROBE_TIMEOUT),
  });
  return (await probe.output()).success;
}

async function main(command: string, rest: readonly string[]): Promise<number> {
  const root = new URL("../", import.meta.url);
  const { imports }: { imports: Imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const flags: string[] = [];
  if (!await available(standardPackages(imports), root)) {
    console.error(
      "The @std packages cannot be had from JSR: tests run with the stand-ins in tools/std_stand_ins.",
    );
    flags.push(`--import-map=${standInMap(imports, root)}`);
  }
  const child = new Deno.Command(Deno.execPath(), { args: [command, ...flags, ...rest], cwd: root }).spawn();
  return (await child.status).code;
}

if (import.meta.main) {
  const [command, ...rest] = Deno.args;
  if (command === undefined) {
    console.error("Usage: deno run -A tools/with_std.ts <deno command> [arguments]");
    Deno.exit(2);
  }
  Deno.exit(await main(command, rest));
}
