/**
 * Which test stands for which clause: reads the list in `docs/clauses.md` and the titles of all tests, and prints
 * clause → tests. Fails on a finished clause that no test names, and on a test that names a clause not in the list.
 *
 * ```sh
 * deno task trace            # all clauses
 * deno task trace G5 SX      # clause G5, and SX1, SX2, …
 * ```
 *
 * @module
 */

/** A clause of the specification, as a line of `docs/clauses.md`. */
export interface Clause {
  /** Such as "G5". */
  readonly id: string;
  /** Heading that it stands under. */
  readonly room: string;
  /** What it asks for, in a sentence. */
  readonly text: string;
  /** Built: at least one test must name it. */
  readonly finished: boolean;
}

/** A test, as its title tells. */
export interface TestTitle {
  /** File that it stands in. */
  readonly file: string;
  /** The whole title. */
  readonly title: string;
  /** Clauses that the title starts with; empty for a test of the house itself. */
  readonly clauses: readonly string[];
  /** Ignored tests prove nothing. */
  readonly ignored: boolean;
}

/** What was found out. */
export interface Trace {
  /** All clauses, in the list's order, with their tests. */
  readonly rows: readonly { readonly clause: Clause; readonly tests: readonly TestTitle[] }[];
  /** Sentences; empty when all is well. */
  readonly problems: readonly string[];
}

/** A file's name and content. */
export interface Source {
  /** Path from the project's root. */
  readonly file: string;
  /** Its content. */
  readonly text: string;
}

const LINE = /^- \[([ x])\] \*\*([A-Z]{1,2}\d+)\*\* (\S.*)$/;
const TITLE = /^[ \t]*it(\.ignore)?\(\s*(["'`])((?:\\.|(?!\2)[^\\])*)\2/gm;
const NAMED = /^[A-Z]{1,2}\d+\b/;
const NAMES = /^([A-Z]{1,2}\d+(?:(?:, |–)[A-Z]{1,2}\d+)*): \S/;

/** The clauses of a list, and its lines that cannot be read. */
export function readClauses(
  list: string,
): { readonly clauses: readonly Clause[]; readonly problems: readonly string[] } {
  const clauses: Clause[] = [];
  const problems: string[] = [];
  let room = "";
  for (const line of list.replace(/\n {2,}(?=\S)/g, " ").split("\n")) {
    if (line.startsWith("## ")) room = line.slice(3).trim();
    if (!line.startsWith("- [")) continue;
    const [, mark, id, text] = LINE.exec(line) ?? [];
    if (id === undefined || text === undefined) {
      problems.push(`A line of the list should read "- [x] **G5** sentence", but is "${line}".`);
    } else if (clauses.some((clause) => clause.id === id)) {
      problems.push(`The list gives ${id} a second time.`);
    } else {
      clauses.push({ id, room, text, finished: mark === "x" });
    }
  }
  return { clauses, problems };
}

/** The titles of a test file's `it("…")` and `it.ignore("…")`, wherever they start a line. */
export function readTitles({ file, text }: Source): readonly TestTitle[] {
  return [...text.matchAll(TITLE)].map(([, ignore, , title = ""]) => ({
    file,
    title,
    clauses: NAMES.exec(title)?.[1]?.split(", ").flatMap(expand) ?? [],
    ignored: ignore !== undefined,
  }));
}

/** "S1–S3" as S1, S2, S3; a single clause as itself; anything else as itself too, which then is no known clause. */
function expand(named: string): readonly string[] {
  const [, prefix = "", first, other, last] = /^([A-Z]+)(\d+)–([A-Z]+)(\d+)$/.exec(named) ?? [];
  if (prefix === "" || prefix !== other || Number(first) >= Number(last)) return [named];
  return Array.from(
    { length: Number(last) - Number(first) + 1 },
    (_, index) => `${prefix}${Number(first) + index}`,
  );
}

/** Holds the list of clauses against the tests. */
export function trace(list: string, tests: readonly Source[]): Trace {
  const { clauses, problems: unreadable } = readClauses(list);
  const titles = tests.flatMap(readTitles);
  const known = new Set(clauses.map(({ id }) => id));
  const rows = clauses.map((clause) => ({
    clause,
    tests: titles.filter((title) => title.clauses.includes(clause.id)),
  }));
  const malformed = titles
    .filter(({ title, clauses }) => clauses.length === 0 && NAMED.test(title))
    .map(({ file, title }) =>
      `${file}: a title should start like "G5: …", "G5, G7: …" or "G5–G7: …", but is "${title}".`
    );
  const unknown = titles.flatMap(({ file, title, clauses }) =>
    clauses.filter((id) => !known.has(id)).map((id) =>
      `${file}: there is no clause ${id}, which "${title}" names.`
    )
  );
  const untested = rows
    .filter(({ clause, tests }) => clause.finished && tests.every(({ ignored }) => ignored))
    .map(({ clause }) => `No test names the finished clause ${clause.id}: ${clause.text}`);
  return { rows, problems: [...unreadable, ...malformed, ...unknown, ...untested] };
}

/** The list and all test files of the project at `root`. */
export async function readProject(
  root: URL,
): Promise<{ readonly list: string; readonly tests: readonly Source[] }> {
  const list = await Deno.readTextFile(new URL("docs/clauses.md", root));
  const tests: Source[] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
      if (isDirectory) await walk(`${folder}${name}/`);
      else if (name.endsWith("_test.ts")) {
        tests.push({ file: folder + name, text: await Deno.readTextFile(new URL(folder + name, root)) });
      }
    }
  };
  await walk("tests/");
  return { list, tests: tests.sort((a, b) => a.file < b.file ? -1 : 1) };
}

/** Whether `asked` ("G5", or "G" for all of G1, G2, …) means the clause `id`. */
function means(asked: string, id: string): boolean {
  return asked === id || asked === id.replace(/\d+$/, "");
}

function show({ rows }: Trace, asked: readonly string[]): string {
  const shown = rows.filter(({ clause }) => asked.length === 0 || asked.some((a) => means(a, clause.id)));
  const rooms = [...new Set(shown.map(({ clause }) => clause.room))];
  return rooms.map((room) => {
    const own = shown.filter(({ clause }) => clause.room === room);
    const finished = own.filter(({ clause }) => clause.finished).length;
    return [
      `${room}: ${finished} of ${own.length} clauses finished`,
      ...own.flatMap(({ clause, tests }) => [
        `  ${clause.id} ${clause.finished ? "" : "(not finished) "}${clause.text}`,
        ...tests.map(({ file, title, ignored }) => `      ${file}${ignored ? " (ignored)" : ""}: ${title}`),
      ]),
    ].join("\n");
  }).join("\n");
}

if (import.meta.main) {
  const { list, tests } = await readProject(new URL("../", import.meta.url));
  const found = trace(list, tests);
  console.log(show(found, Deno.args));
  for (const problem of found.problems) console.error(problem);
  if (found.problems.length > 0) Deno.exit(1);
}
