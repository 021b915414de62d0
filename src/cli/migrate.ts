import { existsSync } from 'node:fs';
import colors from 'picocolors';
import { openWithoutMigrating } from '../storage/engine/database.ts';
import { migrate, migrationsOf } from '../storage/schema/migrations.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Migrates the database. The service does so when it starts; run this first for a large database or one that several
processes share. It runs without a timeout.

  migrate            Runs pending migrations and lists them. Each one is applied completely or not at all, and it is safe to
                     run this twice at once.
  migrate --status   Lists applied and pending migrations without changing anything. Exit code 1 if any are pending.

  --json             For scripts.`;

export const migrateDatabase: Command = {
  summary: 'Migrates the database, or shows pending migrations.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, { ...JSON_OPTION, status: { type: 'boolean' } }, USAGE);
    if (positionals.length > 0) throw new UsageError(USAGE);
    const { databaseUrl } = config();
    return values.status
      ? status(databaseUrl, values.json === true)
      : bring(databaseUrl, values.json === true);
  },
};

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
