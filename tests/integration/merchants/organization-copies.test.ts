import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CatalogLine } from '../../../simulated-shops/shop/catalog-file.ts';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import { isSqlite } from '../../../src/storage/engine/both-databases.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { bodyOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const LIMITS = { ORGANIZATION_LIMITS: 'catalog_mb=1' };
const LONG = 'A long description. '.repeat(180);
/** Takes all but about 54 kB of the megabyte; each of the others then grows by 36 kB. */
const FULL = { slug: 'full', count: 240, description: LONG };
const GROWING = ['one', 'other'].map((slug) => ({ slug, count: 10, description: '' }));
const STORES = [FULL, ...GROWING];

onEveryDatabase('stores of one organization that two processes import at once', (database) => {
  const running = forSuite(() => startTestService({ database, platforms: [], settings: LIMITS }));
  const second = forSuite(() => serviceOn(running.databaseUrl, { now: running.now }, LIMITS));
  const owner = forSuite(() => signUp(running));
  const shops = STORES.map((store) => forSuite(() => startWooCommerceShop({ catalog: goodsOf(store) })));
  const importAll = () => Promise.all([running.settle(), second.backgroundWork.drain()]);
  const productsOf = async (slug: string) =>
    bodyOf(200, await owner.get<{ total: number }>(`/stores/${slug}/products`)).total;
  const limitedBy = async (slug: string) => {
    type Answer = { store: { catalog: { limited: string | null } } };
    return bodyOf(200, await owner.get<Answer>(`/stores/${slug}`)).store.catalog.limited;
  };

  /** Bytes of their copies, as they are counted and as they are. */
  async function copiedBytes(): Promise<[number, number]> {
    await using tables = await openDatabase(running.databaseUrl);
    const slugs = STORES.map(({ slug }) => slug);
    const ids = tables.selectFrom('stores').select('id').where('slug', 'in', slugs);
    const counted = tables.selectFrom('catalog_sizes').where('storeId', 'in', ids);
    const copied = tables.selectFrom('products').where('storeId', 'in', ids);
    const [count] = await counted.select(({ fn }) => fn.sum('bytes').as('bytes')).execute();
    const [copy] = await copied.select(({ fn }) => fn.sum('size').as('bytes')).execute();
    return [Number(count?.bytes), Number(copy?.bytes)];
  }

  it('share its limit to the last product, and each keeps what was copied before', async () => {
    for (const [index, { slug }] of STORES.entries()) {
      const credentials = shops[index]?.credentials;
      bodyOf(201, await owner.post('/stores', { platform: 'woocommerce', slug, credentials }));
      await importAll();
    }
    for (const { control } of shops) for (const product of control.products) product.descriptionHtml = LONG;
    running.advance(25 * HOUR_MS);
    await whileBothWrite(running.databaseUrl, importAll);

    const [counted, copied] = await copiedBytes();
    assert.equal(counted, copied);
    assert.ok(copied <= MB, `${copied} bytes`);
    assert.ok(copied > MB - 2 * LONG.length, `only ${copied} bytes`);
    for (const { slug, count } of STORES) assert.equal(await productsOf(slug), count);
    const limited = await Promise.all(GROWING.map(({ slug }) => limitedBy(slug)));
    assert.match(limited.join('\n'), /There was no room for \d+ products: .* limit of its organization/);
  });
});

/**
 * Runs imports that write at the same time: on PostgreSQL their transactions have decided what fits, and wait. SQLite has one writer.
 */
async function whileBothWrite(databaseUrl: string, importing: () => Promise<unknown>): Promise<void> {
  await using tables = await openDatabase(databaseUrl);
  if (isSqlite(tables)) return void (await importing());
  const imported = await tables.transaction().execute(async (holder) => {
    await sql`lock table product_variants in share mode`.execute(holder);
    const imports = importing();
    for (let waiting = 0; waiting < 2; waiting = await waitingSessions(tables)) await sleep(10);
    return { imports };
  });
  await imported.imports;
}

async function waitingSessions(tables: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(tables);
  return Number(rows[0]?.count);
}

function goodsOf({ count, description }: (typeof STORES)[number]): CatalogLine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `Mug ${index + 1}`,
    description,
    categories: [],
    brand: '',
    sku: '',
    gtin: '',
    price: '1.00',
    options: {},
  }));
}
