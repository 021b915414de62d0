import type { Config } from '../../settings/config.ts';
import { openWithoutMigrating } from '../../storage/engine/database.ts';
import { listMigrations, migrate } from '../../storage/tables/migrations.ts';
import { formatColumns } from '../shell/format.ts';
import { getMissingFile } from '../shell/on-service.ts';
import { type Outcome, paint, reportDone } from '../shell/terminal.ts';

export async function migrateDatabase(config: Config, options: { status?: boolean; partitions?: number }) {
  if (options.status) return showStatus(config.databaseUrl);
  await using database = await openWithoutMigrating(config.databaseUrl);
  const ran = await migrate(database, options);
  if (ran.length === 0) return reportDone({ ran }, 'The database is up to date.');
  return { data: { ran }, text: ran.map((name) => `${paint('green', '✓')} ${name}`).join('\n') };
}

/** Sets exit code 1 when a migration is pending. */
async function showStatus(databaseUrl: string): Promise<Outcome> {
  // Reading the status must not create a missing database.
  const isMissing = getMissingFile({ databaseUrl }) !== undefined;
  await using database = await openWithoutMigrating(isMissing ? 'sqlite::memory:' : databaseUrl);
  const list = await listMigrations(database);
  if (list.some(({ ranAt }) => ranAt === null)) process.exitCode = 1;
  const rows = list.map(({ name, ranAt }) => [name, ranAt ?? 'not yet']);
  return {
    data: { migrations: list.map(({ name, ranAt }) => ({ name, ran_at: ranAt })) },
    text: formatColumns(['MIGRATION', 'RAN'], rows),
  };
}
