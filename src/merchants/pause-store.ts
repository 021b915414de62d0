import type { Store } from '../commerce/store.ts';
import { type AtStore, by, nowAt } from './at-store.ts';
import { reread } from './store-settings.ts';

/** Makes agents begin nothing new at the store, in every process; what they began can be finished. Idempotent. */
export async function pauseStore(at: AtStore): Promise<Store> {
  await at.context.stores.setPaused(at.store.id, nowAt(at), nowAt(at), by(at, 'store.paused'));
  return reread(at);
}

/** Undoes `pauseStore`. Idempotent. */
export async function resumeStore(at: AtStore): Promise<Store> {
  await at.context.stores.setPaused(at.store.id, null, nowAt(at), by(at, 'store.resumed'));
  return reread(at);
}
