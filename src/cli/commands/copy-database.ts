import { CommerceError, toConflictError } from '../../commerce/errors.ts';
import { toShownValue } from '../../settings/shown-value.ts';
import { toDatabaseFailure } from '../../storage/engine/database-failure.ts';
import { copyDatabase } from '../../storage/maintenance/copy-database.ts';
import { type CopiedTable, CopyRefused, type OnProgress } from '../../storage/maintenance/copy-rows.ts';
import { UsageError } from '../shell/errors.ts';
import { withProgressBar } from '../shell/progress-bar.ts';
import { readSecretInput } from '../shell/secret-input.ts';
import { formatColumns } from '../shell/table.ts';
import { type JsonOption, type Outcome, paint } from '../shell/terminal.ts';

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
  const copied = await withCopyProgress((show) => copyDatabase(from, to, show), options);
  const rows = copied
    .filter((each) => each.rows > 0)
    .map((each) => [each.table, each.rows.toLocaleString('en')]);
  const sentence = `${paint('green', '✓')} Everything is copied; row counts match.`;
  return { data: copied, text: `${formatColumns(['TABLE', 'ROWS'], rows)}\n${sentence}` };
}

/** Shows the rows that are copied, and says why a copy is refused. */
export function withCopyProgress(
  work: (show: OnProgress) => Promise<CopiedTable[]>,
  { json }: JsonOption,
): Promise<CopiedTable[]> {
  return withProgressBar({ name: 'copying', things: 'rows', json }, work).catch(refuseInWords);
}

function refuseInWords(error: unknown): never {
  if (error instanceof CopyRefused) throw toConflictError(error.message);
  if (error instanceof CommerceError || !toDatabaseFailure(error)) throw error;
  throw new CommerceError(
    'busy',
    `The copy failed, and nothing of it was kept: ${(error as Error).message}.`,
  );
}
