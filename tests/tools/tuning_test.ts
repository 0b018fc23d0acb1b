import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { SWEPT } from "../../scenario/swept_parameter.ts";
import { measuredRows, TUNING_PLANS, tuningData, type TuningScene } from "../../tools/figures/tuning_data.ts";
import { tier } from "../counts.ts";

/** Scenes that are measured again here; the others take too long for the quick tier. */
const AGAIN: readonly TuningScene[] = tier === "quick" ? ["pair"] : ["pair", "circle", "crossing", "door"];

it("C13: what the charts of the tuning chapter are drawn from is what the library does now", () => {
  const data = tuningData();
  for (const { parameter, scenes } of TUNING_PLANS) {
    for (const scene of scenes) {
      if (!AGAIN.includes(scene)) continue;
      assertEquals(
        data[parameter]?.[scene],
        measuredRows(parameter, scene),
        "Run tools/figures.ts, and look.",
      );
    }
  }
});

it("C13: the charts of the tuning chapter have a run for every value of every parameter", () => {
  const data = tuningData();
  for (const { parameter, scenes } of TUNING_PLANS) {
    for (const scene of scenes) {
      const values = new Set(data[parameter]?.[scene]?.map(({ settings }) => settings[parameter]));
      assertEquals([...values], [...SWEPT[parameter].values], `${parameter}, ${scene}`);
    }
  }
});
