import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { ROOT } from "./rooms.ts";

/** Serves the project's folder on a free port of this machine. */
function serveProject(): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async ({ url }) => {
    try {
      const text = await Deno.readTextFile(new URL(`.${new URL(url).pathname}`, ROOT));
      return new Response(text, { headers: { "content-type": "text/typescript" } });
    } catch {
      return new Response("not found", { status: 404 });
    }
  });
}

/** A module cache with the npm packages of this machine's cache and nothing else. */
async function freshCache(folder: string): Promise<string> {
  const info = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], cwd: folder }).output();
  const { npmCache } = JSON.parse(new TextDecoder().decode(info.stdout));
  const cache = `${folder}/cache`;
  await Deno.mkdir(cache);
  await Deno.symlink(npmCache, `${cache}/npm`, { type: "dir" });
  return cache;
}

it("mod.ts can be imported by URL, without configuration", async () => {
  const folder = await Deno.makeTempDir();
  const server = serveProject();
  try {
    const base = `http://127.0.0.1:${server.addr.port}`;
    await Deno.writeTextFile(
      `${folder}/main.ts`,
      [
        `import { orcaHalfPlane } from "${base}/mod.ts";`,
        "const a = { id: 1, position: { x: 0, y: 0 }, velocity: { x: 1, y: 0 }, radius: 0.5 };",
        "const b = { id: 2, position: { x: 4, y: 0 }, velocity: { x: -1, y: 0 }, radius: 0.5 };",
        "const found = orcaHalfPlane(a, b, { timeHorizon: 2, timeStep: 0.1 });",
        'if (found._tag === "Some") console.log(found.value.point.x, found.value.normal.x);',
      ].join("\n"),
    );
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-config", "--no-lock", `--allow-import=127.0.0.1:${server.addr.port}`, "main.ts"],
      cwd: folder,
      env: { DENO_DIR: await freshCache(folder), NO_COLOR: "1" },
    }).output();
    assertEquals(
      [new TextDecoder().decode(stdout), code],
      ["0.75 -1\n", 0],
      new TextDecoder().decode(stderr),
    );
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
