import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';

/** A running job is due when its lease ends. */
const DUE_AT = 'coalesce(lease_expires_at, run_at)';

/** The later of the instants at which work fell due and was last served. */
function renderWaitsSince(row: 'new.' | 'old.'): string {
  return `(case when ${row}next_at <= ${row}served_at then ${row}served_at else ${row}next_at end)`;
}

/** Keeps `job_queues` and `organization_queues` true in the transaction of each change of a job or of a message of the service. */
export async function createQueueTriggers(database: Kysely<unknown>): Promise<void> {
  const statements = isSqlite(database) ? TRIGGERS_ON_SQLITE : TRIGGERS_ON_POSTGRES;
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const INSERT = `insert into job_queues (store_id, kind, organization_id)
  select id, new.kind, coalesce(organization_id, id) from stores where id = new.store_id on conflict do nothing`;

/** Sets the next due instant of the queue of the row `changed`, by one index lookup. */
function settle(changed: 'new' | 'old'): string {
  return `update job_queues set changes = changes + 1, next_at = (select ${DUE_AT} from jobs
    where store_id = ${changed}.store_id and kind = ${changed}.kind order by ${DUE_AT} limit 1)
    where store_id = ${changed}.store_id and kind = ${changed}.kind`;
}

/** True when a queue falls due earlier than before, or moves to another organization. */
const IS_EARLIER = `${renderWaitsSince('new.')} is not null and (${renderWaitsSince('old.')} is null
  or ${renderWaitsSince('new.')} < ${renderWaitsSince('old.')} or new.organization_id <> old.organization_id)`;

/** Makes an organization wait since an instant, unless it waits longer. */
const renderLineUp = (nextAt: string) => `insert into organization_queues (organization_id, kind, next_at)
  values (new.organization_id, new.kind, ${nextAt})
  on conflict (organization_id, kind) do update set changes = organization_queues.changes + 1,
    next_at = case when organization_queues.next_at < excluded.next_at then organization_queues.next_at
      else excluded.next_at end`;

const MOVE = `update job_queues set organization_id = coalesce(new.organization_id, new.id) where store_id = new.id`;

const WAITING_COLUMNS = 'next_at, served_at, organization_id';

const TRIGGERS_ON_SQLITE = [
  `create trigger jobs_inserted after insert on jobs begin ${INSERT}; ${settle('new')}; end`,
  `create trigger jobs_updated after update of run_at, lease_expires_at on jobs
    begin ${INSERT}; ${settle('new')}; end`,
  `create trigger jobs_deleted after delete on jobs begin ${settle('old')}; end`,
  `create trigger job_queues_earlier after update of ${WAITING_COLUMNS} on job_queues when ${IS_EARLIER}
    begin ${renderLineUp('new.next_at')}; end`,
  `create trigger stores_moved after update of organization_id on stores
    when new.organization_id is not old.organization_id begin ${MOVE}; end`,
  `create trigger service_messages_added after insert on service_messages when new.next_attempt_at is not null
    begin ${renderLineUp('new.next_attempt_at')}; end`,
  `create trigger service_messages_postponed after update of next_attempt_at on service_messages
    when new.next_attempt_at is not null begin ${renderLineUp('new.next_attempt_at')}; end`,
];

/** Locks the queue first: the statement after it sees what concurrent transactions have committed. */
const lock = (changed: string) => `perform 1 from job_queues
  where store_id = ${changed}.store_id and kind = ${changed}.kind for update`;

/**
 * Rows of organizations are written at the commit: stores of one organization hold its row for a moment only, and in no sequence
 * in which they could wait for each other.
 */
const AT_COMMIT = 'deferrable initially deferred for each row';

const TRIGGERS_ON_POSTGRES = [
  `create function jobs_changed() returns trigger language plpgsql as $$ begin
    ${INSERT}; ${lock('new')}; ${settle('new')}; return null; end $$`,
  `create function jobs_deleted() returns trigger language plpgsql as $$ begin
    ${lock('old')}; ${settle('old')}; return null; end $$`,
  `create trigger jobs_changed after insert or update of run_at, lease_expires_at on jobs
    for each row execute function jobs_changed()`,
  'create trigger jobs_deleted after delete on jobs for each row execute function jobs_deleted()',
  `create function job_queue_earlier() returns trigger language plpgsql as $$ begin
    ${renderLineUp('new.next_at')}; return null; end $$`,
  `create constraint trigger job_queues_earlier after update of ${WAITING_COLUMNS} on job_queues
    ${AT_COMMIT} when (${IS_EARLIER}) execute function job_queue_earlier()`,
  `create function store_moved() returns trigger language plpgsql as $$ begin
    ${MOVE}; return null; end $$`,
  `create constraint trigger stores_moved after update of organization_id on stores
    ${AT_COMMIT} when (new.organization_id is distinct from old.organization_id) execute function store_moved()`,
  `create function service_message_waits() returns trigger language plpgsql as $$ begin
    ${renderLineUp('new.next_attempt_at')}; return null; end $$`,
  `create constraint trigger service_messages_wait after insert or update of next_attempt_at on service_messages
    ${AT_COMMIT} when (new.next_attempt_at is not null) execute function service_message_waits()`,
];
