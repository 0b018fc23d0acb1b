import { assert, assertEquals, assertExists } from "@std/assert";
import { it } from "@std/testing/bdd";
import { figures, FOLDER } from "../../tools/figures.ts";
import { agentColors, ink, palette, quietInk } from "../../view/palette.ts";
import { counts } from "../counts.ts";
import { elements, parseSvg, textsOf } from "../view/svg_document.ts";

const DOCS = new URL("../../docs/", import.meta.url);

const drawn = figures.map(({ file, draw }) => ({ file, svg: draw() }));

/** The Markdown files of docs, with their text. */
const chapters = [...Deno.readDirSync(DOCS)].filter(({ name }) => name.endsWith(".md"))
  .map(({ name }) => ({ name, text: Deno.readTextFileSync(new URL(name, DOCS)) }));

it("P4: every figure in docs is what the library draws now", () => {
  const old = drawn.filter(({ file, svg }) => readIfThere(new URL(file, FOLDER)) !== svg);
  assertEquals(old.map(({ file }) => file), [], "Run tools/figures.ts, and look at what changed.");
});

it("P4: every figure that the docs show is there, and every figure that is there is shown", () => {
  const shown = chapters.flatMap(({ text }) =>
    [...text.matchAll(/!\[([^\]]*)\]\(figures\/([^)]+)\)/g)].map(([, words = "", file = ""]) => {
      assert(words.length > 10, `${file} is shown without words for those who cannot see it`);
      return file;
    })
  );
  const there = [...Deno.readDirSync(FOLDER)].map(({ name }) => name);
  const names = (files: readonly string[]) => [...new Set(files)].sort();
  assertEquals(names(there), names(figures.map(({ file }) => file)));
  assertEquals(names(shown), names(there));
});

it("P4: every figure says in words what it shows, in real text, with nothing from elsewhere", () => {
  for (const { file, svg } of drawn) {
    const root = parseSvg(svg);
    const [title = ""] = textsOf(root, "title"), [description = ""] = textsOf(root, "desc");
    assert(title.length > 10 && description.length > 100, `${file}: ${title}: ${description}`);
    assert(textsOf(root, "text").length > 10, file);
    assert(!/<script|<image|<foreignObject|href=|NaN|undefined|Infinity/.test(svg), file);
    const ids = elements(root).flatMap((element) => element.getAttribute("id") ?? []);
    assertEquals(new Set(ids).size, ids.length, file);
    for (const [, id = ""] of svg.matchAll(/url\(#([^)]+)\)/g)) assert(ids.includes(id), `${file}: ${id}`);
  }
});

it("P4: figures on one page do not share an id", () => {
  const ids = drawn.flatMap(({ svg }) =>
    elements(parseSvg(svg)).flatMap((element) => element.getAttribute("id") ?? [])
  );
  assertEquals(ids.filter((id, i) => ids.indexOf(id) !== i), []);
});

it("P4: figures use the palette and greys only", () => {
  const known = new Set([...Object.values(palette), ...agentColors, ink, quietInk]);
  for (const { file, svg } of drawn) {
    for (const [, color = ""] of svg.matchAll(/(?:fill|stroke)="(#[0-9a-f]+)"/g)) {
      const grey = /^#(?:([0-9a-f])\1\1|([0-9a-f]{2})\2\2)$/.test(color);
      assert(grey || known.has(color), `${file}: ${color}`);
    }
  }
});

it("P4: drawing a figure again gives the same text", () => {
  for (const [i, { draw, file }] of figures.slice(0, counts("figures drawn again")).entries()) {
    assertEquals(draw(), drawn[i]?.svg, file);
  }
});

it("docs: every relative link leads somewhere", () => {
  for (const { name, text } of chapters) {
    for (const [, link = ""] of text.replace(/```[\s\S]*?```/g, "").matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = "", heading] = link.split("#");
      const target = new URL(path === "" ? name : path, DOCS);
      assertExists(Deno.statSync(target), `${name}: ${link}`);
      if (heading === undefined) continue;
      const anchors = [...Deno.readTextFileSync(target).matchAll(/^#+ (.*)$/gm)].map(([, words = ""]) =>
        words.toLowerCase().replace(/[^\p{L}\p{N}\- ]/gu, "").replaceAll(" ", "-")
      );
      assert(anchors.includes(heading), `${name}: ${link}`);
    }
  }
});

it("docs: every clause that a chapter names is in the list of clauses", () => {
  const list = chapters.find(({ name }) => name === "clauses.md")?.text ?? "";
  const known = new Set([...list.matchAll(/^- \[[ x]\] \*\*([A-Z]{1,2}\d+)\*\*/gm)].map(([, id]) => id));
  for (const { name, text } of chapters) {
    const prose = text.replace(/```[\s\S]*?```/g, "").replace(/`[^`]*`/g, "");
    for (const [id] of prose.matchAll(/\b(?:[GSBMHCNP]|GX|SX|BX|MX)\d+\b/g)) {
      assert(known.has(id), `${name}: ${id}`);
    }
  }
});

function readIfThere(file: URL): string | undefined {
  try {
    return Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
