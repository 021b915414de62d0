import { toConflictError } from '../../commerce/errors.ts';
import type { Store } from '../../commerce/store/store.ts';
import { toIso } from '../../commerce/time/time.ts';
import type { By } from '../../storage/repositories/identity/audit.ts';
import type { MerchantContext } from '../visit.ts';

/** Moves a store, also one of no organization. Throws `conflict` when it was moved at this moment. */
export async function giveStore(
  { storeTransfers, now }: Pick<MerchantContext, 'storeTransfers' | 'now'>,
  store: Store,
  organizationId: string,
  entry: By,
): Promise<void> {
  const moved = storeTransfers.move(store.id, store.organizationId, organizationId, entry, toIso(now()));
  if (!(await moved))
    throw toConflictError('The store was moved or deleted at the same time. Reload it, then try again.');
}
