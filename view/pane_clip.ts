import type { Pane } from "./frame.ts";
import { element } from "./svg.ts";

/** The clip path of a pane, `url(#id-pane)`: nothing that is drawn under it leaves the pane. */
export function paneClip(id: string, { left, top, width, height }: Pane): string {
  return element("clipPath", { id: `${id}-pane` }, element("rect", { x: left, y: top, width, height }));
}
