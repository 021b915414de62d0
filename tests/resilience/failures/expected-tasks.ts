import type { Suffered } from './faults.ts';

/** On these days tasks meet nothing that they do not meet on another. */
export type TaskDay = Exclude<Suffered, 'slow_write' | 'malformed_write'>;

/** `waits`: tried again by itself, until it is done. */
type Outcome = 'done' | 'waits';

const PATIENT: Record<TaskDay, Outcome> = {
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

export const TASK_DAYS = Object.keys(PATIENT) as TaskDay[];

/** What has become of each task after its first attempt. */
export const TASKS = {
  refresh_order: PATIENT,
  check_subscriptions: PATIENT,
  import_products: PATIENT,
};
