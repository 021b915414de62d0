import type { Store } from '../commerce/store.ts';
import type { MerchantDesk } from './merchant-context.ts';

/**
 * For a store that is disconnected or deleted here: its site is told that it is paired no more, now or when it can be
 * reached again; what is needed for that is kept, sealed, until it has been told, even when the store is gone. Called before
 * the credentials are. False: the store was not paired, and nobody is to be told.
 */
export async function unpairFromService(
  desk: Pick<MerchantDesk, 'stores' | 'pairings' | 'farewells' | 'sayFarewell' | 'now'>,
  store: Store,
): Promise<boolean> {
  if (!(await desk.pairings.ofStore(store.id))) return false;
  const credentials = await desk.stores.credentialsOf(store.id);
  // Cut off between the two, the site is told twice, which does no harm.
  await desk.farewells.add(store.platform, credentials, new Date(desk.now()).toISOString());
  const removed = await desk.pairings.remove(store.id);
  desk.sayFarewell();
  return removed;
}
