/** Attributes of an element; `undefined` leaves one out, numbers are rounded to hundredths. */
export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

/** What the outermost element of a picture says and measures (P4). */
export interface SvgPicture {
  /** Prefix of every `id` inside; pictures that share a page need different ones. */
  readonly id: string;
  /** px, above 0. */
  readonly width: number;
  /** px, above 0. */
  readonly height: number;
  /** One line, read out first by a screen reader. */
  readonly title: string;
  /** What the picture shows, in sentences. */
  readonly description: string;
}

/** The `svg` element around `body`: white ground, title and description, no scripts (P4). */
export function svgPicture(picture: SvgPicture, ...body: readonly string[]): string {
  const { width, height } = picture;
  const id = xmlId(picture.id);
  return element(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${decimal(width, 2)} ${decimal(height, 2)}`,
      width,
      height,
      role: "img",
      "aria-labelledby": `${id}-title ${id}-desc`,
      "font-family": "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
      "font-size": 12,
      fill: "#1a1a1a",
    },
    element("title", { id: `${id}-title` }, escapeText(picture.title)),
    element("desc", { id: `${id}-desc` }, escapeText(picture.description)),
    element("rect", { width, height, fill: "#fff" }),
    ...body,
  ) + "\n";
}

/** One element; `children` are SVG already, so plain text goes through `escapeText` first. */
export function element(name: string, attributes: SvgAttributes, ...children: readonly string[]): string {
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    open += ` ${key}="${typeof value === "number" ? decimal(value, 2) : escapeText(value)}"`;
  }
  const inner = children.join("");
  return inner === "" ? `${open}/>` : `${open}>${inner}</${name}>`;
}

/** `text` safe in content and in attributes; what XML 1.0 cannot hold becomes U+FFFD. */
export function escapeText(text: string): string {
  return text
    // deno-lint-ignore no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#39;");
}

/**
 * `text` as an XML name that also stands unquoted in `url(#…)`: letters, digits and hyphens stay, all others
 * become `_` and their code. Different texts give different names.
 */
export function xmlId(text: string): string {
  const name = text.replace(/[^A-Za-z0-9-]/g, (unit) => `_${unit.charCodeAt(0).toString(16)}_`);
  return /^[A-Za-z_]/.test(name) ? name : `_.${name}`;
}

/** A pixel coordinate with at most `digits` decimals; what is far outside every picture is cut to ±1e6. */
export function decimal(value: number, digits: number): string {
  const cut = value > 1e6 ? 1e6 : value < -1e6 ? -1e6 : value;
  const rounded = Number(cut.toFixed(digits));
  return Number.isFinite(rounded) && rounded !== 0 ? String(rounded) : "0";
}

/** About how wide `text` is set in the pictures' font, px; wide scripts count double. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.58;
  return width * fontSize;
}

/** `text` cut to at most `letters` letters, the last one an ellipsis where something is missing. */
export function shorten(text: string, letters: number): string {
  const all = [...text];
  return all.length <= letters ? text : all.slice(0, letters - 1).join("") + "…";
}
