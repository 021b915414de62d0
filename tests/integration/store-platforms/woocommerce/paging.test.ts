import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
import { SESSION_META } from '../../../../src/store-platforms/woocommerce/orders/platform-order.ts';
import { catalog, mug } from './recorded-catalog.ts';
import { caller, openSite } from './scripted-site.ts';

const mugs = () => Array.from({ length: 5 }, (_, index) => mug({ id: 100 + index, name: `Mug ${index}` }));

describe('paging through a search', () => {
  it('follows the cursor to the last page [CON-3]', async (t) => {
    const { platform, requests } = await openSite(t, catalog(mugs()));
    const titles: string[] = [];
    let after: string | null | undefined;
    while (after !== null) {
      const query = { text: 'a mug', first: 2, ...(after ? { after } : {}) };
      const page = await platform.searchProducts(query, caller);
      assert.equal(page.hasNextPage, page.endCursor !== null);
      titles.push(...page.products.map(({ title }) => title));
      after = page.endCursor;
    }
    assert.deepEqual(titles, ['Mug 0', 'Mug 1', 'Mug 2', 'Mug 3', 'Mug 4']);
    assert.deepEqual(
      requests.map(({ params }) => [params.get('search'), params.get('per_page'), params.get('page')]),
      [
        ['a mug', '2', '1'],
        ['a mug', '2', '2'],
        ['a mug', '2', '3'],
      ],
    );
  });

  it('refuses an invalid cursor, and one of pages of another size', async (t) => {
    const { platform, requests } = await openSite(t, catalog(mugs()));
    const { endCursor } = await platform.searchProducts({ text: 'mug', first: 2 }, caller);
    assert.ok(endCursor);
    for (const [after, first] of [
      ['nonsense', 2],
      ['', 2],
      [endCursor, 3],
    ] as const)
      await assert.rejects(platform.searchProducts({ text: 'mug', first, after }, caller), (error) => {
        assert.ok(error instanceof CommerceError);
        assert.equal(error.kind, 'invalid_input');
        assert.equal(error.details[0]?.path, 'after');
        return true;
      });
    assert.equal(requests.length, 1);
  });
});

describe('catching up with orders', () => {
  it('reads changed orders in parts where plugins have written too much to each for one answer', async (t) => {
    const metadata = [
      { key: SESSION_META, value: '01a1b2c3-0000-7000-8000-000000000001' },
      { key: '_log', value: 'x'.repeat(60_000) },
    ];
    const orders = Array.from({ length: 130 }, (_, index) => ({
      id: 1 + index,
      parent_id: 0,
      meta_data: metadata,
    }));
    const { platform, requests } = await openSite(t, {
      'GET /wc/v3/orders': ({ params }) => {
        const [page, perPage] = [Number(params.get('page')), Number(params.get('per_page'))];
        const pages = String(Math.ceil(orders.length / perPage));
        const body = orders.slice((page - 1) * perPage, page * perPage);
        return { body, headers: { 'x-wp-totalpages': pages } };
      },
    });
    const ids: string[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await platform.changedOrders('2026-11-01T00:00:00Z', after, caller);
      ids.push(...page.ids);
      after = page.next;
    }
    assert.equal(new Set(ids).size, orders.length);
    assert.equal(ids.length, orders.length);
    assert.deepEqual(
      requests.slice(0, 3).map(({ params }) => params.get('per_page')),
      ['100', '50', '25'],
    );
  });
});
