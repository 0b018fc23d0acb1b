import { sweepNeighbor } from "../../boundary/sweep.ts";
import { INSIDE } from "../../boundary/verify_curve.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import type { Frame } from "./frame.ts";
import { leastInStop, type Limits } from "./limits.ts";

/** The two pieces of a motion, each by velocity, acceleration and duration: the step, and braking from its end. */
const pieces = new Float64Array(10);

/** `refusedByLimits` on columns: the curve of the step, and braking from its end, behind every plane (B6, B19). */
export function staysBehind(limits: Limits, { x: vx, y: vy }: Vec2): boolean {
  const { count, nx, ny, margin, laidInside, timeStep: dt, budget } = limits;
  const jumps = budget === Infinity;
  const fromX = jumps ? vx : limits.vx, fromY = jumps ? vy : limits.vy;
  const ax = jumps ? 0 : (vx - fromX) / dt, ay = jumps ? 0 : (vy - fromY) / dt;
  const movedX = (fromX + ax * dt / 2) * dt, movedY = (fromY + ay * dt / 2) * dt;
  const speed = Math.sqrt(vx * vx + vy * vy);
  pieces[0] = fromX;
  pieces[1] = fromY;
  pieces[2] = ax;
  pieces[3] = ay;
  pieces[4] = dt;
  pieces[5] = vx;
  pieces[6] = vy;
  pieces[7] = -vx / speed * budget;
  pieces[8] = -vy / speed * budget;
  pieces[9] = speed > 0 ? speed / budget : 0;
  for (let k = 0; k < count; k++) {
    const x = nx[k]!, y = ny[k]!;
    const least = k < limits.edges ? -Math.max(0, Math.min(INSIDE, laidInside[k]!)) : -0;
    let from = margin[k]!;
    for (let p = 0; p < 10; p += 5) { // `leastOver` of each, written out: nothing is allocated
      const duration = pieces[p + 4]!;
      if (!(from >= least)) return false;
      if (duration > 0) {
        const along = x * (0 - pieces[p]!) + y * (0 - pieces[p + 1]!);
        const bend = -(x * pieces[p + 2]! + y * pieces[p + 3]!) / 2;
        if (bend > 0) {
          const turning = -along / (2 * bend);
          const inside = turning > 0 && turning < duration;
          if (inside && !(from + (along + bend * turning) * turning >= least)) return false;
        }
        if (!(from + (along + bend * duration) * duration >= least)) return false;
      }
      from -= x * movedX + y * movedY;
    }
  }
  return true;
}

/** `provenStop` on columns: whether braking from the actual state stays behind every plane, up to an eighth of the slack. */
export function stopIsProven(limits: Limits): boolean {
  const { count, nx, ny, margin, laidInside, slack, vx, vy, budget } = limits;
  for (let k = 0; k < count; k++) {
    const tolerance = k < limits.edges
      ? Math.min(slack / 8, Math.max(0, laidInside[k]!) + INSIDE)
      : slack / 8;
    if (!(leastInStop(margin[k]!, nx[k]!, ny[k]!, vx, vy, budget) >= -tolerance)) return false;
  }
  return true;
}

/** How much the least gap may fall below 0, or an overlap grow, by rounding, per 1 m of the sweep's scale. */
const ROUNDING = 1e-12;

/** `refusedBySweep` on columns: whether the step to an end velocity meets nobody that no floor covers (B8). */
export function meetsNobody(frame: Frame, s: number, limits: Limits, { x: vx, y: vy }: Vec2): boolean {
  const { slotX, slotY, slotVx, slotVy, slotRadius } = frame.step, dt = limits.timeStep;
  for (let k = 0; k < limits.sweptCount; k++) {
    const t = limits.swept[k]!, combined = slotRadius[s]! + slotRadius[t]!;
    const px = slotX[t]! - slotX[s]!, py = slotY[t]! - slotY[s]!, ux = slotVx[t]!, uy = slotVy[t]!;
    if (limits.budget === Infinity) {
      // `sweepNeighbor` of two that both keep their velocities: nearest at an end, or where the way is square to the line of sight.
      const wx = ux - vx, wy = uy - vy, start = Math.sqrt(px * px + py * py), ww = wx * wx + wy * wy;
      const foot = ww > 0 ? -(px * wx + py * wy) / ww : 0, at = Math.max(0, Math.min(dt, foot));
      const x = px + wx * at, y = py + wy * at, distance = Math.min(start, Math.sqrt(x * x + y * y));
      const noise = ROUNDING * Math.max(1, combined, start);
      if (!(start < combined ? !(start - distance > noise) : distance - combined >= -noise)) return false;
      continue;
    }
    // A ramp goes no farther than this, as the other sees it: mostly that is answer enough.
    const way = (Math.sqrt((limits.vx - ux) * (limits.vx - ux) + (limits.vy - uy) * (limits.vy - uy)) +
      Math.sqrt((vx - ux) * (vx - ux) + (vy - uy) * (vy - uy))) / 2 * dt;
    if (Math.sqrt(px * px + py * py) - way >= combined) continue;
    const acceleration = { x: (vx - limits.vx) / dt, y: (vy - limits.vy) / dt };
    const verdict = sweepNeighbor(
      {
        position: { x: slotX[s]!, y: slotY[s]! },
        motion: [{ duration: dt, velocity: { x: limits.vx, y: limits.vy }, acceleration }],
      },
      { position: { x: slotX[t]!, y: slotY[t]! }, velocity: { x: ux, y: uy } },
      combined,
      dt,
    );
    if (verdict.kind === "Collides" || (verdict.kind === "Overlapped" && verdict.deeper > 0)) return false;
  }
  return true;
}
