import { z } from 'zod';
import { CHECK_FEEDS, READ_SHOP_ORDERS } from '../../commerce/job/job-names.ts';
import { MAX_FRESHNESS_SECONDS } from '../../commerce/product/freshness.ts';
import { nameOf, type Store, type StoreSettings, timeZoneOf } from '../../commerce/store/store.ts';
import { cleanShopLine } from '../../commerce/text/shop-text.ts';
import { toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import { normalizeTimeZone, timeZoneName } from '../../commerce/time/days.ts';
import type { CommandWords, Installation, Place } from '../command.ts';
import { integerOrNull } from '../fields.ts';

/** Setting of a store. The API, the command line, the export and the audit log derive from it. */
interface Setting {
  member: keyof StoreSettings;
  input: z.ZodType;
  output: z.ZodType;
  /** Returns the value in effect; the stored one when left out. */
  inEffect?(store: Store): unknown;
  command: CommandWords<unknown>;
  /** Row of the store's details. */
  row?: { title: string; words(value: unknown, installation: Installation, store: object): string };
  /** Text of a change: a template with `{from}` and `{to}`, or a function of the new value. */
  audit: string | ((value: unknown) => string);
  jobs?: readonly string[];
}

/** By their names on the wire, in the sequence of the API. */
const SETTINGS = {
  name: {
    member: 'displayName',
    input: z
      .string()
      .trim()
      .min(1, { abort: true })
      .max(100)
      // Agents read the name.
      .refine((text) => cleanShopLine(text) !== '', 'must have a character that is visible')
      .transform((text) => cleanShopLine(text))
      .nullish()
      .describe('Null: the name on the store platform.'),
    output: z.string(),
    inEffect: nameOf,
    command: {
      name: 'stores rename',
      summary: 'Set the display name of a store; its slug does not change',
      examples: ['stores rename my-store Good Mugs', 'stores rename my-store --platform-name'],
      members: { name: ['[name...]', 'new name, up to {max} characters'] },
      nulls: { name: ['--platform-name', 'use the name that the platform has'] },
      prints: buildDone('is renamed.'),
    },
    audit: 'store renamed[ from “{from}”][ to “{to}”]',
  },

  retention_days: {
    member: 'retentionDays',
    input: z
      .int()
      .min(0)
      .max(36_500)
      .nullish()
      .describe('Days; 0: forever. Null: the default of the installation.'),
    output: integerOrNull.describe(
      'Days for which sessions and carts without an order are kept after their end. 0: forever. Null: the default of the installation.',
    ),
    command: {
      name: 'stores retention',
      summary: 'Set how long sessions and carts without an order are kept after they end',
      examples: ['stores retention my-store 30', 'stores retention my-store default'],
      members: {
        retention_days: [
          '<days>',
          'up to {max}; 0 keeps them forever, "default" is the setting RETENTION_DAYS',
        ],
      },
      prints: buildDone('has a new retention period.'),
    },
    row: {
      title: 'retention',
      words: (own: number | null, { about }) =>
        own === null ? `${formatPeriod(about.retentionDays)} (RETENTION_DAYS)` : formatPeriod(own),
    },
    audit(days) {
      if (typeof days !== 'number') return 'sessions and carts kept for the default period';
      return `sessions and carts kept ${days === 0 ? 'forever' : `for ${days} days`}`;
    },
  },

  time_zone: {
    member: 'timeZone',
    input: z
      .string()
      .max(64)
      .refine(
        (text) => normalizeTimeZone(text) !== undefined,
        'must be a time zone such as Europe/Berlin or +02:00',
      )
      .transform((text) => normalizeTimeZone(text) ?? text)
      .nullish()
      .describe(
        'IANA name, or offset such as +02:00. Null: that of the platform. Figures already counted by day stay on their day.',
      ),
    output: z
      .string()
      .describe('Time zone of its days and opening hours: IANA name, or offset such as +02:00.'),
    inEffect: timeZoneOf,
    command: {
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
      prints: buildDone('has a new time zone.'),
    },
    row: {
      title: 'time zone',
      words: (zone: string, _, store: { chosen_time_zone: unknown; platform_time_zone: unknown }) =>
        store.chosen_time_zone === null && store.platform_time_zone !== null
          ? `${timeZoneName(zone)} (the platform's)`
          : timeZoneName(zone),
    },
    audit: 'time zone changed[ from {from}][ to {to}]',
    jobs: [READ_SHOP_ORDERS],
  },

  freshness_seconds: {
    member: 'freshnessSeconds',
    input: z
      .int()
      .min(0)
      .max(MAX_FRESHNESS_SECONDS)
      .nullish()
      .describe(
        'Seconds for which searches and look-ups show a product without asking the shop; up to ten times as long it is shown while the shop is asked behind the answer. 0: the shop is always asked. Null: 60 while the shop is busy with agents, else it is asked.',
      ),
    output: integerOrNull.describe(
      'Seconds for which a product is shown without asking the shop. 0: it is always asked. Null: 60 while the shop is busy with agents.',
    ),
    command: {
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
      prints: buildDone('has a new freshness.'),
    },
    row: {
      title: 'freshness',
      words(seconds: number | null) {
        if (seconds === null) return '60 s while the shop is busy (default)';
        return seconds === 0 ? 'the shop is always asked' : `${seconds} s`;
      },
    },
    audit(seconds) {
      if (seconds === 0) return 'the shop is always asked';
      return typeof seconds === 'number'
        ? `products shown for ${seconds} seconds without asking the shop`
        : 'default freshness';
    },
  },

  mail_alerts: flag('mailAlerts', 'mail alerts', 'Whether changes of its health are mailed to its people.'),

  stock_figures: flag(
    'stockFigures',
    'stock figures',
    'Whether agents see how many pieces are in stock. They see whether there are any in either case.',
  ),

  product_feeds: {
    ...flag(
      'productFeeds',
      'feeds',
      'Whether product feeds for Google, ChatGPT, Meta and PayPal are served, at addresses that only you know.',
    ),
    jobs: [CHECK_FEEDS],
  },
} satisfies Record<string, Setting>;

type SettingName = keyof typeof SETTINGS;

export const settings = Object.entries(SETTINGS) as readonly [SettingName, Setting][];

/** Schemas by the names on the wire. */
export function pickSchemas<Part extends 'input' | 'output'>(
  part: Part,
): { [Name in SettingName]: (typeof SETTINGS)[Name][Part] } {
  return Object.fromEntries(settings.map(([name, setting]) => [name, setting[part]])) as never;
}

/** Returns the settings in effect by their names on the wire. */
export function getSettingsInEffect(store: Store) {
  const values = settings.map(([name, { member, inEffect }]) => [name, inEffect?.(store) ?? store[member]]);
  return Object.fromEntries(values) as { [Name in SettingName]: unknown };
}

/** Declares a setting that is on or off; `title` is its name in the plural. */
function flag(member: keyof StoreSettings, title: string, meaning: string) {
  return {
    member,
    input: z.boolean().optional().describe(meaning),
    output: z.boolean().describe(meaning),
    command: {
      name: `stores ${title.replaceAll(' ', '-')}`,
      summary: `Switch ${title} of a store on or off`,
      examples: [`stores ${title.replaceAll(' ', '-')} my-store off`],
      members: { state: ['<state>', 'new state'] },
      typed: {
        shape: z.object({ state: z.enum(['on', 'off']) }),
        toInput: ({ state }) => ({ [toSnakeCaseName(member)]: state === 'on' }),
      },
      prints: {
        done: (_: unknown, { slug }: Place, { typed }: Installation) =>
          `${title} are ${typed.state} for ${slug}.`,
      },
    },
    row: { title, words: onOrOff },
    audit: (on) => `${title} switched ${onOrOff(on)}`,
  } satisfies Setting;
}

function onOrOff(isOn: unknown): string {
  return isOn ? 'on' : 'off';
}

function buildDone(text: string) {
  return { done: (_: unknown, { slug }: Place) => `${slug} ${text}` };
}

function formatPeriod(days: number): string {
  return days === 0 ? 'forever' : `${days} days`;
}
