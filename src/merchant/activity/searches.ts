import { z } from 'zod';
import { CONDITION_KINDS, type Field, type RankedProduct, TIERS, WORD_USES } from '../../../search/index.ts';
import { PLAYGROUND_AGENT } from '../../commerce/policy/agents.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import {
  CONDITION_OUTCOMES,
  type ExplainedSearch,
  explainSearch,
  previewSearches,
} from '../../operations/catalog/explain-search.ts';
import { renderRelaxationText } from '../../protocols/texts.ts';
import type { CountedPeriod } from '../../storage/repositories/activity/statistics.ts';
import { forStore } from '../action.ts';
import { format } from '../csv.ts';
import { integerOrNull, textOrNull } from '../fields.ts';
import { period, periodWire, toCountedPeriod } from '../period.ts';
import type { DomainOf } from '../to-wire.ts';
import { type AtStore, mustBeConnected } from '../visit.ts';

const relaxed = textOrNull.describe('How the search was widened to find something; null where it was not.');

const to = z.string().optional().describe('Word of the catalog that it was read as.');

const match = z.object({ word: z.string(), to, fields: z.array(z.string()), score: z.number() });

export const searchPreviewAnswer = z.object({
  ranked_by: z
    .enum(['service', 'shop'])
    .describe(
      '`shop`: the shop’s own search answered, because the catalog copy is not complete, the shop sends no events, or the copy has no match.',
    ),
  from_copy: z.boolean().describe('True when the shop failed and the catalog copy answered alone.'),
  relaxed,
  words: z.array(
    z.object({
      text: z.string(),
      use: z
        .enum(WORD_USES)
        .describe(
          '`excluded`: products with the words are left out. `dropped`: no product has the word. `ignored`: the word describes no product, and sets no condition.',
        ),
      to,
      share: z
        .number()
        .describe('Weight of the word in the search, in hundredths that add up to 1; rare words weigh more.'),
    }),
  ),
  conditions: z
    .array(
      z.object({
        kind: z
          .enum(CONDITION_KINDS)
          .describe(
            '`without`: products with these words are left out. `measure`: such as “wider than 2 m”.',
          ),
        text: z
          .string()
          .describe('Words of the search that say so; of `without`, those that are not wanted.'),
        min: integerOrNull.describe('Lowest price in minor units of the store’s currency.'),
        max: integerOrNull.describe('Highest price in minor units of the store’s currency.'),
        outcome: z
          .enum(CONDITION_OUTCOMES)
          .describe(
            '`applied`: it filters. `relaxed`: no product met it, so it was left out. `unused`: a price in another currency, or without a word such as “under”, bounds nothing.',
          ),
      }),
    )
    .describe('Conditions that were understood beside the words.'),
  currency: z.string().describe('Currency of the store.'),
  products: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      availability: z.enum(['in_stock', 'out_of_stock']),
      price: z.object({ min: z.int(), max: z.int(), currency: z.string() }),
      rank: z
        .object({
          tier: z.enum(TIERS),
          matches: z.array(match),
          score: z.number(),
          reasons: z.array(z.string()).describe('Explanation of the rank, in words.'),
        })
        .nullable()
        .describe('Null when the shop’s own search ranked the products.'),
    }),
  ),
  has_more: z.boolean(),
});

const zeroResult = z.object({
  query: z.string(),
  count: z.int(),
  last_at: z.iso.datetime(),
  now: z
    .object({
      titles: z.array(z.string()).describe('The first products that it would find.'),
      has_more: z.boolean(),
      relaxed,
    })
    .nullable()
    .describe('The same search in the present catalog copy. Null while the copy cannot be searched.'),
});

export const zeroResultsAnswer = z.object({ period: periodWire, items: z.array(zeroResult) });

export const searchEndpoints = [
  forStore({
    id: 'previewStoreSearch',
    route: 'GET /stores/{slug}/search-preview',
    summary: 'Searches as agents do, and explains the ranking. Not counted in any figure.',
    input: z.object({
      q: z.string().trim().min(1).max(1_000),
      first: z.coerce.number().int().min(1).max(50).default(10),
    }),
    output: searchPreviewAnswer,
    async run(visit, { q: text, first }) {
      mustBeConnected(visit);
      const context = await openStore(visit);
      return toExplanation(await explainSearch(context, { text, first }), context.store.description.currency);
    },
  }),
  forStore({
    id: 'listStoreZeroResultSearches',
    route: 'GET /stores/{slug}/zero-result-searches',
    isCostly: true,
    summary: 'Lists the searches of agents that found nothing in a period, and what each would find now.',
    input: z.object({ ...period, ...format }),
    output: zeroResultsAnswer,
    async run(visit, input) {
      const period = toCountedPeriod(visit, input);
      return { period, items: await listZeroResultSearches(visit, period) };
    },
    file: {
      row: zeroResult.omit({ now: true }).extend({ finds_now: z.array(z.string()) }),
      rows: ({ items }) => items.map(({ now, ...row }) => ({ ...row, finds_now: now?.titles })),
    },
  }),
];

function describeRelaxation(relaxation: ExplainedSearch['page']['relaxation']): string | null {
  return relaxation ? renderRelaxationText(relaxation) : null;
}

function toExplanation(explained: ExplainedSearch, currency: string): DomainOf<typeof searchPreviewAnswer> {
  const { page, words, conditions, products } = explained;
  const shares = roundToHundredths(words.map(({ share }) => share));
  return {
    rankedBy: page.keys ? 'service' : 'shop',
    fromCopy: page.copy !== undefined,
    relaxed: describeRelaxation(page.relaxation),
    words: words.map((word, place) => ({ ...word, share: shares[place] ?? 0 })),
    conditions: conditions.map(({ min = null, max = null, ...condition }) => ({ ...condition, min, max })),
    currency,
    products: products.map(({ product, ranked }) => ({
      ...product,
      price: product.priceRange,
      rank: ranked
        ? {
            tier: ranked.tier,
            matches: ranked.matches.map((each) => ({ ...each, score: roundScore(each.score) })),
            score: roundScore(ranked.score),
            reasons: listRankReasons(ranked, product.availability),
          }
        : null,
    })),
    hasMore: page.hasNextPage,
  };
}

/** Rounds shares so that they still add up to 1: shares that would lose the most are rounded up. */
function roundToHundredths(shares: readonly number[]): number[] {
  const cut = shares.map((share) => Math.floor(100 * share));
  const computeLoss = (place: number) => 100 * (shares[place] ?? 0) - (cut[place] ?? 0);
  const places = [...shares.keys()].sort((one, other) => computeLoss(other) - computeLoss(one));
  const missing = Math.round(shares.reduce((sum, _share, place) => sum + computeLoss(place), 0));
  const roundedUp = new Set(places.slice(0, missing));
  return cut.map((hundredths, place) => (hundredths + (roundedUp.has(place) ? 1 : 0)) / 100);
}

function roundScore(score: number): number {
  return Math.round(score * 100) / 100;
}

const MAX_LISTED = 50;
const MAX_PREVIEWED = 3;

async function listZeroResultSearches(visit: AtStore, period: CountedPeriod) {
  const { context, store } = visit;
  await context.flushCalls();
  const searches = await context.statistics.listSubjects(store.id, 'empty_search', period, MAX_LISTED);
  const texts = searches.map(({ subject }) => subject);
  const isConnected = store.disconnectedAt === null;
  const previews = isConnected ? await previewSearches(await openStore(visit), texts, MAX_PREVIEWED) : [];
  return searches.map(({ subject: query, count, lastAt }, place) => {
    const preview = previews?.[place];
    const now = preview ? { ...preview, relaxed: describeRelaxation(preview.relaxation) } : null;
    return { query, count, lastAt, now };
  });
}

function openStore({ context, store, requestId }: AtStore): Promise<StoreContext> {
  return context.openStore(store, { requestId, agent: PLAYGROUND_AGENT });
}

const TIER_REASONS: Readonly<Record<RankedProduct['tier'], string>> = {
  identifier: 'Its SKU, GTIN or model number is in the search: first of all.',
  phrase: 'It has the quoted phrase: before products without it.',
  all_words: 'It has every word that was searched for: before products that lack one.',
  some_words: 'It has some of the words: behind products that have all.',
};

const FIELD_WORDS: Readonly<Record<Field, string>> = {
  title: 'title',
  options: 'options',
  brand: 'brand',
  categories: 'categories',
  tags: 'tags',
  identifiers: 'SKU or GTIN',
  description: 'description',
};

/** Says in words why a product has its rank; the parts of its score come last. */
function listRankReasons(ranked: RankedProduct, availability: 'in_stock' | 'out_of_stock'): string[] {
  const { tier, matches, coverage, titleFit } = ranked;
  const title =
    titleFit > 1
      ? 'The words are side by side in the title, or fill much of it'
      : 'The title names the words behind "for" or "with", or an accessory of them';
  return [
    TIER_REASONS[tier],
    ...[...matches].sort((one, other) => other.score - one.score).map(matchReason),
    ...(coverage < 1 ? [`Words are missing: ${formatPercent(coverage - 1)}.`] : []),
    ...(titleFit === 1 ? [] : [`${title}: ${formatPercent(titleFit - 1)}.`]),
    ...(availability === 'in_stock'
      ? []
      : ['Out of stock: behind products of about the same score in stock.']),
  ];
}

function matchReason({ word, to, fields, score }: RankedProduct['matches'][number]): string {
  const name = to === undefined ? `"${word}"` : `"${to}", for "${word}",`;
  const places = LIST.format(fields.map((field) => FIELD_WORDS[field]));
  return `${name} is in the ${places}: ${score.toFixed(1)} points.`;
}

/** `title, brand and tags`. */
const LIST = new Intl.ListFormat('en-GB');

/** Signed: `+12 %`. */
function formatPercent(change: number): string {
  const rounded = Math.round(change * 100);
  return `${rounded < 0 ? '−' : '+'}${Math.abs(rounded)} %`;
}
