import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import type { Actor } from '../storage/repositories/audit.ts';
import type { By } from '../storage/repositories/stores.ts';
import { actorOf, type MerchantContext, type StoreVisit } from './merchant-context.ts';

/** Full access to one store: its merchant's, or an operator's at the command line. */
export interface AtStore {
  context: MerchantContext;
  store: Store;
  actor: Actor;
  requestId: string;
}

export const COMMAND_LINE: Actor = { accountId: null, name: 'command line' };

export function atStore(visit: StoreVisit): AtStore {
  return { context: visit.context, store: visit.store, actor: actorOf(visit), requestId: visit.requestId };
}

/** Current time as an ISO instant. */
export function nowAt({ context }: AtStore): string {
  return new Date(context.now()).toISOString();
}

export function by({ actor }: AtStore, action: string, details: Record<string, unknown> = {}): By {
  return { actor, action, details };
}

/** Caller for shop reads that must bypass caches. */
export function callerAt({ requestId }: AtStore): Caller {
  return { requestId, fresh: true };
}

/** Throws `conflict` for a disconnected store, whose shop must not be called. */
export function mustBeConnected({ store }: AtStore): void {
  if (store.disconnectedAt === null) return;
  throw new CommerceError('conflict', 'The store is disconnected. Reconnect it first.');
}
