import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { backUp, restore } from '../../storage/maintenance/backup.ts';
import type { CopiedTable } from '../../storage/maintenance/copy-database.ts';
import { countText } from '../shell/format.ts';
import { requireDatabase } from '../shell/on-service.ts';
import { type Outcome, reportDone, sayWarning } from '../shell/terminal.ts';
import { refuseInWords } from './copy-database.ts';

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
