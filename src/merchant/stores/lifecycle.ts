import { z } from 'zod';
import { toConflictError } from '../../commerce/errors.ts';
import { ERASE_STORE, UNSUBSCRIBE } from '../../commerce/job/job-names.ts';
import { nameOf } from '../../commerce/store/store.ts';
import { forStore } from '../action.ts';
import { requireConfirmation } from '../fields.ts';
import { type AtStore, getNow, reread, toAuditEntry, toFreshCaller } from '../visit.ts';
import { storeAnswer, storeReply } from './store-wire.ts';

export const lifecycleEndpoints = [
  forStore({
    id: 'pauseStore',
    route: 'POST /stores/{slug}/pause',
    summary:
      'Pauses the store: agents get 503 `store_closed` for searches and new orders, and can finish sessions that they began.',
    output: storeReply,
    command: {
      name: 'stores pause',
      summary: 'Stop agents from searching and ordering; sessions that exist can be finished',
      prints: { done: (_, { slug }) => `${slug} is paused for agents.` },
    },
    inBulk: {
      id: 'pauseStores',
      route: 'POST /stores/pause',
      summary: 'Pause stores for agents',
      example: 'pause shop-one shop-two',
      describeOutcome: (_, { pausedAt }) =>
        pausedAt === null ? [true, 'Paused.'] : [false, 'Paused already.'],
    },
    run: (at) => setPaused(at, true),
  }),

  forStore({
    id: 'resumeStore',
    route: 'POST /stores/{slug}/resume',
    summary: 'Ends the pause of a store.',
    output: storeReply,
    command: {
      name: 'stores resume',
      summary: 'End the pause of a store',
      prints: { done: (_, { slug }) => `${slug} takes orders of agents again.` },
    },
    inBulk: {
      id: 'resumeStores',
      route: 'POST /stores/resume',
      summary: 'End the pause of stores',
      example: 'resume --label berlin',
      describeOutcome: (_, { pausedAt }) => (pausedAt === null ? [false, 'Not paused.'] : [true, 'Resumed.']),
    },
    run: (at) => setPaused(at, false),
  }),

  forStore({
    id: 'disconnectStore',
    route: 'POST /stores/{slug}/disconnect',
    summary: 'Disconnects the store: agents get 404 from now on. Its data is kept.',
    output: storeReply,
    command: {
      name: 'stores disconnect',
      summary: 'Hide a store from agents; all its data is kept',
      jobs: [UNSUBSCRIBE],
      prints: { done: (_, { slug }) => `${slug} is disconnected.` },
    },
    /** Stops its jobs, in every process. A last job unsubscribes from the shop's webhooks. Idempotent. */
    async run(at) {
      const { context, store } = at;
      const entry = toAuditEntry(at, 'store.disconnected');
      const done = await context.stores.disconnect(store.id, getNow(at), entry, [{ kind: UNSUBSCRIBE }]);
      // Idempotent at the plugin: after a crash here, the merchant disconnects again.
      await unpairFromService(at);
      if (done) context.wake();
      return storeAnswer(at, await reread(at));
    },
  }),

  forStore({
    id: 'reconnectStore',
    route: 'POST /stores/{slug}/reconnect',
    outbound: true,
    summary: 'Reconnects a disconnected store after testing its saved credentials at the shop.',
    output: storeReply,
    command: {
      name: 'stores reconnect',
      summary: 'Reconnect a store after testing its credentials',
      prints: { done: (_, { slug }) => `${slug} is reconnected.` },
    },
    /** Imports the catalog of the shop and subscribes to its webhooks again. */
    async run(at) {
      const { context, store } = at;
      if (store.disconnectedAt === null) return storeAnswer(at, store);
      const credentials = await context.stores.findCredentials(store.id);
      // Pairing it again with the same account resumes this store.
      if (credentials === null)
        throw toConflictError(
          "The site ended its pairing, and its keys were deleted. Pair it again: create a code and enter it on the plugin's settings page. The store keeps its data.",
        );
      await context.connecting.open(store.platform, credentials).platform.describeStore(toFreshCaller(at));
      const begin = context.connecting.firstJobs.map((kind) => ({ kind }));
      await context.stores.resume(store.id, getNow(at), toAuditEntry(at, 'store.reconnected'), begin);
      context.wake();
      return storeAnswer(at, await reread(at));
    },
  }),

  forStore({
    id: 'deleteStore',
    route: 'DELETE /stores/{slug}',
    summary: 'Deletes the store with all of its data. Its slug is never given to another merchant.',
    needs: 'administer',
    input: z.object({
      confirm: z.string('must be the slug of the store').describe('Slug of the store, as a confirmation.'),
    }),
    command: {
      name: 'stores delete',
      summary: 'Delete a store with all its data',
      details: 'The slug stays reserved for its owner. See also: export',
      examples: ['stores delete my-store --yes-delete my-store'],
      members: { confirm: ['--yes-delete <slug>', 'the slug again, to confirm'] },
      jobs: [ERASE_STORE],
      prints: { done: (_, { slug }) => `${slug} is deleted with all its data.` },
    },
    /** The store disappears at once, and a background job erases its data. */
    async run(at, { confirm }) {
      const { context, store } = at;
      requireConfirmation(confirm, store.slug, 'the slug of this store');
      // The unpair notification needs the credentials, which the deletion erases.
      await unpairFromService(at);
      const details = { slug: store.slug, platform: store.platform, name: nameOf(store) };
      const job = { kind: ERASE_STORE, subject: store.slug };
      await context.stores.markDeleted(store, getNow(at), toAuditEntry(at, 'store.deleted', details), job);
      context.wake();
    },
  }),
];

/** While a store is paused, agents begin nothing new there, in every process; what they began can be finished. Idempotent. */
export async function setPaused(at: AtStore, isPaused: boolean) {
  const now = getNow(at);
  const entry = toAuditEntry(at, isPaused ? 'store.paused' : 'store.resumed');
  await at.context.stores.setPaused(at.store.id, isPaused ? now : null, now, entry);
  return storeAnswer(at, await reread(at));
}

/** Ends the pairing, and queues an unpair notification. Must run before the credentials, which it needs, are deleted. */
export async function unpairFromService({ context, store }: AtStore): Promise<void> {
  if (!(await context.pairings.findByStore(store.id))) return;
  const credentials = await context.stores.findCredentials(store.id);
  // After a crash between the two the site is notified twice, which is harmless.
  await context.notifyUnpaired(store, credentials);
  await context.pairings.remove(store.id);
}
