/**
 * Getting out of deadlocks. So far: finding the agents that wait for each other.
 *
 * @module
 */
export * from "./waiting_cycle.ts";
