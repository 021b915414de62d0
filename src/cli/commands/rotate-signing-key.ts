import { conflict } from '../../commerce/errors.ts';
import { DAY_MS, HOUR_MS, iso, minute } from '../../commerce/time/time.ts';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import type { ListedKey } from '../../storage/repositories/jobs/signing-keys.ts';
import { onService } from '../shell/on-service.ts';
import { inColumns } from '../shell/table.ts';
import type { Outcome } from '../shell/terminal.ts';

export function rotateSigningKey(
  config: Config,
  { days, compromised, list }: { days: number; compromised?: boolean; list?: boolean },
): Promise<Outcome> {
  return onService(config, async (service) => {
    if (!list) await rotate(service, compromised ? undefined : days);
    const keys = await service.signingKeys.list(iso(service.context.now()));
    return { data: keys, text: table(keys) };
  });
}

/** `days`: period for which the old keys stay published; undefined withdraws them now. */
async function rotate({ signingKeys, context }: Service, days: number | undefined): Promise<void> {
  const nowMs = context.now();
  const now = iso(nowMs);
  const [newest] = await signingKeys.list(now);
  if (days !== undefined && newest && newest.signsFrom > now) {
    const message = `The newest key starts signing at ${newest.signsFrom}. Rotate again after that, or use --compromised.`;
    throw conflict(message);
  }
  const signsFrom = days === undefined ? now : iso(nowMs + HOUR_MS);
  const publishedUntil = days === undefined ? now : iso(nowMs + HOUR_MS + days * DAY_MS);
  if (await signingKeys.rotate({ signsFrom, publishedUntil, now })) return;
  throw conflict('Another process has just rotated the key.');
}

function table(keys: readonly ListedKey[]): string {
  const rows = keys.map(({ kid, signsFrom, publishedUntil }) => [
    kid,
    minute(signsFrom),
    publishedUntil === null ? 'current' : minute(publishedUntil),
  ]);
  return inColumns(['KEY', 'SIGNS FROM', 'PUBLISHED UNTIL'], rows);
}
