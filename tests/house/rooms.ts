/**
 * The rooms of the house and what is read from their sources, by Deno's own parser (its lint plugins run in tests).
 *
 * @module
 */

/** The project's folder. */
export const ROOT = new URL("../../", import.meta.url);

/** Rooms in their order: each may import from those before it. */
export const ROOMS = [
  "geometry",
  "solver",
  "boundary",
  "avoidance",
  "handoff",
  "cooperation",
  "crowd",
  "scenario",
  "view",
  "driver",
  "playground",
] as const;

/** Rooms whose results must be the same bits on every engine. */
export const DECISION_ROOMS: readonly string[] = ROOMS.slice(0, ROOMS.indexOf("scenario"));

/** Comment beside or above a line that no decision uses, or the first line of a file that no decision uses. */
export const TEACHING = "// teaching: not in the decision path";

/** A module of the project. */
export interface Module {
  /** Path from the project's root. */
  readonly path: string;
  /** Its source. */
  readonly text: string;
}

/** All TypeScript modules of a room; none when the room is not built. */
export async function modulesOf(room: string): Promise<readonly Module[]> {
  const found: Module[] = [];
  const walk = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
      if (isDirectory) await walk(`${folder}${name}/`);
      else if (name.endsWith(".ts")) {
        found.push({ path: folder + name, text: await Deno.readTextFile(new URL(folder + name, ROOT)) });
      }
    }
  };
  try {
    await walk(`${room}/`);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

/** Runs one visitor over a module and returns what it reports: each message with the line it starts on, from 0. */
export function visit(
  { path, text }: Module,
  visitor: (report: (node: Deno.lint.Node, message: string) => void) => Deno.lint.LintVisitor,
): readonly { readonly message: string; readonly line: number }[] {
  const plugin: Deno.lint.Plugin = {
    name: "house",
    rules: { rule: { create: (context) => visitor((node, message) => context.report({ node, message })) } },
  };
  return Deno.lint.runPlugin(plugin, path, text).map(({ message, range }) => ({
    message,
    line: text.slice(0, range[0]).split("\n").length - 1,
  }));
}

/** Every specifier that a module imports or re-exports, types and dynamic imports included. */
export function importsOf(module: Module): readonly string[] {
  return visit(module, (report) => ({
    ImportDeclaration: (node) => report(node, node.source.value),
    ExportAllDeclaration: (node) => report(node, node.source.value),
    ExportNamedDeclaration: (node) => {
      if (node.source) report(node, node.source.value);
    },
    ImportExpression: (node) =>
      report(node, node.source.type === "Literal" ? `${node.source.value}` : "(computed)"),
    TSImportType: (node) =>
      report(node, /["'](.*?)["']/.exec(module.text.slice(...node.range))?.[1] ?? "(computed)"),
  })).map(({ message }) => message);
}

/** A relative specifier as a path from the project's root; others as they are. */
export function resolve(from: string, specifier: string): string {
  return specifier.startsWith(".")
    ? new URL(specifier, new URL(from, "file:///")).pathname.slice(1)
    : specifier;
}
