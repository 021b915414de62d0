import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';
import { DESCRIPTION_JOBS } from '../../../src/commerce/job/job-names.ts';
import type { Store } from '../../../src/commerce/store/store.ts';
import type { Service } from '../../../src/service.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { pluck } from '../../../testing/pluck.ts';
import { serviceOn } from '../../../testing/test-service.ts';
import { product } from './goods.ts';
import { forgottenPlace, type PagedShop, pagedShop, throttled } from './paged-shop.ts';

const TWO_MINUTES = 2 * 60_000;
const goods = (count: number) =>
  Array.from({ length: count }, (_, index) => product(index + 1, `Mug ${index + 1}`));

onEveryDatabase('the import of a catalog', (database) => {
  const open: { service: Service }[] = [];
  afterEach(async () => {
    for (const { service } of open.splice(0)) await service.close();
  });

  /** A process on the database; its clock may be ahead. */
  async function startProcess(shop: PagedShop, databaseUrl: string) {
    const clock = { ahead: 0 };
    const service = await serviceOn(databaseUrl, {
      platforms: { instant: shop.kind },
      now: () => Date.now() + clock.ahead,
    });
    open.push({ service });
    return { service, clock };
  }

  async function connected(shop: PagedShop, kind: TestDatabase) {
    const databaseUrl = await kind.migrated();
    const running = await startProcess(shop, databaseUrl);
    const store = await running.service.connectStore({ platform: 'instant', slug: 'paged', credentials: {} });
    return { ...running, store, databaseUrl };
  }

  async function importTask(service: Service, store: Store) {
    const job = (await service.jobs.listOfStore(store.id)).find((each) => each.kind === 'import_products');
    return job ?? assert.fail('there is no import');
  }

  it('begins when the store is connected, and shows how far it is [CAT-14]', async () => {
    const shop = pagedShop(goods(7), 3);
    const { service, store } = await connected(shop, database);
    const seen: unknown[] = [];
    shop.beforePage = async () => {
      const { progress, running } = await importTask(service, store);
      seen.push(progress && { ...progress, startedAt: '' }, running);
    };
    await service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '3', '6']);
    const bytes = Buffer.byteLength(JSON.stringify(goods(1)[0]));
    const at = (done: number) => ({
      startedAt: '',
      ...{ done, pages: Math.ceil(done / 3), bytes: done * bytes, tooLarge: 0, withoutRoom: 0 },
      ...{ total: 7, after: String(done), finishedAt: null },
      currency: 'USD',
    });
    assert.deepEqual(seen, [null, true, at(3), true, at(6), true]);
    assert.equal(await service.products.count(store.id), 7);
    const { progress, lastError } = await importTask(service, store);
    assert.equal(lastError, null);
    const reached = { ...(progress as object), startedAt: '', finishedAt: '' };
    assert.deepEqual(reached, { ...at(7), after: null, finishedAt: '' });
  });

  it('begins anew when the shop has changed its currency since it was cut off', async () => {
    expectFailingJobs();
    const shop = pagedShop(goods(6), 2);
    const { service, store, clock } = await connected(shop, database);
    shop.beforePage = (after) => {
      if (after === '4') throw throttled(1);
    };
    await service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2', '4']);
    shop.beforePage = () => undefined;
    shop.currency = 'EUR';
    const described = { ...store.description, currency: 'EUR' };
    const now = new Date(Date.now() + 1_000).toISOString();
    assert.equal(await service.stores.describe(store, described, now, DESCRIPTION_JOBS), true);
    clock.ahead += TWO_MINUTES;
    await service.backgroundWork.drain();
    // Asked for in the middle of a reading, the whole is read once more after it.
    assert.deepEqual(shop.asked.slice(3), ['0', '2', '4', '0', '2', '4']);
    assert.equal((await service.products.findLastImport(store.id))?.currency, 'EUR');
  });

  it('resumes after a kill at the page that was recorded last, in another process [CAT-14]', async () => {
    expectFailingJobs();
    const shop = pagedShop(goods(10), 2);
    const killed = await connected(shop, database);
    const reached = Promise.withResolvers<void>();
    const pause = Promise.withResolvers<void>();
    shop.beforePage = (after) => {
      if (after !== '4') return;
      reached.resolve();
      shop.beforePage = () => undefined;
      return pause.promise;
    };
    const dying = killed.service.backgroundWork.drain();
    await reached.promise;

    const other = await startProcess(shop, killed.databaseUrl);
    await other.service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2', '4'], 'while the first may be alive, its work is left to it');
    other.clock.ahead = TWO_MINUTES;
    await other.service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2', '4', '4', '6', '8']);
    assert.equal(await other.service.products.count(killed.store.id), 10);
    const ended = await importTask(other.service, killed.store);

    pause.resolve();
    await dying;
    assert.deepEqual(
      await importTask(other.service, killed.store),
      ended,
      'the first one finds that it was replaced',
    );
    assert.equal(shop.asked.length, 6);
  });

  it('leaves a shop alone that asks for it, and then goes on', async () => {
    expectFailingJobs();
    const shop = pagedShop(goods(6), 2);
    const { service, clock, store } = await connected(shop, database);
    shop.beforePage = (after) => {
      if (after === '2') throw throttled(90);
    };
    await service.backgroundWork.drain();
    const { lastError, runAt } = await importTask(service, store);
    assert.match(lastError ?? '', /fewer requests/);
    assert.ok(Date.parse(runAt) > Date.now() + 80_000, 'not before the shop has asked for it');
    shop.beforePage = () => undefined;
    await service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2']);
    assert.equal(await service.products.count(store.id), 2, 'what was read is there');
    clock.ahead = TWO_MINUTES;
    await service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2', '2', '4']);
    assert.equal(await service.products.count(store.id), 6);
  });

  it('begins anew when the shop no longer knows the place', async () => {
    expectFailingJobs();
    const shop = pagedShop(goods(4), 2);
    const { service, clock, store } = await connected(shop, database);
    shop.beforePage = (after) => {
      if (after === '2') throw throttled(1);
    };
    await service.backgroundWork.drain();
    let forgotten = false;
    shop.beforePage = (after) => {
      if (after === '0' || forgotten) return;
      forgotten = true;
      throw forgottenPlace();
    };
    clock.ahead = TWO_MINUTES;
    await service.backgroundWork.drain();
    assert.deepEqual(shop.asked, ['0', '2', '2', '0', '2']);
    assert.equal(((await importTask(service, store)).progress as { done: number }).done, 4);
  });

  it('recurs every day, and finds changes without a webhook', async () => {
    const shop = pagedShop(goods(5), 2);
    const { service, clock, store } = await connected(shop, database);
    await service.backgroundWork.drain();
    shop.products = [product(1, 'Mug, renamed'), ...goods(5).slice(2)];
    await service.backgroundWork.drain();
    assert.equal(await service.products.count(store.id), 5);
    clock.ahead = 25 * 60 * 60_000;
    await service.backgroundWork.drain();
    const { products } = await service.products.findByIds(
      store.id,
      goods(5).map(({ id }) => id),
    );
    assert.deepEqual(pluck(products, 'title'), ['Mug, renamed', 'Mug 3', 'Mug 4', 'Mug 5']);
  });

  it('keeps what changed while it was under way', async () => {
    const shop = pagedShop(goods(4), 2);
    const { service, clock, store } = await connected(shop, database);
    await service.backgroundWork.drain();
    clock.ahead = 25 * 60 * 60_000;
    shop.beforePage = async (after) => {
      if (after !== '2') return;
      // Changes as by webhooks: one product is new, and one that this page still shows is gone.
      const now = new Date(Date.now() + clock.ahead + 5).toISOString();
      await service.products.upsert(store.id, [product(9, 'Mug of the last minute')], now);
      await service.products.remove(store.id, ['gid://instant/Product/4'], now);
    };
    await service.backgroundWork.drain();
    const ids = [1, 2, 3, 4, 9].map((number) => `gid://instant/Product/${number}`);
    const { products } = await service.products.findByIds(store.id, ids);
    assert.deepEqual(pluck(products, 'title'), ['Mug 1', 'Mug 2', 'Mug 3', 'Mug of the last minute']);
  });
});
