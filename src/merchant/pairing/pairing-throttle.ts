import { CommerceError } from '../../commerce/errors.ts';
import { networkOf } from '../../commerce/network.ts';
import { iso, MINUTE_MS } from '../../commerce/time.ts';
import type { PairingCode } from '../../storage/repositories/pairing-codes.ts';
import { nowOf, type Visit } from '../visit.ts';
import { CODE_LASTS_MS, isOfLater, MAX_ATTEMPTS } from './pairing-codes.ts';

const WINDOW_MS = 10 * MINUTE_MS;
const MAX_OF_ADDRESS = 20;
const MAX_WRONG_OF_ALL = 300;

/** An attempt, counted as wrong until `forgive` is called. */
export interface CountedAttempt {
  /** Code with these digits; undefined for none. */
  code: PairingCode | undefined;
  /** Five wrong attempts came from this address or site since the code was issued. */
  isLocked: boolean;
  /** Takes a right attempt off the count. */
  forgive(): Promise<void>;
}

/**
 * Counts the attempt before looking the code up, so that concurrent attempts count; the queries are the same for every outcome.
 * A site is counted by its URL and key together, so that a false claim cannot lock it. Throws `too_many_requests`.
 */
export async function countAttempt(
  visit: Visit,
  pairing: { code: string; site: string; consumerKey: string },
): Promise<CountedAttempt> {
  const { context } = visit;
  const address = networkOf(visit.address);
  const now = nowOf(visit);
  await limitAddress(context, address);
  const attempt = { address, site: `${pairing.site} ${pairing.consumerKey}` };
  const id = await context.pairingAttempts.record(attempt, now);
  const recently = await context.pairingAttempts.count(attempt, iso(context.now() - WINDOW_MS), id);
  if (recently.all >= MAX_WRONG_OF_ALL && recently.address > 0) throw tooMany(WINDOW_MS / 1000);
  const live = await context.pairingCodes.findLive(pairing.code, now);
  const code = live && !isOfLater(live.createdAt, context.now()) ? live : undefined;
  const earliest = iso(context.now() - CODE_LASTS_MS);
  // A code from the future, after the clock was set back, would have no attempts after it.
  const from = code && code.createdAt <= now ? code.createdAt : earliest;
  const since = await context.pairingAttempts.count(attempt, from, id);
  return {
    code,
    isLocked: Math.max(since.address, since.site) >= MAX_ATTEMPTS,
    forgive: () => context.pairingAttempts.forgive(id),
  };
}

async function limitAddress(context: Visit['context'], address: string): Promise<void> {
  const bucket = `pairing ${address}`;
  const attempt = await context.attempts.take(
    { bucket, limit: MAX_OF_ADDRESS, windowMs: WINDOW_MS },
    context.now(),
  );
  if (!attempt.allowed) throw tooMany(attempt.retryAfterSeconds);
}

function tooMany(retryAfterSeconds: number): CommerceError {
  return new CommerceError('too_many_requests', 'Too many tries. Wait some minutes, then make a new code.', {
    retryAfterSeconds,
  });
}
