/**
 * Pictures and words: pure functions from records to SVG text and to sentences.
 *
 * @module
 */
export { explain, type ExplainOptions } from "./explain.ts";
export { type VelocitySpaceOptions, type VelocitySpaceProblem, velocitySpaceSvg } from "./velocity_space.ts";
export {
  type HandoffActivity,
  type HandoffDeadline,
  type HandoffMark,
  type HandoffRow,
  type HandoffSpan,
  type HandoffTimeline,
  handoffTimeline,
} from "./handoff_timeline.ts";
export { type HandoffTimelineOptions, handoffTimelineSvg } from "./handoff_timeline_svg.ts";
export { feasibleRegion } from "./convex_region.ts";
export type { Box } from "./frame.ts";
export type { Trail, World, WorldAgent, WorldFeature } from "./world.ts";
export { type WorldOptions, worldSvg } from "./world_svg.ts";
export { type CrowdSelection, extendTrails, worldFromCrowd } from "./world_from_crowd.ts";
export { decisionColors, type LineStyle, palette, sourceStyles } from "./palette.ts";
export {
  SWEEP_MEASURES,
  type SweepChartOptions,
  type SweepMeasure,
  type SweepMeasureName,
  type SweepSeries,
  sweepSvg,
} from "./sweep_chart.ts";
export { type ShownAgent, smoothed } from "./smoothed.ts";
export { constraintText, idText, originText, rejectionText } from "./words.ts";
