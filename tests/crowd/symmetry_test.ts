import { assertAlmostEquals, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import fc from "fast-check";
import type { Crowd } from "../../crowd/mod.ts";
import { stepCrowd } from "../../crowd/mod.ts";
import type { AgentId, Vec2 } from "../../geometry/mod.ts";
import { runs } from "../geometry/pairs.ts";
import { agentNamed, bits, crowdOf, dyadic, movedScene, type Scene, scenes, vectors } from "./scenes.ts";

const sameVelocity = (v: Vec2): Vec2 => v;
const built = ({ agents, parameters }: Scene): Crowd => crowdOf(agents, parameters);

/** Velocities of two crowds agree to 1e-9 m/s after `turn`, agent by agent. */
function assertSameVelocities(
  a: Crowd,
  b: Crowd,
  turn: (v: Vec2) => Vec2,
  rename: (id: AgentId) => AgentId = (id) => id,
): void {
  for (const { id, velocity } of a.agents) {
    const expected = turn(velocity), found = agentNamed(b, rename(id)).velocity;
    assertAlmostEquals(found.x, expected.x, 1e-9);
    assertAlmostEquals(found.y, expected.y, 1e-9);
  }
}

it("C1: other names in the same order change no bit", () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const renamed = { ...scene, agents: scene.agents.map((agent, i) => ({ ...agent, id: 100 + 7 * i })) };
      const numbered = {
        ...scene,
        agents: scene.agents.map((agent, i) => ({ ...agent, id: `n${100 + i}` })),
      };
      let a = built(renamed), b = built(numbered);
      for (let k = 0; k < 15; k++) a = stepCrowd(a), b = stepCrowd(b);
      const nameless = (crowd: Crowd) => bits(crowd.agents.map((agent) => ({ ...agent, id: "" })));
      assertEquals(nameless(a), nameless(b));
      assertEquals(a.report.counts, b.report.counts);
    }),
    runs("crowd properties"),
  );
});

it("C1: other names in the opposite order change no decision", () => {
  // Equal ranks go by ID, so nothing may be cut here; an overlap of 0 distance is excluded by the scenes.
  fc.assert(
    fc.property(scenes, (drawn) => {
      const scene = { ...drawn, parameters: { ...drawn.parameters, maxNeighbors: Infinity } };
      const ids = new Map(scene.agents.map(({ id }, i) => [id, 1000 - i]));
      const renamed = {
        ...scene,
        agents: scene.agents.map((agent) => ({ ...agent, id: ids.get(agent.id)! })),
      };
      const rename = (id: AgentId): AgentId => ids.get(id)!;
      let a = built(scene);
      for (let k = 0; k < 5; k++) {
        // Each step from the same snapshot: free runs would magnify the last bits.
        const b: Crowd = {
          ...built(renamed),
          agents: [...a.agents].map((agent) => ({ ...agent, id: rename(agent.id) })).sort((m, n) =>
            m.id as number - (n.id as number)
          ),
          tick: a.tick,
        };
        const next = stepCrowd(a);
        assertSameVelocities(next, stepCrowd(b), sameVelocity, rename);
        a = next;
      }
    }),
    runs("crowd properties"),
  );
});

/** The scene with or without the separation floor. */
const withSeparation = (scene: Scene, separation: "floor" | "off"): Scene => ({
  ...scene,
  parameters: { ...scene.parameters, separation },
});

it("C1: a crowd elsewhere decides the same, bit for bit, where the offset is exact", () => {
  fc.assert(
    fc.property(scenes, vectors(dyadic(-1e5, 1e5)), (drawn, { x, y }) => {
      const scene = withSeparation(drawn, "off");
      const elsewhere = movedScene(scene, (p) => ({ x: p.x + x, y: p.y + y }), sameVelocity);
      const a = stepCrowd(built(scene)), b = stepCrowd(built(elsewhere));
      // Positions at the step's end are rounded there, and so are the depths of overlaps.
      const decided = ({ report }: Crowd) => {
        const decisions = report.decisions.map(({ id, preferred, decision }) => ({
          id,
          preferred,
          decision,
        }));
        return bits({ ...report, decisions, overlaps: report.overlaps.length });
      };
      assertEquals(decided(b), decided(a));
      assertEquals(bits(built(elsewhere).report), bits(built(scene).report));
    }),
    runs("crowd properties"),
  );
});

it("C1: with the separation floor, whose edges are places, a crowd elsewhere decides the same but for rounding", () => {
  fc.assert(
    fc.property(scenes, vectors(dyadic(-1e3, 1e3)), (drawn, { x, y }) => {
      const scene = withSeparation(drawn, "floor");
      const elsewhere = movedScene(scene, (p) => ({ x: p.x + x, y: p.y + y }), sameVelocity);
      assertSameVelocities(stepCrowd(built(scene)), stepCrowd(built(elsewhere)), sameVelocity);
    }),
    runs("crowd properties"),
  );
});

it("C1: a crowd turned by a quarter decides the turned velocities", () => {
  const quarter = ({ x, y }: Vec2): Vec2 => ({ x: -y, y: x });
  fc.assert(
    fc.property(scenes, (scene) => {
      const turned = movedScene(scene, quarter, quarter);
      assertSameVelocities(stepCrowd(built(scene)), stepCrowd(built(turned)), quarter);
    }),
    runs("crowd properties"),
  );
});

it("C1: a mirrored crowd that passes on the other side decides the mirrored velocities", () => {
  const mirror = ({ x, y }: Vec2): Vec2 => ({ x, y: -y });
  fc.assert(
    fc.property(scenes, fc.integer({ min: 0, max: 1 }), (scene, remembered) => {
      const before = {
        ...scene,
        agents: scene.agents.map((agent) => ({ ...agent, detour: remembered / 2 })),
      };
      const passingSide = scene.parameters["passingSide"] === "left" ? "right" : "left";
      const image = {
        ...movedScene(before, mirror, mirror),
        parameters: { ...scene.parameters, passingSide },
      };
      assertSameVelocities(stepCrowd(built(before)), stepCrowd(built(image)), mirror);
    }),
    runs("crowd properties"),
  );
});
