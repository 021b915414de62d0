import type { Store } from '../../commerce/store/store.ts';
import type { MerchantContext } from '../visit.ts';

/**
 * Ends the pairing of a store that is disconnected or deleted here, and queues an unpair notification with the encrypted
 * credentials. Must run before the credentials are deleted. Returns false for a store that is not paired.
 */
export async function unpairFromService(
  context: Pick<MerchantContext, 'stores' | 'pairings' | 'notifyUnpaired'>,
  store: Store,
): Promise<boolean> {
  if (!(await context.pairings.findByStore(store.id))) return false;
  const credentials = await context.stores.findCredentials(store.id);
  // After a crash between the two the site is notified twice, which is harmless.
  await context.notifyUnpaired(store, credentials);
  return context.pairings.remove(store.id);
}
