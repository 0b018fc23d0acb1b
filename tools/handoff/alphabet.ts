import type { Edge } from "../../boundary/edge.ts";
import type { Vec2 } from "../../geometry/vector.ts";
import { accessPosition, accessVelocity } from "../../handoff/access.ts";
import { profileDuration } from "../../handoff/access_profile.ts";
import type { AdoptionFacts } from "../../handoff/adoption.ts";
import type { BodyFeedback } from "../../handoff/body_feedback.ts";
import type { CrossingTerms } from "../../handoff/crossing_terms.ts";
import type { HandoffEvent, Moved, Recovered } from "../../handoff/handoff_event.ts";
import { type CrossingState, type HandoffState, ticketOf } from "../../handoff/handoff_state.ts";
import type { Tile } from "../../handoff/tile.ts";

const ground = { id: "ground", version: 1 }, deck = { id: "deck", version: 1 };

/** P: flat, X ≤ 0. */
export const P: Tile = { id: "P", version: 1, gradient: { x: 0, y: 0 }, support: ground };

/** Q: k = 2, X ≥ 0, on a deck. */
export const Q: Tile = { id: "Q", version: 1, gradient: { x: Math.sqrt(3), y: 0 }, support: deck };

/** The crossing that is explored: the edge is X = 0, a = 1 m/s², vCap = 1 m/s. */
export const TERMS: CrossingTerms = {
  action: "cross",
  from: P,
  to: Q,
  edge: { id: "PQ", version: 1, from: { x: 0, y: -1 }, to: { x: 0, y: 1 } },
  navigation: 1,
  surfaceSpeed: 1,
  surfaceBudget: 1,
  reaction: 0.1,
  nearDistance: 0.2,
  reach: 1e-6,
  stopSpeed: 1e-3,
  deviation: 1e-3,
};

const STILL: Vec2 = { x: 0, y: 0 };

/** Feedback from (x, 0) on the ground. */
export function at(x: number, velocity: Vec2 = STILL, more: Partial<BodyFeedback> = {}): BodyFeedback {
  return {
    position: { x, y: 0 },
    velocity,
    supportVelocity: STILL,
    boundaryVelocity: STILL,
    support: ground,
    contact: true,
    pushed: false,
    ...more,
  };
}

/** The places and velocities that matter: one for each answer that any test of the reducer can give. */
export const PLACES = {
  far: at(-1, { x: 0.5, y: 0 }),
  farTooFast: at(-1, { x: 1.5, y: 0 }),
  near: at(-0.15, { x: 0.2, y: 0 }),
  stoppedShort: at(-0.09),
  stoppedShorter: at(-0.05),
  almostThere: at(-0.0005),
  sliding: at(0, { x: 0, y: 0.2 }),
  there: at(0),
  beyond: at(0.02),
  onDeck: at(-0.05, STILL, { support: deck }),
  inTheAir: at(0, STILL, { contact: false }),
  pushed: at(-0.05, STILL, { pushed: true }),
  noRoom: at(-0.05, { x: 0.5, y: 0 }),
} as const satisfies Readonly<Record<string, BodyFeedback>>;

/** P's convex piece. */
export const EDGES: readonly Edge[] = [
  { id: "PQ", normal: { x: 1, y: 0 }, offset: 0, velocity: STILL },
  { id: "west", normal: { x: -1, y: 0 }, offset: 3, velocity: STILL },
];

/** P's piece when it no longer reaches the edge. */
export const SHRUNKEN: readonly Edge[] = [
  { id: "wall", normal: { x: 1, y: 0 }, offset: -0.02, velocity: STILL },
];

const versions = { from: 1, to: 1, edge: 1, navigation: 1 };

/** What the checks of an adoption find when all is well. */
export const FACTS: AdoptionFacts = {
  from: P,
  to: Q,
  edge: TERMS.edge,
  navigation: 1,
  surface: ground,
  newSupport: { ...deck, velocity: STILL },
  newContact: true,
  step: "passable",
};

const WRONG_FACTS: readonly AdoptionFacts[] = [
  { ...FACTS, from: { id: "P", version: 2 } },
  { ...FACTS, to: { id: "R", version: 1 } },
  { ...FACTS, edge: { id: "PQ", version: 2 } },
  { ...FACTS, navigation: 2 },
  { ...FACTS, surface: deck },
  { ...FACTS, newSupport: { id: "deck", version: 2, velocity: STILL } },
  { ...FACTS, newContact: false },
  { ...FACTS, step: "tooHigh" },
  { ...FACTS, newSupport: { ...deck, velocity: { x: 0.6, y: 0 } } }, // above Q's 0.5 m/s
];

/** Ticks that matter: the first, the last before the deadline, and the deadline. */
export const TICKS: readonly number[] = [0, 29, 30];

/** Every event that can reach a running handoff in this state: those that belong, those that do not, and late ones. */
export function eventsFor(state: HandoffState): readonly HandoffEvent[] {
  const everywhere: readonly HandoffEvent[] = [
    { kind: "Requested", terms: TERMS, tick: 0, feedback: PLACES.far },
    { kind: "Requested", terms: TERMS, tick: 0, feedback: PLACES.stoppedShort },
    { kind: "Requested", terms: { ...TERMS, from: { ...P, id: "R" } }, tick: 0, feedback: PLACES.far },
    ...TICKS.map((tick) => ({ kind: "Ticked", tick }) as const),
    { kind: "Interrupted", cause: "obstaclesChanged" },
    { kind: "Interrupted", cause: "sweepBlocked" },
    { kind: "Interrupted", cause: "newOrder" },
    { kind: "VersionsSeen", versions },
    { kind: "VersionsSeen", versions: { ...versions, to: 2 } },
    { kind: "ChecksBegin" },
    { kind: "Settled", action: "cross" },
    { kind: "Settled", action: "another" },
    { ...restart("there"), epoch: state.epoch },
  ];
  const ticket = state.phase === "Following"
    ? { epoch: state.epoch, action: "cross", attempt: 0, order: 1 }
    : ticketOf(state);
  const question = state.phase === "Following" ? 0 : state.question;
  return [
    ...everywhere,
    ...(state.phase === "Following"
      ? [{ kind: "Moved", ticket, executed: 1, feedback: PLACES.there } as const]
      : displacements(state)),
    ...(["clear", "blocked"] as const).flatMap((verdict) =>
      [EDGES, SHRUNKEN].map((edges) => ({ kind: "Swept", ticket, question, verdict, edges }) as const)
    ),
    { kind: "Swept", ticket, question: question - 1, verdict: "clear", edges: EDGES },
    ...[FACTS, ...WRONG_FACTS].map((facts) =>
      ({ kind: "ChecksDone", ticket, question, facts, feedback: PLACES.there }) as const
    ),
    ...[PLACES.sliding, PLACES.inTheAir, PLACES.pushed, PLACES.stoppedShorter].map((feedback) =>
      ({ kind: "ChecksDone", ticket, question, facts: FACTS, feedback }) as const
    ),
    {
      kind: "ChecksDone",
      ticket,
      question: question - 1,
      facts: FACTS,
      feedback: PLACES.there,
    },
  ];
}

/** Displacements of the present order wherever they may lead, and such as have to be refused. */
function displacements(state: CrossingState): readonly Moved[] {
  const ticket = ticketOf(state);
  const moved = (executed: number, feedback: BodyFeedback): Moved => ({
    kind: "Moved",
    ticket,
    executed,
    feedback,
  });
  return [...present(state).map(([executed, feedback]) => moved(executed, feedback)), ...refusable(state)];
}

function present(state: CrossingState): readonly (readonly [number, BodyFeedback])[] {
  if (state.phase !== "Approaching" || state.access === undefined) {
    return Object.values(PLACES).map((feedback) => [state.executed + 1, feedback]);
  }
  const { access } = state, end = profileDuration(access.profile), middle = end / 3;
  const planned = (time: number): BodyFeedback => {
    const { x } = accessPosition(access, time);
    return at(x, accessVelocity(access, time));
  };
  const { almostThere, pushed, onDeck, inTheAir, beyond, noRoom, sliding } = PLACES;
  return [
    [middle, planned(middle)],
    [2 * middle, planned(2 * middle)],
    [end, planned(end)],
    [end, almostThere],
    ...[pushed, onDeck, inTheAir, beyond, noRoom, sliding, at(access.start.x)].map((feedback) =>
      [2 * middle, feedback] as const
    ),
  ];
}

/** Displacements that change nothing: of other orders, late ones, and unreadable ones. */
export function refusable(state: CrossingState): readonly Moved[] {
  const ticket = ticketOf(state), feedback = PLACES.there, executed = state.executed + 9;
  return [
    { kind: "Moved", ticket: { ...ticket, epoch: ticket.epoch - 1 }, executed, feedback },
    { kind: "Moved", ticket: { ...ticket, action: "another" }, executed, feedback },
    { kind: "Moved", ticket: { ...ticket, attempt: ticket.attempt - 1 }, executed, feedback },
    { kind: "Moved", ticket: { ...ticket, order: ticket.order - 1 }, executed, feedback },
    { kind: "Moved", ticket, executed: state.executed, feedback },
    { kind: "Moved", ticket, executed, feedback: { ...feedback, position: { x: NaN, y: 0 } } },
  ];
}

function restart(place: keyof typeof PLACES): Omit<Recovered, "epoch"> {
  return { kind: "Recovered", tick: 0, action: "cross", versions, feedback: PLACES[place] };
}

/** What a restart may find, one epoch after the state's. */
export function restarts(state: HandoffState): readonly Recovered[] {
  const epoch = state.epoch + 1;
  const { action: _, ...forgotten } = restart("stoppedShorter");
  return [
    ...(["far", "near", "stoppedShorter", "there", "beyond", "inTheAir", "onDeck", "noRoom"] as const).map(
      (place) => ({ ...restart(place), epoch }),
    ),
    { ...restart("there"), epoch, tick: 30 },
    { ...restart("there"), epoch, versions: { ...versions, edge: 2 } },
    { ...forgotten, epoch },
  ];
}
