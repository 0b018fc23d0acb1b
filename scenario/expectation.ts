import type { AgentId } from "../geometry/agent.ts";
import type { GateDirection } from "./counting_gate.ts";

/** The agents that an expectation speaks of. */
export interface About {
  /** IDs; absent: all agents. */
  readonly agents?: readonly AgentId[];
}

/** The part of the run that an expectation speaks of. */
export interface Since {
  /** Seconds from the start, at least 0; absent: the whole run. */
  readonly from?: number;
}

/**
 * Something that must hold of a run. Distances in m, times in s from the start, speeds in m/s. Gaps, wall clearance and
 * region margins are least values over continuous time, not only at the steps' ends. Places are those of the world;
 * speed, acceleration and turns are relative to what the agent stands on, as its speed cap and budget are.
 */
export type Expectation =
  /** Every position and velocity stays a finite number. */
  | { readonly kind: "finite" }
  /**
   * Within `arrivalDistance` of the goal by that time, nobody earlier than `notBefore`, and still there at the end unless
   * agents leave at their goals. Agents without a goal do not count.
   */
  | { readonly kind: "arrival"; readonly within: number; readonly notBefore?: number } & About
  /** Agents per second through a gate, 1/s, between its first and its last passage; `direction` is forward by default. */
  | {
    readonly kind: "flow";
    readonly gate: string;
    readonly direction?: GateDirection;
    readonly atLeast?: number;
    readonly atMost?: number;
  }
  /** How many agents pass a gate; `direction` is forward by default. */
  | {
    readonly kind: "passages";
    readonly gate: string;
    readonly direction?: GateDirection;
    readonly atLeast: number;
  }
  /** Most agents at once in an area, 1/m². */
  | { readonly kind: "density"; readonly area: string; readonly atMost: number }
  /** Surface gap between any two of the agents that share a storey. */
  | { readonly kind: "gap"; readonly atLeast: number } & About & Since
  /** Distance to the walls minus radius. */
  | { readonly kind: "wallClearance"; readonly atLeast: number } & About & Since
  /** Speed of each agent. */
  | { readonly kind: "speed"; readonly atMost: number } & About & Since
  /** Acceleration of each agent, m/s²; a jump of velocity counts as spread over one step. */
  | { readonly kind: "acceleration"; readonly atMost: number } & About
  /** Steps in which one of the agents turned by more than 90° while faster than 1 mm/s, all agents together. */
  | { readonly kind: "reversals"; readonly atMost: number } & About
  /** Distance left to the goal at the end. */
  | { readonly kind: "distanceToGoal"; readonly atMost: number } & About
  /** Distance from the straight line from start to goal. */
  | { readonly kind: "lateral"; readonly atMost: number } & About
  /** Distance from the start position. */
  | { readonly kind: "displacement"; readonly atMost: number } & About
  /** The new crowd's report, before any step, names an overlap between two of the agents. */
  | { readonly kind: "initialOverlap" } & About
  /** Each agent that stops short of its goal is reported as stalled, with what holds it, so soon after stopping. */
  | { readonly kind: "blockedReported"; readonly within: number } & About
  /** A deadlock that names all of the agents is reported so soon after the last of them has stopped. */
  | { readonly kind: "deadlockReported"; readonly within: number } & About
  /** A second run gives the same bits: with the agents listed in the same order, or backwards. */
  | { readonly kind: "repeatable"; readonly order: "same" | "reversed" }
  /**
   * Each agent that has a region stays inside it: its margin, the center's distance to the nearest edge, negative outside,
   * is never below that; default -1e-12, nothing but rounding (B6).
   */
  | { readonly kind: "insideRegion"; readonly atLeast?: number } & About
  /** A stop is always there to be taken: no decision is `BoundaryUnreachable` or `Uncontrolled` (B19, M4). */
  | { readonly kind: "noRefusedStop" } & About
  /** Share of the steps in which an agent did not decide, by time slices and levels of detail (C4), 0 to 1, of each of them. */
  | { readonly kind: "skipped"; readonly atLeast?: number; readonly atMost?: number } & About
  /** At least one of these holds. */
  | { readonly kind: "anyOf"; readonly of: readonly Expectation[] };

/** An expectation as a line of text, such as `gap >= -0.001 m of a1, a2 from 2 s`. */
export function describeExpectation(e: Expectation): string {
  switch (e.kind) {
    case "finite":
      return "all numbers finite";
    case "arrival":
      return `arrival within ${e.within} s${
        e.notBefore === undefined ? "" : ` and not before ${e.notBefore} s`
      }${about(e)}`;
    case "flow":
      return [
        `flow through ${e.gate}${backward(e)}`,
        ...(e.atLeast === undefined ? [] : [`>= ${e.atLeast} /s`]),
        ...(e.atMost === undefined ? [] : [`<= ${e.atMost} /s`]),
      ].join(" ");
    case "passages":
      return `passages of ${e.gate}${backward(e)} >= ${e.atLeast}`;
    case "density":
      return `density in ${e.area} <= ${e.atMost} /m²`;
    case "gap":
      return `gap >= ${e.atLeast} m${about(e)}${since(e)}`;
    case "wallClearance":
      return `wall clearance >= ${e.atLeast} m${about(e)}${since(e)}`;
    case "speed":
      return `speed <= ${e.atMost} m/s${about(e)}${since(e)}`;
    case "acceleration":
      return `acceleration <= ${e.atMost} m/s²${about(e)}`;
    case "reversals":
      return `reversals <= ${e.atMost}${about(e)}`;
    case "distanceToGoal":
      return `distance to goal at the end <= ${e.atMost} m${about(e)}`;
    case "lateral":
      return `distance from the straight line <= ${e.atMost} m${about(e)}`;
    case "displacement":
      return `displacement <= ${e.atMost} m${about(e)}`;
    case "initialOverlap":
      return `overlap at the start reported${about(e)}`;
    case "blockedReported":
      return `blocked reported within ${e.within} s of stopping${about(e)}`;
    case "deadlockReported":
      return `deadlock reported within ${e.within} s of stopping${about(e)}`;
    case "repeatable":
      return e.order === "same" ? "same bits when run again" : "same bits with agents listed backwards";
    case "insideRegion":
      return e.atLeast === undefined
        ? `inside the region at every instant${about(e)}`
        : `region margin >= ${e.atLeast} m${about(e)}`;
    case "noRefusedStop":
      return `a proven velocity or stop in every step${about(e)}`;
    case "skipped":
      return [
        "skipped decisions",
        ...(e.atLeast === undefined ? [] : [`>= ${100 * e.atLeast} %`]),
        ...(e.atMost === undefined ? [] : [`<= ${100 * e.atMost} %`]),
      ].join(" ") + about(e);
    case "anyOf":
      return e.of.map(describeExpectation).join(" or ");
  }
}

function about(e: About): string {
  return e.agents === undefined ? "" : ` of ${e.agents.join(", ")}`;
}

function backward({ direction }: { readonly direction?: GateDirection }): string {
  return direction === "backward" ? " backward" : "";
}

function since(e: Since): string {
  return e.from === undefined ? "" : ` from ${e.from} s`;
}
