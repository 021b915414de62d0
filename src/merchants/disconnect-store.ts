import { CommerceError } from '../commerce/errors.ts';
import type { Store } from '../commerce/store.ts';
import { UNSUBSCRIBE } from '../operations/store-jobs.ts';
import { type AtStore, by, callerAt, nowAt } from './at-store.ts';
import { reread } from './store-settings.ts';
import { unpairFromService } from './unpair-store.ts';

/**
 * From now on agents find nothing there, in every process, and nothing is done for it in the background; all that is known
 * stays. What the shop was asked to send is taken back by a task, as soon as the shop answers. Done twice it is done once.
 */
export async function disconnectStore(at: AtStore): Promise<Store> {
  const { context, store } = at;
  const done = await context.stores.disconnect(store.id, nowAt(at), by(at, 'store.disconnected'), [
    { kind: UNSUBSCRIBE },
  ]);
  // A plugin that is told twice is told once: cut off here, the merchant presses again.
  await unpairFromService(context, store);
  if (done) context.wake();
  return reread(at);
}

/**
 * Undoes it, once the shop has answered with the credentials that are kept. Throws what is wrong with them. The catalog is
 * read again, and the shop asked for its events again.
 */
export async function reconnectStore(at: AtStore): Promise<Store> {
  const { context, store } = at;
  if (store.disconnectedAt === null) return store;
  const credentials = await context.stores.credentialsOf(store.id);
  if (credentials === null) throw keysForgotten();
  await context.connecting.open(store.platform, credentials).platform.describeStore(callerAt(at));
  const begin = context.connecting.firstJobs.map((kind) => ({ kind }));
  await context.stores.resume(store.id, nowAt(at), by(at, 'store.reconnected'), begin);
  context.wake();
  return reread(at);
}

/** The site ended its pairing, and with it these keys. Paired anew for the same account, the same store goes on. */
function keysForgotten(): CommerceError {
  return new CommerceError(
    'conflict',
    "The site ended its pairing, so its keys are forgotten. Pair it again: make a code, and type it on the plugin's settings page. The same store then goes on.",
  );
}
