import { palette } from "../../view/palette.ts";
import type { Look } from "../../view/panel.ts";

/** The far side of an edge. */
export const outside: Look = { fill: palette.vermillion, opacity: 0.12 };

/** An edge. */
export const wallLook: Look = { stroke: palette.vermillion, width: 2.4, dash: "14 3" };

/** A motion that stays inside. */
export const good: Look = { stroke: palette.green, width: 1.8 };

/** A motion that does not. */
export const bad: Look = { stroke: palette.black, width: 1.6, dash: "2 3" };

/** What is just allowed. */
export const limit: Look = { stroke: palette.blue, width: 1.8, dash: "7 3" };
