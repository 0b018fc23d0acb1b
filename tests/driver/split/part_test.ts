import * as E from "npm:fp-ts@^2.16/lib/Either.js";
import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { createCrowd, NO_REACH, stripes } from "../../../crowd/mod.ts";
import { partFailureText } from "../../../driver/split/part_failure.ts";
import { type PartLink, partLink } from "../../../driver/split/part_link.ts";
import { frameOf, messageOf, type PartMessage } from "../../../driver/split/part_message.ts";
import { partStore, readWorld, worldText, writeWorld } from "../../../driver/split/part_store.ts";
import { commonTick, runPart } from "../../../driver/split/run_part.ts";
import { bits } from "../../crowd/scenes.ts";
import { right } from "../slope.ts";

const crowd = right(createCrowd({
  agents: [
    { id: 1, position: { x: -0, y: 2 }, radius: 0.5, maxSpeed: 1, budget: "unlimited", goal: { x: 5, y: 2 } },
    { id: "two", position: { x: 3, y: 2 }, radius: 0.5, maxSpeed: 1, budget: 2 },
  ],
  parameters: { timeHorizon: 2, timeStep: 0.1 },
}));

/** Both ends of a connection over loopback. */
async function connected(): Promise<readonly [Deno.Conn, Deno.Conn]> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const [there, here] = await Promise.all([
    listener.accept(),
    Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port }),
  ]);
  return [there, here];
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "halfstep-" });
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

it("C1: what parts say to each other keeps every bit, infinities and a minus on a zero", async () => {
  const [there, here] = await connected();
  const a = partLink(1, there), b = partLink(0, here);
  const said: PartMessage = { kind: "Departed", tick: 7, agents: crowd.agents };
  right(await a.send(said));
  right(await a.send({ kind: "Reach", tick: 8, reach: NO_REACH }));
  assertEquals(bits(right(await b.receive())), bits(said));
  assertEquals(right(await b.receive()).kind, "Reach");
  assert(b.traffic() === a.traffic() && b.traffic() > 100);
  a.close();
  b.close();
});

it("C1: a peer that dies, says nothing or talks nonsense is a failure, not a wait", async () => {
  const [there, here] = await connected(), silent = partLink(1, here, 30);
  assertEquals(await silent.receive(), E.left({ kind: "PeerSilent", part: 1, milliseconds: 30 }));
  there.close();
  here.close();

  const [gone, left] = await connected(), alone = partLink(1, left);
  const waiting = alone.receive();
  gone.close();
  const lost = await waiting;
  assert(E.isLeft(lost) && lost.left.kind === "PeerLost", JSON.stringify(lost));
  alone.close();
  const closed = await alone.send({ kind: "Reach", tick: 0, reach: NO_REACH });
  assert(E.isLeft(closed) && closed.left.kind === "PeerLost");

  const [odd, ear] = await connected(), listening = partLink(1, ear);
  await odd.write(Uint8Array.of(0, 0, 0, 2, 1, 2));
  assertEquals(
    await listening.receive(),
    E.left({ kind: "OutOfStep", part: 1, expected: "a message", found: "other bytes" }),
  );
  odd.close();
  listening.close();
  const whole = frameOf({ kind: "Reach", tick: 1, reach: NO_REACH });
  assertEquals(messageOf(whole.subarray(4))?.kind, "Reach");
  assertEquals(messageOf(whole.subarray(4, 20)), undefined);
});

it("C1: a store keeps the last two ticks, bit for bit, and knows what is not as it was written", async () => {
  await inFolder(async (folder) => {
    const store = partStore(folder, 3), other = partStore(folder, 30);
    right(await other.write(9, []));
    for (const tick of [4, 5, 6]) right(await store.write(tick, crowd.agents));
    assertEquals(right(await store.ticks()), [5, 6]);
    assertEquals(bits(right(await store.read(6))), bits(crowd.agents));
    right(await writeWorld(folder, crowd));
    assertEquals(worldText(right(await readWorld(folder))), worldText(right(await readWorld(folder))));

    const file = `${folder}/part-3-6.bin`, bytes = await Deno.readFile(file);
    for (const damaged of [bytes.with(40, bytes[40]! ^ 1), bytes.subarray(0, 50), new Uint8Array()]) {
      await Deno.writeFile(file, damaged);
      assertEquals(await store.read(6), E.left({ kind: "StoreDamaged", file }));
    }
    const missing = await store.read(2);
    assert(E.isLeft(missing) && missing.left.kind === "StoreUnavailable");
  });
});

it("C1: a run goes on from the last tick that all have", () => {
  assertEquals(commonTick([[4, 5], [5, 6], [4, 5]]), 5);
  assertEquals(commonTick([[4, 5], [6, 7]]), undefined);
  assertEquals(commonTick([[3]]), 3);
});

/** A peer that says these things, whatever it hears. */
function toldPeer(messages: readonly PartMessage[]): PartLink {
  const left = [...messages];
  return {
    part: 1,
    send: () => Promise.resolve(E.right(undefined)),
    receive: () => {
      const message = left.shift();
      return Promise.resolve(
        message === undefined ? E.left({ kind: "PeerLost", part: 1, reason: "end" }) : E.right(message),
      );
    },
    traffic: () => 0,
    close: () => {},
  };
}

it("C1: a peer of another world or another tick is refused before anything is stepped", async () => {
  await inFolder(async (folder) => {
    const store = partStore(folder, 0), world = { parameters: crowd.parameters, obstacles: crowd.obstacles };
    right(await store.write(0, crowd.agents));
    const text = worldText(world), run = { part: 0, partition: stripes([10]), store, world };
    const hello = (more: object): PartMessage => ({
      kind: "Hello",
      part: 1,
      world: text,
      ticks: [0],
      ...more,
    });
    const cases = [
      { says: [hello({ world: "other" })], word: "part 1 steps another world" },
      { says: [hello({ ticks: [4] })], word: "store: there is no tick of which every part has its agents" },
      { says: [hello({}), hello({})], word: "part 1: expected Reach of tick 0, but found Hello" },
      {
        says: [hello({}), { kind: "Reach", tick: 1, reach: NO_REACH }],
        word: "part 1: expected Reach of tick 0, but found Reach of tick 1",
      },
      { says: [hello({})], word: "part 1 is gone: end" },
    ] as const;
    for (const { says, word } of cases) {
      const end = await runPart({ ...run, links: [toldPeer(says)] }, 1);
      assert(E.isLeft(end));
      assertEquals(partFailureText(end.left), word);
      assertEquals(right(await store.ticks()), [0]);
    }
    const alone = right(await runPart({ ...run, links: [] }, 2));
    assertEquals([alone.tick, right(await store.ticks())], [2, [1, 2]]);
  });
});
