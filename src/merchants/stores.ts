import type { Store } from '../commerce/store.ts';
import { type CatalogState, catalogState } from './catalog-state.ts';
import type { AccountVisit, MerchantDesk } from './merchant-context.ts';

export interface StoreSummary {
  store: Store;
  catalog: CatalogState;
  /** ISO; null before any agent has come. The playground is none. */
  lastAgentActivityAt: string | null;
}

/** The account's own; with a token for some stores, those. By slug. */
export async function listStores({ desk, identity }: AccountVisit): Promise<StoreSummary[]> {
  const stores = await desk.stores.ofOwner(identity.account.id);
  return summaries(
    desk,
    stores.filter(({ id }) => identity.onlyStores?.includes(id) ?? true),
  );
}

export async function summaries(desk: MerchantDesk, stores: readonly Store[]): Promise<StoreSummary[]> {
  await desk.flushCalls();
  const activity = await desk.requestLog.lastActivityOf(stores.map(({ id }) => id));
  return Promise.all(
    stores.map(async (store) => ({
      store,
      catalog: await catalogState(desk, store.id),
      lastAgentActivityAt: activity.get(store.id) ?? null,
    })),
  );
}

export async function summaryOf(desk: MerchantDesk, store: Store): Promise<StoreSummary> {
  const [summary] = await summaries(desk, [store]);
  return summary ?? { store, catalog: await catalogState(desk, store.id), lastAgentActivityAt: null };
}
