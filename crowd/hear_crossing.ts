import type { AgentId } from "../geometry/agent.ts";
import type { HandoffEvent } from "../handoff/handoff_event.ts";
import type { HandoffState } from "../handoff/handoff_state.ts";
import { reduceHandoff } from "../handoff/reduce_handoff.ts";
import { crosserOf, withCrosser } from "./crossers.ts";
import { appended } from "./persistent_list.ts";
import type { TiledCrowd } from "./tiled_crowd.ts";

/**
 * The handoff hears something; its commands are put at the end of the outbox. An agent without a handoff hears nothing. All of
 * the world but O(log n) of its nodes is shared with what comes of it.
 */
export function hearCrossing(world: TiledCrowd, agent: AgentId, event: HandoffEvent): TiledCrowd {
  const crosser = crosserOf(world, agent);
  if (crosser === undefined || world.mode === "halted") return world;
  const [state, commands] = reduceHandoff(crosser.state, event);
  if (state === crosser.state && commands.length === 0) return world;
  const reports = commands.flatMap((command) => command.kind === "Report" ? [command.report] : []);
  const isNews = reports.length > 0 || differs(crosser.state, state);
  return {
    ...withCrosser(world, { ...crosser, state }),
    outbox: commands.reduce((outbox, command) => appended(outbox, { agent, command }), world.outbox),
    news: isNews
      ? appended(world.news, {
        agent,
        time: world.crowd.time,
        event,
        before: crosser.state,
        after: state,
        reports,
      })
      : world.news,
  };
}

/** Whether a watcher sees a difference: not every report of a displacement is one. */
function differs(a: HandoffState, b: HandoffState): boolean {
  if (a.phase !== b.phase || a.epoch !== b.epoch) return true;
  if (a.phase === "Following" || b.phase === "Following") return false;
  return a.attempts !== b.attempts || a.order !== b.order ||
    (a.phase === "Stopping" && b.phase === "Stopping" &&
      (a.stop !== b.stop || a.cancelling !== b.cancelling));
}
