import { CommerceError } from '../../commerce/errors.ts';
import { REFRESH_STORE } from '../../commerce/job/job-names.ts';
import type { AuditAction } from '../../commerce/merchant/audit-action.ts';
import {
  isSameAddress,
  isSameShop,
  type Store,
  type StoreDescription,
  suggestSlugs,
} from '../../commerce/store/store.ts';
import type { Actor, By } from '../../storage/repositories/identity/audit.ts';
import type { Pairing } from '../../storage/repositories/stores/pairings.ts';
import type { PairingProof, SiteToPair } from '../../store-platforms/pairing.ts';
import { PAIRING_PLATFORM } from '../../store-platforms/presentations.ts';
import { beginWork, deriveSlug, findCalledAddress } from '../stores/connect-store.ts';
import { findHealth } from '../stores/health.ts';
import { getNow, type MerchantContext, type Visit } from '../visit.ts';

export const PLUGIN = { accountId: null, name: 'plugin' };

interface Proved {
  proof: Extract<PairingProof, { ok: true }>;
  site: string;
  /** Organization of the store; null for none. */
  organizationId: string | null;
  /** The plugin, for the person of the code. */
  actor: Actor;
  /** E-mail address of that person; null for the operator's code. */
  account: string | null;
}

/**
 * Connects the store of a proved site, resuming the organization's existing store of it. A site paired with another one becomes a
 * new store here; the other organization's store is disconnected and keeps its data. Idempotent after a crash at any step.
 */
export async function connectPairedStore(visit: Visit, request: SiteToPair, proved: Proved) {
  const { context } = visit;
  const before = await findKnownStores(context, proved);
  // The pairing is saved first, with the store's id, so that a retry after a crash finds it.
  const storeId = before.own?.id ?? before.interruptedStoreId ?? context.newId();
  const pairing = {
    storeId,
    site: proved.site,
    siteUrl: request.siteUrl,
    versions: request.versions,
    connectorToken: request.connectorToken,
    pairedAt: getNow(visit),
  };
  const serviceToken = await context.pairings.save(pairing, proved);
  if (before.own) await resumeStore(visit, before.own, proved);
  else await makeStore(visit, storeId, proved);
  if (before.others)
    await context.stores.invalidateAfter(context.pairings.end(before.others.id, PLUGIN, getNow(visit)));
  await beginWork(context.connecting, storeId, getNow(visit));
  context.wake();
  const store = await context.stores.findById(storeId);
  if (store) return { store, serviceToken };
  throw new CommerceError('busy', 'The store was deleted at this moment. Try again.', {
    retryAfterSeconds: 2,
  });
}

/** Finds the site's own store, another organization's, and the id of a store whose pairing crashed before it was inserted. */
async function findKnownStores(context: MerchantContext, proved: Proved) {
  const pairing = await context.pairings.findBySite(proved.site);
  const paired = pairing && (await context.stores.findById(pairing.storeId));
  if (paired?.organizationId === proved.organizationId) return { own: paired };
  const own = await findOwnStore(context, proved);
  return { own, others: paired, interruptedStoreId: paired ? undefined : pairing?.storeId };
}

/** Finds the store that is called at the address of the site, also one connected by keys without pairing. */
async function findOwnStore(context: MerchantContext, proved: Proved): Promise<Store | undefined> {
  const { organizationId } = proved;
  const { description, credentials } = proved.proof;
  const stores =
    organizationId === null
      ? await context.stores.list()
      : await context.stores.listOfOrganization(organizationId);
  const address = context.connecting.addressOf(PAIRING_PLATFORM, credentials);
  for (const store of stores)
    if (
      store.organizationId === organizationId &&
      store.platform === PAIRING_PLATFORM &&
      isSameShop(store.description, description) &&
      isSameAddress(await findCalledAddress(context.connecting, store), address)
    )
      return store;
  return undefined;
}

async function resumeStore(visit: Visit, store: Store, proved: Proved): Promise<void> {
  const now = getNow(visit);
  const { stores } = visit.context;
  await stores.reconnect(store.id, proved.proof, { now, by: toPairingEntry('store.paired', proved) });
  await stores.resume(store.id, now, toPairingEntry('store.reconnected', proved), []);
}

async function makeStore(visit: Visit, id: string, proved: Proved): Promise<void> {
  const { proof, organizationId } = proved;
  const { description, credentials, simulated: sandbox } = proof;
  const { stores } = visit.context;
  let slug: string | undefined = pickFirstSlug(description);
  for (let attempt = 0; slug !== undefined && attempt < MAX_SLUGS; attempt += 1) {
    const store = { id, slug, platform: PAIRING_PLATFORM, description, credentials, organizationId, sandbox };
    try {
      if (await stores.insert(store, getNow(visit), toPairingEntry('store.paired', proved))) return;
    } catch (error) {
      if (!(await stores.findById(id))) throw error;
    }
    const raced = await stores.findById(id);
    if (raced) return resumeStore(visit, raced, proved);
    slug = await stores.findFirstFree(suggestSlugs(slug));
  }
  throw new CommerceError('busy', 'The store could not be named. Try again.', { retryAfterSeconds: 2 });
}

const MAX_SLUGS = 5;

/** Sites on an IP address or localhost are named after the shop. */
function pickFirstSlug(description: StoreDescription): string {
  const hasName = description.hosts.some((host) => /[a-z]/.test(host) && !host.startsWith('localhost'));
  const slug = deriveSlug(hasName ? description : { ...description, hosts: [] });
  return slug.length >= 3 ? slug : `shop-${slug}`.replace(/-$/, '');
}

function toPairingEntry(action: AuditAction, { actor, site, account }: Proved): By {
  return { actor, action, details: { site, ...(account === null ? {} : { account }) } };
}

/** State of a pairing, as the plugin reads it; its health is null for a disconnected store. */
export type PairingState = Awaited<ReturnType<typeof checkPairingState>>;

/** Tests the site live. Throws `unauthenticated` for an unknown or revoked token. */
export async function checkPairingState(visit: Visit, token: string | undefined) {
  const { store, pairing } = await findPaired(visit, token);
  const { pairings, jobs, wake } = visit.context;
  const refusal = store.disconnectedAt === null ? await reach(visit, store, pairing) : undefined;
  if (store.disconnectedAt === null && !refusal) {
    // The shop's description may have changed.
    await jobs.enqueue({ storeId: store.id, kind: REFRESH_STORE }, getNow(visit));
    wake();
  }
  const lastEventAt = await pairings.findLastEventAt(store.id);
  const health = (await findHealth(visit.context, [store])).get(store.id) ?? null;
  return { store, refusal, checkedAt: getNow(visit), lastEventAt, health };
}

/** Ends the pairing on the site's behalf: disconnects its store, keeps its data and deletes its keys. */
export async function leavePairing(visit: Visit, token: string | undefined) {
  const { store } = await findPaired(visit, token);
  const { stores, pairings } = visit.context;
  await stores.invalidateAfter(pairings.end(store.id, PLUGIN, getNow(visit)));
}

async function findPaired({ context }: Visit, token: string | undefined) {
  const pairing = token === undefined ? undefined : await context.pairings.findByServiceToken(token);
  const store = pairing && (await context.stores.findById(pairing.storeId));
  if (pairing && store) return { store, pairing };
  throw new CommerceError('unauthenticated', 'This site is no longer paired.');
}

async function reach(visit: Visit, store: Store, pairing: Pairing) {
  const { context, requestId } = visit;
  const [credentials, connectorToken] = await Promise.all([
    context.stores.findCredentials(store.id) as Promise<{ consumerKey: string; consumerSecret: string }>,
    context.pairings.findConnectorToken(store.id),
  ]);
  const { consumerKey, consumerSecret } = credentials;
  const { versions } = store.description;
  const settings = { permalinks: 'pretty', ssl: true, comingSoon: false } as const;
  const site = { siteUrl: pairing.siteUrl, consumerKey, consumerSecret, connectorToken, versions, settings };
  return context.pairing(store.platform).check(site, { requestId });
}
