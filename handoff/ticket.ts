/** Names one order to the mover, so that what comes back can be told from what is late (H15). */
export interface Ticket {
  /** Run epoch: grows with every start of the process. */
  readonly epoch: number;
  /** ID of the action. */
  readonly action: number | string;
  /** Number of the attempt that runs or ran last; 0 before the first. */
  readonly attempt: number;
  /** Number of the order within the epoch and action, from 1. An attempt has several: its curve, and braking off it. */
  readonly order: number;
}

/** Whether two tickets name the same order. */
export function sameTicket(a: Ticket, b: Ticket): boolean {
  return a.epoch === b.epoch && a.action === b.action && a.attempt === b.attempt && a.order === b.order;
}
