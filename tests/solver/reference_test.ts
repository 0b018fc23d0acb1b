import { assert, assertAlmostEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import * as O from "npm:fp-ts@^2.16/lib/Option.js";
import { solveByEnumeration } from "../../solver/enumeration.ts";
import { solveIncremental } from "../../solver/incremental.ts";
import { solveLeastViolation } from "../../solver/least_violation.ts";
import type { VelocityProblem } from "../../solver/problem.ts";
import { referenceHalfPlanes, type ReferenceProblem, referenceProblems } from "../reference_data.ts";
import { apart, at, disc, worst } from "./records.ts";

const problems = referenceProblems();
const test = problems === undefined ? it.ignore : it;
const rows = problems ?? [];

/**
 * The reference's own lines and its one disc. Where two agents coincide and move alike the reference divides 0 by 0 and
 * has no line; those are left out here, and `geometry` gives such pairs a finite half-plane instead (G10).
 */
function problemOf(row: ReferenceProblem): VelocityProblem {
  return {
    preferred: row.preferred,
    halfPlanes: referenceHalfPlanes(row),
    discs: [disc(0, 0, row.maxSpeed)],
  };
}

function about(row: ReferenceProblem): string {
  return `row ${row.id}, ${row.category}: ${JSON.stringify(problemOf(row))}`;
}

test("S1, S6: both solvers find RVO2's velocity in double precision, wherever there is one", () => {
  let feasible = 0;
  for (const row of rows) {
    const p = problemOf(row);
    for (const solve of [solveByEnumeration, solveIncremental]) {
      const found = O.toUndefined(solve(p));
      if (!row.feasible) {
        assert(found === undefined || (row.exact.leastViolation ?? 0) < 1e-9, about(row));
        continue;
      }
      feasible++;
      assert(found !== undefined, about(row));
      const expected = row.exact.velocity ?? row.velocity;
      assert(
        apart(found.velocity, expected) <= 1e-7,
        `off by ${apart(found.velocity, expected)}, ${about(row)}`,
      );
      // Rows without a finite line for every neighbor were solved by the reference with one that is not a number.
      if (row.lines.every((line) => line !== undefined)) {
        assert(apart(found.velocity, row.velocity) <= 1e-7, about(row));
      }
    }
  }
  assert(feasible > 200, `${feasible} comparisons`);
});

test("S7: the least violation is the brute force's, and never more than RVO2's, on its infeasible problems", () => {
  let infeasible = 0;
  for (const row of rows) {
    const p = problemOf(row), found = O.toUndefined(solveLeastViolation(p));
    assert(found !== undefined, about(row));
    const own = Math.max(0, worst(found.velocity, p.halfPlanes));
    assert(apart(found.velocity, at(0, 0)) <= row.maxSpeed + 1e-11 * Math.max(1, row.maxSpeed), about(row));
    if (row.feasible) {
      assert(found.violation <= 1e-9, about(row));
      continue;
    }
    infeasible++;
    assertAlmostEquals(own, row.exact.leastViolation ?? NaN, 1e-7, about(row));
    assertAlmostEquals(found.violation, own, 1e-9, about(row));
    assert(own <= row.maxViolation + 1e-7, about(row));
  }
  assert(infeasible > 30, `${infeasible} comparisons`);
});
