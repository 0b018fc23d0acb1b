import { assert, assertEquals, assertExists } from "@std/assert";
import { it } from "@std/testing/bdd";
import { ROOT } from "./rooms.ts";

const readme = await Deno.readTextFile(new URL("README.md", ROOT));

it("README: the example prints what its comments say", async () => {
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  assertExists(example);
  const said = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, output]) => output);
  assert(said.length > 0);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", example],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), said, new TextDecoder().decode(stderr));
});

it("README: every task and every file that it names is there", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
  const named = [...readme.matchAll(/(?:deno@[\d.]+|deno) task ([\w:]+)/g)].map(([, name = ""]) => name);
  assert(named.includes("demo") && named.includes("test"));
  assertEquals(named.filter((name) => !(name in tasks)), []);
  for (const [, path = ""] of readme.matchAll(/\]\(([\w./-]+)\)/g)) {
    assertExists(await Deno.stat(new URL(path, ROOT)), path);
  }
});
