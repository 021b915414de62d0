import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CommerceError } from '../../../../src/commerce/errors.ts';
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
