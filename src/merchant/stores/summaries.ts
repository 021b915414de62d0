import type { Store } from '../../commerce/store/store.ts';
import type { Organization } from '../../storage/repositories/organizations.ts';
import type { AccountVisit, MerchantContext } from '../visit.ts';
import { type CatalogState, catalogState } from './catalog-state.ts';
import { healthOf, type StoreHealth } from './store-health.ts';

export interface StoreSummary {
  store: Store;
  /** Null for an operator's store that was given to none. */
  organization: Organization | null;
  catalog: CatalogState;
  /** Null for a disconnected store. */
  health: StoreHealth | null;
  /** ISO; null before the first agent. The playground does not count. */
  lastAgentActivityAt: string | null;
}

/** Lists the stores of all organizations of the account by slug, limited to those of its token. */
export async function listStores({ context, identity }: AccountVisit): Promise<StoreSummary[]> {
  const stores = await context.stores.ofAccount(identity.account.id);
  return summaries(
    context,
    stores.filter(({ id }) => identity.onlyStores?.includes(id) ?? true),
  );
}

export async function summaries(context: MerchantContext, stores: readonly Store[]): Promise<StoreSummary[]> {
  await context.flushCalls();
  const owners = new Set(stores.flatMap(({ organizationId }) => organizationId ?? []));
  const [activity, health, organizations] = await Promise.all([
    context.requestLog.lastActivityOf(stores),
    healthOf(context, stores),
    context.organizations.byIds([...owners]),
  ]);
  return Promise.all(
    stores.map(async (store) => ({
      store,
      organization: organizations.get(store.organizationId ?? '') ?? null,
      catalog: await catalogState(context, store.id),
      health: health.get(store.id) ?? null,
      lastAgentActivityAt: activity.get(store.id) ?? null,
    })),
  );
}

export async function summaryOf(context: MerchantContext, store: Store): Promise<StoreSummary> {
  const [summary] = await summaries(context, [store]);
  if (!summary) throw new Error(`No summary of store ${store.slug}`);
  return summary;
}
