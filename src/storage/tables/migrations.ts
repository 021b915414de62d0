import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { announceChanges } from './announced-changes.ts';
import { createTables } from './create-tables.ts';
import { adoptEarlierVersion, earlierVersionOf } from './earlier-versions.ts';
import { createQueueTriggers } from './queue-triggers.ts';
import { TABLES } from './tables.ts';

const BASELINE = '001-baseline';

/** Append only, and never renamed: databases record these names. `createTables` adds what the tables declare `since` one. */
const MIGRATIONS: Record<string, Migration> = {
  [BASELINE]: {
    async up(database: Kysely<unknown>) {
      await createTables(database, Object.values(TABLES));
      await createQueueTriggers(database);
      await announceChanges(database);
    },
  },
};

/**
 * Runs pending migrations in order, each in a transaction, and returns their names. Throws `conflict` with nothing written for
 * a database of a version before the baseline.
 */
export async function migrate<Tables>(database: Kysely<Tables>): Promise<string[]> {
  await adoptEarlierVersion(database, BASELINE);
  const migrator = migratorOf(database);
  // An up-to-date database is not locked: starting a process must not wait for writers.
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt !== undefined)) return [];
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/**
 * Lists all migrations with the ISO instant at which each ran, null for a pending one. Throws `conflict` for a database of a
 * version before the baseline.
 */
export async function migrationsOf<Tables>(
  database: Kysely<Tables>,
): Promise<{ name: string; ranAt: string | null }[]> {
  const earlier: Record<string, string | undefined> = {
    [BASELINE]: await earlierVersionOf(database, BASELINE),
  };
  const migrations = await migratorOf(database).getMigrations();
  return migrations.map(({ name, executedAt }) => ({
    name,
    ranAt: executedAt?.toISOString() ?? earlier[name] ?? null,
  }));
}

function migratorOf<Tables>(database: Kysely<Tables>): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => MIGRATIONS } });
}
