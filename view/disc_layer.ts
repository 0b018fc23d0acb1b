import type { Disc, DiscRole } from "../geometry/disc.ts";
import { discRole } from "../solver/identity.ts";
import { type Frame, inBox, tame, tameNumber, toPicture } from "./frame.ts";
import type { Label, Patch } from "./labels.ts";
import { element, escapeText, textWidth } from "./svg.ts";
import { numberText } from "./words.ts";

/** A disc of velocities with its role filled in, cut to what pictures can place. */
export interface ShownDisc extends Disc {
  /** Speed cap or reachable disc. */
  readonly role: DiscRole;
}

/** Discs, ready to be drawn. */
export function shownDiscs(discs: readonly Disc[]): readonly ShownDisc[] {
  return discs.map((disc, i) => ({
    center: tame(disc.center),
    radius: Math.max(0, tameNumber(disc.radius)),
    role: discRole(disc, i),
  }));
}

/** The circle of a disc; one too small to see is a dot. */
export function discSvg({ center, radius, role }: ShownDisc, frame: Frame): string {
  const { x, y } = toPicture(frame, center);
  const r = radius * frame.scale;
  return element(
    "circle",
    {
      class: `disc-${role}`,
      cx: x,
      cy: y,
      r: radius > 0 ? Math.max(r, 1) : 1,
      fill: "none",
      stroke: role === "speed" ? "#333" : "#666",
      "stroke-width": 1.5,
      "stroke-dasharray": role === "speed" ? undefined : "5 4",
    },
    element("title", {}, escapeText(`${role} disc, radius ${numberText(radius)} m/s`)),
  );
}

/** A disc's name at one of eight places just outside or inside its circle. */
export function discLabels(disc: ShownDisc, frame: Frame): readonly Label[] {
  if (!inBox(frame.box, disc.center)) return [];
  const text = `${disc.role} disc`, half = textWidth(text, 11) / 2;
  const { x, y } = toPicture(frame, disc.center);
  const r = disc.radius * frame.scale;
  const places = [1, -1].flatMap((side) =>
    [1, 3, 5, 7, 2, 6, 0, 4].map((eighth) => {
      const cos = Math.cos(eighth * Math.PI / 4), sin = -Math.sin(eighth * Math.PI / 4);
      // Straight above and below, the text's middle is on the radius; elsewhere its near end is.
      const beside = eighth % 4 === 2 ? 0 : Math.sign(cos) * side * (half + 4);
      return { at: { x: x + cos * r + beside, y: y + sin * (r + side * 11) }, angle: 0 };
    })
  );
  return [{ text, fontSize: 11, weight: "normal", places }];
}

/** Patches along a disc's circle, as far as it can be seen. */
export function discPatches({ center, radius }: ShownDisc, frame: Frame): readonly Patch[] {
  const count = Math.min(400, Math.ceil(2 * Math.PI * radius * frame.scale / 12));
  return Array.from({ length: count }, (_, k) => ({
    ...toPicture(frame, {
      x: center.x + radius * Math.cos(2 * Math.PI * k / count),
      y: center.y + radius * Math.sin(2 * Math.PI * k / count),
    }),
    radius: 2,
  }));
}
