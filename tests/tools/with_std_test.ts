import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { STAND_INS, standardPackages, standInMap } from "../../tools/with_std.ts";

const root = new URL("../../", import.meta.url);

it("with_std: the probe asks for the packages that deno.json names", () => {
  assertEquals(
    standardPackages({ "@std/assert": "jsr:@std/assert@^1", "@std/testing": "jsr:@std/testing@^1" }),
    ["jsr:@std/assert@^1", "jsr:@std/testing@^1/bdd"],
  );
});

it("with_std: the map has the stand-ins, keeps the other entries and makes paths absolute", () => {
  const map = standInMap(
    {
      "@halfstep/halfstep": "./mod.ts",
      "@std/assert": "jsr:@std/assert@^1",
      "fast-check": "npm:fast-check@^4",
    },
    new URL("file:///project/"),
  );
  assertEquals(JSON.parse(decodeURIComponent(map.slice(map.indexOf(",") + 1))), {
    imports: {
      "@halfstep/halfstep": "file:///project/mod.ts",
      "fast-check": "npm:fast-check@^4",
      "@std/assert": "file:///project/tools/std_stand_ins/assert.ts",
      "@std/testing/bdd": "file:///project/tools/std_stand_ins/bdd.ts",
    },
  });
});

it("with_std: every jsr package of deno.json has a stand-in, and every stand-in a file", async () => {
  const { imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const names = Object.keys(imports).filter((name) => imports[name].startsWith("jsr:"));
  for (const name of names) {
    assert(Object.keys(STAND_INS).some((key) => `${key}/`.startsWith(`${name}/`)), name);
  }
  for (const path of Object.values(STAND_INS)) assert((await Deno.stat(new URL(path, root))).isFile, path);
});
