import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { importsOf, type Module, modulesOf, resolve, ROOMS, ROOT } from "./rooms.ts";

/** npm packages that the library may use, by the one form that works by URL and stays small. */
const PACKAGE = /^npm:fp-ts@\^2\.16\/lib\/\w+\.js$/;

/** What is wrong with the imports of a room's module. */
function wrongImports(room: string, module: Module): readonly string[] {
  const allowed: readonly string[] = ROOMS.slice(0, ROOMS.findIndex((name) => name === room) + 1);
  return importsOf(module).filter((specifier) => {
    const target = resolve(module.path, specifier);
    if (PACKAGE.test(specifier)) return false;
    if (room === "driver" && /^(node|npm):/.test(specifier)) return false;
    if (room === "playground") return target !== "mod.ts" && !allowed.includes(target.split("/")[0] ?? "");
    return !specifier.startsWith(".") || !target.includes("/") ||
      !allowed.includes(target.split("/")[0] ?? "");
  }).map((specifier) => `${module.path}: ${specifier}`);
}

it("rooms: every room imports from itself and earlier rooms only", async () => {
  let seen = 0;
  for (const room of ROOMS) {
    for (const module of await modulesOf(room)) {
      seen++;
      assertEquals(wrongImports(room, module), []);
    }
  }
  assert(seen > 10);
});

it("rooms: imports of later rooms, of the root and of other packages are found, in every form", () => {
  const text = [
    'import { a } from "./a.ts";',
    'import type { B } from "../geometry/b.ts";',
    'import * as O from "npm:fp-ts@^2.16/lib/Option.js";',
    'import type { C } from "../crowd/crowd.ts";',
    'export * from "../mod.ts";',
    'export { t } from "../tests/t.ts";',
    'import "npm:fp-ts@^2.16";',
    'import { assert } from "@std/assert";',
    'const e = await import("../view/e.ts");',
    'type F = import("../driver/f.ts").F;',
    '// import { g } from "../crowd/g.ts";',
  ].join("\n");
  assertEquals(
    wrongImports("solver", { path: "solver/x.ts", text }).map((found) => found.replace("solver/x.ts: ", "")),
    [
      "../crowd/crowd.ts",
      "../mod.ts",
      "../tests/t.ts",
      "npm:fp-ts@^2.16",
      "@std/assert",
      "../view/e.ts",
      "../driver/f.ts",
    ],
  );
});

it("rooms: the root mod.ts reaches neither driver nor playground nor anything outside the rooms", async () => {
  const reached = new Set<string>(["mod.ts"]);
  for (const path of reached) {
    const module = { path, text: await Deno.readTextFile(new URL(path, ROOT)) };
    for (const specifier of importsOf(module)) {
      if (!PACKAGE.test(specifier)) reached.add(resolve(path, specifier));
    }
  }
  const pure: readonly string[] = ROOMS.slice(0, ROOMS.indexOf("driver"));
  assertEquals(
    [...reached].filter((path) => path !== "mod.ts" && !pure.includes(path.split("/")[0] ?? "")),
    [],
  );
  assert(reached.size > 10);
});

it("rooms: every export of deno.json is the root mod.ts or a room's, and is there", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  for (const [name, path] of Object.entries<string>(exports)) {
    assertEquals(path, name === "." ? "./mod.ts" : `${name}/mod.ts`);
    assert((await Deno.stat(new URL(path, ROOT))).isFile, path);
  }
});

it("rooms: every room that is built is exported and published", async () => {
  const { exports, publish } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  for (const room of ROOMS.filter((name) => name !== "playground")) {
    if (!(await modulesOf(room)).some(({ path }) => path === `${room}/mod.ts`)) continue;
    assert(`./${room}` in exports, room);
    assert(publish.include.includes(`${room}/`), room);
  }
});
