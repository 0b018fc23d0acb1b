// @ts-types="npm:@types/cli-progress@^3.11"
import cliProgress from "npm:cli-progress@^3.12";
import process from "node:process";
import type { Progress } from "./breather.ts";

/** Shows how far the scenarios are, on stderr. */
export interface ProgressDisplay {
  /** A scenario begins. */
  readonly begin: (name: string) => void;
  /** It has come so far. */
  readonly update: (progress: Progress) => void;
  /** It is over; `outcome` is a few words on what came of it. */
  readonly end: (outcome: string) => void;
}

/** A display that shows nothing. */
const silent: ProgressDisplay = { begin: () => {}, update: () => {}, end: () => {} };

/** A bar on a terminal, a line for every scenario elsewhere, nothing where nothing is wanted. */
export function progressDisplay(talk: "normal" | "quiet"): ProgressDisplay {
  if (talk === "quiet") return silent;
  return process.stderr.isTTY ? bar() : lines();
}

function bar(): ProgressDisplay {
  let current: cliProgress.SingleBar | undefined;
  return {
    begin: (name) => {
      current = new cliProgress.SingleBar({
        format: `${name.padEnd(24)} {bar} {percentage} % | {value} of {total} steps | {eta_formatted} left`,
        clearOnComplete: true,
        hideCursor: true,
        // Ctrl-C belongs to the program, which still has a report to write.
        gracefulExit: false,
        stream: process.stderr,
      }, cliProgress.Presets.shades_classic);
      current.start(1, 0);
    },
    update: ({ done, steps }) => {
      current?.setTotal(steps);
      current?.update(done);
    },
    end: () => {
      current?.stop();
      current = undefined;
    },
  };
}

function lines(): ProgressDisplay {
  let name = "";
  return {
    begin: (next) => {
      name = next;
    },
    update: () => {},
    end: (outcome) => console.error(`${name}: ${outcome}`),
  };
}
