import { CommerceError } from '../../commerce/errors.ts';
import { REFRESH_STORE } from '../../commerce/job/job-names.ts';
import type { Store } from '../../commerce/store/store.ts';
import type { Pairing } from '../../storage/repositories/stores/pairings.ts';
import type { PairingRefusal } from '../../store-platforms/pairing.ts';
import { findHealth, type StoreHealth } from '../stores/health.ts';
import { getNow, type Visit } from '../visit.ts';
import { PLUGIN } from './paired-store.ts';

/** State of a pairing, as the plugin reads it. */
export interface PairingState {
  store: Store;
  /** Undefined when the service can call the site. */
  refusal: PairingRefusal | undefined;
  checkedAt: string;
  lastEventAt: string | null;
  /** Null for a disconnected store. */
  health: StoreHealth | null;
}

/** Tests the site live. Throws `unauthenticated` for an unknown or revoked token. */
export async function checkPairingState(visit: Visit, token: string | undefined): Promise<PairingState> {
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
