import type { FailureCause } from '../../commerce/store/shop-failure.ts';
import { flag, instant, integer, json, oneOf, ref, text, uuid } from './column.ts';
import { lease } from './lease.ts';
import { declareTable } from './table.ts';

export const jobs = declareTable(
  'jobs',
  {
    id: uuid,
    store_id: ref('stores'),
    kind: text,
    /** Object of the job, for example a product's GID; empty for the store as a whole. */
    subject: text,
    run_at: instant,
    /** Enqueued again while it was running. */
    rerun_requested: flag.default(0),
    /** A run has saved its progress, and the next run continues there. */
    unfinished: flag.default(0),
    attempts: integer.default(0),
    /** In the form of the job's kind. */
    progress: json<unknown>().optional,
    last_error: text.optional,
    ...lease,
    created_at: instant,
  },
  {
    unique: ['store_id, kind, subject'],
    indexes: {
      due: '(run_at)',
      leased: '(lease_expires_at) where lease_expires_at is not null',
      of_queue: '(store_id, kind, (coalesce(lease_expires_at, run_at)))',
    },
  },
);

/**
 * One row for each store and kind, with the instant at which its next job is due: a worker reads a few of these rows, however
 * many jobs wait. Triggers update them in the transaction of each change of a job.
 */
export const jobQueues = declareTable(
  'job_queues',
  {
    store_id: ref('stores'),
    kind: text,
    /** Organization of the store; the store's own id without one. */
    organization_id: text.default(''),
    /** Null for an empty queue. It may be early, never late. */
    next_at: instant.optional,
    /** Begin or end of the last turn; empty before the first. */
    served_at: instant.default(''),
    /** Version for compare-and-set when `next_at` is corrected. */
    changes: integer.default(0),
  },
  {
    key: ['store_id', 'kind'],
    indexes: {
      waiting:
        '(organization_id, kind, (case when next_at <= served_at then served_at else next_at end), served_at)',
    },
  },
);

/** Line of the organizations with work of a kind that waits, now or later: jobs and messages of the service. */
export const organizationQueues = declareTable(
  'organization_queues',
  {
    /** Organization; for work without one the id of its store, or of the message. */
    organization_id: text,
    kind: text,
    /** It may be early, never late. */
    next_at: instant,
    /** Begin or end of the organization's last turn in the lane of this kind. */
    served_at: instant.default(''),
    /** Version for compare-and-set. */
    changes: integer.default(0),
  },
  {
    key: ['organization_id', 'kind'],
    indexes: {
      waiting: '(kind, (case when next_at <= served_at then served_at else next_at end), served_at)',
    },
  },
);

/** Outage of a shop or of an agent platform's host: its callers wait for one probe at a time. */
export const outages = declareTable(
  'outages',
  {
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
  },
  { key: ['subject'], acrossStores: 'hosts of agent platforms have outages as well' },
);
