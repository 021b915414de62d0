import type { Caller } from '../commerce/call/caller.ts';
import { toConflictError, toNotFoundError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store/store.ts';
import type { MerchantContext, OrganizationVisit, StoreVisit } from './visit.ts';

/** Full access to one store: its merchant's request, or an operator's command. */
export type AtStore<Used extends keyof MerchantContext = keyof MerchantContext> = Pick<
  StoreVisit<Used>,
  'context' | 'store' | 'actor' | 'requestId'
>;

/** Access to one organization: its member's request, or an operator's command, which has the role of an owner. */
export type AtOrganization = Pick<OrganizationVisit, 'context' | 'organization' | 'actor' | 'requestId'>;

/** Caller for shop reads that must bypass caches. */
export function toFreshCaller({ requestId }: Pick<AtStore, 'requestId'>): Caller {
  return { requestId, fresh: true };
}

/** Throws `conflict` for a disconnected store, whose shop must not be called. */
export function mustBeConnected({ store }: Pick<AtStore, 'store'>): void {
  if (store.disconnectedAt === null) return;
  throw toConflictError('The store is disconnected. Reconnect it first.');
}

/** Reads the store again. Throws `not_found` when it was deleted in the meantime. */
export async function reread({ context, store }: AtStore): Promise<Store> {
  const current = await context.stores.findById(store.id);
  if (current) return current;
  throw toNotFoundError('The store has just been deleted.');
}
