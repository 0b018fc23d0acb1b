import { isSameWay, precedence } from "../../geometry/precedence.ts";
import type { StepColumns } from "./columns.ts";

/** What `precedenceOf` finds on columns. */
export interface Order {
  /** See `Precedence`. */
  kind: "none" | "queue" | "onward";
  /** See `Precedence`. */
  first: number;
}

/** `precedenceOf` for agents number i and j, into a record: nothing is allocated. */
export function findOrder(step: StepColumns, i: number, j: number, combinedRadius: number, out: Order): void {
  const { toX, toY, away, afterX, afterY, onward } = step;
  const ax = toX[i]!, ay = toY[i]!, bx = toX[j]!, by = toY[j]!;
  const px = afterX[i]!, py = afterY[i]!, qx = afterX[j]!, qy = afterY[j]!; // NaN is equal to nothing
  out.kind = "none";
  out.first = 0;
  if (ax === bx && ay === by && px === px && qx === qx) {
    if (!isSameWay(px - ax, py - ay, qx - bx, qy - by)) return;
    out.kind = "queue";
    out.first = precedence(away[j]! - away[i]!, combinedRadius);
    return;
  }
  const comesAfterSelf = ax === qx && ay === qy, comesAfterOther = bx === px && by === py;
  if (comesAfterSelf === comesAfterOther) return;
  const nearer = comesAfterSelf ? away[j]! + onward[j]! - away[i]! : away[j]! - (away[i]! + onward[i]!);
  out.kind = "onward";
  out.first = precedence(nearer, combinedRadius);
}

/** Whether there may be an order between agents number i and j: whether `findOrder` finds any. */
export function isOrdered({ toX, toY, afterX, afterY }: StepColumns, i: number, j: number): boolean {
  const ax = toX[i]!, ay = toY[i]!, bx = toX[j]!, by = toY[j]!;
  return (ax === bx && ay === by) || (ax === afterX[j]! && ay === afterY[j]!) ||
    (bx === afterX[i]! && by === afterY[i]!);
}
