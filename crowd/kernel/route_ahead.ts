import { isPassed, passedAt } from "../route.ts";
import type { FixedColumns } from "./columns.ts";

/** The first corner from `first` on that is not passed; the last never is. */
export function nextCorner(
  fixed: FixedColumns,
  first: number,
  end: number,
  radius: number,
  x: number,
  y: number,
): number {
  const { routeX, routeY } = fixed;
  let k = first;
  for (; k < end - 1; k++) {
    let onX = routeX[k + 1]! - routeX[k]!, onY = routeY[k + 1]! - routeY[k]!;
    const share = gateShare(fixed, k, end, radius, x, y);
    const toX = aimX(fixed, k, share) - x, toY = aimY(fixed, k, share) - y;
    if (isGate(fixed, k)) {
      const gateX = fixed.gateX[k]!, gateY = fixed.gateY[k]!, side = gateX * onY - gateY * onX;
      if (side !== 0) {
        onX = side > 0 ? -gateY : gateY;
        onY = side > 0 ? gateX : -gateX;
      }
    }
    if (!isPassed(toX, toY, onX, onY, radius)) break;
  }
  return k;
}

/** Whether corner number k is a gate. */
export function isGate({ gateX, gateY }: FixedColumns, k: number): boolean {
  return gateX.length > 0 && (gateX[k]! !== 0 || gateY[k]! !== 0);
}

/** `aimOf` on columns, as a share of corner number k's gate, for a disc at (x, y) whose route ends before corner number `end`. */
export function gateShare(
  fixed: FixedColumns,
  k: number,
  end: number,
  radius: number,
  x: number,
  y: number,
): number {
  if (!isGate(fixed, k) || k === end - 1) return 0;
  const { routeX, routeY, gateX, gateY } = fixed, cornerX = routeX[k]!, cornerY = routeY[k]!;
  return passedAt(
    x - cornerX,
    y - cornerY,
    routeX[k + 1]! - cornerX,
    routeY[k + 1]! - cornerY,
    gateX[k]!,
    gateY[k]!,
    radius,
  );
}

/** Where corner number k is passed, m: at its place, or at this share of its gate. */
export function aimX(fixed: FixedColumns, k: number, share: number): number {
  return isGate(fixed, k) ? fixed.routeX[k]! + share * fixed.gateX[k]! : fixed.routeX[k]!;
}

/** See `aimX`. */
export function aimY(fixed: FixedColumns, k: number, share: number): number {
  return isGate(fixed, k) ? fixed.routeY[k]! + share * fixed.gateY[k]! : fixed.routeY[k]!;
}
