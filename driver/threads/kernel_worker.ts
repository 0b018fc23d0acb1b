/**
 * The module of a worker that steps a share of a crowd in columns (C11). Started by `openThreads`.
 *
 * @module
 */
import { kernelPhases, type KernelSubject } from "./kernel_phases.ts";
import { serveTeam } from "./serve.ts";

serveTeam((subject) => kernelPhases(subject as KernelSubject));
