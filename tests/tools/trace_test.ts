import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { readProject, readTitles, trace } from "../../tools/trace.ts";

const list = [
  "# Clauses",
  "## Geometry",
  "- [x] **G1** Agents are records,",
  "      and stay so.",
  "- [x] **G2** IDs are ordered.",
  "## Crowd",
  "- [ ] **C4** Filters.",
].join("\n");

function file(...lines: readonly string[]) {
  return { file: "tests/a_test.ts", text: lines.join("\n") };
}

const whole = file('it("G1, G2: both", () => {});');

it("trace: each clause gets the tests whose titles start with it, on one line or several", () => {
  const { rows, problems } = trace(list, [file(
    'it("G1: one", () => {});',
    "it(",
    '  "G2, C4: two \\"quoted\\"",',
    "  () => {},",
    ");",
    "for (const name of names) {",
    "  it(`G2: ${name}`, () => {});",
    "}",
  )]);
  assertEquals(problems, []);
  assertEquals(rows.map(({ clause, tests }) => [clause.id, clause.room, tests.length]), [
    ["G1", "Geometry", 1],
    ["G2", "Geometry", 2],
    ["C4", "Crowd", 1],
  ]);
  assertEquals(rows[0]?.clause.text, "Agents are records, and stay so.");
});

it("trace: a finished clause without a test is a problem, an unfinished one is not", () => {
  assertEquals(trace(list, [file('it("G1: one", () => {});')]).problems, [
    "No test names the finished clause G2: IDs are ordered.",
  ]);
});

it("trace: an ignored test and a commented one prove nothing", () => {
  const tests = [file('it.ignore("G1: later", () => {});', '// it("G2: once", () => {});')];
  assertEquals(trace(list, tests).problems.length, 2);
});

it("trace: a clause that does not exist is a problem, also in an ignored test", () => {
  const { problems } = trace(list, [
    whole,
    file('it("G1, G9: x", () => {});', 'it.ignore("Z1: y", () => {});'),
  ]);
  assertEquals(problems, [
    'tests/a_test.ts: there is no clause G9, which "G1, G9: x" names.',
    'tests/a_test.ts: there is no clause Z1, which "Z1: y" names.',
  ]);
});

it("trace: a range names each clause from its first to its last", () => {
  const clausesOf = (title: string) => readTitles(file(`it("${title}", () => {});`))[0]?.clauses;
  assertEquals(clausesOf("G9–G11, S1: x"), ["G9", "G10", "G11", "S1"]);
  assertEquals(clausesOf("G9–S11: x"), ["G9–S11"]);
  assertEquals(clausesOf("G9–G2: x"), ["G9–G2"]);
});

it("trace: a title that names clauses in another form is a problem, a title without any is not", () => {
  const { problems } = trace(list, [
    whole,
    file('it("G1 and G2: x", () => {});', 'it("G1", () => {});', 'it("rooms: y", () => {});'),
  ]);
  assertEquals(problems.length, 2);
  assertEquals(readTitles(file('it("rooms: y", () => {});'))[0]?.clauses, []);
});

it("trace: lines of the list that cannot be read and clauses given twice are problems", () => {
  const { problems } = trace(`${list}\n- [x] G3 no bold\n- [ ] **G1** again`, [whole]);
  assertEquals(problems.length, 2);
});

it("trace: every finished clause of the project has a test, and every test names clauses that exist", async () => {
  const { list, tests } = await readProject(new URL("../../", import.meta.url));
  const { rows, problems } = trace(list, tests);
  assert(rows.length > 100 && tests.length > 0);
  assertEquals(problems, []);
});
