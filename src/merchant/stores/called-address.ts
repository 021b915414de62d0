import type { Store } from '../../commerce/store/store.ts';
import type { MerchantContext } from '../visit.ts';

/**
 * Returns the host, and the folder if any, at which the store's shop is called. The keys of a site that has ended its pairing are
 * deleted; its description begins with the address.
 */
export async function findCalledAddress(
  { stores, connecting }: Pick<MerchantContext, 'stores' | 'connecting'>,
  { id, platform, description }: Store,
): Promise<string> {
  const credentials = await stores.findCredentials(id);
  if (credentials !== null) return connecting.addressOf(platform, credentials);
  const { hosts, folder = '' } = description;
  return `${hosts[0]}${folder}`;
}
