import type { ShopFailure } from '../../commerce/store/shop-failure.ts';
import type { Database } from '../engine/database.ts';
import { bound } from './bound.ts';
import { hasChanged } from './row-counts.ts';

export type Outages = ReturnType<typeof outages>;

/** Shop, by its store's id, or agent platform's host. */
type OutageScope = { storeId: string } | { host: string };

/** `heldUntil`: instant of the next probe. Otherwise the caller may call, during an outage alone until its lease ends. */
type Admission = { heldUntil: string } | { failures: number };

export const outages = (database: Database) =>
  bound(database, { admit, failed, attemptOf, end, hasten, showsLife });

/** True while the outage admits no caller. */
export type IsHeld = (heldUntil: string, now: string) => boolean;

/** Admits every call without an outage, and one probe at a time during one. */
async function admit(
  database: Database,
  scope: OutageScope,
  lease: { now: string; until: string },
  isHeld: IsHeld,
): Promise<Admission> {
  const outage = await find(database, scope);
  if (!outage) return { failures: 0 };
  if (isHeld(outage.held_until, lease.now)) return { heldUntil: outage.held_until };
  const claim = row(database, scope).set({ held_until: lease.until });
  const isClaimed = await hasChanged(claim.where('held_until', '=', outage.held_until));
  return isClaimed ? { failures: outage.failures } : { heldUntil: lease.until };
}

/** Records a failure. `failures` as at admission: a call that began before the outage does not count. */
async function failed(
  database: Database,
  scope: OutageScope,
  failures: number,
  { now, heldUntil, shop }: Failure,
): Promise<void> {
  const columns = {
    failures: failures + 1,
    failed_at: now,
    held_until: heldUntil,
    // A run that did not get to ask the shop leaves the last true failure as it is.
    ...(shop && { reason: shop.message, cause: shop.cause, host: shop.host }),
  };
  if (failures > 0) return void (await row(database, scope).set(columns).execute());
  await database
    .insertInto('outages')
    .values({ subject: subjectOf(scope), store_id: storeIdOf(scope), began_at: now, ...columns })
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
}

/** Last attempt of a current outage. */
async function attemptOf(database: Database, scope: OutageScope): Promise<OutageAttempt | undefined> {
  const outage = await find(database, scope);
  if (!outage) return undefined;
  const { reason, host, failed_at: triedAt, held_until: nextTryAt } = outage;
  return { reason, host, triedAt, nextTryAt };
}

/** Ends an outage. Returns false when there was none, or another caller has ended it. */
const end = (database: Database, scope: OutageScope): Promise<boolean> =>
  hasChanged(database.deleteFrom('outages').where('subject', '=', subjectOf(scope)));

/** Admits the next caller as the probe, on a merchant's request. */
async function hasten(database: Database, scope: OutageScope, now: string): Promise<void> {
  await row(database, scope).set({ held_until: now }).where('held_until', '>', now).execute();
}

/** Earliest instant of a probe after a sign of life. */
export type ProbeAfterSign = (failedAt: string, now: string) => string;

/** Handles a sign of life. Returns the instant of the next probe, and whether it was advanced; undefined without an outage. */
async function showsLife(
  database: Database,
  scope: OutageScope,
  now: string,
  probeAfterSign: ProbeAfterSign,
): Promise<{ heldUntil: string; isAdvanced: boolean } | undefined> {
  const outage = await find(database, scope);
  if (!outage) return undefined;
  const heldUntil = probeAfterSign(outage.failed_at, now);
  const advance = row(database, scope).set({ held_until: heldUntil });
  const isAdvanced = await hasChanged(advance.where('held_until', '>', heldUntil));
  return { heldUntil: isAdvanced ? heldUntil : outage.held_until, isAdvanced };
}

/** Instants are ISO. Reason and host are null when no run got to ask the shop. */
interface OutageAttempt {
  reason: string | null;
  host: string | null;
  triedAt: string;
  nextTryAt: string;
}

interface Failure {
  now: string;
  /** Instant of the next probe. */
  heldUntil: string;
  /** Failure of the shop itself; undefined for an agent platform's host, and when the run did not get to ask the shop. */
  shop?: ShopFailure | undefined;
}

function find(database: Database, scope: OutageScope) {
  return database
    .selectFrom('outages')
    .select(['failures', 'failed_at', 'held_until', 'reason', 'host'])
    .where('subject', '=', subjectOf(scope))
    .executeTakeFirst();
}

function row(database: Database, scope: OutageScope) {
  return database.updateTable('outages').where('subject', '=', subjectOf(scope));
}

function subjectOf(scope: OutageScope): string {
  return 'storeId' in scope ? `shop/${scope.storeId}` : `host/${scope.host}`;
}

function storeIdOf(scope: OutageScope): string | null {
  return 'storeId' in scope ? scope.storeId : null;
}
