import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { DECISION_ROOMS, importsOf, type Module, modulesOf, resolve, TEACHING, visit } from "./rooms.ts";

/** Members of Math that every engine computes to the same bits. */
const EXACT: readonly string[] = ["sqrt", "abs", "min", "max", "floor", "trunc", "imul", "PI"];

/** Names that bring in a clock, chance or the world outside. */
const IMPURE: readonly string[] = [
  "Date",
  "performance",
  "crypto",
  "Temporal",
  "Intl",
  "Deno",
  "console",
  "fetch",
  "setTimeout",
  "setInterval",
  "globalThis",
];

/** Methods whose result depends on the machine's language. */
const LOCAL: readonly string[] = ["localeCompare", "toLocaleString"];

/** A file that is a teaching file as a whole: the marker is its first line. */
function isTeaching({ text }: Module): boolean {
  return text.split("\n", 1)[0]?.trim() === TEACHING;
}

/** What a decision must not use, by line; marked lines, and lines under a marker, are left out. */
function inexact(module: Module): readonly string[] {
  if (isTeaching(module)) return [];
  const lines = module.text.split("\n");
  const marked = (line: number): boolean =>
    (lines[line] ?? "").includes(TEACHING) || (lines[line - 1] ?? "").trim() === TEACHING;
  return visit(module, (report) => ({
    BinaryExpression: (node) => {
      if (node.operator === "**") report(node, "**");
    },
    AssignmentExpression: (node) => {
      if (node.operator === "**=") report(node, "**=");
    },
    Identifier: (node) => {
      const parent = node.parent;
      const isMember = parent.type === "MemberExpression" && !parent.computed && parent.property === node;
      const isKey = parent.type === "Property" && !parent.computed && parent.key === node &&
        !parent.shorthand;
      if (isMember && LOCAL.includes(node.name)) report(node, node.name);
      if (isMember || isKey || parent.type === "TSPropertySignature") return;
      if (IMPURE.includes(node.name)) report(node, node.name);
      if (node.name !== "Math") return;
      const used =
        parent.type === "MemberExpression" && !parent.computed && parent.property.type === "Identifier"
          ? parent.property.name
          : "(taken apart)";
      if (!EXACT.includes(used)) report(node, `Math.${used}`);
    },
  })).filter(({ line }) => !marked(line)).map(({ message, line }) =>
    `${module.path}:${line + 1}: ${message}`
  );
}

function fixture(...lines: readonly string[]): Module {
  return { path: "solver/x.ts", text: lines.join("\n") };
}

it("arithmetic: decision rooms use nothing inexact or impure", async () => {
  let seen = 0;
  for (const room of DECISION_ROOMS) {
    for (const module of await modulesOf(room)) {
      seen++;
      assertEquals(inexact(module), []);
    }
  }
  assert(seen > 10);
});

it("arithmetic: a teaching file is imported by mod.ts only, so that no decision can use it", async () => {
  const modules = (await Promise.all(DECISION_ROOMS.map(modulesOf))).flat();
  const teaching = modules.filter(isTeaching).map(({ path }) => path);
  const users = modules.filter(({ path }) => !path.endsWith("/mod.ts") && !teaching.includes(path));
  for (const user of users) {
    const used = importsOf(user).map((specifier) => resolve(user.path, specifier));
    assertEquals(used.filter((path) => teaching.includes(path)).map((path) => `${user.path}: ${path}`), []);
  }
});

it("arithmetic: powers, inexact functions, clocks and chance are found, and nothing else", () => {
  const found = inexact(fixture(
    "// Math.sin and Date in a comment, and in a text:",
    'const a = "Math.sin(Date.now() ** 2)";',
    "const b = Math.sqrt(2) + Math.abs(-1) * x.performance;",
    "const c = Math.sin(1) + 2 ** 3;",
    "const { cos } = Math;",
    'const d = Math["tan"](1);',
    "const e = Date.now() + performance.now() + Math.random();",
    "let f = 2; f **= 2;",
    "const g = { Date: 1 }.Date;",
    'const h = "a".localeCompare("b");',
  ));
  assertEquals(found.map((line) => line.replace("solver/x.ts:", "")), [
    "4: Math.sin",
    "4: **",
    "5: Math.(taken apart)",
    "6: Math.(taken apart)",
    "7: Date",
    "7: performance",
    "7: Math.random",
    "8: **=",
    "10: localeCompare",
  ]);
});

it("arithmetic: the marker excuses its own line, the next one, or a whole file from its first line", () => {
  assertEquals(inexact(fixture(`const a = Math.sin(1); ${TEACHING}`)), []);
  assertEquals(inexact(fixture("", TEACHING, "const a = Math.sin(1);", "const b = Math.sin(1);")), [
    "solver/x.ts:4: Math.sin",
  ]);
  assertEquals(
    inexact(fixture(TEACHING, "/** Cones. */", 'import "./y.ts";', "const a = Math.sin(1);")),
    [],
  );
});
