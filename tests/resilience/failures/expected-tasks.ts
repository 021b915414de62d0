import type { Suffered } from './faults.ts';

/** Faults that meet jobs like another fault does. */
export type TaskDay = Exclude<Suffered, 'slow_write' | 'malformed_write'>;

/** `waits`: retried automatically until done. */
type Outcome = 'done' | 'waits';

const RETRIED: Record<TaskDay, Outcome> = {
  down: 'waits',
  down_once: 'done',
  slow: 'waits',
  throttled: 'waits',
  throttled_once: 'done',
  throttled_430: 'waits',
  throttled_graphql: 'waits',
  dropped: 'waits',
  dropped_write: 'done',
  malformed: 'waits',
  server_error: 'waits',
  server_error_once: 'done',
};

export const TASK_DAYS = Object.keys(RETRIED) as TaskDay[];

/** State of each job after its first attempt. */
export const TASKS = {
  refresh_order: RETRIED,
  check_subscriptions: RETRIED,
  import_products: RETRIED,
};
