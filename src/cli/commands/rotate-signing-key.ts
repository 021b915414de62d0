import { toConflictError } from '../../commerce/errors.ts';
import { DAY_MS, formatMinute, HOUR_MS, type Instant, toIso } from '../../commerce/time/time.ts';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import type { ListedKey } from '../../storage/repositories/jobs/signing-keys.ts';
import { formatColumns } from '../shell/format.ts';
import { onService } from '../shell/on-service.ts';
import type { Outcome } from '../shell/terminal.ts';

interface Options {
  days: number;
  compromised?: boolean;
  list?: boolean;
}

export function rotateSigningKey(config: Config, options: Options): Promise<Outcome> {
  return onService(config, async (service) => {
    if (!options.list) await rotate(service, options.compromised ? undefined : options.days);
    const now = toIso(service.context.now());
    const keys = await service.signingKeys.list(now);
    return { data: keys, text: formatTable(keys, now) };
  });
}

/** `days`: period for which the old keys stay published; undefined withdraws them now. */
async function rotate({ signingKeys, context }: Service, days: number | undefined): Promise<void> {
  const nowMs = context.now();
  const now = toIso(nowMs);
  const [newest] = await signingKeys.list(now);
  if (days !== undefined && newest && newest.signsFrom > now) {
    const message = `The newest key starts signing at ${newest.signsFrom}. Rotate again after that, or use --compromised.`;
    throw toConflictError(message);
  }
  const signsFrom = days === undefined ? now : toIso(nowMs + HOUR_MS);
  const publishedUntil = days === undefined ? now : toIso(nowMs + HOUR_MS + days * DAY_MS);
  if (await signingKeys.rotate({ signsFrom, publishedUntil, now })) return;
  throw toConflictError('Another process has just rotated the key.');
}

/** `keys`: newest first. */
function formatTable(keys: readonly ListedKey[], now: Instant): string {
  const signing = keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1);
  const rows = keys.map((key) => [
    key.kid,
    key === signing ? 'now' : key.signsFrom > now ? `from ${formatMinute(key.signsFrom)}` : 'no more',
    key.publishedUntil === null ? 'the next rotation' : formatMinute(key.publishedUntil),
  ]);
  return formatColumns(['KEY', 'SIGNS', 'PUBLISHED UNTIL'], rows);
}
