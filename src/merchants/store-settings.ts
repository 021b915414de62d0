import { CommerceError } from '../commerce/errors.ts';
import { nameOf, type Store } from '../commerce/store.ts';
import { type AtStore, by, nowAt } from './at-store.ts';

export interface SettingsChange {
  /** Null: what the platform calls it. */
  displayName?: string | null;
  /** Null: as long as the installation keeps such things; 0: for ever. */
  retentionDays?: number | null;
}

/** What is left out stays. Of two changes at once each member's later one stands; twice in a row changes nothing more. */
export async function changeSettings(at: AtStore, change: SettingsChange): Promise<Store> {
  const { context, store } = at;
  const renamed = change.displayName !== undefined && change.displayName !== store.displayName;
  const kept = change.retentionDays !== undefined && change.retentionDays !== store.retentionDays;
  if (!renamed && !kept) return store;
  const after = { displayName: change.displayName ?? null, description: store.description };
  const entry = by(at, 'store.settings_changed', {
    ...(renamed ? { name: { from: nameOf(store), to: nameOf(after) } } : {}),
    ...(kept ? { retention_days: { from: store.retentionDays, to: change.retentionDays } } : {}),
  });
  await context.stores.setSettings(store.id, change, nowAt(at), entry);
  return reread(at);
}

/** The store as it is now. Throws `not_found` when it was deleted in the meantime. */
export async function reread({ context, store }: AtStore): Promise<Store> {
  const found = await context.stores.findById(store.id);
  if (found) return found;
  throw new CommerceError('not_found', 'The store was deleted at this moment.');
}
