import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { type PageResult, stepsOnThreads } from "./thread_page.ts";

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

/** The files of a page on threads, bundled; undefined where there is no bundler. */
async function threadFiles(): Promise<ReadonlyMap<string, string> | undefined> {
  const parts = [["page.mjs", "./thread_page.ts"], [
    "worker.mjs",
    "../../driver/threads/kernel_worker.ts",
  ]] as const;
  const files = new Map([["page.html", '<!doctype html><script type="module" src="./page.mjs"></script>']]);
  for (const [name, source] of parts) {
    const path = new URL(source, import.meta.url).pathname, output = `${folder}/${name}`;
    await run(Deno.execPath(), ["bundle", "--quiet", "--platform=browser", `--output=${output}`, path]);
    const text = await Deno.readTextFile(output).catch(() => undefined);
    if (text === undefined) return undefined;
    files.set(name, text);
  }
  return files;
}

/** Shows a page in Chromium, served with these headers, and returns what it sends. */
async function pageResult(
  files: ReadonlyMap<string, string>,
  isolation: Readonly<Record<string, string>>,
): Promise<PageResult> {
  const sent = Promise.withResolvers<PageResult>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const name = new URL(request.url).pathname.slice(1), text = files.get(name);
    if (name === "result") sent.resolve(await request.json());
    const type = name.endsWith(".mjs") ? "text/javascript" : "text/html";
    return new Response(text ?? "", {
      status: text === undefined && name !== "result" ? 404 : 200,
      headers: { "content-type": type, ...isolation },
    });
  });
  const profile = await Deno.makeTempDir({ dir: folder });
  const browser = new Deno.Command(chromium!, {
    args: [
      ...["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`],
      ...["--remote-debugging-port=0", `http://127.0.0.1:${server.addr.port}/page.html`],
    ],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  const late = setTimeout(() => sent.reject(new Error("the page has sent nothing")), 60_000);
  try {
    return await sent.promise;
  } finally {
    clearTimeout(late);
    browser.kill("SIGKILL");
    await browser.status;
  }
}

withChromium(
  "C11: a page steps a crowd on two threads to the bits of one; one that is not isolated has one thread and says so",
  async () => {
    const files = await threadFiles();
    assert(files !== undefined);
    const { digest } = await stepsOnThreads(1);
    const isolated = await pageResult(files, {
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    assertEquals(isolated, { threads: 2, reason: "", digest });
    const alone = await pageResult(files, {});
    assertEquals([alone.threads, alone.digest], [1, digest]);
    assert(alone.reason.includes("memory cannot be shared"), alone.reason);
  },
);
