import colors from 'picocolors';
import { backUp, restore } from '../storage/maintenance/backup.ts';
import type { CopiedTable, CopyProgress } from '../storage/maintenance/copy-database.ts';
import { refusedInWords } from './copy-database.ts';
import { progressBar } from './progress-bar.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Backs up the database of DATABASE_URL into one new file. The service may be running.

  backup <file> [--json]
      A consistent snapshot of SQLite or PostgreSQL; the file is verified after it is written. Secrets in it are encrypted with
      the SECRET_KEY, which is not included: back that key up separately.`;

const RESTORE_USAGE = `Restores a backup into the database of DATABASE_URL, which must be empty: a file that does not exist, or a new PostgreSQL
database. A backup of SQLite can be restored into PostgreSQL and vice versa.

  restore <file> [--json]
      Stop the service first. Afterwards start it with the SECRET_KEY used when the backup was made.`;

export const backup: Command = {
  summary: 'Backs up the database into a file.',
  usage: USAGE,
  run: (args, config) =>
    move(args, USAGE, (file, onProgress) => backUp(config().databaseUrl, file, onProgress), 'is saved in'),
};

export const restoreBackup: Command = {
  summary: 'Restores a backup into an empty database.',
  usage: RESTORE_USAGE,
  run: (args, config) =>
    move(
      args,
      RESTORE_USAGE,
      (file, onProgress) => restore(file, config().databaseUrl, onProgress),
      'is restored from',
    ),
};

type Move = (file: string, onProgress: (progress: CopyProgress) => void) => Promise<CopiedTable[]>;

async function move(args: string[], usage: string, work: Move, done: string): Promise<void> {
  const { values, positionals } = readOptions(args, JSON_OPTION, usage);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError(usage);
  const bar = progressBar('copying', !values.json && process.stdout.isTTY === true);
  const tables = await work(file, ({ done: soFar, total }) => bar.show(soFar, total, 'rows')).catch(
    refusedInWords,
  );
  bar.clear();
  if (values.json) return say(JSON.stringify({ file, tables }, null, 2));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${colors.green('✓')} Everything ${done} ${file}: ${rows.toLocaleString('en')} rows, checked.`);
}
