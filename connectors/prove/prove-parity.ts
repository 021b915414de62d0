import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ANSWER_LIMITS } from '../../src/cli/doctor/answers.ts';
import {
  compareReading,
  type Fault,
  type Offer,
  type OfferState,
  type Surface,
  toOffers,
  UnreadSurface,
} from '../../src/cli/doctor/parity/offers.ts';
import type { SurfaceContext } from '../../src/cli/doctor/parity/read-answer.ts';
import { listSurfaces } from '../../src/cli/doctor/parity/surfaces.ts';
import { toMinorUnits } from '../../src/commerce/money/money.ts';
import type { Product } from '../../src/commerce/product/products.ts';
import { hasPrice } from '../../src/commerce/product/products.ts';
import { createProbe } from '../../src/outbound/guarded-fetch/ask-whole.ts';
import { createGuardedFetch } from '../../src/outbound/guarded-fetch/guarded-fetch.ts';
import { product as toProductId, variant as toVariantId } from './agent.ts';
import { SKU } from './goods.ts';
import type { Proof } from './proof.ts';
import { installSitePlugin, removeSitePlugin } from './site-plugin.ts';
import { SHOW_TAX, whileAllSetTo, whileInTimeZone } from './site-settings.ts';
import { until } from './until.ts';

const CHANGES_A_ROUND = 200;
const ROUNDS_AN_IMPORT = 2;
const SAMPLE = 5;
const GOODS = 20;
/** Local dates of sales differ from those in UTC by half a day. */
const FAR_TIME_ZONE = 'Pacific/Auckland';
const CURRENCY = 'general/woocommerce_currency';

/** Goods as a guest of the site sees them; `at` in epoch milliseconds. */
interface ShopState {
  at: number;
  id: number;
  currency: string;
  is_taxed: boolean;
  title: string;
  url: string;
  variants: { id: number; title: string; price: string; available: boolean; plan: PlannedPrice[] }[];
}

/** Price from an instant on, by the dates of a sale. */
interface PlannedPrice {
  at: number;
  price: string;
}

/** Proves that every surface shows what the shop sells while its goods and settings change. */
export async function proveParity(proof: Proof): Promise<void> {
  const { admin, ledger } = proof;
  await ledger.step('every surface shows what the shop sells while its goods and settings change', () =>
    whileAllSetTo(admin, { [SHOW_TAX]: 'excl', [CURRENCY]: 'USD' }, () =>
      whileInTimeZone(admin, FAR_TIME_ZONE, async () => {
        await installSitePlugin(admin);
        try {
          return await changeAndCompare(proof);
        } finally {
          await removeSitePlugin(admin);
        }
      }),
    ),
  );
}

async function changeAndCompare(proof: Proof): Promise<string> {
  const { admin, options } = proof;
  const surfaces = listSurfaces(await openSurfaces(proof));
  const shop = createHistory();
  const ask = async (path: string, body: object = {}) =>
    shop.record(await admin.rest('POST', `/ucp-host-proof/v1/${path}`, { ...body, prefix: `${SKU}-PARITY` }));
  const runSchedule = () => ask('schedule');
  await stockUp(proof);
  await runSchedule();
  const counts = { changes: 0, comparisons: 0, again: 0 };
  const unread = new Set<string>();
  const faults: Fault[] = [];

  async function compare(surface: Surface, goods: readonly Product[]): Promise<Fault[]> {
    const readings = await surface.read(goods).catch((error: unknown) => {
      assert.ok(error instanceof UnreadSurface, error instanceof Error ? error.stack : String(error));
      unread.add(`${surface.name} ${error.message}`);
      return [];
    });
    const results = readings.map((reading) => compareReading(surface.name, reading, shop.history));
    for (const { count } of results) counts.comparisons += count;
    return results.flatMap((result) => result.faults);
  }

  /** A sale whose date passes while a surface is read waits for the shop's schedule: what differs is read again behind it. */
  async function compareTwice(surface: Surface, goods: readonly Product[]): Promise<void> {
    const first = await compare(surface, goods);
    if (first.length === 0) return;
    counts.again += 1;
    await runSchedule();
    const second = new Set((await compare(surface, goods)).map(({ id, field }) => `${id} ${field}`));
    faults.push(...first.filter(({ id, field }) => second.has(`${id} ${field}`)));
  }

  for (let round = 0; counts.changes < options.changes; round += 1) {
    if (round % ROUNDS_AN_IMPORT === 0) await importAll(proof);
    await ask('changes', { count: CHANGES_A_ROUND });
    counts.changes += CHANGES_A_ROUND;
    await runSchedule();
    await sleep(1_000);
    const goods = shop.sample(SAMPLE);
    for (const surface of surfaces) await compareTwice(surface, goods);
  }
  const { changes, comparisons, again } = counts;
  const note = `${changes} changes, ${comparisons} comparisons at ${surfaces.length} surfaces, ${faults.length} differences (${again} looked for again); at times not read: ${[...unread].join(', ') || 'none'}`;
  const differences = new Map(
    faults.map((fault) => [`${fault.surface} ${fault.id} ${fault.field}`, toText(fault)]),
  );
  assert.equal(faults.length, 0, `${[...differences.values()].join('; ')}: ${note}`);
  return note;
}

function toText({ surface, id, field, value, expected, ageMs }: Fault): string {
  return `${surface}, ${field} of ${id}: ${value}, not ${[...new Set(expected)].join(' or ')} (${ageMs} ms old)`;
}

/** Creates goods of the proof that have pictures, as feeds want them: with and without variations. */
async function stockUp({ admin: { rest } }: Proof): Promise<void> {
  const [image] = await rest('GET', '/wp/v2/media?search=woocommerce-placeholder&_fields=id');
  const attributes = [{ name: 'Size', options: ['S', 'M', 'L'], visible: true, variation: true }];
  for (let number = 0; number < GOODS; number += 1) {
    const isVariable = number % 2 === 1;
    const { id } = await rest('POST', '/wc/v3/products', {
      ...{ name: `Proofware parity ${number}`, sku: `${SKU}-PARITY-${number}`, images: [{ id: image.id }] },
      ...(isVariable ? { type: 'variable', attributes } : { regular_price: `${number + 5}.50` }),
    });
    for (const option of isVariable ? ['S', 'M', 'L'] : [])
      await rest('POST', `/wc/v3/products/${id}/variations`, {
        regular_price: `${number + 5}.75`,
        attributes: [{ name: 'Size', option }],
      });
  }
}

async function importAll({ merchant, slug }: Proof): Promise<void> {
  const path = `/stores/${slug}/import`;
  const importedAt = async () => (await merchant.get(path)).body.imported_at;
  const before = await importedAt();
  await until('the catalog is imported', async () => {
    await merchant.post(path);
    return (await importedAt()) !== before;
  });
}

async function openSurfaces({ merchant, service, slug }: Proof): Promise<SurfaceContext> {
  const path = `/stores/${slug}`;
  const { status } = await merchant.put(path, { product_feeds: true });
  assert.equal(status, 200);
  const { files } = (await merchant.get(`${path}/feeds`)).body;
  const [, token = ''] = /\/feeds\/[^/]+\/([^/]+)\//.exec(files[0].url) ?? [];
  const fetch = createGuardedFetch({ allowPrivate: true });
  return {
    ...{ fetch, ask: createProbe(fetch, ANSWER_LIMITS), now: Date.now, baseUrl: service },
    store: { slug, platform: 'woocommerce', productFeeds: true, feedRules: null },
    findFeedToken: async () => token,
    findNewestSession: async () => (await merchant.get(`${path}/sessions?limit=1`)).body.items[0]?.id,
  };
}

function createHistory() {
  const history = new Map<string, OfferState[]>();
  /** By id, as last seen; goods that are gone stay. */
  const goods = new Map<number, Product>();
  /** By id, as last seen. */
  const plans = new Map<string, readonly PlannedPrice[]>();
  return {
    history,
    sample: (size: number) => [...goods.values()].sort(() => Math.random() - 0.5).slice(0, size),
    record(states: readonly ShopState[]): void {
      states.forEach(recordState);
    },
  };

  function recordState(state: ShopState): void {
    const [before, product] = [goods.get(state.id), toProduct(state)];
    const current = toOffersOf(product);
    const planned = listPlanned(before, state);
    for (const id of new Set([...toOffersOf(before), ...current].map((offer) => offer.id))) {
      const isOf = (offer: Offer) => offer.id === id;
      begin(id, state.at, current.find(isOf), planned.filter(isOf));
    }
    if (product) goods.set(state.id, product);
    for (const { id, plan } of state.variants) plans.set(toVariantId(id), plan);
  }

  /** Offers that the former plans of a product's prices had until this state of it, one change behind the other. */
  function listPlanned(before: Product | undefined, { at, variants }: ShopState): Offer[] {
    const last = before && history.get(before.id)?.at(-1);
    if (!before || !last?.offer) return [];
    const planOf = new Map(variants.map(({ id, plan }) => [toVariantId(id), plan]));
    const changes = before.variants.flatMap(({ id }) => {
      const prices = listPlannedPrices(plans.get(id), planOf.get(id), { from: last.from, until: at });
      return prices.map((change) => ({ ...change, id }));
    });
    let product = before;
    return changes
      .sort((one, other) => one.at - other.at)
      .flatMap(({ id, price: decimal }) => {
        const price = toMinorUnits(decimal, before.priceRange.currency);
        product = withVariants(
          product,
          product.variants.map((variant) => (variant.id === id ? { ...variant, price } : variant)),
        );
        return toOffers(product).filter((offer) => offer.id === id || offer.id === before.id);
      });
  }

  function begin(id: string, at: number, offer: Offer | undefined, planned: readonly Offer[]): void {
    const former = history.get(id) ?? [];
    const last = former.at(-1);
    const from = last?.from ?? at;
    Object.assign(last ?? {}, { until: at });
    const between = planned.map((each) => ({ from, until: at, offer: each }));
    history.set(id, [...former, ...between, { from: at, until: Infinity, offer }]);
  }
}

/**
 * Prices of a plan that the shop may show, or a surface by the dates alone, within a time: those whose date is in it, since the shop's
 * schedule can be late, and those ahead until the plan was changed.
 */
function listPlannedPrices(
  before: readonly PlannedPrice[] = [],
  now: readonly PlannedPrice[] = [],
  { from, until }: { from: number; until: number },
): PlannedPrice[] {
  const current = new Set(now.map((each) => JSON.stringify(each)));
  return before.filter((each) => each.at > from && (each.at <= until || !current.has(JSON.stringify(each))));
}

const toOffersOf = (product: Product | undefined) => (product ? toOffers(product) : []);

function toProduct({ id, title, url, currency, is_taxed, variants: items }: ShopState): Product | undefined {
  if (items.length === 0) return undefined;
  const variants = items.map(({ id: number, title: name, price, available }) => ({
    ...{ id: toVariantId(number), title: name, price: toMinorUnits(price, currency), currency, available },
  }));
  const product = {
    ...{ id: toProductId(id), title, url, description: '', handle: '', media: [], tags: [], variants },
    priceRange: { min: 0, max: 0, currency },
    availability: variants.some(({ available }) => available) ? 'in_stock' : 'out_of_stock',
    pricesIncludeTax: is_taxed,
  } as const;
  return withVariants(product, variants);
}

function withVariants(product: Product, variants: Product['variants']): Product {
  const prices = variants.filter(hasPrice).map(({ price }) => price);
  return {
    ...{ ...product, variants },
    priceRange: { ...product.priceRange, min: Math.min(...prices), max: Math.max(...prices) },
  };
}
