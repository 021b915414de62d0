import { existsSync } from 'node:fs';
import colors from 'picocolors';
import { openWithoutMigrating } from '../storage/engine/database.ts';
import { migrate, migrationsOf } from '../storage/schema/migrations.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import type { Config } from '../config.ts';
import type { JsonOption } from './declare.ts';

export async function migrateDatabase(
  { databaseUrl }: Config,
  { status: isStatus = false, json = false }: JsonOption & { status?: boolean },
): Promise<void> {
  return isStatus ? status(databaseUrl, json) : bring(databaseUrl, json);
}

async function bring(databaseUrl: string, json: boolean): Promise<void> {
  const database = await openWithoutMigrating(databaseUrl);
  try {
    const ran = await migrate(database);
    if (json) return say(JSON.stringify({ ran }, null, 2));
    if (ran.length === 0) return say(`${colors.green('✓')} The database is up to date.`);
    say(ran.map((name) => `${colors.green('✓')} ${name}`).join('\n'));
  } finally {
    await database.destroy();
  }
}

async function status(databaseUrl: string, json: boolean): Promise<void> {
  const list = await read(databaseUrl);
  const pending = list.filter(({ ranAt }) => ranAt === null);
  if (json)
    say(JSON.stringify({ migrations: list.map(({ name, ranAt }) => ({ name, ran_at: ranAt })) }, null, 2));
  else
    say(
      inColumns(
        ['MIGRATION', 'RAN'],
        list.map(({ name, ranAt }) => [name, ranAt ?? 'not yet']),
      ),
    );
  if (pending.length > 0) process.exitCode = 1;
}

/** Reading the status must not create a missing database. */
async function read(databaseUrl: string) {
  const isMissing = databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length));
  const database = await openWithoutMigrating(isMissing ? 'sqlite::memory:' : databaseUrl);
  try {
    return await migrationsOf(database);
  } finally {
    await database.destroy();
  }
}
