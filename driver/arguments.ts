import { parseArgs } from "node:util";
import type { SweepAxis } from "../scenario/sweep.ts";
import { SWEPT, SWEPT_NAMES } from "../scenario/swept_parameter.ts";

/** How much a command tells on the way. */
export type Talk = "normal" | "quiet";

/** What the command line asks for. */
export type Command =
  /** Run scenarios. */
  | {
    readonly kind: "run";
    /** Scenario files. */
    readonly files: readonly string[];
    /** What is run where no file is named: the curated list, or everything published. */
    readonly otherwise: "curated" | "all";
    /** Folder for the gallery and the report. */
    readonly out: string;
    /** How much is told on the way. */
    readonly talk: Talk;
    /** Whether the runs are recorded, and their state noted every so many steps. */
    readonly record: RecordWish;
  }
  /** Run recorded runs again, and compare. */
  | { readonly kind: "replay"; readonly files: readonly string[]; readonly talk: Talk }
  /** Vary parameters of scenarios. */
  | {
    readonly kind: "sweep";
    /** Scenario files; none: one of the published ones. */
    readonly files: readonly string[];
    /** Folder for numbers and charts. */
    readonly out: string;
    /** How much is told on the way. */
    readonly talk: Talk;
    /** What is varied; none: the customary parameters. */
    readonly vary: readonly SweepAxis[];
    /** Each for itself, or every combination. */
    readonly shape: "each" | "grid";
  }
  /** Print the usage. */
  | { readonly kind: "help" }
  /** Not understood; the message says what. */
  | { readonly kind: "wrong"; readonly message: string };

/** Whether runs are recorded. */
export type RecordWish = { readonly kind: "off" } | { readonly kind: "every"; readonly steps: number };

/** Names of parameters, in lines that fit below one another. */
function namesText(): string {
  const lines = [0, 1, 2, 3].map((i) => SWEPT_NAMES.slice(4 * i, 4 * i + 4).join(", "));
  return lines.filter((line) => line !== "").join(`,\n${" ".repeat(17)}`);
}

/** What `--help` prints. */
export const USAGE = `Runs crowd scenarios and writes a gallery of pictures and numbers.

Usage: deno task demo [options] [FILE ...]
       deno task demo replay [--quiet] RECORD ...
       deno task demo sweep [--vary NAME=VALUE,...]... [--grid] [--out DIR] [FILE ...]

  FILE           scenario files (JSON, see docs/scenario.schema.json);
                 without any, a list of scenarios from docs/scenarios is run
  --all          run every scenario of docs/scenarios, also those that take a minute each
  --out DIR      where to write index.html, report.json and the pictures (default: out)
  --record N     also write down each run, as ID-run.log in DIR, its state every N steps
  --quiet        print nothing but what is wrong
  --help         print this

  replay         run recorded runs again and compare them bit for bit; the first
                 difference is told with its tick, agent and field
  RECORD         files that --record has written

  sweep          run scenarios with other parameters, and write tables (JSON) and charts (SVG) of
                 what that does; without a file, a circle of twelve
  --vary         a parameter and its values, such as timeHorizon=1,2,3, each varied for itself;
                 without values, some that are worth trying; names:
                 ${namesText()}
  --grid         every combination of the --vary values

Exit status: 0 all expectations hold, or wait for a later part of the library, and replays are
equal; 1 some fail, or differ; 2 bad arguments or a bad file; 130 stopped by Ctrl-C, with a report
of what was run until then.
`;

/** Reads the command line. */
export function parseArguments(args: readonly string[]): Command {
  try {
    switch (args[0]) {
      case "replay":
        return replayCommand(args.slice(1));
      case "sweep":
        return sweepCommand(args.slice(1));
      default:
        return runCommand(args);
    }
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

const SHARED = { quiet: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;

function runCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...SHARED, all: { type: "boolean" }, out: { type: "string" }, record: { type: "string" } },
    allowPositionals: true,
    strict: true,
  });
  if (values.help === true) return { kind: "help" };
  if (values.out === "") return wrong("Expected a folder after --out, but found nothing");
  if (values.all === true && positionals.length > 0) {
    return wrong("Expected either --all or files, but found both");
  }
  const steps = values.record === undefined ? 1 : wholeOf(values.record);
  if (steps === undefined) {
    return wrong(`Expected a whole number after --record, at least 1, but found ${values.record}`);
  }
  return {
    kind: "run",
    files: positionals,
    otherwise: values.all === true ? "all" : "curated",
    out: values.out ?? "out",
    talk: talkOf(values),
    record: values.record === undefined ? { kind: "off" } : { kind: "every", steps },
  };
}

function replayCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: SHARED,
    allowPositionals: true,
    strict: true,
  });
  if (values.help === true) return { kind: "help" };
  if (positionals.length === 0) return wrong("Expected a record after replay, but found nothing");
  return { kind: "replay", files: positionals, talk: talkOf(values) };
}

function sweepCommand(args: readonly string[]): Command {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      ...SHARED,
      out: { type: "string" },
      vary: { type: "string", multiple: true },
      grid: { type: "boolean" },
    },
    allowPositionals: true,
    strict: true,
  });
  if (values.help === true) return { kind: "help" };
  if (values.out === "") return wrong("Expected a folder after --out, but found nothing");
  const vary: SweepAxis[] = [];
  for (const text of values.vary ?? []) {
    const axis = axisOf(text);
    if (axis === undefined || vary.some(({ parameter }) => parameter === axis.parameter)) {
      return wrong(
        `Expected a parameter's name, "=" and numbers after --vary, each name once, but found ${text}`,
      );
    }
    vary.push(axis);
  }
  return {
    kind: "sweep",
    files: positionals,
    out: values.out ?? "out",
    talk: talkOf(values),
    vary,
    shape: values.grid === true ? "grid" : "each",
  };
}

/** `name=1,2,3`, or a name alone for the values that are worth trying. */
function axisOf(text: string): SweepAxis | undefined {
  const [name = "", ...lists] = text.split("=");
  const parameter = SWEPT_NAMES.find((one) => one === name);
  if (parameter === undefined || lists.length > 1) return undefined;
  if (lists[0] === undefined) return { parameter, values: SWEPT[parameter].values };
  const numbers = lists[0].split(",").map((one) => one.trim() === "" ? NaN : Number(one));
  return numbers.every(Number.isFinite) ? { parameter, values: numbers } : undefined;
}

function talkOf({ quiet }: { readonly quiet?: boolean | undefined }): Talk {
  return quiet === true ? "quiet" : "normal";
}

function wholeOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function wrong(message: string): Command {
  return { kind: "wrong", message };
}
