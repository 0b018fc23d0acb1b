import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { turn, TURN_ERROR } from "../../geometry/turn.ts";
import { counts } from "../counts.ts";
import { seeded } from "../solver/random_problems.ts";

/** Angles up to 1e6 rad: evenly, by powers of ten, near multiples of π/4, and special ones. */
function* angles(count: number): Generator<number> {
  const r = seeded(77);
  yield* [0, -0, 1, -1, 1e6, -1e6, 5e-324, 1e-300, Math.PI / 4, -Math.PI / 4, 355 / 113, 999_999.5];
  for (let i = 0; i < count; i++) {
    const sign = r() < 0.5 ? -1 : 1;
    const multiple = Math.floor(r() * 1_270_000) * Math.PI / 4;
    yield sign * [
      r() * 1e6,
      10 ** (r() * 20 - 14),
      multiple + (r() - 0.5) * 1e-9,
      multiple,
      r() * 7,
    ][i % 5]!;
  }
}

it("B9: turn is within 4e-16 of cosine and sine for angles up to 1e6 rad", () => {
  assertEquals(TURN_ERROR, 4e-16);
  let worst = 0;
  for (const angle of angles(counts("turn"))) {
    const { x, y } = turn(angle);
    // Math.cos and Math.sin themselves are off by less than 2^-53.
    worst = Math.max(worst, Math.abs(x - Math.cos(angle)), Math.abs(y - Math.sin(angle)));
    assert(worst <= TURN_ERROR, `${worst} off at ${angle}`);
  }
  assert(worst > 0, "the comparison must see something");
});

it("B9: what turn gives has length 1 to rounding", () => {
  for (const angle of angles(counts("turn") / 10)) {
    const { x, y } = turn(angle);
    assertAlmostEquals(x * x + y * y, 1, 5e-16, `at ${angle}`);
  }
});

it("B9: small angles keep their relative accuracy, and the opposite angle is the mirror image", () => {
  for (const angle of angles(counts("turn") / 10)) {
    const forward = turn(angle), back = turn(-angle);
    if (Math.abs(angle) <= Math.PI / 4) {
      assertEquals(back, { x: forward.x, y: -forward.y });
      assertAlmostEquals(forward.y, Math.sin(angle), 1e-15 * Math.abs(angle));
    }
    assertAlmostEquals(back.x, forward.x, 2 * TURN_ERROR);
    assertAlmostEquals(back.y, -forward.y, 2 * TURN_ERROR);
  }
  assertEquals(turn(0), { x: 1, y: 0 });
});

it("B9: a quarter turn more is the same vector turned, whatever the quarter", () => {
  for (
    const [k, expected] of [[1, [0, 1]], [2, [-1, 0]], [3, [0, -1]], [4, [1, 0]], [-1, [0, -1]]] as const
  ) {
    const { x, y } = turn(k * Math.PI / 2);
    // The double nearest to k·π/2 is itself off by up to 4e-16 of it.
    assertAlmostEquals(x, expected[0], 4e-16 + 2.3e-16 * Math.abs(k));
    assertAlmostEquals(y, expected[1], 4e-16 + 2.3e-16 * Math.abs(k));
  }
});

it("B9: two angles in a row are as good as their sum", () => {
  const r = seeded(5);
  for (let i = 0; i < 2000; i++) {
    const a = (Math.floor(r() * 2 ** 20) - 2 ** 19) / 2 ** 12,
      b = (Math.floor(r() * 2 ** 20) - 2 ** 19) / 2 ** 12;
    const p = turn(a), q = turn(b), sum = turn(a + b); // a + b is exact
    assertAlmostEquals(p.x * q.x - p.y * q.y, sum.x, 4 * TURN_ERROR);
    assertAlmostEquals(p.x * q.y + p.y * q.x, sum.y, 4 * TURN_ERROR);
  }
});

it("B9: turn has the same bits in every run, on every engine", () => {
  const bits = new BigUint64Array(2), floats = new Float64Array(bits.buffer);
  let hash = 14695981039346656037n;
  for (let i = 0; i < 5000; i++) {
    // Angles made by exact arithmetic alone: sines would differ between engines.
    const angle = (i * 7919 % 4096 - 2048) * (i % 11 === 0 ? 256 : i % 7 === 0 ? 1 / 4096 : 1 / 64);
    const { x, y } = turn(angle);
    floats[0] = x, floats[1] = y;
    for (const word of bits) hash = (hash ^ word) * 1099511628211n & 0xffffffffffffffffn;
    assertEquals(turn(angle), { x, y });
  }
  // Computed by another language with the same doubles.
  assertEquals(hash.toString(16), "30c6b4d5b07c53df");
});
