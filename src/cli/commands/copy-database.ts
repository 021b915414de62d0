import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { toShownValue } from '../../settings/schema.ts';
import { toDatabaseFailure } from '../../storage/engine/database-failure.ts';
import { CopyRefused, copyDatabase } from '../../storage/maintenance/copy-database.ts';
import { formatColumns } from '../shell/format.ts';
import { withProgressBar } from '../shell/progress-bar.ts';
import { readSecretInput } from '../shell/secret-input.ts';
import { type JsonOption, type Outcome, paint, UsageError } from '../shell/terminal.ts';

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
export function refuseInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw toConflictError(error.message);
  if (error instanceof CommerceError || !toDatabaseFailure(error)) throw error;
  const message = `The copy failed, and nothing of it was kept: ${(error as Error).message}.`;
  throw new CommerceError('busy', message);
}
