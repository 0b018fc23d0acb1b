import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import { explain } from "../../view/explain.ts";
import { palette } from "../../view/palette.ts";
import { element, escapeText, xmlId } from "../../view/svg.ts";
import { velocitySpaceSvg } from "../../view/velocity_space.ts";
import { worldSvg } from "../../view/world_svg.ts";
import { counts } from "../counts.ts";
import {
  anyCandidates,
  anyDecision,
  anyId,
  anyProblem,
  anyWorld,
  edgePlane,
  sx1,
  sx1Decision,
} from "./records.ts";
import { allWords, elements, parseSvg, textsOf } from "./svg_document.ts";

const anyPicture: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(anyProblem, anyDecision, anyCandidates).map(([problem, decision, candidates]) =>
    velocitySpaceSvg(problem, decision, { candidates })
  ),
  anyWorld.map((world) => worldSvg(world)),
);

it("P4: pictures of any finite records are well-formed and hold no NaN, undefined or Infinity", () => {
  fc.assert(
    fc.property(anyPicture, (svg) => {
      for (const words of allWords(parseSvg(svg))) {
        assert(!/NaN|undefined|Infinity|not a number/.test(words), words);
      }
    }),
    { numRuns: counts("view pictures") },
  );
});

it("P4: explanations of any finite records hold no NaN, undefined or Infinity", () => {
  fc.assert(
    fc.property(anyDecision, (decision) => {
      const words = explain(decision);
      assert(!/NaN|undefined|Infinity|not a number/.test(words), words);
    }),
    { numRuns: counts("view pictures") },
  );
});

it("P4: the same records give the same text, and are left as they were", () => {
  fc.assert(
    fc.property(anyProblem, anyDecision, anyWorld, (problem, decision, world) => {
      const frozen = deepFreeze([problem, decision, world] as const);
      assertEquals(velocitySpaceSvg(frozen[0], frozen[1]), velocitySpaceSvg(problem, decision));
      assertEquals(worldSvg(frozen[2]), worldSvg(world));
    }),
    { numRuns: counts("unchanged pictures") },
  );
});

it("P4: every picture has a role, a title and a description that it is labelled by", () => {
  for (const svg of [velocitySpaceSvg(sx1, sx1Decision), worldSvg({ agents: [] })]) {
    const root = parseSvg(svg);
    assertEquals(root.getAttribute("role"), "img");
    const [title, desc] = (root.getAttribute("aria-labelledby") ?? "").split(" ");
    const byId = (id: string | undefined) =>
      elements(root).find((element) => element.getAttribute("id") === id);
    assertEquals(byId(title)?.tagName, "title");
    assertEquals(byId(desc)?.tagName, "desc");
    assert((byId(title)?.textContent ?? "").length > 10);
    assert((byId(desc)?.textContent ?? "").length > 40);
    assertEquals(root.firstChild, byId(title));
  }
});

it("P4: text is text: labels are found by their words, and no picture has scripts or references outward", () => {
  const svg = velocitySpaceSvg(sx1, sx1Decision);
  assert(textsOf(parseSvg(svg), "text").includes("neighbor b, arc"));
  for (const root of [parseSvg(svg), parseSvg(worldSvg({ agents: [] }))]) {
    for (const element of elements(root)) {
      assert(
        !["script", "foreignObject", "image", "use", "a", "style"].includes(element.tagName),
        element.tagName,
      );
      for (const { name, value } of Array.from(element.attributes)) {
        assert(!/^on|href/i.test(name), name);
        assert(!/url\((?!#)/.test(value), value);
      }
    }
  }
});

it("P4: hostile IDs and titles stay words", () => {
  const id = `<b>&"'</svg><script>alert(1)</script>`;
  const problem = { ...sx1, boundaries: [edgePlane(id, { x: 0, y: 0.2 }, { x: 0, y: 1 })] };
  const root = parseSvg(velocitySpaceSvg(problem, sx1Decision, { title: id, id }));
  assert(textsOf(root, "title").includes(`edge ${id}`));
  assert(textsOf(root, "title").includes(id));
  const world = parseSvg(
    worldSvg({ agents: [{ id, position: { x: 0, y: 0 }, radius: 1 }] }, { title: id, id }),
  );
  assert(textsOf(world, "title").includes(id));
  for (const element of [...elements(root), ...elements(world)]) assertNotEquals(element.tagName, "script");
});

it("P4: escaped text reads back as it was, save for what XML cannot hold", () => {
  fc.assert(
    fc.property(anyId.map(String), (id) => {
      const kept = id.toWellFormed()
        // deno-lint-ignore no-control-regex
        .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd").replace(/\r\n?/g, "\n");
      assertEquals(parseSvg(`<text>${escapeText(id)}</text>`).textContent, kept);
      // In attributes an XML reader turns every kind of white space into a space.
      const attribute = parseSvg(element("text", { class: id })).getAttribute("class");
      assertEquals(attribute, kept.replace(/[\t\n]/g, " "));
    }),
    { numRuns: counts("view pictures") },
  );
});

it("P4: pictures with different ids share a page without sharing any id, and every reference resolves", () => {
  const names = ["one", "two", '<b>&"', "1", "", " ", "a b", "a_b"];
  const ids = names.flatMap((id) =>
    [velocitySpaceSvg(sx1, sx1Decision, { id }), worldSvg({ agents: [] }, { id: `${id}w` })].flatMap(
      (svg) => {
        const root = parseSvg(svg);
        const own = elements(root).flatMap((element) => element.getAttribute("id") ?? []);
        for (const words of allWords(root)) {
          for (const [, target] of words.matchAll(/url\(#([^)]*)\)/g)) assert(own.includes(target!), target);
        }
        return own;
      },
    )
  );
  assertEquals(new Set(ids).size, ids.length);
  for (const name of names) assert(/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(xmlId(name)), xmlId(name));
});

it("P4: all colors are Okabe and Ito's or greys", () => {
  const allowed = new Set<string>(Object.values(palette));
  const world = {
    agents: Array.from({ length: 9 }, (_, id) => ({
      id,
      position: { x: id, y: 0 },
      radius: 0.6,
      velocity: { x: 1, y: 0 },
      preferred: { x: 0, y: 1 },
      goal: { x: 0, y: 3 },
    })),
    overlaps: [{ a: 0, b: 1, depth: 0.2 }],
  };
  for (const svg of [velocitySpaceSvg(sx1, sx1Decision), worldSvg(world)]) {
    for (const [color, r, g, b] of svg.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/g)) {
      assert(allowed.has(color) || (r === g && g === b), color);
    }
  }
});

/** The records, frozen all the way down. */
function deepFreeze<A>(value: A): A {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
