import { CommerceError, conflict } from '../commerce/errors.ts';
import { shownValue } from '../settings/shown-value.ts';
import { databaseFailure } from '../storage/engine/database-failure.ts';
import { copyDatabase } from '../storage/maintenance/copy-database.ts';
import { CopyRefused } from '../storage/maintenance/copy-rows.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';
import { progressBar } from './progress-bar.ts';
import { readSecretInput } from './secret-input.ts';
import { inColumns } from './table.ts';
import { type Outcome, paint } from './terminal.ts';

/** `target`: the address of the database, or `-` for standard input. */
export async function copyToPostgres(from: string, target: string, { json }: JsonOption): Promise<Outcome> {
  const to = target === '-' ? (await readSecretInput('-')).trim() : target;
  if (!from.startsWith('sqlite:'))
    throw new UsageError(`The source must be sqlite:<file>, not "${shownValue('DATABASE_URL', from)}".`);
  if (!/^postgres(ql)?:\/\//.test(to)) {
    throw new UsageError(
      'The target must be postgres://<user>@<host>/<database>, or - to read it from standard input.',
    );
  }
  const bar = progressBar('copying', json);
  const copied = await copyDatabase(from, to, ({ done, total }) => bar.show(done, total, 'rows')).catch(
    refusedInWords,
  );
  bar.clear();
  const rows = copied
    .filter((each) => each.rows > 0)
    .map((each) => [each.table, each.rows.toLocaleString('en')]);
  const sentence = `${paint('green', '✓')} Everything is copied; row counts match.`;
  return { data: copied, text: `${inColumns(['TABLE', 'ROWS'], rows)}\n${sentence}` };
}

export function refusedInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw conflict(error.message);
  if (error instanceof CommerceError || !databaseFailure(error)) throw error;
  throw new CommerceError(
    'busy',
    `The copy failed, and nothing of it was kept: ${(error as Error).message}.`,
  );
}
