import { z } from 'zod';
import { createCallLog } from '../../commerce/call/caller.ts';
import { formatCategoryLines, NO_FEED_RULES, parseCategoryLines } from '../../commerce/store/feed-rules.ts';
import { hasFeeds, nameOf } from '../../commerce/store/store.ts';
import { cleanShopLine } from '../../commerce/text/shop-text.ts';
import { REASONS, type Reason, VERDICTS } from '../../feeds/reasons.ts';
import { SURFACE_NAMES, SURFACES } from '../../feeds/surfaces.ts';
import { FEED_FILES, type FeedFile, getSurface } from '../../feeds/write-feed.ts';
import { checkCatalog, reportFeeds, type Sales } from '../../operations/catalog/check-feeds.ts';
import { describeGap } from '../../operations/catalog/read-feed.ts';
import { nameObject } from '../../wire/named.ts';
import { defineForOperator, forStore } from '../action.ts';
import { format, toCsvReply } from '../csv.ts';
import { textOrNull } from '../fields.ts';
import { toCountedPeriod } from '../period.ts';
import { toWire } from '../to-wire.ts';
import { type AtStore, getNow, reread, toAuditEntry, toFreshCaller } from '../visit.ts';

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => cleanShopLine(text) !== '', 'must have a character that is visible');

const rules = {
  leave_out: z
    .array(line)
    .max(100)
    .optional()
    .describe('Names or paths of categories, and tags, whose products are left out.'),
  title: line
    .refine((text) => /\{(?:title|options)\}/.test(text), 'must have {title} or {options}')
    .nullish()
    .describe(
      'Template of titles with `{title}`, `{brand}` and `{options}`. Null: the title, with the options of a variant.',
    ),
  brand: line.nullish().describe('Brand of products without one. Null: none.'),
  categories: z
    .record(line, line)
    .refine((map) => Object.keys(map).length <= 1_000, 'must have at most 1,000 categories')
    .optional()
    .describe('Categories of Google’s taxonomy, as paths or numbers, by names or paths of the shop’s.'),
};

/** Values of options that may be repeated. */
const texts = z.array(z.string()).optional();
const toNullable = (text: unknown) => (text === 'default' ? null : text);
const toList = (values: unknown) =>
  (values as string[] | undefined)?.filter((value) => toNullable(value) !== null);

const feedsWire = nameObject('Feeds', {
  on: z.boolean(),
  problem: textOrNull.describe(
    'Why readers get 503 now. Null: the feeds are whole. A short feed would delete products elsewhere.',
  ),
  files: z.array(
    z.object({
      file: z.enum(FEED_FILES),
      reader: z.string(),
      url: z.url().describe('Secret: who knows it can read the whole catalog.'),
    }),
  ),
  leave_out: z.array(z.string()).readonly(),
  title: textOrNull,
  brand: textOrNull,
  categories: z.record(z.string(), z.string()).readonly(),
});

const count = z.int();
const described = {
  reason: z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]),
  verdict: z.enum(VERDICTS).describe('`refused` and `left_out` items are not in the feed.'),
  text: z.string(),
  remedy: z.string().describe('What to change at the shop.'),
};
const sales = {
  sold: count.describe('Pieces that agents sold in the last 30 days.'),
  found: count.describe('Searches of agents that showed it in the last 30 days.'),
};

const reportWire = nameObject('FeedReport', {
  surface: z.enum(SURFACE_NAMES),
  reader: z.string(),
  accepted: count.describe('Variants without a fault.'),
  warned: count,
  refused: count,
  left_out: count.describe('By the feed settings, a rule for agents, or the shop’s own setting.'),
  reasons: z
    .array(z.object({ ...described, items: count, products: count, ...sales, examples: z.array(z.string()) }))
    .describe('The most expensive first.'),
});

const faultRow = z.object({
  surface: z.enum(SURFACE_NAMES),
  ...described,
  product_id: z.string(),
  title: z.string(),
  ...sales,
});

export const feedEndpoints = [
  forStore({
    id: 'getStoreFeeds',
    route: 'GET /stores/{slug}/feeds',
    needs: 'manage',
    summary:
      'Returns the addresses of the store’s product feeds, which are secret, and what is changed in them.',
    output: feedsWire,
    command: {
      name: 'feeds show',
      summary: 'Show the secret addresses of the product feeds of a store',
      prints: { text: ({ files }) => `${files.map(({ url }) => url).join('\n')}\n` },
    },
    run: (at) => readFeeds(at),
  }),

  forStore({
    id: 'updateStoreFeeds',
    route: 'PUT /stores/{slug}/feeds',
    summary: 'Changes what the store’s product feeds have. Omitted members stay unchanged.',
    input: z.object(rules),
    output: feedsWire,
    command: {
      name: 'feeds rules',
      summary: 'Show and change what the product feeds of a store have',
      details:
        'What is not named stays unchanged; "default" as the value ends a rule. Options of several values replace those before.',
      examples: [
        'feeds rules my-store --leave-out Samples --leave-out "Home > Kitchen"',
        'feeds rules my-store --title "{brand} {title} {options}" --brand default',
        'feeds rules my-store --category "Mugs = Home & Garden > Kitchen & Dining"',
      ],
      members: {
        leave_out: ['--leave-out <name>', 'category or tag whose products are left out; may be repeated'],
        title: ['--title <template>', 'titles, with {title}, {brand} and {options}'],
        brand: ['--brand <name>', 'brand of products without one'],
        category: ['--category <yours=theirs>', 'Google’s category for one of the shop; may be repeated'],
      },
      typed: {
        shape: z.object({
          leave_out: texts,
          title: z.string().optional(),
          brand: z.string().optional(),
          category: texts,
        }),
        toInput: ({ leave_out, title, brand, category }) => ({
          ...{ leave_out: toList(leave_out), title: toNullable(title), brand: toNullable(brand) },
          categories: category && parseCategoryLines(toList(category) ?? []),
        }),
      },
      prints: {
        details: (feeds) => [
          ['feeds', feeds.on ? 'on' : 'off'],
          ['left out', feeds.leave_out.join(', ') || '-'],
          ['title', feeds.title ?? '-'],
          ['brand', feeds.brand ?? '-'],
          ...formatCategoryLines(feeds.categories).map((each) => ['category', each] as const),
        ],
      },
    },
    async run(at, { leave_out: leaveOut, ...others }) {
      const members = Object.entries({ leaveOut, ...others }).filter(([, value]) => value !== undefined);
      const before = at.store.feedRules ?? NO_FEED_RULES;
      const after = { ...before, ...Object.fromEntries(members) };
      if (JSON.stringify(before) === JSON.stringify(after)) return readFeeds(at);
      const entry = toAuditEntry(at, 'store.feeds_changed');
      await at.context.stores.setFeedRules(at.store.id, after, getNow(at), entry);
      return readFeeds({ ...at, store: await reread(at) });
    },
  }),

  forStore({
    id: 'renewStoreFeeds',
    route: 'POST /stores/{slug}/feeds/renew',
    summary: 'Gives the product feeds new addresses. The old ones answer 404 from now on.',
    output: feedsWire,
    command: {
      name: 'feeds renew',
      summary: 'Give the product feeds of a store new addresses; the old ones answer 404',
      prints: { text: ({ files }) => `${files.map(({ url }) => url).join('\n')}\n` },
    },
    async run(at) {
      const entry = toAuditEntry(at, 'store.feeds_renewed');
      await at.context.stores.renewFeedToken(at.store.id, getNow(at), entry);
      return readFeeds(at);
    },
  }),

  forStore({
    id: 'checkStoreFeeds',
    route: 'GET /stores/{slug}/feeds/report',
    isCostly: true,
    summary:
      'Checks the products of the catalog copy as the readers of feeds would, whether feeds are on or off. As CSV: a row for each fault of each variant.',
    input: z.object(format),
    output: z.object({ surfaces: z.array(reportWire) }),
    async reply(at, input) {
      const { context, store } = at;
      await context.flushCalls();
      const figures = await context.productFigures(store.id, toCountedPeriod(at, {}));
      const { productRevisions, now } = context;
      const call = { caller: toFreshCaller(at), callLog: createCallLog() };
      const reader = { store, productRevisions, now, baseUrl: context.baseUrl(), ...call };
      if (input.format === 'csv')
        return toCsvReply(`${store.slug}-feeds`, faultRow, listFaults(checkCatalog(reader), figures));
      const reports = await reportFeeds(reader, figures);
      const surfaces = reports.map((report) => ({
        ...report,
        reader: SURFACES[report.surface].title,
        reasons: report.reasons.map((each) => ({ ...each, ...REASONS[each.reason] })),
      }));
      return { body: { surfaces: surfaces.map((surface) => toWire(reportWire, surface)) } };
    },
  }),
];

export const feedCommands = [
  defineForOperator({
    async run({ context }) {
      const stores = (await context.stores.list()).filter(
        (store) => hasFeeds(store) && store.disconnectedAt === null,
      );
      const rows = stores.map(async (store) => {
        const { country, currency, hosts, folder = '', brand } = store.description;
        const storeUrl = `https://${hosts[0] ?? ''}${folder}`;
        return {
          storeName: nameOf(store),
          storeUrl,
          country: country ?? '',
          currency,
          favIcon: brand?.logo ?? `${storeUrl}/favicon.ico`,
          pathToFileInThisBucket: (await createFeedUrls(context, store))('paypal.csv'),
        };
      });
      return { items: await Promise.all(rows) };
    },
    command: {
      name: 'feeds paypal-manifest',
      summary: 'Print the manifest of the platform for PayPal: a row for each store whose feeds are on',
      details:
        'PayPal reads it beside the feeds; give it to your account manager there. The addresses in it are secret.',
      prints: { text: ({ items }) => renderManifest(items) },
    },
  }),
];

const MANIFEST_COLUMNS = [
  'storeName',
  'storeUrl',
  'country',
  'currency',
  'favIcon',
  'pathToFileInThisBucket',
] as const;

type ManifestRow = Record<(typeof MANIFEST_COLUMNS)[number], string>;

function renderManifest(rows: readonly ManifestRow[]): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows.map((row) => MANIFEST_COLUMNS.map((column) => quote(row[column])).join(','));
  return [MANIFEST_COLUMNS.join(','), ...lines, ''].join('\n');
}

async function createFeedUrls({ stores, baseUrl }: AtStore['context'], { id, slug }: AtStore['store']) {
  const folder = `${baseUrl()}/feeds/${slug}/${await stores.findFeedToken(id)}`;
  return (file: FeedFile) => `${folder}/${file}`;
}

async function readFeeds({ context, store }: AtStore) {
  const lastImport = await context.products.findLastImport(store.id);
  const toUrl = await createFeedUrls(context, store);
  const files = FEED_FILES.map((file) => ({ file, reader: getSurface(file).title, url: toUrl(file) }));
  return {
    on: hasFeeds(store),
    problem: describeGap(lastImport, store) ?? null,
    files,
    ...(store.feedRules ?? NO_FEED_RULES),
  };
}

async function* listFaults(batches: ReturnType<typeof checkCatalog>, figures: ReadonlyMap<string, Sales>) {
  for await (const batch of batches)
    for (const { surface, reasons, productId, title } of batch) {
      const sales = figures.get(productId) ?? { sold: 0, found: 0 };
      for (const reason of reasons)
        yield toWire(faultRow, { surface, reason, ...REASONS[reason], productId, title, ...sales });
    }
}
