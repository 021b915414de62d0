import { ERASE_STORE } from '../../commerce/job-names.ts';
import { nameOf } from '../../commerce/store/store.ts';
import { type AtStore, by } from '../at-store.ts';
import { requireConfirmation } from '../confirmation.ts';
import { nowOf } from '../visit.ts';
import { unpairFromService } from './unpair-store.ts';

/**
 * Deletes a store: it disappears at once, a background job erases its data, and its slug stays reserved for its owner.
 * Throws `invalid_input` unless `confirm` is the slug.
 */
export async function deleteStore(at: AtStore, confirm: string): Promise<void> {
  const { context, store } = at;
  requireConfirmation(confirm, store.slug, 'the slug of this store');
  // The unpair notification needs the credentials, which the deletion erases.
  await unpairFromService(context, store);
  const details = { slug: store.slug, platform: store.platform, name: nameOf(store) };
  const entry = by(at, 'store.deleted', details);
  await context.stores.markDeleted(store, nowOf(at), entry, { kind: ERASE_STORE, subject: store.slug });
  context.wake();
}
