import type { FailureCause } from '../../commerce/store/shop-failure.ts';
import { flag, instant, integer, json, oneOf, ref, text, uuid } from './column.ts';
import { declareTable } from './table.ts';

export const jobs = declareTable('jobs', {
  id: uuid,
  store_id: ref('stores'),
  /** Organization of the store; the store's own id without one. */
  organization_id: text,
  kind: text,
  /** Object of the job, for example a product's GID; empty for the store as a whole. */
  subject: text,
  run_at: instant,
  /** Null for a due job; otherwise it waits for its time, for the end of its lease, or for a probe of its shop. */
  waits_until: instant.optional,
  lease_owner: text.optional.internal,
  /** Begin of the last run. */
  began_at: instant.optional,
  /** Enqueued again while it was running. */
  rerun_requested: flag.default(0),
  /** A run has saved its progress, and the next run continues there. */
  unfinished: flag.default(0),
  attempts: integer.default(0),
  /** In the form of the job's kind. */
  progress: json<unknown>().optional,
  last_error: text.optional,
  created_at: instant,
}).with({
  unique: ['store_id, kind, subject'],
  indexes: {
    due: '(kind, organization_id, store_id, run_at) where waits_until is null',
    waiting: '(waits_until) where waits_until is not null',
    leased: '(waits_until) where lease_owner is not null',
    by_time: '(run_at)',
  },
});

/** Outage of a shop or of an agent platform's host: its callers wait for one probe at a time. */
export const outages = declareTable('outages', {
  /** `shop/` and the store's id, or `host/` and its name. */
  subject: text,
  /** Set for a shop's outage, which is erased with the store. */
  store_id: ref('stores').optional,
  /** Consecutive failures. */
  failures: integer,
  /** Null only for an outage that an earlier version of the service recorded. */
  began_at: instant.optional,
  failed_at: instant,
  /** Last failure of the shop itself, in the words for its merchant. */
  reason: text.optional,
  cause: oneOf<FailureCause>().optional,
  /** Host that was called. */
  host: text.optional,
  /** Instant of the next probe; while one runs, the end of its lease. */
  held_until: instant,
}).with({ key: ['subject'], acrossStores: 'hosts of agent platforms have outages as well' });
