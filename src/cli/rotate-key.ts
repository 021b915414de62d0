import colors from 'picocolors';
import { typed } from '../command-name.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../storage/engine/database.ts';
import { sealingOf, WrongSecretKey } from '../storage/engine/secret-key.ts';
import { type Rotation, rotate, type Unrotated, unrotated } from '../storage/maintenance/rotate-key.ts';
import type { Sealing } from '../storage/engine/sealing.ts';
import { requireDatabase } from './on-service.ts';
import { progressBar } from './progress-bar.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import type { JsonOption } from './declare.ts';
import { UsageError } from './errors.ts';

export async function rotateKey(
  config: Config,
  { status: isStatus = false, json = false }: JsonOption & { status?: boolean },
): Promise<void> {
  await requireDatabase(config);
  await onSealed(config, (database, sealing, hasPrevious) =>
    isStatus ? status(database, sealing, json) : bring(database, sealing, { json, hasPrevious }),
  );
}

async function onSealed(
  { databaseUrl, secretKey, previousSecretKey: previous }: Config,
  work: (database: Database, sealing: Sealing, hasPrevious: boolean) => Promise<void>,
): Promise<void> {
  if (secretKey === undefined) throw new UsageError(`SECRET_KEY is not set. ${SEE}`);
  const database = await openDatabase(databaseUrl);
  try {
    await work(database, await sealingOf(database, secretKey, { previous }), previous !== undefined);
  } catch (error) {
    if (error instanceof WrongSecretKey) throw new CommerceError('conflict', error.message);
    throw error;
  } finally {
    await database.destroy();
  }
}

async function status(database: Database, sealing: Sealing, json: boolean): Promise<void> {
  const left = await unrotated(database, sealing);
  if (left.length > 0) process.exitCode = 1;
  if (json) return say(JSON.stringify({ remaining: left }, null, 2));
  say(left.length === 0 ? DONE : tableOf(left));
}

async function bring(
  database: Database,
  sealing: Sealing,
  { json, hasPrevious }: { json: boolean; hasPrevious: boolean },
): Promise<void> {
  const before = await unrotated(database, sealing);
  if (before.length > 0 && !hasPrevious) throw new UsageError(`SECRET_KEY_PREVIOUS is not set. ${SEE}`);
  const total = before.reduce((sum, { count }) => sum + count, 0);
  const bar = progressBar('sealing', !json && process.stdout.isTTY === true);
  const rotation = await rotate(database, sealing, (rotated) => {
    bar.show(rotated, total, 'secrets');
  });
  bar.clear();
  if (rotation.unopened.length + rotation.remaining.length > 0) process.exitCode = 1;
  say(json ? JSON.stringify(rotation, null, 2) : inWords(rotation));
}

const SEE = `See: ${typed('rotate-key --help')}`;
const DONE = `${colors.green('✓')} Everything is encrypted under the current SECRET_KEY. SECRET_KEY_PREVIOUS is no longer needed.`;

function inWords({ rotated, unopened, remaining }: Rotation): string {
  const parts = [`${rotated.toLocaleString('en')} secrets were re-encrypted.`];
  if (unopened.length > 0)
    parts.push(`${colors.red('✗')} Neither key decrypts these:`, tableOf(unopened), LOST);
  if (remaining.length > 0)
    parts.push(
      `${colors.red('✗')} These were written under another key in the meantime:`,
      tableOf(remaining),
      BEHIND,
    );
  return [...parts, ...(parts.length === 1 ? [DONE] : [])].join('\n');
}

const LOST = 'They were encrypted with a third key. Run this again with that key as SECRET_KEY_PREVIOUS.';
const BEHIND = 'A process still runs with another SECRET_KEY. Restart it, then run this again.';

function tableOf(counts: readonly Unrotated[]): string {
  return inColumns(
    ['TABLE', 'COLUMN', 'SECRETS'],
    counts.map(({ table, column, count }) => [table, column, count.toLocaleString('en')]),
  );
}
