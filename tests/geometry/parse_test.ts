import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  type Checked,
  type InputError,
  orcaHalfPlane,
  parseAgent,
  parseAgents,
  parseParameters,
} from "../../geometry/mod.ts";
import { frozen } from "./frozen.ts";
import { runs } from "./pairs.ts";

const good = frozen({ id: "a", position: { x: 1, y: -2 }, velocity: { x: 0, y: 0.5 }, radius: 0.5 });
const parameters = frozen({ timeHorizon: 2, timeStep: 0.1 });

/** What was right. */
function right<A>(result: Checked<A>): A {
  if (result._tag === "Left") throw new Error(`Expected no error, but found ${JSON.stringify(result.left)}`);
  return result.right;
}

/** What was wrong. */
function errors<A>(result: Checked<A>): readonly InputError[] {
  if (result._tag === "Right") throw new Error(`Expected errors, but found ${JSON.stringify(result.right)}`);
  return result.left;
}

/** Paths of what was wrong, dotted and sorted. */
const paths = <A>(result: Checked<A>): readonly string[] =>
  errors(result).map((e) => e.path.join(".")).sort();

it("G1: a good agent comes through as it is, with and without what may be left out", () => {
  assertEquals(right(parseAgent(good)), good);
  const full = { ...good, id: 7, responsibility: 0, locked: true, preferredVelocity: { x: -1, y: 0 } };
  assertEquals(right(parseAgent(frozen(full))), full);
  assertEquals(right(parseAgents(frozen([good, full]))), [good, full]);
  assertEquals(right(parseAgents([])), []);
});

it("G1: fields that mean nothing are left out", () => {
  assertEquals(right(parseAgent({ ...good, color: "red", position: { x: 1, y: -2, z: 9 } })), good);
});

it("G1: optional fields that are undefined count as left out", () => {
  const found = right(
    parseAgent({ ...good, responsibility: undefined, locked: undefined, preferredVelocity: undefined }),
  );
  assertEquals(found, good);
});

it("G1: an input is neither changed nor kept: later changes to it do not reach the agent", () => {
  const input = { id: "a", position: { x: 1, y: -2 }, velocity: { x: 0, y: 0.5 }, radius: 0.5 };
  const found = right(parseAgent(input));
  input.position.x = NaN;
  input.radius = -1;
  assertEquals(found, good);
});

it("G1: every field that is needed is missed by its name", () => {
  assertEquals(paths(parseAgent({ id: 1 })), ["position", "radius", "velocity"]);
  assertEquals(paths(parseAgent({ ...good, position: { x: 1 } })), ["position.y"]);
  assertEquals(paths(parseAgent({ ...good, id: undefined })), ["id"]);
  assert(errors(parseAgent({})).some((e) => e.path.join(".") === "id"));
});

it("G1: numbers must be finite numbers: NaN, infinities, strings, null and the like are named", () => {
  for (const bad of [NaN, Infinity, -Infinity, "1", null, true, [1], {}, 1n, () => 1]) {
    for (const field of ["x", "y"] as const) {
      const [error, ...more] = errors(parseAgent({ ...good, position: { ...good.position, [field]: bad } }));
      assertEquals(more, []);
      assertEquals(error?.path, ["position", field]);
      assertEquals(error?.field, field);
      assert(Object.is(error?.value, bad), "the value that was found");
      assertEquals(error?.agent, "a");
    }
    assertEquals(paths(parseAgent({ ...good, radius: bad })), ["radius"]);
    assertEquals(paths(parseAgent({ ...good, responsibility: bad })), ["responsibility"]);
    assertEquals(paths(parseAgent({ ...good, velocity: { x: bad, y: bad } })), ["velocity.x", "velocity.y"]);
  }
});

it("G1: vectors must be records of two numbers", () => {
  for (const bad of [null, 3, "1,2", true]) {
    assertEquals(paths(parseAgent({ ...good, position: bad })), ["position"]);
    assertEquals(paths(parseAgent({ ...good, preferredVelocity: bad })), ["preferredVelocity"]);
  }
  assertEquals(paths(parseAgent({ ...good, preferredVelocity: { x: "0", y: 0 } })), ["preferredVelocity.x"]);
  assertEquals(parseAgent({ ...good, position: [1, 2] })._tag, "Left");
});

it("G3: a radius must be above 0, and the rule says so", () => {
  for (const radius of [0, -0, -0.5]) {
    const [error, ...more] = errors(parseAgent({ ...good, radius }));
    assertEquals(more, []);
    assertEquals([error?.field, error?.value, error?.agent], ["radius", radius, "a"]);
    assert(error?.rule.includes("above 0"), error?.rule ?? "no rule");
  }
  assertEquals(right(parseAgent({ ...good, radius: 1e-6 })).radius, 1e-6);
});

it("G9: a weight must be finite and at least 0", () => {
  for (const responsibility of [-1, -1e-9, NaN, Infinity]) {
    assertEquals(paths(parseAgent({ ...good, responsibility })), ["responsibility"]);
  }
  assertEquals(right(parseAgent({ ...good, responsibility: 0 })).responsibility, 0);
});

it("G9: locked is true or false, nothing that merely looks like it", () => {
  for (const locked of [0, 1, "true", "", null, {}]) {
    assertEquals(paths(parseAgent({ ...good, locked })), ["locked"]);
  }
  assertEquals(right(parseAgent({ ...good, locked: false })).locked, false);
});

it("G2: an ID is a finite number or a string", () => {
  for (const id of [NaN, Infinity, -Infinity, null, true, {}, [], 1n, Symbol("a")]) {
    assertEquals(paths(parseAgent({ ...good, id })), ["id"]);
  }
  for (const id of [0, -1.5, 1e9, "", "a", "ключ"]) assertEquals(right(parseAgent({ ...good, id })).id, id);
});

it("G2: an ID may stand only once; 1 and '1' are two, 0 and -0 one", () => {
  const ids = (...found: readonly unknown[]): Checked<unknown> =>
    parseAgents(found.map((id) => ({ ...good, id })));
  assertEquals(paths(ids("a", "b", "a", 1, "1")), ["2.id"]);
  const [error] = errors(ids("a", "a"));
  assertEquals([error?.field, error?.value], ["id", "a"]);
  assertEquals(paths(ids(3, 3, 3)), ["1.id", "2.id"]);
  assertEquals(paths(ids(0, -0)), ["1.id"]);
  assertEquals(ids(1, "1", "01")._tag, "Right");
  assert(Object.is(right(parseAgent({ ...good, id: -0 })).id, 0), "-0 is read as 0");
});

it("G2: IDs that cannot be read are no duplicates of one another, nor of the empty ID", () => {
  assertEquals(paths(parseAgents([{ ...good, id: null }, { ...good, id: NaN }])), ["0.id", "1.id"]);
  assertEquals(paths(parseAgents([{ ...good, id: "" }, { ...good, id: undefined }])), ["1.id"]);
});

it("G2: an error names its agent only where the ID can be read", () => {
  for (const e of errors(parseAgent({ ...good, id: NaN, radius: -1 }))) assertEquals(e.agent, undefined);
  for (const e of errors(parseAgent({ ...good, id: undefined, radius: -1 }))) {
    assertEquals(e.agent, undefined);
  }
  assertEquals(errors(parseAgent({ ...good, id: 0, radius: -1 })).map((e) => e.agent), [0]);
});

it("G1: all errors come at once, each with its place", () => {
  const found = paths(parseAgents([
    { id: "a", position: { x: NaN, y: "2" }, velocity: null, radius: 0 },
    { ...good, id: "b" },
    { ...good, responsibility: -1, locked: 1, preferredVelocity: { x: 0, y: Infinity } },
    "agent",
  ]));
  assertEquals(
    found,
    [
      "0.position.x",
      "0.position.y",
      "0.radius",
      "0.velocity",
      "2.id",
      "2.locked",
      "2.preferredVelocity.y",
      "2.responsibility",
      ...found.filter((path) => path.startsWith("3")),
    ].sort(),
  );
  assert(found.some((path) => path.startsWith("3")), "the fourth is no record");
});

it("G1: what is no record or no array is an error, never a throw", () => {
  for (
    const odd of [
      undefined,
      null,
      0,
      NaN,
      "",
      "agent",
      true,
      1n,
      Symbol("s"),
      () => good,
      [],
      [good],
      new Map(),
    ]
  ) {
    assertEquals(parseAgent(odd)._tag, "Left");
    assertEquals(parseParameters(odd)._tag, "Left");
  }
  for (const odd of [undefined, null, 0, "ab", {}, { length: 1, 0: good }, new Set([good])]) {
    assertEquals(parseAgents(odd)._tag, "Left");
  }
  assertEquals(parseAgents([undefined, null, [good]])._tag, "Left");
  assertEquals(parseAgents(new Array(2))._tag, "Left", "holes are missing agents");
});

it("G1: a record that cannot even be read is an error, never a throw", () => {
  const throwing = (thrown: unknown): unknown => ({
    ...good,
    get radius(): number {
      throw thrown;
    },
  });
  const nothing: unknown = Object.create(null);
  const rude = {
    toString: (): string => {
      throw new Error("not even this");
    },
  };
  for (const thrown of [new Error("no"), "no", undefined, null, Symbol("no"), nothing, rude]) {
    assert(errors(parseAgent(throwing(thrown))).length > 0);
    assert(errors(parseAgents([good, throwing(thrown)])).length > 0);
    const bad = {
      ...parameters,
      get timeStep(): number {
        throw thrown;
      },
    };
    assert(errors(parseParameters(bad)).length > 0);
  }
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  for (const parse of [parseAgent, parseAgents, parseParameters]) assertEquals(parse(proxy)._tag, "Left");
  assertEquals(parseAgents([good, proxy])._tag, "Left");
});

it("G1: records without a prototype and instances of classes are records", () => {
  const bare = Object.assign(Object.create(null), good) as unknown;
  assertEquals(right(parseAgent(bare)), good);
});

it("G1: a getter that changes its mind is read once", () => {
  let reads = 0;
  const fickle = {
    ...good,
    get radius(): number {
      return reads++ === 0 ? 0.5 : NaN;
    },
  };
  const found = parseAgent(fickle);
  assert(found._tag === "Left" || found.right.radius === 0.5);
});

it("G3: numbers beyond what arithmetic bears are turned away, large and small", () => {
  for (const huge of [1e300, -1e300, 1e160, Number.MAX_VALUE]) {
    assertEquals(paths(parseAgent({ ...good, position: { x: huge, y: 0 } })), ["position.x"]);
    assertEquals(paths(parseAgent({ ...good, velocity: { x: 0, y: huge } })), ["velocity.y"]);
  }
  assertEquals(paths(parseAgent({ ...good, radius: 1e300 })), ["radius"]);
  assertEquals(paths(parseAgent({ ...good, radius: 1e-300 })), ["radius"]);
  assertEquals(paths(parseParameters({ timeHorizon: 1e300, timeStep: 5e-324 })), ["timeHorizon", "timeStep"]);
});

it("G3: all that comes through makes finite half-planes with unit normals", () => {
  const size = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({ min: -1280, max: 1280 }).map((n) => Math.sign(n) * 10 ** (n / 100)),
    },
    { weight: 6, arbitrary: fc.integer({ min: -8, max: 8 }).map((n) => n / 2) },
    { weight: 3, arbitrary: fc.constantFrom(0, 1e6, -1e6, 1e12, -1e12, 1e-12, 1e-160, 1e-200, 5e-324) },
    { weight: 1, arbitrary: fc.double() },
  );
  const vec = fc.record({ x: size, y: size });
  const body = fc.record({ position: vec, velocity: vec, radius: size.map(Math.abs) });
  let compared = 0;
  fc.assert(
    fc.property(body, body, size.map(Math.abs), size.map(Math.abs), (a, b, timeHorizon, timeStep) => {
      const agents = parseAgents([{ id: 1, ...a }, { id: 2, ...b }]);
      const shared = parseParameters({ timeHorizon, timeStep });
      if (agents._tag === "Left" || shared._tag === "Left") return;
      const [self, other] = agents.right;
      assert(self !== undefined && other !== undefined);
      const found = orcaHalfPlane(self, other, shared.right);
      assert(found._tag === "Some");
      const { point, normal } = found.value;
      assert(Number.isFinite(point.x) && Number.isFinite(point.y), "point");
      assert(Math.abs(Math.hypot(normal.x, normal.y) - 1) <= 1e-12, `normal ${normal.x}, ${normal.y}`);
      compared++;
    }),
    { ...runs("geometry parsing"), numRuns: 10 * runs("geometry parsing").numRuns },
  );
  assert(compared > 100, `only ${compared} pairs came through`);
});

it("G3: good parameters come through, with and without what may be left out", () => {
  assertEquals(right(parseParameters(parameters)), parameters);
  for (const passingSide of ["right", "left", "byId"]) {
    for (const optimizationVelocity of ["current", "preferred", "zero"]) {
      const full = { ...parameters, safetyMargin: 0, passingSide, optimizationVelocity };
      assertEquals(right(parseParameters(frozen(full))) as unknown, full);
    }
  }
});

it("G3: horizon and step must be above 0, the margin at least 0", () => {
  for (const bad of [0, -1, NaN, Infinity, "2", null, undefined]) {
    assertEquals(paths(parseParameters({ ...parameters, timeHorizon: bad })), ["timeHorizon"]);
    assertEquals(paths(parseParameters({ ...parameters, timeStep: bad })), ["timeStep"]);
  }
  for (const bad of [-1e-9, NaN, Infinity, "0", null]) {
    assertEquals(paths(parseParameters({ ...parameters, safetyMargin: bad })), ["safetyMargin"]);
  }
  assertEquals(paths(parseParameters({ safetyMargin: -1 })), ["safetyMargin", "timeHorizon", "timeStep"]);
});

it("G6: an unknown passing side is turned away, and the rule lists the known ones", () => {
  for (const bad of ["Right", "", "middle", 0, null, ["right"]]) {
    const [error] = errors(parseParameters({ ...parameters, passingSide: bad }));
    assertEquals(error?.path, ["passingSide"]);
    for (const word of ["right", "left", "byId"]) assert(error?.rule.includes(word));
  }
});

it("G8: an unknown optimization velocity is turned away", () => {
  for (const bad of ["CURRENT", "prefered", 1, null]) {
    const [error] = errors(parseParameters({ ...parameters, optimizationVelocity: bad }));
    assertEquals([error?.field, error?.value], ["optimizationVelocity", bad]);
  }
});

it("G1: nothing that anyone can pass in makes the parsers throw, and what comes through is sound", () => {
  const anything = fc.oneof(
    fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
    fc.record({ id: fc.anything(), position: fc.anything(), velocity: fc.anything(), radius: fc.anything() }),
  );
  fc.assert(
    fc.property(anything, (value) => {
      for (const parse of [parseAgent, parseAgents, parseParameters]) {
        const found: Checked<unknown> = parse(value);
        if (found._tag === "Left") {
          assert(found.left.length > 0);
          for (const e of found.left) assert(e.rule.length > 0 && Array.isArray(e.path));
        }
      }
      const one = parseAgent(value);
      if (one._tag === "Right") assert(one.right.radius > 0 && Number.isFinite(one.right.position.x));
    }),
    runs("geometry parsing"),
  );
});
