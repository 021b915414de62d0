import { CommerceError, toNotFoundError, toTooManyRequestsError } from '../../commerce/errors.ts';
import { hasPermission, type Role } from '../../commerce/merchant/roles.ts';
import { toNetwork } from '../../commerce/network/network.ts';
import type { Store } from '../../commerce/store/store.ts';
import { toIso } from '../../commerce/time/time.ts';
import { withTimeout } from '../../commerce/time/with-timeout.ts';
import type { PairingCode } from '../../storage/repositories/stores/pairing-codes.ts';
import {
  type PairingProof,
  type PairingRefusal,
  type SiteToPair,
  TOO_SLOW,
} from '../../store-platforms/pairing.ts';
import { PAIRING_PLATFORM } from '../../store-platforms/presentations.ts';
import { getNow, type Visit } from '../visit.ts';
import { connectPairedStore, PLUGIN } from './paired-store.ts';
import { CODE_LASTS_MS, isOfLater, MAX_ATTEMPTS } from './pairing-codes.ts';

export interface PairingRequest extends SiteToPair {
  /** Six digits. */
  code: string;
}

/** `refused` is the same for a wrong, used, expired and locked code, so that it reveals nothing. */
export type PairingOutcome =
  | { kind: 'refused' }
  | { kind: 'not_possible'; refusal: PairingRefusal }
  | { kind: 'paired'; store: Store; serviceToken: string; webhookSecret: string };

/** Longer than the proof may take; a crashed request releases the code after this. */
const LEASE_MS = 60_000;
/** The plugin's own timeout is about 30 seconds. */
const TIMEOUT_MS = 25_000;

const LOCKED = {
  reason: 'locked',
  message: 'Locked after five wrong attempts.',
  remedy: 'Create a new code.',
};

/** Matches no code; locking it takes as long as locking a real one, so timing reveals nothing. */
const NO_CODE = '';

/** Pairs a site that proves its identity with the code's account. Throws `too_many_requests`, and `busy` for a concurrent retry. */
export async function pairSite(visit: Visit, request: PairingRequest): Promise<PairingOutcome> {
  const { context } = visit;
  const { origin, pathname } = new URL(request.siteUrl);
  const site = origin + pathname.replace(/(?<!\/)\/+$/, '');
  const counted = await countAttempt(visit, request, site);
  const { code, isLocked } = counted;
  await context.pairingCodes.lock(isLocked && code ? code.id : NO_CODE, LOCKED);
  if (!code || isLocked) return { kind: 'refused' };
  const pairedBy = context.pairings.computeFingerprint([
    request.siteUrl,
    request.consumerKey,
    request.consumerSecret,
    request.connectorToken,
  ]);
  const isSame = code.pairedBy === pairedBy;
  if (isSame && code.status === 'paired') return answerAgain(visit, code, counted);
  const owner = context.newId();
  const lease = { owner, now: getNow(visit), until: toIso(context.now() + LEASE_MS) };
  if (!(await context.pairingCodes.claim(code.id, pairedBy, lease))) {
    if (!isSame || code.status !== 'checking') return { kind: 'refused' };
    await counted.forgive();
    throw new CommerceError('busy', 'This site is being paired at this moment. Try again in 5 seconds.', {
      retryAfterSeconds: 5,
    });
  }
  await counted.forgive();
  return prove(visit, request, { code, owner, site });
}

interface Claimed {
  code: PairingCode;
  owner: string;
  /** URL of the site: host in lower case, no trailing slash. */
  site: string;
}

async function prove(visit: Visit, request: PairingRequest, claimed: Claimed): Promise<PairingOutcome> {
  const { pairingCodes } = visit.context;
  const { code, owner, site } = claimed;
  try {
    const proof = await withTimeout<PairingProof>(
      { timeoutMs: TIMEOUT_MS, late: () => ({ ok: false, refusal: TOO_SLOW }) },
      () => visit.context.pairing(PAIRING_PLATFORM).prove(request, { requestId: visit.requestId }),
    );
    if (!proof.ok) {
      await pairingCodes.refuse(code.id, owner, proof.refusal, MAX_ATTEMPTS);
      return { kind: 'not_possible', refusal: proof.refusal };
    }
    const { organizationId } = code;
    const proved = { proof, site, organizationId, ...(await findAuthor(visit, code)) };
    const { store, serviceToken } = await connectPairedStore(visit, request, proved);
    await pairingCodes.finish(code.id, owner, store.id);
    return buildPairedOutcome(visit, store, serviceToken);
  } catch (error) {
    await pairingCodes.release(code.id, owner);
    if (error === WITHDRAWN) return { kind: 'refused' };
    throw error;
  }
}

/** Thrown when the person of the code has lost the permission while the site was asked: the code is gone by then. */
const WITHDRAWN = toNotFoundError('The pairing code was withdrawn.');

/** The plugin acts for the person of the code. The operator's code has none. */
async function findAuthor({ context }: Visit, { accountId }: PairingCode) {
  if (accountId === null) return { actor: PLUGIN, account: null };
  const account = await context.accounts.find(accountId);
  const authorize = (role: Role | undefined) => {
    if (!role || !hasPermission(role, 'manage')) throw WITHDRAWN;
  };
  return { actor: { ...PLUGIN, accountId, authorize }, account: account?.email ?? null };
}

/** Answers a retry after a lost response: the same store, with a new token. */
async function answerAgain(visit: Visit, code: PairingCode, counted: Attempt): Promise<PairingOutcome> {
  const { stores, pairings } = visit.context;
  const store = code.storeId === null ? undefined : await stores.findById(code.storeId);
  const isOn = store !== undefined && store.disconnectedAt === null;
  const serviceToken = isOn ? await pairings.renewToken(store.id) : undefined;
  if (!isOn || serviceToken === undefined) return { kind: 'refused' };
  await counted.forgive();
  return buildPairedOutcome(visit, store, serviceToken);
}

async function buildPairedOutcome({ context }: Visit, store: Store, serviceToken: string) {
  const webhookSecret = await context.stores.findWebhookSecret(store.id);
  return { kind: 'paired', store, serviceToken, webhookSecret } as const;
}

/** As long as a code lasts: attempts before it do not count. */
const WINDOW_MS = CODE_LASTS_MS;
const MAX_OF_ADDRESS = 20;
const MAX_WRONG_OF_ALL = 300;
const TOO_MANY = 'Too many tries. Wait some minutes, then make a new code.';

/** An attempt, counted as wrong until `forgive` is called; locked after five wrong ones of this address or site since the code was issued. */
type Attempt = Awaited<ReturnType<typeof countAttempt>>;

/**
 * Counts the attempt before looking the code up, so that concurrent attempts count; the queries are the same for every outcome.
 * A site is counted by its URL and key together, so that a false claim cannot lock it. Throws `too_many_requests`.
 */
async function countAttempt(visit: Visit, request: PairingRequest, site: string) {
  const { context } = visit;
  const address = toNetwork(visit.address);
  const now = context.now();
  const limit = { bucket: `pairing ${address}`, limit: MAX_OF_ADDRESS, windowMs: WINDOW_MS };
  const retryAfterSeconds = await context.attempts.take(limit, now);
  if (retryAfterSeconds !== undefined) throw toTooManyRequestsError(TOO_MANY, retryAfterSeconds);
  const { countOthers, forgive } = await context.attempts.record(
    [`wrong pairings from ${address}`, `wrong pairings of ${site} ${request.consumerKey}`, 'wrong pairings'],
    WINDOW_MS,
    now,
  );
  const [ofAddress = 0, , ofAll = 0] = await countOthers(now - WINDOW_MS);
  if (ofAll >= MAX_WRONG_OF_ALL && ofAddress > 0) throw toTooManyRequestsError(TOO_MANY, WINDOW_MS / 1000);
  const live = await context.pairingCodes.findLive(request.code, toIso(now));
  const code = live && !isOfLater(live.createdAt, now) ? live : undefined;
  const issuedAt = code ? Date.parse(code.createdAt) : Number.POSITIVE_INFINITY;
  // A code from the future, after the clock was set back, would have no attempts after it.
  const [addressSince = 0, siteSince = 0] = await countOthers(issuedAt <= now ? issuedAt : now - WINDOW_MS);
  return { code, isLocked: Math.max(addressSince, siteSince) >= MAX_ATTEMPTS, forgive };
}
