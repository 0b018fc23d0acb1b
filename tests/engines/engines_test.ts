import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";

const PROGRAM = new URL("./digest_program.ts", import.meta.url).pathname;

/** Runs a command; undefined where there is no such program on the path. */
async function run(command: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await new Deno.Command(command, {
      args: [...args],
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).output();
    return new TextDecoder().decode(stdout);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** The first of these programs that can be started. */
async function firstOf(commands: readonly string[]): Promise<string | undefined> {
  for (const command of commands) if (await run(command, ["--version"]) !== undefined) return command;
  return undefined;
}

const node = await firstOf(["node"]);
const chromium = await firstOf(["chromium", "chromium-browser", "google-chrome"]);

/** The digests that a program has written, as text. */
function digestsIn(text: string | undefined): string | undefined {
  return /digests (\{.*?\})/.exec((text ?? "").replaceAll("&quot;", '"'))?.[1];
}

const folder = await Deno.makeTempDir({ prefix: "halfstep-engines-" });
/** The program in one file; the bundler is a package of its own, which may not be there. */
const bundle = `${folder}/program.mjs`;
await run(Deno.execPath(), ["bundle", "--quiet", "--platform=browser", `--output=${bundle}`, PROGRAM]);
const program = await Deno.readTextFile(bundle).catch(() => undefined);
const own = digestsIn(await run(Deno.execPath(), ["run", "--quiet", PROGRAM]));

it("C1, C10: the runs that engines are compared by come to an end", () => {
  assert(own !== undefined);
});

const withNode = node === undefined || program === undefined ? it.ignore : it;
withNode(
  "C1, C10: runs of 1,000 agents in columns, and of records, have the same digests under Deno and under Node",
  async () => {
    assertEquals(digestsIn(await run(node!, [bundle])), own);
  },
);

const withChromium = chromium === undefined || program === undefined ? it.ignore : it;
withChromium("C1, C10: they have the same digests under Deno and in headless Chromium", async () => {
  const text = program!.replaceAll("</script", "<\\/script");
  const html = `${folder}/page.html`;
  await Deno.writeTextFile(html, `<!doctype html><body></body><script type="module">${text}</script>`);
  const shown = await run(chromium!, [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    `--user-data-dir=${folder}/profile`,
    "--dump-dom",
    `file://${html}`,
  ]);
  assertEquals(digestsIn(shown), own);
});

globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
