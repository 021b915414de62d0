import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import type { Caller } from '../store-platforms/store-platform.ts';
import type { Actor } from '../storage/repositories/audit.ts';
import type { By } from '../storage/repositories/stores.ts';
import { actorOf, type MerchantContext, type StoreVisit } from './merchant-context.ts';

/** Somebody who may do everything at one store: its merchant, or the operator at the command line. */
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

/** ISO instant of now. */
export function nowAt({ context }: AtStore): string {
  return new Date(context.now()).toISOString();
}

export function by({ actor }: AtStore, action: string, details: Record<string, unknown> = {}): By {
  return { actor, action, details };
}

/** For questions to the shop whose answer must be of now. */
export function callerAt({ requestId }: AtStore): Caller {
  return { requestId, fresh: true };
}

/** Throws `conflict` for a store that its merchant has off: its shop is left alone. */
export function mustBeConnected({ store }: AtStore): void {
  if (store.disconnectedAt === null) return;
  throw new CommerceError('conflict', 'The store is disconnected. Reconnect it first.');
}
