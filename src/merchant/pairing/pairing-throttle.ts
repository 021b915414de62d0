import { type CommerceError, toTooManyRequestsError } from '../../commerce/errors.ts';
import { toNetwork } from '../../commerce/network/network.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { PairingCode } from '../../storage/repositories/stores/pairing-codes.ts';
import type { Visit } from '../visit.ts';
import { CODE_LASTS_MS, isOfLater, MAX_ATTEMPTS } from './pairing-codes.ts';

/** As long as a code lasts: attempts before it do not count. */
const WINDOW_MS = CODE_LASTS_MS;
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
  const address = toNetwork(visit.address);
  const now = context.now();
  await limitAddress(context, address);
  const { countOthers, forgive } = await context.attempts.record(
    [
      `wrong pairings from ${address}`,
      `wrong pairings of ${pairing.site} ${pairing.consumerKey}`,
      'wrong pairings',
    ],
    WINDOW_MS,
    now,
  );
  const [ofAddress = 0, , ofAll = 0] = await countOthers(now - WINDOW_MS);
  if (ofAll >= MAX_WRONG_OF_ALL && ofAddress > 0) throw createTooManyError(WINDOW_MS / 1000);
  const live = await context.pairingCodes.findLive(pairing.code, toIso(now));
  const code = live && !isOfLater(live.createdAt, now) ? live : undefined;
  const issuedAt = code ? Date.parse(code.createdAt) : Number.POSITIVE_INFINITY;
  // A code from the future, after the clock was set back, would have no attempts after it.
  const [addressSince = 0, siteSince = 0] = await countOthers(issuedAt <= now ? issuedAt : now - WINDOW_MS);
  return { code, isLocked: Math.max(addressSince, siteSince) >= MAX_ATTEMPTS, forgive };
}

async function limitAddress(context: Visit['context'], address: string): Promise<void> {
  const bucket = `pairing ${address}`;
  const limit = { bucket, limit: MAX_OF_ADDRESS, windowMs: WINDOW_MS };
  const retryAfterSeconds = await context.attempts.take(limit, context.now());
  if (retryAfterSeconds !== undefined) throw createTooManyError(retryAfterSeconds);
}

function createTooManyError(retryAfterSeconds: number): CommerceError {
  return toTooManyRequestsError(
    'Too many tries. Wait some minutes, then make a new code.',
    retryAfterSeconds,
  );
}
