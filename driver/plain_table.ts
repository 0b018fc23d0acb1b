import process from "node:process";
import Table from "npm:cli-table3@^0.6";

/** A table for a terminal: a rule under the headings, and no other lines. */
export function plainTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  aligns: readonly ("left" | "right")[],
): string {
  const table = new Table({
    head: [...head],
    chars: {
      ...{ "top": "", "top-mid": "", "top-left": "", "top-right": "" },
      ...{ "bottom": "", "bottom-mid": "", "bottom-left": "", "bottom-right": "" },
      ...{ "left": "", "left-mid": "", "right": "", "right-mid": "" },
      ...{ "middle": "  ", "mid": "", "mid-mid": "" },
    },
    colAligns: [...aligns],
    style: {
      head: process.stdout.isTTY && Deno.noColor === false ? ["bold"] : [],
      border: [],
      "padding-left": 0,
      "padding-right": 0,
    },
  });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}
