import { peakDensity } from "./counting_area.ts";
import { flowOf, type GateDirection, type Passage } from "./counting_gate.ts";
import type { Expectation } from "./expectation.ts";
import type { Metrics } from "./metrics.ts";
import { type Judged, short, verdict } from "./verdict.ts";

/** An expectation of what is counted at a gate or in an area. */
type CountExpectation = Extract<Expectation, { readonly kind: "flow" | "passages" | "density" }>;

/** Judges what was counted (C13). */
export function judgeCount(e: CountExpectation, metrics: Metrics): Judged {
  switch (e.kind) {
    case "flow": {
      const { atLeast = 0, atMost = Infinity } = e, found = flowOf(passagesOf(e, metrics));
      if (found === undefined) return verdict(false, "fewer than two passed");
      return verdict(found >= atLeast && found <= atMost, `${short(found)} /s`);
    }
    case "passages": {
      const passed = passagesOf(e, metrics).length;
      return verdict(passed >= e.atLeast, String(passed));
    }
    case "density": {
      const count = metrics.areas.find(({ area }) => area.id === e.area);
      if (count === undefined) return { verdict: "unknown", found: "no such area" };
      const peak = peakDensity(count);
      return verdict(peak <= e.atMost, `${short(peak)} /m² at ${short(count.peakTime)} s`);
    }
  }
}

function passagesOf(
  { gate, direction = "forward" }: { readonly gate: string; readonly direction?: GateDirection },
  metrics: Metrics,
): readonly Passage[] {
  return metrics.gates.find((count) => count.gate.id === gate)?.[direction] ?? [];
}
