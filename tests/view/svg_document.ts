/**
 * Reads SVG strictly: anything that an XML parser so much as warns about is an error.
 *
 * @module
 */
import { DOMParser, type Element } from "npm:@xmldom/xmldom@^0.9";

/** The root element of well-formed SVG; throws with the parser's words otherwise. */
export function parseSvg(svg: string): Element {
  const parser = new DOMParser({
    onError: (level, message) => {
      // What XML cannot hold is shown as U+FFFD on purpose.
      if (!message.includes("Unicode replacement character")) throw new Error(`${level}: ${message}`);
    },
  });
  const root = parser.parseFromString(svg, "image/svg+xml").documentElement;
  if (root === null) throw new Error("no root element");
  return root;
}

/** All elements, the root first, in document order. */
export function elements(root: Element): readonly Element[] {
  return [root, ...Array.from(root.getElementsByTagName("*"))];
}

/** Elements whose class is `name`. */
export function ofClass(root: Element, name: string): readonly Element[] {
  return elements(root).filter((element) => element.getAttribute("class") === name);
}

/** Contents of the elements called `tag`. */
export function textsOf(root: Element, tag: string): readonly string[] {
  return elements(root).filter((element) => element.tagName === tag).map((element) =>
    element.textContent ?? ""
  );
}

/** Every text and every attribute's value. */
export function allWords(root: Element): readonly string[] {
  return elements(root).flatMap((element) => [
    ...Array.from(element.attributes).map((attribute) => attribute.value),
    ...(element.childNodes.length === 1 ? [element.textContent ?? ""] : []),
  ]);
}
