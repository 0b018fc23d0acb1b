import { EMPTY_LIST, itemsOf } from "../../crowd/persistent_list.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { it } from "@std/testing/bdd";
import { interruptCrossing } from "../../crowd/tiled_step.ts";
import type { HandoffNews } from "../../crowd/tiled_crowd.ts";
import { carriedOut, openHandoffRun, stepHandoffs } from "../../driver/handoff_runner.ts";
import { memoryStore } from "../../driver/handoff_store.ts";
import { type HandoffTimeline, handoffTimeline } from "../../view/handoff_timeline.ts";
import { handoffTimelineSvg } from "../../view/handoff_timeline_svg.ts";
import { GROUND, onAccess, resting, right, runOf } from "../driver/slope.ts";
import { frozen } from "../geometry/frozen.ts";
import { ofClass, parseSvg, textsOf } from "./svg_document.ts";

/** HX1, interrupted after 0.2 s, a restart in attempt 2, and on to the adoption. */
async function eventful(): Promise<readonly HandoffNews[]> {
  const store = memoryStore(), news: HandoffNews[] = [];
  let run = await runOf([resting(-0.09)], { store });
  for (let step = 0, onCurve = 0; step < 60; step++) {
    const next = (await stepHandoffs(run)).run;
    news.push(...itemsOf(next.world.news));
    run = next;
    onCurve = onAccess(run) > 0 ? onCurve + 1 : 0;
    if (onCurve === 3 && onAccess(run) === 1) {
      const cut = interruptCrossing({ ...run.world, news: EMPTY_LIST }, "a", "obstaclesChanged");
      run = await carriedOut({ ...run, world: cut });
      news.push(...itemsOf(run.world.news));
    } else if (onCurve === 2 && onAccess(run) === 2) {
      run = right(await openHandoffRun(run.world.crowd, GROUND, store));
      news.push(...itemsOf(run.world.news));
    }
  }
  return news;
}

it("P3: the timeline tells phases, attempts, the interruption, the restart, the deadline and the adoption", async () => {
  const news = await eventful(), { rows } = handoffTimeline(frozen(news), 1, 6), [row] = rows;
  assert(row !== undefined && rows.length === 1);
  assertEquals(row.spans.map(({ activity, attempt }) => `${activity} ${attempt}`), [
    "approach 0",
    "braking 0",
    "waiting 0",
    "access 1",
    "braking 1",
    "waiting 1",
    "access 2",
    "braking 2",
    "waiting 2",
    "access 3",
    "atBoundary 3",
    "adopting 3",
  ]);
  assertEquals(row.marks.map(({ kind, text }) => `${kind} ${text}`), [
    "interrupted obstaclesChanged",
    "restarted epoch 1",
    "adopted Q",
  ]);
  assertEquals(row.deadlines, [{ from: 0, at: 30 }]);
  row.spans.forEach(({ from, to }, i) => {
    assert(from <= to);
    if (i > 0) assertEquals(from, row.spans[i - 1]!.to);
  });
});

it("P3, P4: the picture has a bar for each stretch, a sign for each event, the attempts' numbers and the deadline, in words too", async () => {
  const timeline = handoffTimeline(await eventful(), 1, 6);
  const svg = handoffTimelineSvg(frozen(timeline), { id: "t", title: "Handoffs <of> one" });
  assertEquals(svg, handoffTimelineSvg(timeline, { id: "t", title: "Handoffs <of> one" }));
  const root = parseSvg(svg);
  assertEquals(ofClass(root, "access").length, 3);
  assertEquals(["interrupted", "restarted", "adopted", "failed"].map((kind) => ofClass(root, kind).length), [
    1,
    1,
    1,
    0,
  ]);
  assertEquals(ofClass(root, "deadline").length, 1);
  const texts = textsOf(root, "text");
  for (const text of ["a", "1", "2", "3", "30 s", "time (s)"]) assert(texts.includes(text), text);
  const words = textsOf(root, "title").join("\n");
  assertStringIncludes(words, "access interrupted: obstaclesChanged");
  assertStringIncludes(textsOf(root, "desc")[0]!, "1 access curves were interrupted");
});

it("P3, P4: no handoffs, strange names and failures can be drawn", () => {
  const nothing: HandoffTimeline = { rows: [], end: 0 };
  assertEquals(
    ofClass(parseSvg(handoffTimelineSvg(nothing, { id: "n", title: "n" })), "handoff-row").length,
    0,
  );
  const odd: HandoffTimeline = {
    end: 40,
    rows: [{
      agent: "<&\u0000> a name that is far too long",
      spans: [{ activity: "braking", from: 30, to: 30, attempt: 0, guarantee: "none" }],
      marks: [{ kind: "failed", time: 31, text: "expired" }, { kind: "refused", time: 30.5, text: "sweep" }],
      deadlines: [{ from: 1, at: 31 }],
    }],
  };
  const root = parseSvg(handoffTimelineSvg(odd, { id: "o", title: "odd" }));
  assertEquals(["failed", "refused"].map((kind) => ofClass(root, kind).length), [1, 1]);
  assertStringIncludes(textsOf(root, "title").join("\n"), "no stopping guarantee");
});
