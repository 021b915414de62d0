import { z } from 'zod';
import { isCountry } from '../../commerce/money/countries.ts';
import { REASONS, RULE_MODES } from '../../commerce/policy/policy.ts';
import { WEEKDAYS } from '../../commerce/store/opening-hours.ts';
import { nameSchema } from '../../wire/named.ts';
import type { DomainOf } from '../to-wire.ts';

const MAX_RULES = 100;
const MAX_ENTRIES = 500;
/** Entries of all rules together: every call of an agent is compared with them. */
const MAX_ALL_ENTRIES = 2_000;

const name = (what: string, max: number) =>
  z
    .string({ error: `must be ${what}` })
    .trim()
    .min(1)
    .max(max, `must not be longer than ${max} characters`);

const createWholeSchema = (what: string, max: number) => {
  const message = `must be ${what}, an integer from 1 to ${max}`;
  return z.int({ error: message }).min(1, message).max(max, message);
};

const list = <Item extends z.ZodType>(item: Item, what: string) =>
  z
    .array(item, { error: `must be an array of ${what}` })
    .min(1, 'must not be empty')
    .max(MAX_ENTRIES, `must not hold more than ${MAX_ENTRIES} entries`);

const AGENT = 'must be {"profile": URL} or {"name": string}';
const agent = z.union(
  [
    z.strictObject({ profile: z.url({ protocol: /^https?$/ }).max(2_000) }),
    z.strictObject({ name: name('the name of an agent', 64) }),
  ],
  { error: AGENT },
);

const base = {
  id: z
    .string({ error: 'is required: letters, digits and hyphens' })
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/, 'must be 1 to 64 letters, digits and hyphens'),
  mode: z
    .enum(RULE_MODES, { error: `must be one of ${RULE_MODES.join(', ')}` })
    .describe('`shadow`: its verdicts are counted, but it refuses nothing.'),
  agents: list(agent, 'agents').optional().describe('Agents that the rule is for. Omitted: all.'),
};

const time = z
  .string({ error: 'must be a time, HH:MM' })
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time from 00:00 to 24:00, HH:MM');

const hours = z
  .strictObject({
    days: z
      .array(z.enum(WEEKDAYS, { error: `must be one of ${WEEKDAYS.join(', ')}` }), {
        error: 'must be an array of days',
      })
      .min(1, 'must not be empty')
      .max(7),
    from: time,
    to: time.describe('A time before `from` is on the next day.'),
  })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'must differ from `from`' });

const value = z.strictObject({
  amount: z.int({ error: 'must be an integer in minor units' }).min(1, 'must be at least 1'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 currency code, for example EUR'),
});

const GID = /^gid:\/\/[a-z]+\/Product\/\d{1,20}$/;

const rule = nameSchema(
  'PolicyRule',
  z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ ...base, kind: z.literal('allow') }),
      z.strictObject({ ...base, kind: z.literal('block') }),
      z.strictObject({
        ...base,
        kind: z.literal('limit'),
        calls: createWholeSchema('calls a minute', 100_000),
      }),
      z
        .strictObject({
          ...base,
          kind: z.literal('hide'),
          products: list(
            z.string().regex(GID, 'must be the GID of a product'),
            'GIDs of products',
          ).optional(),
          categories: list(name('a category', 300), 'names or paths of categories').optional(),
        })
        .refine(({ products, categories }) => products !== undefined || categories !== undefined, {
          path: ['products'],
          error: 'or categories is required',
        }),
      z
        .strictObject({
          ...base,
          kind: z.literal('cap'),
          quantity: createWholeSchema('pieces of one item', 9_999).optional(),
          value: value.optional().describe('Highest subtotal of a cart, in minor units.'),
        })
        .refine((cap) => cap.quantity !== undefined || cap.value !== undefined, {
          path: ['quantity'],
          error: 'or value is required',
        }),
      z.strictObject({ ...base, kind: z.literal('hours'), open: list(hours, 'hours') }),
      z.strictObject({
        ...base,
        kind: z.literal('deliver'),
        countries: list(
          z.string().refine(isCountry, 'must be an ISO 3166-1 alpha-2 country code, for example US'),
          'country codes',
        ),
      }),
    ],
    { error: 'must be one of allow, block, limit, hide, cap, hours, deliver' },
  ),
);

export const policyRules = z
  .array(rule, { error: 'must be an array of rules' })
  .max(MAX_RULES, `must not hold more than ${MAX_RULES} rules`)
  .superRefine((rules, context) => {
    rules.forEach(({ id }, index) => {
      if (rules.findIndex((each) => each.id === id) === index) return;
      context.addIssue({ code: 'custom', path: [index, 'id'], message: 'is the id of an earlier rule' });
    });
    const lists = rules.flatMap((each) => Object.values(each)).filter(Array.isArray);
    if (lists.flat().length <= MAX_ALL_ENTRIES) return;
    const message = `must not hold more than ${MAX_ALL_ENTRIES} entries in all lists together`;
    context.addIssue({ code: 'custom', path: [], message });
  })
  .describe(
    'One rule of the kinds allow, block and limit decides on an agent: the one for its profile, else for its name, else for all.',
  );

/** Document that `ucp-host policy import` reads and `export` prints. */
export const policyDocument = z.object({ rules: policyRules });

const figures = {
  calls: z.int(),
  sessions: z.int(),
  carts: z.int(),
  orders: z.int().describe('Sessions, and carts without one, that became orders.'),
};

export const policyReply = z.object({
  revision: z.string().describe('Changes whenever the rules change.'),
  time_zone: z.string().describe('The store’s time zone, in which opening hours and days are read.'),
  rules: policyRules,
  counts: z
    .array(
      z.object({
        rule: z.string(),
        refused: z.int(),
        shadow: z.int(),
        tests: z
          .object({ refused: z.int(), shadow: z.int() })
          .describe(
            'Calls of the playground, of the demo and of the service’s own checks; not in the others.',
          ),
      }),
    )
    .describe('Calls of the last 14 days that each rule refused, or in shadow mode would have.'),
});

export const previewReply = z.object({
  changes: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    changed: z.array(z.object({ rule: z.string(), members: z.array(z.string()) })),
    reordered: z.boolean(),
  }),
  forecast: z.object({
    since: z.iso.datetime(),
    until: z.iso.datetime(),
    ...figures,
    refused: z
      .object(figures)
      .describe('Calls refused by these rules, with those in shadow mode switched on.'),
    permitted: z.int().describe('Calls that were refused at the time and that these rules would not refuse.'),
    without_content: z
      .int()
      .describe('Calls logged by an earlier version, of which only agent and time are known.'),
    complete: z.boolean().describe('False when the log holds more calls than are evaluated.'),
    rules: z.array(
      z.object({
        rule: z.string(),
        ...figures,
        reasons: z.array(z.enum(REASONS)),
        agents: z
          .array(z.object({ agent: z.string(), calls: z.int() }))
          .describe('The most frequent agents.'),
        taken: z
          .array(z.object({ rule: z.string(), calls: z.int() }))
          .describe('Calls that the rule would refuse too, by the rule that refuses them first.'),
        products: z.int().describe('Products that the rule hides and that searches have shown.'),
        shown: z.int().describe('How often searches have shown these products.'),
      }),
    ),
  }),
});

export type Preview = DomainOf<typeof previewReply>;
