import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { decide } from "../../solver/decide.ts";
import { enumerateCandidates, feasibleCandidates } from "../../solver/enumeration.ts";
import { velocitySpaceSvg } from "../../view/velocity_space.ts";
import { candidate, edgePlane, neighborPlane, sx1, sx1Decision, turnedDown } from "./records.ts";
import { ofClass, parseSvg, textsOf } from "./svg_document.ts";

it("P1: the picture of SX1 has its discs, half-planes, feasible region, preferred velocity and choice", () => {
  const root = parseSvg(velocitySpaceSvg(sx1, sx1Decision));
  assertEquals(ofClass(root, "disc-speed").length, 1);
  assertEquals(ofClass(root, "half-plane").length, 2);
  assertEquals(ofClass(root, "feasible").length, 1);
  assertEquals(ofClass(root, "preferred").length, 1);
  assertEquals(ofClass(root, "choice").length, 1);
});

it("P1: every half-plane is labelled with its source, on the picture and in the legend with its margin", () => {
  const texts = textsOf(parseSvg(velocitySpaceSvg(sx1, sx1Decision)), "text");
  for (const label of ["neighbor b, arc", "edge wall"]) {
    assertEquals(texts.filter((t) => t === label).length, 2);
  }
  assertEquals(texts.filter((t) => t === "0").length >= 2, true);
  assert(texts.includes("margin, m/s"));
});

it("P1: kept candidates are rings and dropped ones crosses that name the reason", () => {
  const kept = [candidate({ x: 0.75, y: 0.2 }, 0.32), candidate({ x: 0.1, y: 0.9 }, 1.27)];
  const root = parseSvg(velocitySpaceSvg(sx1, sx1Decision, { candidates: kept }));
  assertEquals(ofClass(root, "kept").length, 2);
  assertEquals(ofClass(root, "dropped").length, 2);
  const titles = ofClass(root, "dropped").map((cross) => cross.firstChild?.textContent ?? "");
  assertStringIncludes(titles[0]!, "it violates edge wall by 0.2 m/s");
  assertStringIncludes(titles[1]!, "it violates neighbor b, arc by 0.25 m/s");
  const texts = textsOf(root, "text");
  assert(texts.includes("candidates kept: 2"));
  assert(texts.includes("candidates dropped: 2"));
});

it("P1: of the whole enumeration, the feasible candidates are kept and all others dropped", () => {
  const problem = { ...sx1, halfPlanes: sx1.neighbors, hard: sx1.boundaries };
  const all = enumerateCandidates(problem), feasible = feasibleCandidates(problem);
  assert(feasible.length > 0 && feasible.length < all.length);
  const root = parseSvg(velocitySpaceSvg(sx1, { ...sx1Decision, rejected: [] }, { candidates: all }));
  assertEquals(ofClass(root, "kept").length, feasible.length);
  assertEquals(ofClass(root, "dropped").length, all.length - feasible.length);
});

it("P1: a candidate that a later check refused is drawn once, as dropped", () => {
  const refused = candidate({ x: 0.75, y: 0.2 }, 0.32);
  const reason = { kind: "check", check: "sweep", reason: "it meets a cart" } as const;
  const root = parseSvg(velocitySpaceSvg(sx1, sx1Decision, {
    candidates: [refused],
    rejected: [{ stage: "Clear", candidate: refused, reason }],
  }));
  assertEquals(ofClass(root, "kept").length, 0);
  assertEquals(ofClass(root, "dropped").length, 1);
  assertStringIncludes(ofClass(root, "dropped")[0]!.textContent ?? "", "it meets a cart");
});

it("P1: the drawn feasible region ends at the choice of SX1, read back from the path", () => {
  const svg = velocitySpaceSvg(sx1, sx1Decision);
  const root = parseSvg(svg);
  const path = ofClass(root, "feasible")[0]!.getAttribute("d") ?? "";
  const points = path.slice(1, -1).split("L").map((pair) => pair.split(" ").map(Number));
  const choice = ofClass(root, "choice")[0]!;
  const at = [Number(choice.getAttribute("cx")), Number(choice.getAttribute("cy"))];
  // y points down, so the allowed side of v.x <= 0.75 is left of the choice and that of v.y >= 0.2 above it.
  for (const [x, y] of points) assert(x! <= at[0]! + 0.02 && y! <= at[1]! + 0.02);
  assert(points.some(([x, y]) => Math.abs(x! - at[0]!) < 0.02 && Math.abs(y! - at[1]!) < 0.02));
});

it("P1: an infeasible problem says so and draws no region", () => {
  const problem = {
    ...sx1,
    neighbors: [neighborPlane("b", { x: 1.5, y: 0 }, { x: 1, y: 0 })],
    boundaries: [edgePlane("wall", { x: 1, y: 0 }, { x: -1, y: 0 })],
    stopTarget: { x: 0, y: 0 },
    explain: true,
  };
  const decision = decide(problem);
  assertEquals(decision.kind, "AvoidanceRelaxed");
  const root = parseSvg(velocitySpaceSvg(problem, decision));
  assertEquals(ofClass(root, "feasible").length, 0);
  assert(textsOf(root, "text").includes("no area of feasible velocities"));
  assertStringIncludes(textsOf(root, "title")[0]!, "AvoidanceRelaxed");
});

it("P1: a half-plane whose line is out of view is named in the legend", () => {
  const far = { ...sx1, neighbors: [neighborPlane(7, { x: 50, y: 0 }, { x: -1, y: 0 })] };
  const texts = textsOf(parseSvg(velocitySpaceSvg(far, sx1Decision)), "text");
  assert(texts.includes("neighbor 7, arc (out of view)"));
});

it("P1: candidates outside the picture are counted", () => {
  const far = turnedDown({ x: 900, y: 0 }, sx1.boundaries[0]!.source, 1);
  const texts = textsOf(parseSvg(velocitySpaceSvg(sx1, sx1Decision, { rejected: [far] })), "text");
  assert(texts.includes("candidates dropped: 1 (1 outside the picture)"));
});

it("P1: a window asked for shows a small reachable disc large", () => {
  const near = { ...sx1, discs: [...sx1.discs, { center: { x: 0.74, y: 0.2 }, radius: 0.04 }] };
  const radius = (svg: string) => Number(ofClass(parseSvg(svg), "disc-reachable")[0]!.getAttribute("r"));
  assert(radius(velocitySpaceSvg(near, sx1Decision)) < 12);
  const window = { center: { x: 0.74, y: 0.2 }, halfWidth: 0.06 };
  assert(radius(velocitySpaceSvg(near, sx1Decision, { window })) > 150);
});
