import { CommerceError, invalidMember } from '../../commerce/errors.ts';
import { READ_SHOP_ORDERS } from '../../commerce/job-names.ts';
import { nameOf, type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { shopLine } from '../../commerce/text/shop-text.ts';
import type { StoreSettings } from '../../storage/repositories/store-changes.ts';
import { type AtStore, by } from '../at-store.ts';
import { nowOf } from '../visit.ts';

/** Changes the given members only. Concurrent changes merge by member; idempotent. */
export async function changeSettings(at: AtStore, settings: StoreSettings): Promise<Store> {
  const { context, store } = at;
  const change = withVisibleName(settings);
  const changed = (Object.keys(change) as (keyof StoreSettings)[]).filter(
    (name) => change[name] !== undefined && change[name] !== store[name],
  );
  if (changed.length === 0) return store;
  const details = Object.assign({}, ...changed.map((name) => auditDetail(name, store, change)));
  const jobs = changed.includes('timeZone') ? [{ kind: READ_SHOP_ORDERS }] : [];
  const entry = by(at, 'store.settings_changed', details);
  await context.stores.setSettings(store.id, change, nowOf(at), entry, jobs);
  return reread(at);
}

/** Agents read the name, so it has no characters that people cannot see. */
function withVisibleName(settings: StoreSettings): StoreSettings {
  if (typeof settings.displayName !== 'string') return settings;
  const displayName = shopLine(settings.displayName);
  if (displayName === '') throw invalidMember('name', 'must have a character that is visible');
  return { ...settings, displayName };
}

function auditDetail(name: keyof StoreSettings, before: Store, change: StoreSettings): object {
  const { displayName = null, timeZone = null, mailAlerts, retentionDays } = change;
  switch (name) {
    case 'displayName':
      return { name: { from: nameOf(before), to: nameOf({ ...before, displayName }) } };
    case 'timeZone':
      return { time_zone: { from: timeZoneOf(before), to: timeZoneOf({ ...before, timeZone }) } };
    case 'mailAlerts':
      return { mail_alerts: mailAlerts };
    case 'retentionDays':
      return { retention_days: { from: before.retentionDays, to: retentionDays } };
  }
}

/** Reads the store again. Throws `not_found` when it was deleted in the meantime. */
export async function reread({ context, store }: AtStore): Promise<Store> {
  const found = await context.stores.findById(store.id);
  if (found) return found;
  throw new CommerceError('not_found', 'The store has just been deleted.');
}
