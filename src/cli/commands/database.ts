import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import type { Config } from '../../settings/config.ts';
import { toShownValue } from '../../settings/schema.ts';
import { openWithoutMigrating } from '../../storage/engine/database.ts';
import { toDatabaseFailure } from '../../storage/engine/database-failure.ts';
import { backUp, restore } from '../../storage/maintenance/backup.ts';
import { type CopiedTable, CopyRefused, copyDatabase } from '../../storage/maintenance/copy-database.ts';
import { listMigrations, migrate } from '../../storage/tables/migrations.ts';
import { countText, formatColumns } from '../shell/format.ts';
import { getMissingFile, requireDatabase } from '../shell/on-service.ts';
import { withProgressBar } from '../shell/progress-bar.ts';
import { readSecretInput } from '../shell/secret-input.ts';
import {
  type JsonOption,
  type Outcome,
  paint,
  reportDone,
  sayWarning,
  UsageError,
} from '../shell/terminal.ts';

/** `target`: the address of the database, or `-` for standard input. */
export async function copyToPostgres(from: string, target: string, options: JsonOption): Promise<Outcome> {
  const to = target === '-' ? (await readSecretInput('-')).trim() : target;
  if (!from.startsWith('sqlite:'))
    throw new UsageError(`The source must be sqlite:<file>, not "${toShownValue('DATABASE_URL', from)}".`);
  if (!/^postgres(ql)?:\/\//.test(to)) {
    throw new UsageError(
      'The target must be postgres://<user>@<host>/<database>, or - to read it from standard input.',
    );
  }
  const bar = { name: 'copying', things: 'rows', json: options.json };
  const copied = await withProgressBar(bar, (show) => copyDatabase(from, to, show)).catch(refuseInWords);
  const rows = copied
    .filter((each) => each.rows > 0)
    .map((each) => [each.table, each.rows.toLocaleString('en')]);
  const sentence = `${paint('green', '✓')} Everything is copied; row counts match.`;
  return { data: copied, text: `${formatColumns(['TABLE', 'ROWS'], rows)}\n${sentence}` };
}

/** Throws the error of a copy with the sentence that its operator needs. */
function refuseInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw toConflictError(error.message);
  if (error instanceof CommerceError || !toDatabaseFailure(error)) throw error;
  const message = `The copy failed, and nothing of it was kept: ${(error as Error).message}.`;
  throw new CommerceError('busy', message);
}

export async function backUpDatabase(config: Config, file: string): Promise<Outcome> {
  // A backup must not slow down the service that runs on the same machine.
  setPriority(constants.priority.PRIORITY_LOW);
  await requireDatabase(config);
  const folder = findMissingFolder(file);
  if (folder !== undefined) sayWarning(`There is no folder "${folder}" yet: creating it.`);
  const tables = await backUp(config.databaseUrl, file).catch(refuseInWords);
  return reportTables(file, tables, 'is saved in');
}

export async function restoreBackup({ databaseUrl }: Config, file: string): Promise<Outcome> {
  const tables = await restore(file, databaseUrl).catch(refuseInWords);
  const { data, text } = reportTables(file, tables, 'is restored from');
  const note = 'Its secrets open with the SECRET_KEY that wrote them: start the service with that key.';
  return { data, text: `${text}\n${note}` };
}

/** Returns the highest folder on the way to the file that does not exist. */
function findMissingFolder(file: string): string | undefined {
  const folder = dirname(resolve(file));
  return existsSync(folder) ? undefined : (findMissingFolder(folder) ?? folder);
}

function reportTables(file: string, tables: readonly CopiedTable[], how: string): Outcome {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return reportDone({ file, tables }, `Everything ${how} ${file}: ${countText(rows, 'row')}, checked.`);
}

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
