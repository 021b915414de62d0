import { type Expression, type SqlBool, sql } from 'kysely';
import type { Rule } from '../../../commerce/policy/policy.ts';
import type { CapabilitySwitches, SwitchableCapability } from '../../../commerce/store/capabilities.ts';
import type { CheckoutWall } from '../../../commerce/store/checkout-wall.ts';
import type { FeedRules } from '../../../commerce/store/feed-rules.ts';
import type { Store, StoreDescription, StoreSettings } from '../../../commerce/store/store.ts';
import type { Database } from '../../engine/database.ts';
import { computeImpossiblyLate } from '../../engine/impossibly-late.ts';
import { generateSecret } from '../../engine/token-hash.ts';
import { TABLES } from '../../tables/tables.ts';
import { type By, record } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { enqueueJob, enqueueJobs } from '../jobs/jobs.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { hasChanged, match } from '../rows/rows.ts';
import { removeDomains } from './custom-domains.ts';

/** Job enqueued in the transaction of the change. */
export interface FollowUpJob {
  kind: string;
  subject?: string;
  /** A merchant waits for it: it may probe the shop during an outage. */
  isUrgent?: boolean;
}

type StoreChange = Parameters<typeof TABLES.stores.toRow>[0];

interface Circumstances {
  by: By | undefined;
  now: string;
  /** State in which alone the store is changed. */
  only?: Expression<SqlBool>;
  afterwards?: readonly FollowUpJob[];
  /** Runs in the same transaction. */
  also?: (connection: Database) => Promise<unknown>;
}

interface Context extends Sealed {
  invalidateAfter: <Result>(change: Promise<Result>) => Promise<Result>;
}

/** Changes of existing stores. `invalidateAfter` wraps each, and invalidates this process's cache. */
export const createStoreChanges = (context: Context) =>
  bindFunctions(context, {
    ...{ change, setSwitch, setSwitches, describe, setCheckoutWall, setSettings, setPolicy, setLabels },
    ...{ setFeedRules, renewFeedToken, enqueue, disconnect, setPaused, resume, markDeleted },
  });

/** Changes a store with its audit entry and jobs in one transaction. Returns false for a deleted store, or one not in the state `only`. */
export function change(context: Context, id: string, set: StoreChange, circumstances: Circumstances) {
  const { database, sealing, invalidateAfter } = context;
  const { by, now, only, afterwards, also } = circumstances;
  const work = authorizeChange(database, by?.actor, { storeId: id }, async (connection) => {
    const existing = connection.updateTable('stores').where(match({ id, deletedAt: null }));
    const changed = existing.set(TABLES.stores.toRow(set, sealing, id));
    if (!(await hasChanged(only ? changed.where(only) : changed))) return false;
    await also?.(connection);
    for (const job of afterwards ?? []) await enqueueJob(connection, { storeId: id, ...job }, now);
    if (by) await record(connection, { ...by, storeId: id, now });
    return true;
  });
  return invalidateAfter(work);
}

async function setSwitch(context: Context, id: string, capability: SwitchableCapability, on: boolean) {
  await context.invalidateAfter(
    hasChanged(
      context.database
        .updateTable('stores')
        .set(toSwitchColumns({ [capability]: on }))
        .where('id', '=', id),
    ),
  );
}

type Switches = Partial<CapabilitySwitches>;

const toSwitchColumns = ({ cart, order, discount, fulfillment }: Switches) => ({
  ...{ cartOn: cart, orderOn: order },
  ...{ discountOn: discount, fulfillmentOn: fulfillment },
});

/** Replaces the shop's description, unless it is unchanged or older than the stored one; a new currency closes the catalog copy. */
function describe(
  { database, invalidateAfter }: Context,
  store: Store,
  description: StoreDescription,
  askedAt: string,
  afterwards: Record<'currency' | 'timeZone', FollowUpJob>,
): Promise<boolean> {
  const text = JSON.stringify(description);
  const work = database.transaction().execute(async (connection) => {
    const statement = connection
      .updateTable('stores')
      .set({ description: text, describedAt: askedAt })
      .where(match({ id: store.id, deletedAt: null, connectedAt: store.connectedAt }))
      .where('description', '<>', text)
      .where((row) =>
        row.or([row('describedAt', '<', askedAt), row('describedAt', '>', computeImpossiblyLate(askedAt))]),
      );
    if (!(await hasChanged(statement))) return false;
    const { currency, timeZone } = store.description;
    const hasClosed = await hasChanged(
      connection
        .updateTable('catalog_imports')
        .set({ currency: null })
        .where('storeId', '=', store.id)
        .where('currency', 'is distinct from', description.currency),
    );
    const due = [
      ...(hasClosed || description.currency !== currency ? [afterwards.currency] : []),
      ...(description.timeZone === timeZone ? [] : [afterwards.timeZone]),
    ].map((job) => ({ storeId: store.id, ...job }));
    await enqueueJobs(connection, due, askedAt);
    return true;
  });
  return invalidateAfter(work);
}

/** Records what a check has found before the checkout; nothing where the credentials have changed meanwhile. */
async function setCheckoutWall(context: Context, store: Store, checkoutWall: CheckoutWall | null) {
  const { id, connectedAt } = store;
  const { database, invalidateAfter } = context;
  const other = database
    .updateTable('stores')
    .set({ checkoutWall })
    .where(match({ id, connectedAt }))
    .where('checkoutWall', 'is distinct from', checkoutWall);
  await invalidateAfter(hasChanged(other));
}

const setSwitches = (context: Context, id: string, switches: Switches, now: string, by: By) =>
  change(context, id, toSwitchColumns(switches), { by, now });

/** An omitted setting stays as it is. */
function setSettings(
  context: Context,
  id: string,
  settings: Partial<StoreSettings>,
  now: string,
  by: By,
  afterwards: readonly FollowUpJob[],
): Promise<boolean> {
  return change(context, id, settings, { by, now, afterwards });
}

/** Enqueues a job that a merchant asks for. Returns false for a deleted store. */
const enqueue = (context: Context, id: string, job: FollowUpJob, now: string, by: By): Promise<boolean> =>
  change(context, id, { deletedAt: null }, { by, now, afterwards: [job] });

type Replaced<Item> = Record<'before' | 'after', readonly Item[]>;

/** Replaces the rules `before`. Returns false when other rules are in their place. */
function setPolicy(context: Context, id: string, { before, after }: Replaced<Rule>, now: string, by: By) {
  const only = sql<boolean>`policy is not distinct from ${toNullIfEmpty(before)}`;
  return change(context, id, { policy: toNullIfEmpty(after) }, { by, now, only });
}

const toNullIfEmpty = <Item>(items: readonly Item[]) => (items.length === 0 ? null : items);

/** Replaces the labels `before`. Returns false when other labels are in their place. */
function setLabels(context: Context, id: string, { before, after }: Replaced<string>, now: string, by: By) {
  const only = sql<boolean>`labels is not distinct from ${toNullIfEmpty(before)}`;
  return change(context, id, { labels: after }, { by, now, only });
}

const setFeedRules = (context: Context, id: string, feedRules: FeedRules | null, now: string, by: By) =>
  change(context, id, { feedRules }, { by, now });

/** The addresses of the store's feeds so far answer 404 from now on. */
const renewFeedToken = (context: Context, id: string, now: string, by: By) =>
  change(context, id, { feedToken: generateSecret() }, { by, now });

/** Agents get 404 from now on, and custom domains are removed. Returns false for a disconnected store. */
function disconnect(context: Context, id: string, now: string, by: By, afterwards: readonly FollowUpJob[]) {
  const writeAlso = (connection: Database) => removeDomains(connection, id);
  const only = sql<boolean>`disconnected_at is null`;
  return change(context, id, { disconnectedAt: now }, { by, now, only, afterwards, also: writeAlso });
}

/** Pauses the store, or resumes it with null. Returns false when it is so already. */
function setPaused(context: Context, id: string, pausedAt: string | null, now: string, by: By) {
  const only = pausedAt === null ? sql<boolean>`paused_at is not null` : sql<boolean>`paused_at is null`;
  return change(context, id, { pausedAt }, { by, now, only });
}

/** Undoes `disconnect`, except for domains. Returns false for a connected store. */
function resume(context: Context, id: string, now: string, by: By, afterwards: readonly FollowUpJob[]) {
  const only = sql<boolean>`disconnected_at is not null`;
  return change(context, id, { disconnectedAt: null }, { by, now, only, afterwards });
}

/** Hides the store, retires its slug and enqueues the job that erases its rows. Returns false for a deleted store. */
function markDeleted(context: Context, store: Store, now: string, by: By, afterwards: FollowUpJob) {
  const { database, invalidateAfter } = context;
  const work = authorizeChange(database, by.actor, { storeId: store.id }, async (connection) => {
    // Not a valid slug: the owner may use the store's own again at once.
    const gone = { slug: `~${store.id}`, deletedAt: now, disconnectedAt: store.disconnectedAt ?? now };
    const existing = connection.updateTable('stores').where(match({ id: store.id, deletedAt: null }));
    if (!(await hasChanged(existing.set(gone)))) return false;
    // Reserved for its organization: an agent that knows the slug must not reach another merchant's store.
    const { slug, organizationId } = store;
    await connection
      .insertInto('retired_slugs')
      .values({ slug, organizationId, retiredAt: now })
      .onConflict((conflict) =>
        conflict.columns(['slug']).doUpdateSet({ slug, organizationId, retiredAt: now }),
      )
      .execute();
    await removeDomains(connection, store.id);
    await enqueueJob(connection, { storeId: store.id, ...afterwards }, now);
    // Without a store id: the store's entries are erased with it.
    await record(connection, { ...by, organizationId, now });
    return true;
  });
  return invalidateAfter(work);
}
