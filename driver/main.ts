/**
 * The command line: runs scenarios, shows a table, and writes a gallery; replays recorded runs; varies parameters.
 *
 * @module
 */
import { parseArguments, USAGE } from "./arguments.ts";
import { STATUS } from "./exit_status.ts";
import { replayCommand } from "./replay_command.ts";
import { runCommand } from "./run_command.ts";
import { sweepCommand } from "./sweep_command.ts";

/** Runs the command line and returns its exit status. */
async function main(args: readonly string[]): Promise<number> {
  const command = parseArguments(args);
  switch (command.kind) {
    case "help":
      console.log(USAGE);
      return STATUS.fine;
    case "wrong":
      console.error(`${command.message}\n\n${USAGE}`);
      return STATUS.badInput;
    case "run":
      return await runCommand(command);
    case "replay":
      return await replayCommand(command);
    case "sweep":
      return await sweepCommand(command);
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
