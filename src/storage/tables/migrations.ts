import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { CommerceError } from '../../commerce/errors.ts';
import { isSqlite } from '../engine/both-databases.ts';
import { toDatabaseFailure } from '../engine/database-failure.ts';
import { announceChanges } from './announced-changes.ts';
import { buildTableStatements, createTables } from './create-tables.ts';
import type { AnyTable } from './table.ts';
import { TABLES } from './tables.ts';

interface NewTables {
  /** Parts of each divided table; undivided when left out. A power of two. */
  partitions?: number | undefined;
}

/** Named after what it creates: until the first release tables change in place, and a database with others is refused. */
const BASELINE = `001-tables-${hash('sha256', buildTableStatements(Object.values(TABLES), { onSqlite: true }).join('\n')).slice(0, 8)}`;

/** Never renamed: databases record these names. A later migration adds what the tables declare `since` it. */
const createMigrations = ({ partitions }: NewTables): Record<string, Migration> => ({
  [BASELINE]: {
    async up(database: Kysely<unknown>) {
      await createTables(database, Object.values(TABLES), { partitions });
      await announceChanges(database);
    },
  },
  ...Object.fromEntries(
    nameMigrations(Object.values(TABLES)).map((migration) => [
      migration,
      { up: (database: Kysely<unknown>) => createTables(database, Object.values(TABLES), { migration }) },
    ]),
  ),
});

/** Names the migrations that tables and their columns are declared `since`, the earliest first. */
export function nameMigrations(tables: readonly AnyTable[]): string[] {
  const names = tables.flatMap(({ since, columns }) => [
    since,
    ...Object.values(columns).map(({ definition }) => definition.since),
  ]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** Runs pending migrations, and returns their names. Throws `conflict` for another version, or for `partitions` of no empty PostgreSQL. */
export async function migrate<Tables>(database: Kysely<Tables>, tables: NewTables = {}): Promise<string[]> {
  if (tables.partitions !== undefined) await requireEmptyPostgres(database);
  const migrations = await listMigrations(database);
  // An up-to-date database is not locked: starting a process must not wait for writers.
  if (migrations.every(({ ranAt }) => ranAt !== null)) return [];
  const { error, results = [] } = await createMigrator(database, tables).migrateToLatest();
  if (error) throw toMigrationError(error, migrations);
  const ran = results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
  // Another process has created undivided tables meanwhile.
  if (tables.partitions !== undefined && ran.length === 0) throw createNotEmptyError();
  return ran;
}

/** Says in a sentence why the tables of a new database could not be created, which are most often those of another program. */
function toMigrationError(error: unknown, migrations: readonly { ranAt: string | null }[]): unknown {
  const isNew = migrations.every(({ ranAt }) => ranAt === null);
  if (!isNew || !(error instanceof Error) || toDatabaseFailure(error) !== undefined) return error;
  return new CommerceError(
    'conflict',
    `The tables of ucp-host could not be created, and nothing was changed: ${error.message}. Name an empty database in DATABASE_URL.`,
    { cause: error },
  );
}

/** Lists all migrations with the instant at which each ran. Throws `conflict` for a database of another version. */
export async function listMigrations<Tables>(database: Kysely<Tables>) {
  await requireThisVersion(database);
  const migrations = await createMigrator(database).getMigrations();
  return migrations.map(({ name, executedAt }) => ({ name, ranAt: executedAt?.toISOString() ?? null }));
}

function createMigrator<Tables>(database: Kysely<Tables>, tables: NewTables = {}): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => createMigrations(tables) } });
}

async function requireThisVersion<Tables>(database: Kysely<Tables>): Promise<void> {
  if (!(await hasMigrations(database))) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  const migrations = createMigrations({});
  const foreign = rows.find(({ name }) => !(name in migrations));
  if (foreign === undefined) return;
  const lastCommit = LAST_COMMITS[foreign.name] ?? 'the one that made it';
  throw new CommerceError(
    'conflict',
    `This database is of another version of ucp-host (${foreign.name}), and nothing in it was changed: the last commit that opens it is ${lastCommit}. Run that on it, or name an empty database in DATABASE_URL and connect the stores again.`,
  );
}

/** Last commits before first migrations that were never released. */
const LAST_COMMITS: Readonly<Record<string, string>> = {
  '001-stores-sessions-orders': 'f4fc3f1f',
  '001-baseline': 'a412109a',
};

async function hasMigrations<Tables>(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = isSqlite(database)
    ? await sql`select 1 from sqlite_master where name = 'kysely_migration'`.execute(database)
    : await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(database);
  return rows.length > 0;
}

async function requireEmptyPostgres<Tables>(database: Kysely<Tables>): Promise<void> {
  if (isSqlite(database))
    throw new CommerceError(
      'conflict',
      'SQLite has no partitions: name a PostgreSQL database in DATABASE_URL, or leave --partitions out.',
    );
  const { rows } = await sql`select 1 from pg_tables where schemaname = current_schema()
    and tablename not like 'kysely_%' limit 1`.execute(database);
  if (rows.length > 0) throw createNotEmptyError();
}

function createNotEmptyError(): CommerceError {
  return new CommerceError(
    'conflict',
    'Partitions are made in an empty database, and this one holds tables: name an empty one in DATABASE_URL, run this there, and fill it with copy-database.',
  );
}
