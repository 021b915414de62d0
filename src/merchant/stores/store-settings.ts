import { z } from 'zod';
import type { Store, StoreSettings } from '../../commerce/store/store.ts';
import { forStore } from '../action.ts';
import { type AtStore, getNow, reread, toAuditEntry } from '../visit.ts';
import { getSettingsInEffect, pickSchemas, settings } from './settings.ts';
import { storeAnswer, storeReply } from './store-wire.ts';

const input = z.object(pickSchemas('input'));

export const updateStore = forStore({
  id: 'updateStore',
  route: 'PUT /stores/{slug}',
  summary:
    'Changes a store’s name, its time zone, how long its sessions and carts are kept, and how long its products are shown without asking the shop. Omitted members stay unchanged.',
  input,
  output: storeReply,
  command: settings.map(([, { command }]) => command),
  run: async (at, values) => storeAnswer(at, await changeSettings(at, values)),
});

/** Changes the given members only. Concurrent changes merge by member; idempotent. */
async function changeSettings(at: AtStore, values: z.output<typeof input>): Promise<Store> {
  const { context, store } = at;
  const members = settings.filter(([name]) => values[name] !== undefined);
  const changed = members.filter(([name, { member }]) => values[name] !== store[member]);
  if (changed.length === 0) return store;
  const change: Partial<StoreSettings> = Object.fromEntries(
    members.map(([name, { member }]) => [member, values[name]]),
  );
  const [before, after] = [getSettingsInEffect(store), getSettingsInEffect({ ...store, ...change })];
  const details = Object.fromEntries(
    changed.map(([name]) => {
      const [from, to] = [before[name], after[name]];
      return [name, typeof to === 'boolean' ? to : { from, to }];
    }),
  );
  const jobs = changed.flatMap(([, setting]) => setting.jobs ?? []).map((kind) => ({ kind }));
  const entry = toAuditEntry(at, 'store.settings_changed', details);
  await context.stores.setSettings(store.id, change, getNow(at), entry, jobs);
  return reread(at);
}
