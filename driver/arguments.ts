import { parseArgs } from "node:util";

/** What the command line asks for. */
export type Command =
  /** Run scenarios. */
  | {
    readonly kind: "run";
    /** Scenario files; none: the curated list. */
    readonly files: readonly string[];
    /** Folder for the gallery and the report. */
    readonly out: string;
    /** How much is told on the way. */
    readonly talk: "normal" | "quiet";
  }
  /** Print the usage. */
  | { readonly kind: "help" }
  /** Not understood; the message says what. */
  | { readonly kind: "wrong"; readonly message: string };

/** What `--help` prints. */
export const USAGE = `Runs crowd scenarios and writes a gallery of pictures and numbers.

Usage: deno task demo [options] [FILE ...]

  FILE         scenario files (JSON, see docs/scenario.schema.json);
               without any, a list of scenarios from docs/scenarios is run
  --out DIR    where to write index.html, report.json and the pictures (default: out)
  --quiet      print nothing but what is wrong
  --help       print this

Exit status: 0 all expectations hold, or wait for a later part of the library; 1 some fail;
2 bad arguments or a bad file; 130 stopped by Ctrl-C, with a report of what was run until then.
`;

/** Reads the command line. */
export function parseArguments(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { out: { type: "string" }, quiet: { type: "boolean" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
      strict: true,
    });
    if (values.help === true) return { kind: "help" };
    if (values.out === "") {
      return { kind: "wrong", message: "Expected a folder after --out, but found nothing" };
    }
    return {
      kind: "run",
      files: positionals,
      out: values.out ?? "out",
      talk: values.quiet === true ? "quiet" : "normal",
    };
  } catch (error) {
    return { kind: "wrong", message: error instanceof Error ? error.message : String(error) };
  }
}
