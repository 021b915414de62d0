import { CommerceError } from '../commerce/errors.ts';
import { nameOf } from '../commerce/store.ts';
import { ERASE_STORE } from '../operations/store-jobs.ts';
import { type AtStore, by, nowAt } from './at-store.ts';
import { unpairFromService } from './unpair-store.ts';

/**
 * Deletes a store with all that is known of it. At once nobody finds it any more, and its slug is no other merchant's from
 * then on; its data goes piece by piece in the background, also when this process ends. Cut off before the deletion, the
 * store is whole; asked twice, the second one finds nothing. Throws unless `confirm` is the slug.
 */
export async function deleteStore(at: AtStore, confirm: string): Promise<void> {
  const { context, store } = at;
  if (confirm !== store.slug) {
    throw new CommerceError('invalid_input', `confirm must be "${store.slug}", the slug of this store.`, {
      details: [{ path: 'confirm', message: `must be "${store.slug}"` }],
    });
  }
  // Before the credentials are gone, which the farewell needs.
  await unpairFromService(context, store);
  const details = { slug: store.slug, platform: store.platform, name: nameOf(store) };
  const entry = by(at, 'store.deleted', details);
  await context.stores.markDeleted(store, nowAt(at), entry, { kind: ERASE_STORE, subject: store.slug });
  context.wake();
}
