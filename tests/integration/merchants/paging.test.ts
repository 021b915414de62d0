import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { toIso } from '../../../src/commerce/time/time.ts';
import { toJsonRows } from '../../../src/storage/engine/both-databases.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { MAX_EXAMINED } from '../../../src/storage/repositories/rows/row-pages.ts';
import type { ErrorBody } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { newSession, read, SHOPIFY, startActivity, WOOCOMMERCE } from './activity.ts';

interface Rows {
  items: { id: string }[];
  total: number;
  next: string | null;
  searched_to: string | null;
}

onEveryDatabase('pages of a list', (database) => {
  const at = forSuite(() => startActivity(database));

  const readPage = (path: string, after: string | null = null, slug = SHOPIFY) =>
    read<Rows>(at, after === null ? path : `${path}&after=${encodeURIComponent(after)}`, slug);

  /** Follows `next` to the end, and does something between the pages. */
  async function readToEnd(path: string, between: () => Promise<unknown> = async () => undefined) {
    const pages = [await readPage(path)];
    for (let next = pages[0]?.next ?? null; next !== null; next = pages.at(-1)?.next ?? null) {
      await between();
      pages.push(await readPage(path, next));
    }
    return pages;
  }

  const idsOf = (pages: readonly Rows[]) => pages.flatMap(({ items }) => items.map(({ id }) => id));

  it('repeat and skip no entry when others are added meanwhile, in every order', async () => {
    const agent = at.agent(SHOPIFY, 'one.example');
    for (let count = 0; count < 3; count += 1) await newSession(agent);
    for (const list of [
      '/requests?',
      '/sessions?',
      '/sessions?sort=total&',
      '/sessions?sort=updated_at&direction=asc&',
    ]) {
      const whole = await readPage(`${list}per_page=100`);
      assert.deepEqual([whole.next, whole.total], [null, whole.items.length]);
      const ids = idsOf(await readToEnd(`${list}per_page=2`, () => newSession(agent)));
      assert.equal(new Set(ids).size, ids.length, `${list} repeats no entry`);
      const former = idsOf([whole]);
      const seen = ids.filter((id) => former.includes(id));
      assert.deepEqual(seen, former, `${list} skips no entry that was there`);
    }
  });

  it('go through the products of a store by title and by figures', async () => {
    await at.running.settle();
    for (const order of ['sort=title&direction=asc', 'sort=found', 'sort=checkouts&direction=asc']) {
      const whole = await readPage(`/products?per_page=100&${order}`);
      const pages = await readToEnd(`/products?per_page=7&${order}`, () => at.agent().search('mug'));
      const ids = idsOf(pages);
      assert.ok(pages.length > 2);
      if (order.includes('title')) assert.deepEqual(ids, idsOf([whole]));
      assert.ok(ids.length >= whole.total - 7, order);
    }
  });

  it('refuse a position that no page has named', async () => {
    const byDate = (await readPage('/sessions?per_page=1')).next ?? '';
    for (const query of ['after=x', `sort=total&after=${byDate}`, `sort=total&after=${'9'.repeat(30)}~x`]) {
      const { status, body } = await at.merchant.get<ErrorBody>(`/stores/${SHOPIFY}/sessions?${query}`);
      assert.equal(status, 400, query);
      assert.match(JSON.stringify(body), /after must be `next` of an earlier page/);
    }
  });

  it('take any id behind the key of a position', async () => {
    for (const list of [
      'sessions?sort=total',
      'orders?sort=total',
      'event-deliveries?',
      'webhooks?',
      'audit?',
    ])
      for (const id of ['', 'x', '9'.repeat(30)]) {
        const path = `/stores/${SHOPIFY}/${list}&after=${encodeURIComponent(`5~${id}`)}`;
        assert.equal((await at.merchant.get(path)).status, 200, path);
      }
  });

  it('find by number what they find by position, however far behind', async () => {
    const store = await at.running.service.stores.find(WOOCOMMERCE);
    await using storage = await openDatabase(at.running.databaseUrl);
    const begin = Date.now() - 60 * 60_000;
    const count = MAX_EXAMINED + 50;
    // Pairs share an instant.
    const rows = Array.from({ length: count }, (_, place) => ({
      id: `row-${String(place).padStart(6, '0')}`,
      at: toIso(begin - Math.floor(place / 2) * 10),
      path: place === count - 1 ? '/oldest' : '/catalog/search',
    }));
    await sql`insert into request_log (id, store_id, at, transport, method, endpoint, path, status, duration_us, agent, request_id)
      select item.id, ${store?.id}, item.at, 'rest', 'GET', 'GET /catalog/search', item.path, 200, 1,
        'bulk.example', item.id from ${toJsonRows(storage, { id: 'text', at: 'text', path: 'text' }, rows)}`.execute(
      storage,
    );

    const far = await readPage('/requests?agent=bulk.example&per_page=25&page=801', null, WOOCOMMERCE);
    assert.deepEqual(
      far.items.map(({ id }) => id),
      rows.slice(20_000, 20_025).map(({ id }) => id),
    );
    assert.equal(far.total, count);
    const behind = await readPage('/requests?agent=bulk.example&per_page=25', far.next, WOOCOMMERCE);
    assert.equal(behind.items[0]?.id, rows[20_025]?.id);

    const searched = await readPage('/requests?q=oldest', null, WOOCOMMERCE);
    assert.deepEqual(
      [searched.items.length, searched.total],
      [0, 0],
      'a page examines a part of a long list',
    );
    assert.ok(searched.next !== null && searched.searched_to !== null && searched.searched_to < toIso(begin));
    const rest = await readPage('/requests?q=oldest', searched.next, WOOCOMMERCE);
    assert.deepEqual([rest.items.map(({ id }) => id), rest.next], [[rows.at(-1)?.id], null]);
    const file = await at.merchant.get<string>(`/stores/${WOOCOMMERCE}/requests?q=oldest&format=csv`);
    assert.match(file.body, /\/oldest/, 'a file has the whole list');
  });
});
