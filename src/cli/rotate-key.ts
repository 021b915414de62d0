import colors from 'picocolors';
import { CommerceError } from '../commerce/errors.ts';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../storage/engine/database.ts';
import { sealingOf, WrongSecretKey } from '../storage/engine/secret-key.ts';
import { type Rotation, rotate, type Unrotated, unrotated } from '../storage/maintenance/rotate-key.ts';
import type { Sealing } from '../storage/engine/sealing.ts';
import { progressBar } from './progress-bar.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Re-encrypts all secrets under a new SECRET_KEY: shop credentials, cart and checkout keys, webhook secrets, tokens of paired
sites, buyers' addresses.

  rotate-key            Needs SECRET_KEY (the new key) and SECRET_KEY_PREVIOUS (the old key).
  rotate-key --status   Lists what is still encrypted under the old key, without changing it. Exit code 1 if anything is.

  1. Generate a key:            openssl rand -base64 32
  2. If you restart processes one by one, first give all of them the new key as SECRET_KEY_PREVIOUS.
  3. Restart the service with SECRET_KEY=<new> and SECRET_KEY_PREVIOUS=<old>. It reads both.
  4. Run rotate-key with the same two keys. The service may be running; if interrupted, run it again.
  5. Remove SECRET_KEY_PREVIOUS and restart. Backups made before the rotation still need the old key.

  Merchants must sign in again after step 3; API tokens, paired sites and pairing codes keep working.

  --json                For scripts.`;

export const rotateKey: Command = {
  summary: 'Re-encrypts all secrets under a new SECRET_KEY.',
  usage: USAGE,
  async run(args, config) {
    const options = { ...JSON_OPTION, status: { type: 'boolean' } } as const;
    const { values, positionals } = readOptions(args, options, USAGE);
    if (positionals.length > 0) throw new UsageError(USAGE);
    const json = values.json === true;
    await onSealed(config(), (database, sealing, hasPrevious) =>
      values.status ? status(database, sealing, json) : bring(database, sealing, { json, hasPrevious }),
    );
  },
};

async function onSealed(
  { databaseUrl, secretKey, previousSecretKey: previous }: Config,
  work: (database: Database, sealing: Sealing, hasPrevious: boolean) => Promise<void>,
): Promise<void> {
  if (secretKey === undefined) throw new UsageError(`SECRET_KEY is not set.\n\n${USAGE}`);
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
  if (before.length > 0 && !hasPrevious) throw new UsageError(`SECRET_KEY_PREVIOUS is not set.\n\n${USAGE}`);
  const total = before.reduce((sum, { count }) => sum + count, 0);
  const bar = progressBar('sealing', !json && process.stdout.isTTY === true);
  const rotation = await rotate(database, sealing, (rotated) => {
    bar.show(rotated, total, 'secrets');
  });
  bar.clear();
  if (rotation.unopened.length + rotation.remaining.length > 0) process.exitCode = 1;
  say(json ? JSON.stringify(rotation, null, 2) : inWords(rotation));
}

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
