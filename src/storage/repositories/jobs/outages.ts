import type { ShopFailure } from '../../../commerce/store/shop-failure.ts';
import type { Database } from '../../engine/database.ts';
import type { Lease } from '../../engine/leases.ts';
import { bindFunctions } from '../rows/bound.ts';
import { doNothing, hasChanged } from '../rows/rows.ts';

export type Outages = ReturnType<typeof createOutageRepository>;

/** Shop, by its store's id, or agent platform's host. */
type OutageScope = { storeId: string } | { host: string };

export const createOutageRepository = (database: Database) =>
  bindFunctions(database, { admit, recordFailure, findAttempt, end, admitNext, recordSignOfLife });

/** True while the outage admits no caller. */
export type IsHeld = (heldUntil: string, now: string) => boolean;

/** Admits every call without an outage, and one probe at a time during one, until its lease ends; to others it returns the instant of the next. */
async function admit(
  database: Database,
  scope: OutageScope,
  lease: Pick<Lease, 'now' | 'until'>,
  isHeld: IsHeld,
) {
  const outage = await find(database, scope);
  if (!outage) return { failures: 0 };
  const { heldUntil, failures } = outage;
  if (isHeld(heldUntil, lease.now)) return { heldUntil };
  const claim = update(database, scope).set({ heldUntil: lease.until }).where('heldUntil', '=', heldUntil);
  return (await hasChanged(claim)) ? { failures } : { heldUntil: lease.until };
}

/** Records a failure. `failures` as at admission: a call that began before the outage does not count. */
async function recordFailure(database: Database, scope: OutageScope, failures: number, at: Failure) {
  const { now, heldUntil, shop } = at;
  const failure = {
    failures: failures + 1,
    failedAt: now,
    heldUntil,
    // A run that did not get to ask the shop leaves the last true failure as it is.
    ...(shop && { reason: shop.message, cause: shop.cause, host: shop.host }),
  };
  if (failures > 0) await update(database, scope).set(failure).execute();
  else
    await database
      .insertInto('outages')
      .values({
        subject: toSubject(scope),
        storeId: 'storeId' in scope ? scope.storeId : null,
        beganAt: now,
        ...failure,
      })
      .onConflict(doNothing)
      .execute();
}

/** Last attempt of a current outage. Reason and host are null when no run got to ask the shop. */
async function findAttempt(database: Database, scope: OutageScope) {
  const outage = await find(database, scope);
  if (!outage) return undefined;
  const { reason, host, failedAt: triedAt, heldUntil: nextTryAt } = outage;
  return { reason, host, triedAt, nextTryAt };
}

/** Ends an outage. Returns false when there was none, or another caller has ended it. */
const end = (database: Database, scope: OutageScope): Promise<boolean> =>
  hasChanged(database.deleteFrom('outages').where('subject', '=', toSubject(scope)));

/** Admits the next caller as the probe, on a merchant's request. */
const admitNext = (database: Database, scope: OutageScope, now: string) =>
  hasChanged(update(database, scope).set({ heldUntil: now }).where('heldUntil', '>', now));

/** Earliest instant of a probe after a sign of life. */
export type ProbeAfterSign = (failedAt: string, now: string) => string;

/** Handles a sign of life. Returns the instant of the next probe, and whether it was advanced; undefined without an outage. */
async function recordSignOfLife(
  database: Database,
  scope: OutageScope,
  now: string,
  probeAfterSign: ProbeAfterSign,
): Promise<{ heldUntil: string; isAdvanced: boolean } | undefined> {
  const outage = await find(database, scope);
  if (!outage) return undefined;
  const heldUntil = probeAfterSign(outage.failedAt, now);
  const isAdvanced = await hasChanged(
    update(database, scope).set({ heldUntil }).where('heldUntil', '>', heldUntil),
  );
  return { heldUntil: isAdvanced ? heldUntil : outage.heldUntil, isAdvanced };
}

interface Failure {
  now: string;
  /** Instant of the next probe. */
  heldUntil: string;
  /** Failure of the shop itself; undefined for an agent platform's host, and when the run did not get to ask the shop. */
  shop?: ShopFailure | undefined;
}

const find = (database: Database, scope: OutageScope) =>
  database.selectFrom('outages').selectAll().where('subject', '=', toSubject(scope)).executeTakeFirst();

const update = (database: Database, scope: OutageScope) =>
  database.updateTable('outages').where('subject', '=', toSubject(scope));

export const toSubject = (scope: OutageScope): string =>
  'storeId' in scope ? `shop/${scope.storeId}` : `host/${scope.host}`;
