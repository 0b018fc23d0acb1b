import { readSupport } from "../avoidance/read_support.ts";
import { readRegion, type Region } from "../boundary/region.ts";
import type { AgentId } from "../geometry/agent.ts";
import type { InputError } from "../geometry/input_error.ts";
import {
  checked,
  naming,
  readAgentId,
  readArray,
  type Reader,
  readRecord,
  readVec2,
} from "../geometry/reader.ts";
import { type Support, supportMovingAs } from "../geometry/support.ts";
import { type Vec2, ZERO } from "../geometry/vector.ts";
import type { MotionPiece } from "../geometry/motion.ts";
import { placeOf, placeOn } from "./corridor_agent.ts";
import type { Crowd, CrowdAgent, StepInput } from "./crowd.ts";
import { readMotion } from "./moved_agents.ts";

/** A step's input made ready: the agents after feedback, preferred velocities by ID, and what was wrong. */
export interface ReadyStep {
  readonly agents: readonly CrowdAgent[];
  readonly preferred: ReadonlyMap<AgentId, Vec2>;
  readonly moved: ReadonlyMap<AgentId, readonly MotionPiece[]>;
  /** Absent: nobody says who is far. */
  readonly viewers?: readonly Vec2[];
  readonly errors: readonly InputError[];
}

const NOTHING: ReadonlyMap<AgentId, never> = new Map<AgentId, never>();

/** Reads a step's input entry by entry: an entry with an error is left out and reported, the others are used. */
export function readStepInput(crowd: Crowd, input: StepInput): ReadyStep {
  const parts = checked(input, partsOf);
  if (parts._tag === "Left") {
    return { agents: crowd.agents, preferred: NOTHING, moved: NOTHING, errors: parts.left };
  }
  const { preferred, viewers, feedback, supports, regions, moved } = parts.right;
  if ([preferred, viewers, feedback, supports, regions, moved].every((part) => part === undefined)) {
    return { agents: crowd.agents, preferred: NOTHING, moved: NOTHING, errors: [] };
  }
  const known = new Set(crowd.agents.map(({ id }) => id)), errors: InputError[] = [];
  const locked = new Set(crowd.agents.flatMap((agent) => agent.locked ? [agent.id] : []));
  const wishes = readEntries("preferred", preferred, known, errors, (record, path, reader, id) => ({
    id,
    velocity: readVec2(record["velocity"], [...path, "velocity"], reader, id),
  }));
  const happened = readEntries("feedback", feedback, known, errors, (record, path, reader, id) => {
    if (locked.has(id)) reader.report(path, record, "must not be about a locked agent: it never moves", id);
    return {
      id,
      position: readVec2(record["position"], [...path, "position"], reader, id),
      velocity: readVec2(record["velocity"], [...path, "velocity"], reader, id),
    };
  });
  const grounds = readSupports(supports, crowd, errors);
  const areas = readEntries("regions", regions, known, errors, (record, path, reader, id) => ({
    id,
    region: record["region"] === null
      ? undefined
      : readRegion(record["region"], [...path, "region"], naming(reader, id)),
  }));
  const motions = readEntries("moved", moved, known, errors, (record, path, reader, id) => {
    if (locked.has(id)) reader.report(path, record, "must not be about a locked agent: it never moves", id);
    const motion = record["motion"], { timeStep } = crowd.parameters;
    return { id, motion: readMotion(motion, timeStep, [...path, "motion"], naming(reader, id)) };
  });
  const eyes = readViewers(viewers, errors);
  const actual = new Map(happened.map((entry) => [entry.id, entry]));
  const within = new Map(areas.map((entry) => [entry.id, entry]));
  return {
    agents: crowd.agents.map((agent) =>
      given(agent, actual.get(agent.id), grounds, within.get(agent.id), crowd.parameters.timeStep)
    ),
    preferred: new Map(wishes.map(({ id, velocity }) => [id, velocity])),
    moved: new Map(motions.map(({ id, motion }) => [id, motion])),
    ...(eyes === undefined ? {} : { viewers: eyes }),
    errors,
  };
}

/** The parts of a step's input, each still to be read; unknown ones are left out. */
function partsOf(value: unknown, reader: Reader): Readonly<Record<keyof StepInput, unknown>> {
  const { preferred, viewers, feedback, supports, regions, moved } = readRecord(value, [], reader);
  return { preferred, viewers, feedback, supports, regions, moved };
}

/** The places that the crowd is looked at from; undefined where none are given, or nothing that could be read as a list. */
function readViewers(value: unknown, errors: InputError[]): readonly Vec2[] | undefined {
  if (value === undefined) return undefined;
  const list = checked(value, (v, reader) => readArray(v, ["viewers"], reader));
  if (list._tag === "Left") {
    errors.push(...list.left);
    return undefined;
  }
  return list.right.flatMap((item, i) => {
    const place = checked(item, (v, reader) => readVec2(v, ["viewers", i], reader));
    if (place._tag === "Right") return [place.right];
    errors.push(...place.left);
    return [];
  });
}

/** The agent with what is known of it now. */
function given(
  agent: CrowdAgent,
  actual: { readonly position: Vec2; readonly velocity: Vec2 } | undefined,
  grounds: ReadonlyMap<Support["id"], Support>,
  within: { readonly region: Region | undefined } | undefined,
  timeStep: number,
): CrowdAgent {
  const ground = agent.support === undefined ? undefined : grounds.get(agent.support.id);
  const support = ground === undefined
    ? undefined
    : standingOn(ground, actual?.position ?? agent.position, timeStep);
  if (actual === undefined && support === undefined && within === undefined) return agent;
  const place = placeOf(agent);
  const { region, ...rest } = agent, now = within === undefined ? region : within.region;
  return {
    ...rest,
    ...(actual === undefined ? {} : movedTo(agent, actual)),
    ...(support === undefined ? {} : { support }),
    ...(ground === undefined || place === undefined ? {} : placeOn(place, ground)),
    ...(now === undefined ? {} : { region: now }),
  };
}

/** The agent where it really is: on a slope its feet stay on the ground. */
function movedTo(
  { position, z, gradient }: CrowdAgent,
  actual: { readonly position: Vec2; readonly velocity: Vec2 },
): Pick<CrowdAgent, "position" | "velocity" | "z"> {
  const x = actual.position.x - position.x, y = actual.position.y - position.y;
  return { position: actual.position, velocity: actual.velocity, z: z + gradient.x * x + gradient.y * y };
}

/** A support as an agent at `position` feels it: where it turns, that depends on the place. */
function standingOn(support: Support, position: Vec2, timeStep: number): Support {
  return support.motion === undefined
    ? support
    : supportMovingAs(support.id, support.motion, position, timeStep);
}

function readSupports(
  value: unknown,
  crowd: Crowd,
  errors: InputError[],
): ReadonlyMap<Support["id"], Support> {
  const supports = new Map<Support["id"], Support>();
  if (value === undefined) return supports;
  const list = checked(value, (v, reader) => readArray(v, ["supports"], reader));
  if (list._tag === "Left") {
    errors.push(...list.left);
    return supports;
  }
  const stoodOn = new Set(crowd.agents.flatMap(({ support }) => support === undefined ? [] : [support.id]));
  list.right.forEach((item, i) => {
    const support = checked(item, (v, reader) => {
      const read = readSupport(v, ["supports", i], ZERO, crowd.parameters.timeStep, reader);
      if (!stoodOn.has(read.id)) {
        reader.report(["supports", i, "id"], read.id, "must be the ID of a support that an agent stands on");
      }
      return read;
    });
    if (support._tag === "Left") errors.push(...support.left);
    else supports.set(support.right.id, support.right);
  });
  return supports;
}

function readEntries<Entry extends { readonly id: AgentId }>(
  field: "preferred" | "feedback" | "regions" | "moved",
  value: unknown,
  known: ReadonlySet<AgentId>,
  errors: InputError[],
  read: (
    record: Readonly<Record<string, unknown>>,
    path: readonly (string | number)[],
    reader: Reader,
    id: AgentId,
  ) => Entry,
): readonly Entry[] {
  if (value === undefined) return [];
  const list = checked(value, (v, reader) => readArray(v, [field], reader));
  if (list._tag === "Left") {
    errors.push(...list.left);
    return [];
  }
  const entries: Entry[] = [], seen = new Set<AgentId>();
  list.right.forEach((item, i) => {
    const entry = checked(item, (v, reader) => {
      const record = readRecord(v, [field, i], reader);
      const id = readAgentId(record["id"], [field, i, "id"], reader) ?? NaN; // refused with the entry
      if (!Number.isNaN(id) && !known.has(id)) {
        reader.report([field, i, "id"], record["id"], "must be the ID of an agent of the crowd");
      }
      if (seen.has(id)) reader.report([field, i, "id"], id, "must be used only once", id);
      seen.add(id);
      return read(record, [field, i], reader, id);
    });
    if (entry._tag === "Left") errors.push(...entry.left);
    else entries.push(entry.right);
  });
  return entries;
}
