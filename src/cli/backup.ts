import { constants, setPriority } from 'node:os';
import colors from 'picocolors';
import { backUp, restore } from '../storage/maintenance/backup.ts';
import type { CopiedTable, CopyProgress } from '../storage/maintenance/copy-database.ts';
import { refusedInWords } from './copy-database.ts';
import { requireDatabase } from './on-service.ts';
import { progressBar } from './progress-bar.ts';
import { say } from './terminal.ts';
import type { Config } from '../config.ts';
import type { JsonOption } from './declare.ts';

export async function backup(config: Config, file: string, options: JsonOption): Promise<void> {
  // The service that runs beside it comes first.
  setPriority(constants.priority.PRIORITY_LOW);
  await requireDatabase(config);
  await move(file, options, (onProgress) => backUp(config.databaseUrl, file, onProgress), 'is saved in');
}

export async function restoreBackup(config: Config, file: string, options: JsonOption): Promise<void> {
  await move(
    file,
    options,
    (onProgress) => restore(file, config.databaseUrl, onProgress),
    'is restored from',
  );
}

type Move = (onProgress: (progress: CopyProgress) => void) => Promise<CopiedTable[]>;

async function move(file: string, { json }: JsonOption, work: Move, done: string): Promise<void> {
  const bar = progressBar('copying', !json && process.stdout.isTTY === true);
  const tables = await work(({ done: soFar, total }) => bar.show(soFar, total, 'rows')).catch(refusedInWords);
  bar.clear();
  if (json) return say(JSON.stringify({ file, tables }, null, 2));
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`${colors.green('✓')} Everything ${done} ${file}: ${rows.toLocaleString('en')} rows, checked.`);
}
