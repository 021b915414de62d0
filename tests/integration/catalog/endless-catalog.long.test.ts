import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { createService, type Service } from '../../../src/service.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import type { CatalogPage } from '../../../src/store-platforms/store-platform.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { product } from './goods.ts';
import { type PagedShop, pagedShop } from './paged-shop.ts';

const PER_PAGE = 5;
/** Stops an attack on code that has no limit. */
const MAX_PAGES_GIVEN = 3_000;
const LONG = 'x'.repeat(4_000);

onEveryDatabase('a catalog without an end', (database) => {
  const open: Service[] = [];
  afterEach(async () => {
    for (const service of open.splice(0)) await service.close();
  });

  /** Services on one database; each page is made up when it is asked for. */
  async function connected(settings: Record<string, string>, page: (number: number) => CatalogPage) {
    const shop = pagedShop([], PER_PAGE);
    let pages = 0;
    const endless = endlessShop(shop, () => {
      pages += 1;
      return pages > MAX_PAGES_GIVEN ? { products: [], next: null, total: null } : page(pages);
    });
    const databaseUrl = await database.migrated();
    const config = { DATABASE_URL: databaseUrl, SECRET_KEY, LOG_LEVEL: 'silent', ...settings };
    const service = await createService(readConfig(config), { platforms: { instant: endless } });
    open.push(service);
    const store = await service.connectStore({ platform: 'instant', slug: 'endless', credentials: {} });
    return { service, store, databaseUrl, pages: () => pages };
  }

  const goods = (number: number, extras = {}) =>
    Array.from({ length: PER_PAGE }, (_, index) =>
      product(number * PER_PAGE + index, `Mug ${number}`, extras),
    );

  it('copies an endless catalog up to CATALOG_MAX_PRODUCTS, and reports that the copy is not whole', async () => {
    const { service, store, pages } = await connected({ CATALOG_MAX_PRODUCTS: '20' }, (number) => ({
      products: goods(number),
      next: String(number),
      total: null,
    }));
    await service.backgroundWork.drain();
    assert.equal(pages(), 4);
    assert.equal(await service.products.count(store.id), 20);
    assert.match(
      (await service.products.findLastImport(store.id))?.limited ?? '',
      /more than the 20 products/,
    );
    await service.products.upsert(store.id, [product(9_999, 'One more')], new Date().toISOString());
    assert.equal(await service.products.count(store.id), 20, 'events bring in no more than that');
  });

  it('copies an endless catalog up to CATALOG_MAX_MB of one store', async () => {
    const { service, store, databaseUrl } = await connected({ CATALOG_MAX_MB: '1' }, (number) => ({
      products: goods(number, { description: LONG }),
      next: String(number),
      total: null,
    }));
    await service.backgroundWork.drain();
    await using tables = await openDatabase(databaseUrl);
    const { bytes } = await tables.selectFrom('catalog_sizes').select('bytes').executeTakeFirstOrThrow();
    assert.ok(Number(bytes) > 512 * 1024 && Number(bytes) <= 1024 * 1024, `${bytes} bytes`);
    assert.match((await service.products.findLastImport(store.id))?.limited ?? '', /more than the 1 MB/);
  });

  it('ends the import of a catalog whose pages hold nothing and lead on for ever', async () => {
    const { service, store, pages } = await connected({ CATALOG_MAX_PRODUCTS: '100' }, (number) => ({
      products: [],
      next: `place ${number}`,
      total: null,
    }));
    const importing = service.backgroundWork.drain();
    await importing;
    assert.ok(pages() <= 40, `${pages()} pages`);
    assert.match((await service.products.findLastImport(store.id))?.limited ?? '', /did not end within/);
  });

  it('leaves out a product that is too large, and keeps the others', async () => {
    // As large as the limits of its texts let it be.
    const media = Array.from({ length: 100 }, (_, index) => ({
      url: `https://instant.example/${index}/${LONG.slice(0, 2_000)}`,
      alt: LONG.slice(0, 400),
    }));
    const tags = Array.from({ length: 250 }, (_, index) => `${index}${LONG.slice(0, 240)}`);
    const large = product(1, 'Mug', { media, tags });
    const { service, store } = await connected({}, () => ({
      products: [large, product(2, 'Cup')],
      next: null,
      total: 2,
    }));
    await service.backgroundWork.drain();
    const { products } = await service.products.findByIds(store.id, [large.id, 'gid://instant/Product/2']);
    assert.deepEqual(pluck(products, 'title'), ['Cup']);
    assert.match((await service.products.findLastImport(store.id))?.limited ?? '', /larger than 256 KB/);
  });
});

/** Without the pauses between two pages, which a thousand of them would make long. */
function endlessShop(shop: PagedShop, page: () => CatalogPage): PagedShop['kind'] {
  return {
    ...shop.kind,
    connect: (...args) => ({ ...shop.kind.connect(...args), listProducts: async () => page() }),
  };
}
