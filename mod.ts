/**
 * Halfstep: local collision avoidance for game characters and mobile robots.
 *
 * @module
 */
export * from "./geometry/mod.ts";
export * from "./solver/mod.ts";
export * from "./boundary/mod.ts";
export * from "./avoidance/mod.ts";
export * from "./handoff/mod.ts";
export * from "./cooperation/mod.ts";
export * from "./crowd/mod.ts";
export * from "./scenario/mod.ts";
export * from "./view/mod.ts";
