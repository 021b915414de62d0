import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

export const RENAMED_TABLES: Record<string, string> = {
  tasks: 'jobs',
  order_notices: 'order_event_outbox',
  farewells: 'unpair_notifications',
  pairing_tries: 'pairing_attempts',
  store_domains: 'custom_domains',
  idempotent_answers: 'idempotency_records',
  kept_keys: 'installation_keys',
};

const LEASE = { busy_by: 'lease_owner', busy_until: 'lease_expires_at' };

/** Columns by the new name of their table. */
const COLUMNS: Record<string, Record<string, string>> = {
  jobs: { ...LEASE, again: 'rerun_requested' },
  checkout_sessions: { ...LEASE, notices: 'warnings' },
  carts: { ...LEASE, notices: 'warnings' },
  idempotency_records: LEASE,
  pairing_codes: { ...LEASE, tries: 'attempts' },
  unpair_notifications: { next_try_at: 'next_attempt_at' },
  custom_domains: { obstacle: 'error' },
};

const INDEXES = [
  'tasks_due',
  // Covers the same rows and column as `tasks_leased`.
  'tasks_busy',
  'tasks_leased',
  'tasks_of_queue',
  'pairing_tries_at',
  'store_domains_proved',
  'idempotent_answers_at',
  'idempotent_answers_store',
];

const DUE_AT = 'coalesce(lease_expires_at, run_at)';

/** Renames tables, columns, indexes, constraints and triggers; no row is rewritten. */
export async function renameByGlossary(database: Kysely<unknown>): Promise<void> {
  const onSqlite = isSqlite(database);
  await runAll(database, onSqlite ? DROP_TRIGGERS_ON_SQLITE : DROP_TRIGGERS_ON_POSTGRES);
  await runAll(
    database,
    INDEXES.map((index) => `drop index ${index}`),
  );
  for (const [old, name] of Object.entries(RENAMED_TABLES)) {
    await database.schema.alterTable(old).renameTo(name).execute();
    // SQLite keeps the names of constraints in the table's own text, where nothing refers to them.
    if (!onSqlite) await renameConstraints(database, old, name);
  }
  for (const [table, columns] of Object.entries(COLUMNS)) await renameColumns(database, table, columns);
  await runAll(database, CREATE_INDEXES);
  await runAll(database, onSqlite ? TRIGGERS_ON_SQLITE : TRIGGERS_ON_POSTGRES);
}

async function runAll(database: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

async function renameColumns(
  database: Kysely<unknown>,
  table: string,
  columns: Record<string, string>,
): Promise<void> {
  for (const [old, name] of Object.entries(columns))
    await database.schema.alterTable(table).renameColumn(old, name).execute();
}

async function renameConstraints(database: Kysely<unknown>, old: string, name: string): Promise<void> {
  const { rows } = await sql<{ constraint: string }>`select conname as "constraint" from pg_constraint
    where conrelid = ${name}::regclass and starts_with(conname, ${`${old}_`})`.execute(database);
  for (const { constraint } of rows) {
    const renamed = name + constraint.slice(old.length);
    await sql`alter table ${sql.table(name)} rename constraint ${sql.id(constraint)} to ${sql.id(renamed)}`.execute(
      database,
    );
  }
}

const CREATE_INDEXES = [
  'create index jobs_due on jobs (run_at)',
  'create index jobs_leased on jobs (lease_expires_at) where lease_expires_at is not null',
  `create index jobs_of_queue on jobs (store_id, kind, (${DUE_AT}))`,
  'create index pairing_attempts_at on pairing_attempts (at)',
  'create unique index custom_domains_verified on custom_domains (name) where verified_at is not null',
  'create index idempotency_records_at on idempotency_records (created_at)',
  'create index idempotency_records_store on idempotency_records (store_id)',
];

const DROP_TRIGGERS_ON_SQLITE = ['tasks_inserted', 'tasks_updated', 'tasks_deleted'].map(
  (trigger) => `drop trigger ${trigger}`,
);

/** PostgreSQL keeps the text of a function as it was written: it would go on naming `tasks`. */
const DROP_TRIGGERS_ON_POSTGRES = ['tasks_changed', 'tasks_deleted'].map(
  (trigger) => `drop function ${trigger}() cascade`,
);

const INSERT =
  'insert into job_queues (store_id, kind) values (new.store_id, new.kind) on conflict do nothing';

/** Sets the next due instant of the queue of the row `changed`, by one index lookup for each value. */
function settle(changed: 'new' | 'old'): string {
  const next = (column: string) => `(select ${column} from jobs
    where store_id = ${changed}.store_id and kind = ${changed}.kind order by ${DUE_AT} limit 1)`;
  return `update job_queues set changes = changes + 1, next_at = ${next(DUE_AT)},
    begun = case when ${next('progress')} is null then 0 else 1 end
    where store_id = ${changed}.store_id and kind = ${changed}.kind`;
}

const TRIGGERS_ON_SQLITE = [
  `create trigger jobs_inserted after insert on jobs begin ${INSERT}; ${settle('new')}; end`,
  `create trigger jobs_updated after update of run_at, lease_expires_at, progress on jobs
    begin ${INSERT}; ${settle('new')}; end`,
  `create trigger jobs_deleted after delete on jobs begin ${settle('old')}; end`,
];

/** Locks the queue first: the statement after it sees what concurrent transactions have committed. */
const lock = (changed: string) => `perform 1 from job_queues
  where store_id = ${changed}.store_id and kind = ${changed}.kind for update`;

const TRIGGERS_ON_POSTGRES = [
  `create function jobs_changed() returns trigger language plpgsql as $$ begin
    ${INSERT}; ${lock('new')}; ${settle('new')}; return null; end $$`,
  `create function jobs_deleted() returns trigger language plpgsql as $$ begin
    ${lock('old')}; ${settle('old')}; return null; end $$`,
  `create trigger jobs_changed after insert or update of run_at, lease_expires_at, progress on jobs
    for each row execute function jobs_changed()`,
  'create trigger jobs_deleted after delete on jobs for each row execute function jobs_deleted()',
];
