import { toConflictError } from '../../commerce/errors.ts';
import type { Config } from '../../settings/config.ts';
import { openDatabase } from '../../storage/engine/database.ts';
import { openSealing, WrongSecretKey } from '../../storage/engine/secret-key.ts';
import {
  countUnrotated,
  type Rotation,
  rotate,
  type Unrotated,
} from '../../storage/maintenance/rotate-key.ts';
import { formatColumns } from '../shell/format.ts';
import { requireDatabase } from '../shell/on-service.ts';
import { withProgressBar } from '../shell/progress-bar.ts';
import { type JsonOption, paint, toTypedCommand, UsageError } from '../shell/terminal.ts';

export async function rotateKey(config: Config, options: JsonOption & { status?: boolean }) {
  await requireDatabase(config);
  const { databaseUrl, secretKey, previousSecretKey: previous } = config;
  if (secretKey === undefined) throw new UsageError(`SECRET_KEY is not set. ${SEE}`);
  await using database = await openDatabase(databaseUrl);
  const sealing = await openSealing(database, secretKey, { previous }).catch((error) => {
    throw error instanceof WrongSecretKey ? toConflictError(error.message) : error;
  });
  const before = await countUnrotated(database, sealing);
  if (options.status) {
    if (before.length > 0) process.exitCode = 1;
    return { data: { remaining: before }, text: before.length === 0 ? DONE : formatTable(before) };
  }
  if (before.length > 0 && previous === undefined)
    throw new UsageError(`SECRET_KEY_PREVIOUS is not set. ${SEE}`);
  const total = before.reduce((sum, { count }) => sum + count, 0);
  const bar = { name: 'sealing', things: 'secrets', json: options.json };
  const rotation = await withProgressBar(bar, (show) =>
    rotate(database, sealing, (rotated) => show({ done: rotated, total })),
  );
  if (rotation.unopened.length + rotation.remaining.length > 0) process.exitCode = 1;
  return { data: rotation, text: formatRotation(rotation) };
}

const SEE = `See: ${toTypedCommand('rotate-key --help')}`;
const DONE = `${paint('green', '✓')} Everything is encrypted under the current SECRET_KEY. SECRET_KEY_PREVIOUS is no longer needed.`;

function formatRotation({ rotated, unopened, remaining }: Rotation): string {
  const parts = [`${rotated.toLocaleString('en')} secrets were re-encrypted.`];
  if (unopened.length > 0)
    parts.push(`${paint('red', '✗')} Neither key decrypts these:`, formatTable(unopened), LOST);
  const meanwhile = `${paint('red', '✗')} These were written under another key in the meantime:`;
  if (remaining.length > 0) parts.push(meanwhile, formatTable(remaining), BEHIND);
  return [...parts, ...(parts.length === 1 ? [DONE] : [])].join('\n');
}

const LOST = 'They were encrypted with a third key. Run this again with that key as SECRET_KEY_PREVIOUS.';
const BEHIND = 'A process still runs with another SECRET_KEY. Restart it, then run this again.';

function formatTable(counts: readonly Unrotated[]): string {
  const rows = counts.map(({ table, column, count }) => [table, column, count.toLocaleString('en')]);
  return formatColumns(['TABLE', 'COLUMN', 'SECRETS'], rows);
}
