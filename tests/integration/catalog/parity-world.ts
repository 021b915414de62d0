import assert from 'node:assert/strict';
import type { ShopProduct, ShopVariant } from '../../../simulated-shops/shop/types.ts';
import { createSurfaceContext } from '../../../src/cli/doctor/parity/check-parity.ts';
import {
  compareReading,
  type Fault,
  type OfferState,
  type Reading,
  type Surface,
  toOffers,
} from '../../../src/cli/doctor/parity/offers.ts';
import { listSurfaces } from '../../../src/cli/doctor/parity/surfaces.ts';
import { openAsOperator } from '../../../src/cli/shell/on-service.ts';
import { IMPORT_PRODUCTS, REFRESH_STORE } from '../../../src/commerce/job/job-names.ts';
import { toDecimal, toMinorUnits } from '../../../src/commerce/money/money.ts';
import type { Product } from '../../../src/commerce/product/products.ts';
import type { StoreSettings } from '../../../src/commerce/store/store.ts';
import { toIso } from '../../../src/commerce/time/time.ts';
import { createGuardedFetch } from '../../../src/outbound/guarded-fetch/guarded-fetch.ts';
import type { Chance } from '../../../testing/seeded.ts';
import type { TestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
/** No answer is older: the longest window is an hour, and ten minutes. */
const OLDEST_MS = 90 * MINUTE_MS;
const BY = { actor: { accountId: null, name: 'test' }, action: 'store.settings_changed' } as const;
const PICTURE = [{ url: 'https://cdn.shop.example/a.jpg', alt: '' }];
/** Words of no other product, so that searches find the products of the world. */
const WORDS = ['Amber', 'Birch', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Grove', 'Heron', 'Inlet', 'Jetty'];

interface ParityWorld {
  surfaces: Surface[];
  /** Products of the shop, and some that it sold before. */
  sample(count: number): Product[];
  /** Makes one random change at the shop. */
  change(): void;
  /** Gives products another title and other prices, has the shop report it, and returns those that it still has. */
  renew(products: readonly Product[]): Product[];
  compare(
    surfaces: readonly Surface[],
    products: readonly Product[],
  ): Promise<{ faults: Fault[]; count: number }>;
  setFreshness(seconds: number | null): Promise<void>;
  /** Has the shop's currency and its whole catalog read again, a while after all changes. */
  importAll(): Promise<void>;
}

/** A feed answers 503 until the copy is whole again in another currency. */
function toNoFeed(error: Error): Reading[] {
  assert.equal(error.message, 'answers 503');
  return [];
}

/** A shop that changes at random, with the history of what it has sold when, which no code of the service has read. */
export async function openParityWorld(
  running: TestService,
  slug: string,
  chance: Chance,
): Promise<ParityWorld> {
  const { control, url } = running.shop(slug);
  await setSettings({ productFeeds: true });
  const at = await openAsOperator(running.service, slug);
  const fetch = createGuardedFetch({ allowPrivate: true });
  const context = createSurfaceContext(at, { fetch, baseUrl: running.baseUrl });
  const { platform } = at.store;
  function pick<Item>(items: readonly Item[]): Item {
    assert.ok(items.length > 0, 'there is nothing to pick');
    return items[chance.whole(0, items.length - 1)] as Item;
  }
  const history = new Map<string, OfferState[]>();
  /** By id, as last sold. */
  const lastSold = new Map<number, Product>();
  let count = 0;

  const toGid = (type: string, id: number) => `gid://${platform}/${type}/${id}`;

  function toProduct(product: ShopProduct): Product {
    const { currency } = control.settings;
    const variants = product.variants.map((variant) => ({
      id: toGid('ProductVariant', variant.id),
      title: variant.options.join(platform === 'shopify' ? ' / ' : ', '),
      price: toMinorUnits(variant.price, currency),
      currency,
      available: variant.stock !== 0,
    }));
    const prices = variants.map(({ price }) => price);
    const path = platform === 'shopify' ? `/products/${product.handle}` : `/product/${product.handle}/`;
    return {
      id: toGid('Product', product.id),
      title: product.title,
      description: '',
      handle: product.handle,
      url: url + path,
      priceRange: { min: Math.min(...prices), max: Math.max(...prices), currency },
      variants,
      pricesIncludeTax: false,
      media: [],
      tags: [],
      availability: variants.some(({ available }) => available) ? 'in_stock' : 'out_of_stock',
    };
  }

  /** Notes what is sold `from` an instant on. What was sold before may have been read until now: a shop applies its dates late. */
  function record(product: ShopProduct, from = running.now()): void {
    const now = running.now();
    const isSold = product.published && control.products.includes(product);
    const current = toProduct(product);
    const offers = new Map(isSold ? toOffers(current).map((offer) => [offer.id, offer]) : []);
    const before = lastSold.get(product.id);
    const ids = new Set([...offers.keys(), ...(before ? toOffers(before).map(({ id }) => id) : [])]);
    for (const id of ids) {
      const states = (history.get(id) ?? []).filter(({ until }) => until > now - OLDEST_MS);
      const last = states.at(-1);
      if (last) last.until = now;
      history.set(id, [...states, { from, until: Infinity, offer: offers.get(id) }]);
    }
    lastSold.set(product.id, current);
  }

  const price = () => toDecimal(chance.whole(100, 90_000), control.settings.currency);
  const stock = () => pick([0, 0, 1, 5, 40, null]);
  const name = () => {
    count += 1;
    return `${pick(WORDS)} ${pick(WORDS)} ${count}`;
  };

  function create(): ShopProduct {
    const product = control.createProduct({ title: name(), price: price(), stock: stock(), images: PICTURE });
    if (chance.next() < 0.5) return product;
    product.optionNames = ['Size'];
    product.variants = ['S', 'M', 'L'].map((size, index) => addVariant(product, size, index + 1));
    control.touchProduct(product.id);
    return product;
  }

  function addVariant(product: ShopProduct, size: string, place: number): ShopVariant {
    const id = product.id + place;
    return { id, options: [size], sku: `${product.handle}-${id}`, price: price(), stock: stock() };
  }

  function takeOff(price: string): string {
    const { currency } = control.settings;
    return toDecimal(Math.max(1, Math.floor(toMinorUnits(price, currency) * 0.7)), currency);
  }

  /** Has the shop begin and end its planned sales, each at its instant. */
  function applySales(): void {
    const dates = goods().flatMap(({ variants }) =>
      variants.flatMap(({ sale }) => [sale?.from ?? '', sale?.until ?? '']),
    );
    const due = dates.filter((date) => date !== '' && date <= toIso(running.now()));
    for (const date of [...new Set(due)].sort())
      for (const product of control.applySales(date)) record(product, Date.parse(date));
  }

  const CHANGES: Record<string, (product: ShopProduct, variant: ShopVariant) => void> = {
    price: (_product, variant) => Object.assign(variant, { price: price() }),
    'sale begins'(_product, variant) {
      Object.assign(variant, {
        listPrice: variant.listPrice ?? variant.price,
        price: takeOff(variant.price),
      });
    },
    'sale ends'(_product, variant) {
      if (variant.listPrice !== undefined) variant.price = variant.listPrice;
      delete variant.listPrice;
    },
    'sale is planned'(product, variant) {
      if (platform === 'shopify' || variant.listPrice !== undefined) return;
      const until = running.now() + chance.whole(30, 600) * 1_000;
      const from = running.now() + chance.whole(-300, 300) * 1_000;
      variant.sale = {
        price: takeOff(variant.price),
        ...(chance.next() < 0.7 && { from: toIso(Math.min(from, until - 1_000)) }),
        until: toIso(until),
      };
      // The copy has prices of a plan ahead: no change that it does not hear of may undo the plan.
      control.applySales(toIso(running.now()));
      control.touchProduct(product.id);
    },
    stock: (_product, variant) => Object.assign(variant, { stock: stock() }),
    title: (product) => Object.assign(product, { title: name() }),
    published: (product) => Object.assign(product, { published: !product.published }),
    variation(product) {
      if (product.optionNames.length === 0) return;
      const place = Math.max(...product.variants.map(({ id }) => id)) - product.id + 1;
      if (product.variants.length > 6) product.variants.splice(chance.whole(0, 6), 1);
      else if (place < 99) product.variants.push(addVariant(product, `Size ${place}`, place));
    },
  };

  const isPlanned = ({ variants }: ShopProduct) => variants.some(({ sale }) => sale !== undefined);
  const goods = () => control.products.filter(({ id }) => lastSold.has(id));

  function replace(): void {
    const product = pick(goods().filter((each) => !isPlanned(each)));
    control.deleteProduct(product.id, { silently: chance.next() < 0.3 });
    record(product);
    record(create());
  }

  /** Another currency sells the same goods at other prices. */
  function changeSettings(): void {
    if (chance.next() < 0.5) {
      control.saveSettings({ taxRate: pick(['0.08', '0.19', '0']) });
      return;
    }
    const currency = control.settings.currency === 'USD' ? 'EUR' : 'USD';
    control.saveSettings({ currency });
    for (const product of goods()) record(product);
  }

  for (const product of control.products) product.published = false;
  for (let number = 0; number < 30; number += 1) record(create());

  return {
    surfaces: listSurfaces(context),
    sample: (size) => Array.from({ length: size }, () => pick([...lastSold.values()].slice(-60))),
    change() {
      applySales();
      const draw = chance.next();
      if (draw < 0.03) return replace();
      if (draw < 0.032) return changeSettings();
      const product = pick(goods());
      const variant = pick(product.variants);
      CHANGES[pick(isPlanned(product) ? ['stock', 'title'] : Object.keys(CHANGES))]?.(product, variant);
      record(product);
      // The shop's own events may be lost, and none reports the end of a sale.
      if (chance.next() < 0.6) control.touchProduct(product.id);
    },
    renew(products) {
      const numbers = new Set(products.map(({ id }) => Number(id.slice(id.lastIndexOf('/') + 1))));
      return goods()
        .filter(({ id }) => numbers.has(id))
        .map((product) => {
          Object.assign(product, { title: name(), published: true });
          for (const variant of product.variants) {
            delete variant.sale;
            Object.assign(variant, { price: price(), stock: null });
          }
          record(product);
          control.touchProduct(product.id);
          return toProduct(product);
        });
    },
    async compare(surfaces, products) {
      applySales();
      const unique = [...new Map(products.map((product) => [product.id, product])).values()];
      const faults: Fault[] = [];
      let compared = 0;
      for (const { name: surface, read } of surfaces) {
        const readings = await read(unique).catch(toNoFeed);
        // A date may pass while the surface is read.
        applySales();
        for (const reading of readings) {
          const result = compareReading(surface, reading, history);
          faults.push(...result.faults);
          compared += result.count;
        }
      }
      return { faults, count: compared };
    },
    setFreshness: (freshnessSeconds) => setSettings({ freshnessSeconds }),
    async importAll() {
      running.advance(5_000);
      applySales();
      for (const kind of [REFRESH_STORE, IMPORT_PRODUCTS]) {
        const now = new Date(running.now()).toISOString();
        await running.service.jobs.enqueue({ storeId: at.store.id, kind }, now);
        await running.settle();
      }
    },
  };

  async function setSettings(settings: Partial<StoreSettings>): Promise<void> {
    const { stores } = running.service;
    const store = (await stores.find(slug)) ?? assert.fail('no store');
    await stores.setSettings(store.id, settings, new Date(running.now()).toISOString(), BY, []);
  }
}
