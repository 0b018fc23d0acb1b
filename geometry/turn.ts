import type { Vec2 } from "./vector.ts";

/** π/2 in parts of 33 bits and a rest, so that whole multiples up to 2^20 of the parts are exact. */
const HALF_PI_1 = 1.5707963267341256, HALF_PI_2 = 6.077100506303966e-11, HALF_PI_3 = 2.0222662487959506e-21;

/** Largest angle whose error is stated, rad: about 2^20 quarter turns. */
const LARGEST_ANGLE = 1e6;

/** Error of each component of `turn` for angles up to 1e6 rad; larger angles lose more: about 1e-16 of the angle. */
export const TURN_ERROR = 4e-16;

/**
 * The unit vector (cosine, sine) of an angle, rad, from + - * / and a square root alone: the same bits on every engine,
 * right to `TURN_ERROR`. For motion that turns (B9); angles elsewhere are unit vectors from the start.
 *
 * Reduction to |x| <= π/4 by quarter turns, then the Taylor series to x^17, whose rest is below 1e-19.
 */
export function turn(angle: number): Vec2 {
  const quarters = Math.floor(angle / 1.5707963267948966 + 0.5);
  const x = Math.abs(angle) <= LARGEST_ANGLE
    ? ((angle - quarters * HALF_PI_1) - quarters * HALF_PI_2) - quarters * HALF_PI_3
    : angle - quarters * 1.5707963267948966;
  const z = x * x;
  let sine = 1, cosine = 1;
  for (let k = 17; k >= 3; k -= 2) sine = 1 - sine * z / (k * (k - 1));
  for (let k = 16; k >= 2; k -= 2) cosine = 1 - cosine * z / (k * (k - 1));
  const s = x * sine, norm = Math.sqrt(s * s + cosine * cosine), sn = s / norm, cs = cosine / norm;
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return { x: cs, y: sn };
    case 1:
      return { x: -sn, y: cs };
    case 2:
      return { x: -cs, y: -sn };
    default:
      return { x: sn, y: -cs };
  }
}
