import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { instantPlatform } from '../../../bench/instant-platform.ts';
import type { Store } from '../../../src/commerce/store/store.ts';
import { createService, type Service } from '../../../src/service.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { agentOf } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { product } from './goods.ts';
import { pagedShop } from './paged-shop.ts';

const goods = Array.from({ length: 4_000 }, (_, index) => product(index + 1, `Mug number${index + 1}`));

onEveryDatabase('the first search of a large store', (database) => {
  const counts = { searches: 0, lookups: 0 };
  const at: { service?: Service; store?: Store; address?: string } = {};

  before(async () => {
    const paged = pagedShop(goods, 250);
    const connect: typeof paged.kind.connect = (...args) => ({
      ...paged.kind.connect(...args),
      searchProducts: async (query, caller) => {
        counts.searches += 1;
        return instantPlatform().searchProducts(query, caller);
      },
      lookupProducts: async (ids) => {
        counts.lookups += 1;
        return goods.filter(({ id }) => ids.includes(id));
      },
    });
    at.service = await createService(
      readConfig({
        ...{ DATABASE_URL: await database.fresh(), SECRET_KEY, LOG_LEVEL: 'silent' },
        ...{ PORT: '0', RATE_LIMIT: 'off' },
      }),
      { platforms: { instant: { ...paged.kind, connect } } },
    );
    at.address = await at.service.listen({ backgroundWork: false });
    const credentials = {};
    at.store = await at.service.connectStore({
      platform: 'instant',
      slug: 'large',
      credentials,
      sandbox: true,
    });
    await at.service.backgroundWork.drain();
  });
  after(() => at.service?.close());

  it('asks the shop while the index is being built, and ranks in it from then on', async () => {
    const agent = agentOf(at.address ?? '', 'large');
    assert.equal((await agent.search('number77')).products.length, 1);
    assert.deepEqual(counts, { searches: 1, lookups: 0 });
    for (const deadline = performance.now() + 20_000; counts.lookups === 0; await sleep(100)) {
      assert.ok(performance.now() < deadline, 'the index is ready in time');
      await agent.search('number77');
    }
    assert.deepEqual(pluck((await agent.search('number77')).products, 'title'), ['Mug number77']);
  });

  it('lists at most as many products as a cursor can name', async () => {
    const agent = agentOf(at.address ?? '', 'large');
    const ids = new Set<string>();
    let after = '';
    for (;;) {
      const { status, body } = await agent.get<Awaited<ReturnType<typeof agent.search>>>(
        `/catalog/search?q=mug&first=100${after}`,
      );
      assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
      for (const { id } of body.products) {
        assert.ok(!ids.has(id), id);
        ids.add(id);
      }
      if (!body.page_info.has_next_page) break;
      after = `&after=${encodeURIComponent(body.page_info.end_cursor ?? '')}`;
    }
    assert.ok(ids.size >= 1_500, `${ids.size} products were listed`);
  });

  it('takes memory that is measured, and given back when the store is deleted', async () => {
    const { service, store, address } = at;
    assert.ok(service && store);
    const bytes = async () => {
      const text = await (await fetch(`${address}/metrics`)).text();
      return Number(/^ucp_search_index_bytes (\d+)/m.exec(text)?.[1]);
    };
    assert.ok((await bytes()) > goods.length * 100);
    await service.stores.markDeleted(
      store,
      new Date().toISOString(),
      { actor: { accountId: null, name: 'command line' }, action: 'store.deleted' },
      { kind: 'erase_store', subject: store.slug },
    );
    await service.backgroundWork.drain();
    assert.equal(await bytes(), 0);
  });
});
