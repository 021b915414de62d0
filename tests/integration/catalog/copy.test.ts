import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createProductRevisionRepository } from '../../../src/storage/repositories/catalog/product-revisions.ts';
import {
  createProductRepository,
  type Products,
} from '../../../src/storage/repositories/catalog/products.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { pluck } from '../../../testing/pluck.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { product, soldOut, variant } from './goods.ts';

const MORNING = '2026-11-20T08:00:00.000Z';
const NOON = '2026-11-20T12:00:00.000Z';
const EVENING = '2026-11-20T18:00:00.000Z';

onEveryDatabase('the copy of a catalog', (kind) => {
  const at: { database?: Database; copy?: Products } = {};
  before(async () => {
    at.database = await openDatabase(await kind.migrated());
    at.copy = createProductRepository({ database: at.database });
  });
  after(() => at.database?.destroy());

  const copy = () => at.copy ?? assert.fail('no database is open');
  const database = () => at.database ?? assert.fail('no database is open');

  async function newStore(): Promise<string> {
    const id = randomUUID();
    const description = { name: 'Shop', currency: 'USD', country: null, hosts: [], links: [], versions: {} };
    const store = {
      id,
      slug: `shop-${id}`,
      platform: 'instant',
      description,
      credentials: {},
      sandbox: true,
    };
    await createStoreRepository({ database: database(), sealing: createSealing(SECRET_KEY) }).insert(
      store,
      MORNING,
    );
    return id;
  }

  const titles = async (store: string) =>
    (await createProductRevisionRepository(database()).listAfter(store, { revision: 0, number: 0 }, 1_000))
      .flatMap((row) => row.product?.title ?? [])
      .toSorted();

  it('gives back what it was given, whatever it looks like', async () => {
    const store = await newStore();
    const strange = [
      '[1]',
      '{"a":1}',
      'null',
      'O\'Neill \\ "x"',
      'a\u0000b',
      '\ud800 half',
      '🎁',
      '%_',
      '$1 ?',
    ];
    const catalog = strange.map((title, index) =>
      product(index + 1, title, { description: title, tags: [title] }),
    );
    await copy().upsert(store, catalog, MORNING);
    const { products, asOf } = await copy().findByIds(
      store,
      catalog.map(({ id }) => id),
    );
    assert.deepEqual([products, asOf], [catalog, MORNING]);
    const item = await copy().findItem(store, { kind: 'product', id: catalog[0]?.id ?? '' });
    assert.deepEqual(item, { variantId: 'gid://instant/ProductVariant/10', title: '[1]' });
  });

  it('keeps the stores apart', async () => {
    const [one, other] = [await newStore(), await newStore()];
    await copy().upsert(one, [product(1, 'Mug of one')], MORNING);
    await copy().upsert(other, [product(1, 'Mug of the other')], MORNING);
    assert.deepEqual(await titles(one), ['Mug of one']);
    assert.deepEqual(await titles(other), ['Mug of the other']);
    await copy().remove(one, ['gid://instant/Product/1'], NOON);
    assert.deepEqual(await titles(one), []);
    assert.deepEqual(await titles(other), ['Mug of the other']);
  });

  it('keeps the newest word, however late or raced the others come', async () => {
    const store = await newStore();
    const id = 'gid://instant/Product/1';
    const state = (title: string) => [product(1, title)];
    await copy().upsert(store, state('noon'), NOON);
    await copy().upsert(store, state('morning'), MORNING);
    assert.deepEqual((await copy().findByIds(store, [id])).products, state('noon'));
    await copy().remove(store, [id], MORNING);
    assert.deepEqual((await copy().findByIds(store, [id])).products, state('noon'));
    await copy().remove(store, [id], EVENING);
    await copy().upsert(store, state('noon again'), NOON);
    assert.deepEqual(await copy().findByIds(store, [id]), { products: [], readings: [], asOf: null });
    const item = await copy().findItem(store, { kind: 'variant', id: 'gid://instant/ProductVariant/10' });
    assert.equal(item, undefined);

    const raced = Array.from({ length: 20 }, (_, index) =>
      new Date(Date.parse(EVENING) + index).toISOString(),
    );
    const shuffled = raced.toSorted(
      (one, other) => ((one.charCodeAt(22) * 7) % 5) - ((other.charCodeAt(22) * 7) % 5),
    );
    await Promise.all(shuffled.map((asOf) => copy().upsert(store, state(asOf), asOf)));
    assert.deepEqual((await copy().findByIds(store, [id])).products, state(raced.at(-1) ?? ''));
    assert.deepEqual(await titles(store), [raced.at(-1)]);
  });

  it('removes what a whole reading did not show, and nothing that is newer', async () => {
    const store = await newStore();
    const catalog = [1, 2, 3, 4].map((number) => product(number, `Mug ${number}`));
    await copy().upsert(store, catalog, MORNING);
    await copy().upsert(store, catalog.slice(0, 2), NOON);
    await copy().upsert(store, catalog.slice(2, 3), EVENING);
    assert.equal(await copy().findLastImport(store), undefined);
    const removed = await copy().finishImport(store, {
      startedAt: NOON,
      finishedAt: EVENING,
      currency: 'USD',
      limited: null,
    });
    assert.equal(removed, 1);
    assert.deepEqual(await titles(store), ['Mug 1', 'Mug 2', 'Mug 3']);
    assert.deepEqual(await copy().findLastImport(store), {
      startedAt: NOON,
      finishedAt: EVENING,
      currency: 'USD',
      limited: null,
    });
    await copy().upsert(store, catalog, MORNING);
    assert.deepEqual(await titles(store), ['Mug 1', 'Mug 2', 'Mug 3'], 'what comes late stays out');
    assert.equal(await copy().count(store), 3);
  });

  it('follows a product through its changes', async () => {
    const store = await newStore();
    const before = product(1, 'Mug', {
      variants: [variant(1, { title: 'Small' }), variant(2, { title: 'Large' })],
    });
    await copy().upsert(store, [before], MORNING);
    const after = product(1, 'Cup', {
      handle: 'Tasse-É',
      variants: [soldOut(2), variant(3, { title: 'Wide' })],
    });
    await copy().upsert(store, [after], NOON);
    const item = (reference: Parameters<Products['findItem']>[1]) => copy().findItem(store, reference);
    const wide = { variantId: 'gid://instant/ProductVariant/3', title: 'Cup - Wide' };
    assert.deepEqual(await item({ kind: 'product', id: after.id }), wide);
    assert.deepEqual(await item({ kind: 'handle', handle: 'tasse-é' }), wide);
    assert.deepEqual(await item({ kind: 'variant', id: wide.variantId }), wide);
    assert.equal(await item({ kind: 'variant', id: 'gid://instant/ProductVariant/1' }), undefined);
    assert.equal(await item({ kind: 'handle', handle: 'product-1' }), undefined);
    assert.deepEqual(await titles(store), ['Cup']);
    await copy().upsert(store, [product(1, 'Cup', { variants: [soldOut(3)] })], EVENING);
    assert.equal(await item({ kind: 'product', id: after.id }), undefined, 'nothing to sell');
  });

  it('looks products up by their ids and those of their variants, in order, each once', async () => {
    const store = await newStore();
    const catalog = [1, 2, 3].map((number) =>
      product(number, 'Mug', { variants: [variant(number), variant(number + 10)] }),
    );
    await copy().upsert(store, catalog.slice(0, 2), NOON);
    await copy().upsert(store, catalog.slice(2), MORNING);
    const ids = ['ProductVariant/13', 'Product/9', 'Product/1', 'ProductVariant/3', 'ProductVariant/1'];
    const answer = await copy().findByIds(
      store,
      ids.map((id) => `gid://instant/${id}`),
    );
    assert.deepEqual(pluck(answer.products, 'id'), [catalog[2]?.id, catalog[0]?.id]);
    assert.equal(answer.asOf, MORNING);
  });

  it('forgets everything with its store', async () => {
    const store = await newStore();
    await copy().upsert(store, [product(1, 'Mug of a store that leaves')], MORNING);
    await database().deleteFrom('stores').where('id', '=', store).execute();
    assert.equal(await copy().count(store), 0);
    assert.deepEqual(await titles(store), []);
    const item = await copy().findItem(store, { kind: 'variant', id: 'gid://instant/ProductVariant/10' });
    assert.equal(item, undefined);
  });

  it('writes a catalog of 500 products in pieces, and says again what it was', async () => {
    const store = await newStore();
    const catalog = Array.from({ length: 500 }, (_, index) => product(index + 1, `Mug ${index}`));
    await copy().upsert(store, catalog, MORNING);
    await copy().upsert(store, catalog, NOON);
    assert.equal(await copy().count(store), 500);
    assert.equal((await copy().findByIds(store, [catalog[0]?.id ?? ''])).asOf, NOON);
  });
});
