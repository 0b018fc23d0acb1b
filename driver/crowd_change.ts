import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { addAgents, removeAgents, withObstacles, withRoute } from "../crowd/create.ts";
import type { Crowd } from "../crowd/crowd.ts";
import { itemsOf } from "../crowd/persistent_list.ts";
import { withMembers } from "../crowd/tiled_crowd.ts";
import { parseTiledGround } from "../crowd/parse_ground.ts";
import { interruptCrossing, redirect, replaceGround } from "../crowd/tiled_step.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { Checked } from "../geometry/input_error.ts";
import { checked, readAgentId, readArray, type Reader, readRecord, readWord } from "../geometry/reader.ts";
import type { Interrupted } from "../handoff/handoff_event.ts";
import type { DrivenCrowd } from "./driven_crowd.ts";
import type { HandoffRun } from "./handoff_runner.ts";

/** Something that becomes different between two steps, beyond what `StepInput` tells of single steps. */
export type CrowdChange =
  /** Agents come (C1), as `createCrowd` takes them. */
  | { readonly kind: "AgentsAdded"; readonly agents: readonly unknown[] }
  /** Agents go; IDs that are not there change nothing. */
  | { readonly kind: "AgentsRemoved"; readonly ids: readonly AgentId[] }
  /** An agent has another way to go (C5); on tiles, a crossing that it does not lead over is interrupted (H10). */
  | { readonly kind: "RouteReplaced"; readonly id: AgentId; readonly route: readonly unknown[] }
  /** Other walls stand in place of all before (C8), as `createCrowd` takes them; on tiles, crossings are interrupted (H10). */
  | { readonly kind: "ObstaclesReplaced"; readonly obstacles: readonly unknown[] }
  /** The tiles are others, or have other versions (H10), as `parseTiledGround` takes them. */
  | { readonly kind: "GroundReplaced"; readonly ground: unknown }
  /** An agent's crossing is interrupted (H10). */
  | { readonly kind: "CrossingInterrupted"; readonly id: AgentId; readonly cause: Interrupted["cause"] };

const KINDS = [
  "AgentsAdded",
  "AgentsRemoved",
  "RouteReplaced",
  "ObstaclesReplaced",
  "GroundReplaced",
  "CrossingInterrupted",
] as const satisfies readonly CrowdChange["kind"][];

const CAUSES = [
  "obstaclesChanged",
  "sweepBlocked",
  "newOrder",
] as const satisfies readonly Interrupted["cause"][];

/**
 * The crowd after a change, or everything that is wrong with it; nothing is half done.
 *
 * In a crowd on tiles, an ID that has gone is not used again: what is still reported of its orders would be taken for the
 * newcomer's (H15).
 */
export function changedBy(now: DrivenCrowd, change: unknown): Checked<DrivenCrowd> {
  const read = checked(change, readChange);
  return E.isLeft(read)
    ? read
    : now.handoffs === undefined
    ? E.map((crowd: Crowd): DrivenCrowd => ({ ...now, crowd }))(changedCrowd(now.crowd, read.right))
    : E.map((handoffs: HandoffRun): DrivenCrowd => ({ ...now, crowd: handoffs.world.crowd, handoffs }))(
      changedRun(now.handoffs, read.right),
    );
}

function readChange(value: unknown, reader: Reader): CrowdChange {
  const record = readRecord(value, [], reader), kind = readWord(record["kind"], ["kind"], KINDS, reader);
  const id = (): AgentId => readAgentId(record["id"], ["id"], reader) ?? NaN;
  switch (kind) {
    case "AgentsAdded":
      return { kind, agents: readArray(record["agents"], ["agents"], reader) };
    case "AgentsRemoved": {
      const ids = readArray(record["ids"], ["ids"], reader);
      return { kind, ids: ids.map((one, i) => readAgentId(one, ["ids", i], reader) ?? NaN) };
    }
    case "RouteReplaced":
      return { kind, id: id(), route: readArray(record["route"], ["route"], reader) };
    case "ObstaclesReplaced":
      return { kind, obstacles: readArray(record["obstacles"], ["obstacles"], reader) };
    case "GroundReplaced":
      return { kind, ground: record["ground"] };
    case "CrossingInterrupted":
      return { kind, id: id(), cause: readWord(record["cause"], ["cause"], CAUSES, reader) };
  }
}

function changedCrowd(crowd: Crowd, change: CrowdChange): Checked<Crowd> {
  switch (change.kind) {
    case "AgentsAdded":
      return addAgents(crowd, change.agents);
    case "AgentsRemoved":
      return E.right(removeAgents(crowd, change.ids));
    case "RouteReplaced":
      return withRoute(crowd, change.id, change.route);
    case "ObstaclesReplaced":
      return withObstacles(crowd, change.obstacles);
    case "GroundReplaced":
    case "CrossingInterrupted":
      return checked(change.kind, (kind, reader) => {
        reader.report(["kind"], kind, "must be about a crowd on tiles");
        return crowd;
      });
  }
}

function changedRun(run: HandoffRun, change: CrowdChange): Checked<HandoffRun> {
  const { world, epoch, gone } = run;
  if (change.kind === "GroundReplaced") {
    const ground = parseTiledGround(change.ground);
    return E.isLeft(ground) ? ground : E.right({ ...run, world: replaceGround(world, ground.right) });
  }
  if (change.kind === "CrossingInterrupted") {
    return E.right({ ...run, world: interruptCrossing(world, change.id, change.cause) });
  }
  const crowd = changedCrowd(world.crowd, change);
  if (E.isLeft(crowd)) return crowd;
  switch (change.kind) {
    case "RouteReplaced": {
      const route = crowd.right.agents.find(({ id }) => id === change.id)?.route ?? [];
      return E.right({ ...run, world: redirect(world, change.id, route) });
    }
    case "AgentsAdded": {
      const fresh = checked(crowd.right.agents, (_, reader) => {
        for (const { id } of crowd.right.agents) {
          if (gone.has(id)) reader.report(["agents"], id, "must not have the ID of one that has gone", id);
        }
      });
      if (E.isLeft(fresh)) return fresh;
      break;
    }
  }
  const members = withMembers(world, crowd.right, epoch);
  if (E.isLeft(members)) return members;
  const staying = new Set(crowd.right.agents.map(({ id }) => id));
  return E.right({
    ...run,
    gone: new Set([...gone, ...world.crowd.agents.flatMap(({ id }) => staying.has(id) ? [] : [id])]),
    world: change.kind !== "ObstaclesReplaced" ? members.right : itemsOf(world.crossers).reduce(
      (now, { id }) => interruptCrossing(now, id, "obstaclesChanged"),
      members.right,
    ),
  });
}
