import type { Store } from '../commerce/store.ts';
import type { MerchantContext } from './merchant-context.ts';

/**
 * For a store that is disconnected or deleted here: its site is told that it is paired no more, now or when it can be
 * reached again; what is needed for that is kept, sealed, until it has been told, even when the store is gone. Called before
 * the credentials are. False: the store was not paired, and nobody is to be told.
 */
export async function unpairFromService(
  context: Pick<
    MerchantContext,
    'stores' | 'pairings' | 'unpairNotifications' | 'notifyUnpairedSites' | 'now'
  >,
  store: Store,
): Promise<boolean> {
  if (!(await context.pairings.ofStore(store.id))) return false;
  const credentials = await context.stores.credentialsOf(store.id);
  // Cut off between the two, the site is told twice, which does no harm.
  await context.unpairNotifications.add(store.platform, credentials, new Date(context.now()).toISOString());
  const removed = await context.pairings.remove(store.id);
  context.notifyUnpairedSites();
  return removed;
}
