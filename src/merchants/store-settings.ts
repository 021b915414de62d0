import { CommerceError } from '../commerce/errors.ts';
import { nameOf, type Store, timeZoneOf } from '../commerce/store.ts';
import type { StoreSettings } from '../storage/repositories/store-changes.ts';
import { type AtStore, by } from './at-store.ts';
import { nowOf } from './merchant-context.ts';

/** Changes the given members only. Concurrent changes merge by member; idempotent. */
export async function changeSettings(at: AtStore, change: StoreSettings): Promise<Store> {
  const { context, store } = at;
  const renamed = change.displayName !== undefined && change.displayName !== store.displayName;
  const kept = change.retentionDays !== undefined && change.retentionDays !== store.retentionDays;
  const alerted = change.mailAlerts !== undefined && change.mailAlerts !== store.mailAlerts;
  const moved = change.timeZone !== undefined && change.timeZone !== store.timeZone;
  if (!renamed && !kept && !alerted && !moved) return store;
  const named = { ...store, displayName: change.displayName ?? null };
  const placed = { ...store, timeZone: change.timeZone ?? null };
  const entry = by(at, 'store.settings_changed', {
    ...(renamed ? { name: { from: nameOf(store), to: nameOf(named) } } : {}),
    ...(moved ? { time_zone: { from: timeZoneOf(store), to: timeZoneOf(placed) } } : {}),
    ...(alerted ? { mail_alerts: change.mailAlerts } : {}),
    ...(kept ? { retention_days: { from: store.retentionDays, to: change.retentionDays } } : {}),
  });
  await context.stores.setSettings(store.id, change, nowOf(at), entry);
  return reread(at);
}

/** Reads the store again. Throws `not_found` when it was deleted in the meantime. */
export async function reread({ context, store }: AtStore): Promise<Store> {
  const found = await context.stores.findById(store.id);
  if (found) return found;
  throw new CommerceError('not_found', 'The store has just been deleted.');
}
