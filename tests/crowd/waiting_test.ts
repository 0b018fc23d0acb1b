import { assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { hardlyGetsOn, updatedWaiting } from "../../crowd/waiting.ts";

const wish = { x: 0, y: 1 };

/** The waiting time after a step in which so much of a wish for 1 m/s comes true, and is lost of what could. */
const after = (waiting: number, lost: number, wishes = true, speed = 1 - lost) =>
  updatedWaiting(waiting, hardlyGetsOn(wish, { x: 3, y: speed }, lost), wishes, 0.1, 0.5, 2);

it("C6: a wait grows while hardly any progress is made, falls with progress, and ends with the wish", () => {
  assertAlmostEquals(after(3, 0.95), 3.1, 1e-12);
  assertAlmostEquals(after(3, 0.85), 2.9, 1e-12);
  assertEquals([after(0.05, 0), after(3, 1, false)], [0, 0]);
});

it("C6, C15: of a long wait who gets on remembers no more than the time to go 25 radii", () => {
  assertAlmostEquals(after(300, 1), 300.1, 1e-9);
  assertAlmostEquals(after(300, 0), 25 * 0.5 / 2 - 0.1, 1e-12);
});

it("C6: who creeps because others hold it waits, however little its budget would allow in one step; who speeds up freely does not", () => {
  assertAlmostEquals(after(3, 0.5, true, 0.05), 3.1, 1e-12); // alone it would reach 0.1 of 1 m/s in this step
  assertAlmostEquals(after(3, 0.05, true, 0.05), 2.9, 1e-12);
  assertAlmostEquals(after(3, 0.5, true, 0.2), 2.9, 1e-12);
});
