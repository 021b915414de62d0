import { z } from 'zod';
import { knownTimeZone } from '../../commerce/days.ts';
import { invalidMember } from '../../commerce/errors.ts';
import { READ_SHOP_ORDERS } from '../../commerce/job-names.ts';
import { MAX_FRESHNESS_SECONDS } from '../../commerce/product/freshness.ts';
import { nameOf, type Store, timeZoneOf } from '../../commerce/store/store.ts';
import { shopLine } from '../../commerce/text/shop-text.ts';
import type { StoreSettings } from '../../storage/repositories/store-changes.ts';
import { atStore } from '../action.ts';
import { type AtStore, by, reread } from '../at-store.ts';
import { nowOf } from '../visit.ts';
import { storeAnswer, storeReply } from './store-wire.ts';

const timeZone = z
  .string()
  .max(64)
  .refine((text) => knownTimeZone(text) !== undefined, 'must be a time zone such as Europe/Berlin or +02:00')
  .transform((text) => knownTimeZone(text) ?? text);

export const updateStore = atStore({
  id: 'updateStore',
  rest: 'PUT /stores/{slug}',
  summary:
    'Changes a store’s name, its time zone, how long its sessions and carts are kept, and how long its products are shown without asking the shop. Omitted members stay unchanged.',
  input: z.object({
    name: z.string().trim().min(1).max(100).nullish().describe('Null: the name on the store platform.'),
    retention_days: z
      .int()
      .min(0)
      .max(36_500)
      .nullish()
      .describe('Days; 0: forever. Null: the default of the installation.'),
    time_zone: timeZone
      .nullish()
      .describe(
        'IANA name, or offset such as +02:00. Null: that of the platform. Figures already counted by day stay on their day.',
      ),
    freshness_seconds: z
      .int()
      .min(0)
      .max(MAX_FRESHNESS_SECONDS)
      .nullish()
      .describe(
        'Seconds for which searches and look-ups show a product without asking the shop; up to ten times as long it is shown while the shop is asked behind the answer. 0: the shop is always asked. Null: 60 while the shop is busy with agents, else it is asked.',
      ),
    mail_alerts: z.boolean().optional().describe('Whether changes of its health are mailed to its people.'),
  }),
  output: storeReply,
  command: [
    {
      name: 'stores rename',
      summary: 'Set the display name of a store; its slug does not change',
      examples: ['stores rename my-store Good Mugs', 'stores rename my-store --platform-name'],
      members: { name: ['[name...]', 'new name, up to {max} characters'] },
      nulls: { name: ['--platform-name', 'use the name that the platform has'] },
      prints: { done: (_, { slug }) => `${slug} is renamed.` },
    },
    {
      name: 'stores retention',
      summary: 'Set how long sessions and carts without an order are kept after they end',
      examples: ['stores retention my-store 30', 'stores retention my-store default'],
      members: {
        retention_days: [
          '<days>',
          'up to {max}; 0 keeps them forever, "default" is the setting RETENTION_DAYS',
        ],
      },
      prints: { done: (_, { slug }) => `${slug} has a new retention period.` },
    },
    {
      name: 'stores freshness',
      summary: 'Set how long searches and look-ups show a product without asking the shop',
      details: 'A shop’s event or an order ends it at once. Carts, sessions and quotes always ask the shop.',
      examples: ['stores freshness my-store 60', 'stores freshness my-store default'],
      members: {
        freshness_seconds: [
          '<seconds>',
          'up to {max}; 0 always asks the shop, "default" is 60 while the shop is busy with agents',
        ],
      },
      prints: { done: (_, { slug }) => `${slug} has a new freshness.` },
    },
    {
      name: 'stores time-zone',
      summary: 'Set the time zone of the days and opening hours of a store',
      details:
        'Searches and requests that are counted already stay on their days. Put -- before an offset such as -05:00.',
      examples: ['stores time-zone my-store Europe/Berlin', 'stores time-zone my-store default'],
      members: {
        time_zone: [
          '<zone>',
          'IANA name or offset such as +02:00; "default" is the time zone that the shop tells, else UTC',
        ],
      },
      prints: { done: (_, { slug }) => `${slug} has a new time zone.` },
    },
  ],
  async run(at, { name, retention_days, mail_alerts: mailAlerts, time_zone: timeZone, freshness_seconds }) {
    const change = {
      displayName: name,
      retentionDays: retention_days,
      mailAlerts,
      timeZone,
      freshnessSeconds: freshness_seconds,
    };
    return storeAnswer(at, await changeSettings(at, change));
  },
});

/** Changes the given members only. Concurrent changes merge by member; idempotent. */
async function changeSettings(at: AtStore, settings: StoreSettings): Promise<Store> {
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
  const { displayName = null, timeZone = null, mailAlerts, retentionDays, freshnessSeconds } = change;
  switch (name) {
    case 'displayName':
      return { name: { from: nameOf(before), to: nameOf({ ...before, displayName }) } };
    case 'timeZone':
      return { time_zone: { from: timeZoneOf(before), to: timeZoneOf({ ...before, timeZone }) } };
    case 'mailAlerts':
      return { mail_alerts: mailAlerts };
    case 'retentionDays':
      return { retention_days: { from: before.retentionDays, to: retentionDays } };
    case 'freshnessSeconds':
      return { freshness_seconds: { from: before.freshnessSeconds, to: freshnessSeconds } };
  }
}
