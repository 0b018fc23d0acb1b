/**
 * Stand-ins for the functions of `@std/assert` that the tests use, for machines that cannot reach JSR. Signatures
 * and messages follow the originals; what the tests do not use is not here.
 *
 * @module
 */
import assertNode from "node:assert/strict";

function fail(message: string, more?: string): never {
  throw new assertNode.AssertionError({ message: more === undefined ? message : `${message}: ${more}` });
}

function show(value: unknown): string {
  return Deno.inspect(value, { depth: 6, compact: true });
}

/** Zero and minus zero count as equal, as in the original. */
function sameZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(sameZero);
  if (value instanceof Map) return new Map([...value].map(([k, v]) => [sameZero(k), sameZero(v)]));
  if (value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, sameZero(v)]));
  }
  return value;
}

function equal(a: unknown, b: unknown): boolean {
  try {
    assertNode.deepStrictEqual(sameZero(a), sameZero(b));
    return true;
  } catch {
    return false;
  }
}

/** Asserts that `expr` is truthy. */
export function assert(expr: unknown, msg = ""): asserts expr {
  if (!expr) fail(msg);
}

/** Asserts deep equality. */
export function assertEquals<T>(actual: T, expected: T, msg?: string): void {
  if (!equal(actual, expected)) fail(`Values are not equal: ${show(actual)} !== ${show(expected)}`, msg);
}

/** Asserts that two values are not deeply equal. */
export function assertNotEquals<T>(actual: T, expected: T, msg?: string): void {
  if (equal(actual, expected)) fail(`Expected actual: ${show(actual)} not to be: ${show(expected)}`, msg);
}

/** Asserts that two values are the same by `Object.is`. */
export function assertStrictEquals<T>(actual: unknown, expected: T, msg?: string): asserts actual is T {
  if (!Object.is(actual, expected)) {
    fail(`Values are not strictly equal: ${show(actual)} !== ${show(expected)}`, msg);
  }
}

/** Asserts that two numbers differ by at most `tolerance`. */
export function assertAlmostEquals(actual: number, expected: number, tolerance?: number, msg?: string): void {
  if (Object.is(actual, expected)) return;
  const most = tolerance ?? (Number.isFinite(expected) ? Math.abs(expected * 1e-7) : 1e-7);
  if (!(Math.abs(expected - actual) <= most)) {
    fail(`Expected actual: "${actual}" to be close to "${expected}" within ${most}`, msg);
  }
}

/** Asserts that a value is neither null nor undefined. */
export function assertExists<T>(actual: T, msg?: string): asserts actual is NonNullable<T> {
  if (actual === undefined || actual === null) {
    fail(`Expected actual: "${actual}" to not be null or undefined`, msg);
  }
}

/** Asserts that a text contains another. */
export function assertStringIncludes(actual: string, expected: string, msg?: string): void {
  if (!actual.includes(expected)) fail(`Expected actual: "${actual}" to contain: "${expected}"`, msg);
}

/** Asserts that a text matches a pattern. */
export function assertMatch(actual: string, expected: RegExp, msg?: string): void {
  if (!expected.test(actual)) fail(`Expected actual: "${actual}" to match: "${expected}"`, msg);
}

/** Asserts that a function throws, and returns what it threw. */
export function assertThrows(fn: () => unknown, msg?: string): unknown {
  try {
    fn();
  } catch (error) {
    return error;
  }
  fail("Expected function to throw", msg);
}
