import { CommerceError } from '../../commerce/errors.ts';
import { UNSUBSCRIBE } from '../../commerce/job-names.ts';
import type { Store } from '../../commerce/store/store.ts';
import { type AtStore, by, callerAt } from '../at-store.ts';
import { nowOf } from '../visit.ts';
import { reread } from './store-settings.ts';
import { unpairFromService } from './unpair-store.ts';

/** Hides the store from agents and stops its jobs, in every process. A last job unsubscribes from the shop's webhooks. Idempotent. */
export async function disconnectStore(at: AtStore): Promise<Store> {
  const { context, store } = at;
  const done = await context.stores.disconnect(store.id, nowOf(at), by(at, 'store.disconnected'), [
    { kind: UNSUBSCRIBE },
  ]);
  // Idempotent at the plugin: after a crash here, the merchant disconnects again.
  await unpairFromService(context, store);
  if (done) context.wake();
  return reread(at);
}

/** Reconnects after the shop has answered with the saved credentials, imports its catalog and subscribes to its webhooks again. */
export async function reconnectStore(at: AtStore): Promise<Store> {
  const { context, store } = at;
  if (store.disconnectedAt === null) return store;
  const credentials = await context.stores.credentialsOf(store.id);
  if (credentials === null) throw keysForgotten();
  await context.connecting.open(store.platform, credentials).platform.describeStore(callerAt(at));
  const begin = context.connecting.firstJobs.map((kind) => ({ kind }));
  await context.stores.resume(store.id, nowOf(at), by(at, 'store.reconnected'), begin);
  context.wake();
  return reread(at);
}

/** A site that ended its pairing revoked its keys; pairing it again with the same account resumes this store. */
function keysForgotten(): CommerceError {
  return new CommerceError(
    'conflict',
    "The site ended its pairing, and its keys were deleted. Pair it again: create a code and enter it on the plugin's settings page. The store keeps its data.",
  );
}

/** Makes agents begin nothing new at the store, in every process; what they began can be finished. Idempotent. */
export async function pauseStore(at: AtStore): Promise<Store> {
  await at.context.stores.setPaused(at.store.id, nowOf(at), nowOf(at), by(at, 'store.paused'));
  return reread(at);
}

/** Undoes `pauseStore`. Idempotent. */
export async function resumeStore(at: AtStore): Promise<Store> {
  await at.context.stores.setPaused(at.store.id, null, nowOf(at), by(at, 'store.resumed'));
  return reread(at);
}
