import colors from 'picocolors';
import { backUp, restore } from '../storage/maintenance/backup.ts';
import type { CopiedTable, CopyProgress } from '../storage/maintenance/copy-database.ts';
import { refusedInWords } from './copy-database.ts';
import { progressBar } from './progress-bar.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Writes everything that the database of DATABASE_URL holds into one new file, while the service goes on.

  backup <file> [--json]
      All of it as it was at one moment, from SQLite or PostgreSQL; the file is read through once it is written. It is sealed
      with the SECRET_KEY, which is not in it: keep that key too, in another place.`;

const RESTORE_USAGE = `Brings a backup into the database of DATABASE_URL, which must be empty: a file that is not there, or a fresh PostgreSQL
database. A backup of one kind can be restored into the other.

  restore <file> [--json]
      Stop the service first. Then start it with the SECRET_KEY of the time of the backup.`;

export const backup: Command = {
  summary: 'Writes everything into a file, while the service goes on.',
  usage: USAGE,
  run: (args, config) => move(args, USAGE, (file, tell) => backUp(config().databaseUrl, file, tell), 'is in'),
};

export const restoreBackup: Command = {
  summary: 'Brings a backup into an empty database.',
  usage: RESTORE_USAGE,
  run: (args, config) =>
    move(args, RESTORE_USAGE, (file, tell) => restore(file, config().databaseUrl, tell), 'is back from'),
};

type Move = (file: string, tell: (progress: CopyProgress) => void) => Promise<CopiedTable[]>;

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
