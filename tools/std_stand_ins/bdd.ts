/**
 * Stand-in for the part of `@std/testing/bdd` that the tests use (top-level `it` and `it.ignore`), for machines that
 * cannot reach JSR.
 *
 * @module
 */

/** Registers a test. */
export function it(name: string, fn: () => void | Promise<void>): void {
  Deno.test(name, async () => await fn());
}

/** Registers a test that is reported as ignored. */
it.ignore = (name: string, fn: () => void | Promise<void>): void => {
  Deno.test({ name, ignore: true, fn: async () => await fn() });
};
