import {
  isEquallyNear,
  isOnePlace,
  isSameWay,
  precedence,
  precedenceOfStuck,
} from "../../geometry/precedence.ts";
import { RESTING, ROW_X, ROW_Y, type StepColumns, STUCK } from "./columns.ts";

/** What `precedenceOf` finds on columns. */
export interface Order {
  /** See `Precedence`. */
  kind: "none" | "queue" | "onward" | "stuck";
  /** See `Precedence`. */
  first: number;
}

/**
 * `precedenceOf` for agents number i and j, into a record: nothing is allocated.
 *
 * @param rowI where agent i stands among the `rows`
 * @param rowJ see `rowI`
 */
export function findOrder(
  step: StepColumns,
  i: number,
  j: number,
  rowI: number,
  rowJ: number,
  combinedRadius: number,
  out: Order,
): void {
  const { toX, toY, afterX, onward, standing } = step, hasAfter = afterX.length > 0;
  out.kind = "none";
  out.first = 0;
  if (hasAfter && standing[i] !== RESTING && standing[j] !== RESTING) {
    findOrderOfWays(step, i, j, rowI, rowJ, combinedRadius, out);
  }
  if (out.kind !== "none" || (standing[i] !== STUCK && standing[j] !== STUCK)) return;
  const x = toX[j]! - toX[i]!, y = toY[j]! - toY[i]!; // NaN where either goes nowhere
  if (Number.isNaN(x)) return;
  const areGoals = !hasAfter || (Number.isNaN(afterX[i]!) && Number.isNaN(afterX[j]!));
  const own = awayOf(step, i, rowI), other = awayOf(step, j, rowJ);
  const nearer = hasAfter ? other + onward[j]! - (own + onward[i]!) : other - own;
  if (areGoals && isOnePlace(x, y, combinedRadius)) {
    if (standing[i] !== standing[j] || !isEquallyNear(nearer, combinedRadius)) return;
    out.first = i < j ? 1 : -1;
  } else {
    out.first = precedenceOfStuck(standing[i] === STUCK, standing[j] === STUCK, nearer, combinedRadius);
  }
  out.kind = "stuck";
}

function findOrderOfWays(
  step: StepColumns,
  i: number,
  j: number,
  rowI: number,
  rowJ: number,
  combinedRadius: number,
  out: Order,
): void {
  const { toX, toY, afterX, afterY, onward } = step;
  const ax = toX[i]!, ay = toY[i]!, bx = toX[j]!, by = toY[j]!;
  const px = afterX[i]!, py = afterY[i]!, qx = afterX[j]!, qy = afterY[j]!; // NaN is equal to nothing
  const isQueue = ax === bx && ay === by && px === px && qx === qx;
  if (isQueue && !isSameWay(px - ax, py - ay, qx - bx, qy - by)) return;
  const comesAfterSelf = ax === qx && ay === qy, comesAfterOther = bx === px && by === py;
  if (!isQueue && comesAfterSelf === comesAfterOther) return;
  const own = awayOf(step, i, rowI), other = awayOf(step, j, rowJ);
  const nearer = isQueue
    ? other - own
    : comesAfterSelf
    ? other + onward[j]! - own
    : other - (own + onward[i]!);
  out.kind = isQueue ? "queue" : "onward";
  out.first = precedence(nearer, combinedRadius);
}

/** How far an agent is from its next corner or goal, m. */
function awayOf({ toX, toY, rows }: StepColumns, i: number, row: number): number {
  const x = toX[i]! - rows[row + ROW_X]!, y = toY[i]! - rows[row + ROW_Y]!;
  return Math.sqrt(x * x + y * y);
}

/** Whether there may be an order by their ways between agents number i and j: whether `findOrder` finds one although nobody is stuck. */
export function isOrdered({ toX, toY, afterX, afterY }: StepColumns, i: number, j: number): boolean {
  const ax = toX[i]!, ay = toY[i]!, bx = toX[j]!, by = toY[j]!, px = afterX[i]!, qx = afterX[j]!;
  return (ax === bx && ay === by && px === px && qx === qx) || (ax === qx && ay === afterY[j]!) ||
    (bx === px && by === afterY[i]!);
}
