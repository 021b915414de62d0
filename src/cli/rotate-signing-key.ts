import colors from 'picocolors';
import { CommerceError } from '../commerce/errors.ts';
import { DAY_MS, HOUR_MS, iso } from '../commerce/time.ts';
import type { Service } from '../service.ts';
import type { ListedKey } from '../storage/repositories/signing-keys.ts';
import { onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Manages the keys that sign responses and order events for agent platforms.

  rotate-signing-key [--days 14] [--json]
      Publishes a new key next to the current one. It starts signing an hour later, when every platform has fetched it; the old
      key stays published for --days after that (at least 7).
  rotate-signing-key --compromised [--json]
      Withdraws the old keys and starts signing with the new one at once.
  rotate-signing-key --list [--json]`;

const OPTIONS = {
  ...JSON_OPTION,
  days: { type: 'string' },
  compromised: { type: 'boolean' },
  list: { type: 'boolean' },
} as const;

const USUAL_DAYS = 14;

export const rotateSigningKey: Command = {
  summary: 'Rotates the key that signs responses and order events.',
  usage: USAGE,
  async run(args, config) {
    const { values } = readOptions(args, OPTIONS, USAGE);
    const days = values.days === undefined ? USUAL_DAYS : daysOf(values.days);
    const keys = await onService(config(), async (service) => {
      if (!values.list) await rotate(service, values.compromised ? undefined : days);
      return service.signingKeys.list(iso(service.context.now()));
    });
    say(values.json ? JSON.stringify(keys, null, 2) : table(keys));
  },
};

function daysOf(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 7 && days <= 365) return days;
  throw new UsageError(`--days must be from 7 to 365.\n\n${USAGE}`);
}

/** `days`: period for which the old keys stay published; undefined withdraws them now. */
async function rotate({ signingKeys, context }: Service, days: number | undefined): Promise<void> {
  const nowMs = context.now();
  const now = iso(nowMs);
  const [newest] = await signingKeys.list(now);
  if (days !== undefined && newest && newest.signsFrom > now) {
    const message = `The newest key starts signing at ${newest.signsFrom}. Rotate again after that, or use --compromised.`;
    throw new CommerceError('conflict', message);
  }
  const signsFrom = days === undefined ? now : iso(nowMs + HOUR_MS);
  const publishedUntil = days === undefined ? now : iso(nowMs + HOUR_MS + days * DAY_MS);
  if (await signingKeys.rotate({ signsFrom, publishedUntil, now })) return;
  throw new CommerceError('conflict', 'Another process has just rotated the key.');
}

function table(keys: readonly ListedKey[]): string {
  const rows = keys.map(({ kid, signsFrom, publishedUntil }) => [
    kid,
    minute(signsFrom),
    publishedUntil === null ? colors.green('current') : minute(publishedUntil),
  ]);
  return inColumns(['KEY', 'SIGNS FROM', 'PUBLISHED UNTIL'], rows);
}

function minute(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
