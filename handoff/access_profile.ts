/**
 * A way along a straight line that starts and ends at rest (H4): speed rises over `ramp`, stays for `cruise` and falls
 * over `ramp` again.
 */
export interface AccessProfile {
  /** d, m, at least 0. */
  readonly length: number;
  /** Highest speed, m/s. */
  readonly peak: number;
  /** Duration of each of the two ramps, s; 0 with an unlimited acceleration. */
  readonly ramp: number;
  /** Duration at the peak, s; 0 on a short way. */
  readonly cruise: number;
}

/**
 * The quickest profile of this length (H4). Short, d ≤ vCap²/a: it accelerates, then brakes, with the peak sqrt(a·d) and
 * the duration 2·sqrt(d/a). Long: two ramps of vCap/a and a cruise of (d - vCap²/a)/vCap.
 *
 * @param length d, m; what is not above 0 gives a profile that takes no time
 * @param acceleration a, m/s², above 0; `Infinity`: the ramps take no time
 * @param speedCap vCap, m/s, above 0 and finite
 */
export function accessProfile(length: number, acceleration: number, speedCap: number): AccessProfile {
  if (!(length > 0)) return { length: 0, peak: 0, ramp: 0, cruise: 0 };
  const ramps = speedCap * speedCap / acceleration; // way of both ramps up to the cap
  return length <= ramps
    ? { length, peak: Math.sqrt(acceleration * length), ramp: Math.sqrt(length / acceleration), cruise: 0 }
    : { length, peak: speedCap, ramp: speedCap / acceleration, cruise: (length - ramps) / speedCap };
}

/** How long the whole way takes, s. */
export function profileDuration({ ramp, cruise }: AccessProfile): number {
  return ramp + cruise + ramp;
}

/** Speed at a time since the start, m/s: from 0 to the peak; 0 before the start and after the end. */
export function profileSpeed(p: AccessProfile, at: number): number {
  const end = profileDuration(p);
  if (!(at > 0 && at < end)) return 0;
  if (at < p.ramp) return p.peak * Math.min(1, at / p.ramp);
  return at <= p.ramp + p.cruise ? p.peak : p.peak * Math.min(1, (end - at) / p.ramp);
}

/**
 * Way from one time to another, m: the exact integral of the speed, split where its slope changes (H5). On each part
 * the speed is linear, so its mean is that of the ends. Whatever the steps, their ways add up to the length.
 *
 * @param from s since the start
 * @param to s since the start; not after `from`: no way
 */
export function profileDisplacement(p: AccessProfile, from: number, to: number): number {
  const end = profileDuration(p), braking = p.ramp + p.cruise;
  const first = Math.max(0, from), last = Math.min(end, to);
  if (!(first < last)) return 0;
  const rising = wayOnRamp(p, first, Math.min(last, p.ramp));
  const cruising = p.peak * Math.max(0, Math.min(last, braking) - Math.max(first, p.ramp));
  const falling = wayOnRamp(p, end - last, end - Math.max(first, braking)); // the mirror image of the first ramp
  return rising + cruising + falling;
}

/** Way between two times of the rising ramp; 0 when there is nothing between them. */
function wayOnRamp({ peak, ramp }: AccessProfile, from: number, to: number): number {
  if (!(from < to && ramp > 0)) return 0;
  const mean = Math.min(1, (from + to) / 2 / ramp) * peak;
  return mean * (to - from);
}
