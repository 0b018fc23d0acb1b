import { createColumns, fillColumns } from "../solver/columns.ts";
import { solveByEnumeration } from "../solver/enumeration.ts";
import { nearestFeasible, solveIncremental } from "../solver/incremental.ts";
import { solveLeastViolation } from "../solver/least_violation.ts";
import { feasibilityTolerance } from "../solver/tolerance.ts";
import { problemOf, scenes } from "./random_scene.ts";

let turn = 0;

for (const neighbors of [2, 5, 10, 20, 40]) {
  const problems = scenes(256, neighbors, neighbors).map(problemOf),
    group = `${neighbors} neighbors, two discs`;
  Deno.bench({
    name: `incremental, ${neighbors}`,
    group,
    baseline: true,
    fn() {
      solveIncremental(problems[turn++ & 255]!);
    },
  });
  const columns = problems.map((p) => {
    const c = createColumns(neighbors, 2);
    fillColumns(
      c,
      p.preferred,
      p.halfPlanes,
      p.discs,
      feasibilityTolerance(p.discs, p.preferred, p.halfPlanes),
    );
    return c;
  });
  const optimum = { kind: 0, i: 0, j: 0, side: 0, x: 0, y: 0 };
  Deno.bench({
    name: `incremental on columns, without allocation, ${neighbors}`,
    group,
    fn() {
      nearestFeasible(columns[turn++ & 255]!, optimum);
    },
  });
  Deno.bench({
    name: `enumeration, ${neighbors}`,
    group,
    fn() {
      solveByEnumeration(problems[turn++ & 255]!);
    },
  });
  Deno.bench({
    name: `least violation where infeasible, else the optimum, ${neighbors}`,
    group,
    fn() {
      solveLeastViolation(problems[turn++ & 255]!);
    },
  });
}
