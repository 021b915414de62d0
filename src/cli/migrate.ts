import { existsSync } from 'node:fs';
import type { Config } from '../settings/config.ts';
import { openWithoutMigrating } from '../storage/engine/database.ts';
import { migrate, migrationsOf } from '../storage/tables/migrations.ts';
import { inColumns } from './table.ts';
import { done, type Outcome, paint } from './terminal.ts';

export function migrateDatabase(
  { databaseUrl }: Config,
  options: { status?: boolean; partitions?: number },
): Promise<Outcome> {
  return options.status ? status(databaseUrl) : migrateNow(databaseUrl, options);
}

async function migrateNow(databaseUrl: string, tables: { partitions?: number }): Promise<Outcome> {
  const database = await openWithoutMigrating(databaseUrl);
  try {
    const ran = await migrate(database, tables);
    if (ran.length === 0) return done({ ran }, 'The database is up to date.');
    return { data: { ran }, text: ran.map((name) => `${paint('green', '✓')} ${name}`).join('\n') };
  } finally {
    await database.destroy();
  }
}

/** Sets exit code 1 when a migration is pending. */
async function status(databaseUrl: string): Promise<Outcome> {
  const list = await readStatus(databaseUrl);
  if (list.some(({ ranAt }) => ranAt === null)) process.exitCode = 1;
  const rows = list.map(({ name, ranAt }) => [name, ranAt ?? 'not yet']);
  return {
    data: { migrations: list.map(({ name, ranAt }) => ({ name, ran_at: ranAt })) },
    text: inColumns(['MIGRATION', 'RAN'], rows),
  };
}

/** Reading the status must not create a missing database. */
async function readStatus(databaseUrl: string) {
  const isMissing = databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length));
  const database = await openWithoutMigrating(isMissing ? 'sqlite::memory:' : databaseUrl);
  try {
    return await migrationsOf(database);
  } finally {
    await database.destroy();
  }
}
