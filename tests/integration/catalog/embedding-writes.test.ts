import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSearchIndexes } from '../../../src/composition/search-indexes.ts';
import { embedProducts } from '../../../src/jobs/embed-products.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import {
  createProductEmbeddingRepository,
  createProductRevisionRepository,
} from '../../../src/storage/repositories/catalog/product-revisions.ts';
import { createProductRepository } from '../../../src/storage/repositories/catalog/products.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { product } from './goods.ts';

const MORNING = '2026-11-20T08:00:00.000Z';
const NOON = '2026-11-20T12:00:00.000Z';
/** Three requests to the model. */
const COUNT = 70;
const BATCH_SIZE = 32;

onEveryDatabase('vectors of products', (kind) => {
  const at: { one?: Database; other?: Database } = {};
  before(async () => {
    const url = await kind.migrated();
    at.one = await openDatabase(url);
    at.other = await openDatabase(url);
  });
  after(() => Promise.all([at.one?.destroy(), at.other?.destroy()]));
  const one = () => at.one ?? assert.fail('no database is open');
  const other = () => at.other ?? assert.fail('no database is open');
  const copy = () => createProductRepository({ database: one() });

  async function newStore() {
    const id = randomUUID();
    const description = { name: 'Shop', currency: 'USD', country: null, hosts: [], links: [], versions: {} };
    const repository = createStoreRepository({ database: one(), sealing: createSealing(SECRET_KEY) });
    const shop = { platform: 'instant', description, credentials: {}, sandbox: true };
    await repository.insert({ id, slug: `shop-${id}`, ...shop }, MORNING);
    const goods = Array.from({ length: COUNT }, (_, index) => product(index + 1, `Mug ${index + 1}`));
    await copy().upsert(id, goods, MORNING);
    return (await repository.findById(id)) ?? assert.fail('no store');
  }
  type Store = Awaited<ReturnType<typeof newStore>>;

  /** A model that answers each text with its number; `during` runs while it computes. */
  function modelOf(during: (texts: readonly string[], requests: number) => Promise<void>, model = 'first') {
    const allTexts: string[] = [];
    let requests = 0;
    const embed = async (texts: readonly string[]) => {
      requests += 1;
      await during(texts, requests);
      allTexts.push(...texts);
      return texts.map((text) => [Number(/\d+/.exec(text)?.[0]), 1]);
    };
    return { model, embed, asked: allTexts };
  }
  const nothing = async () => undefined;

  const run = (database: Database, store: Store, embedder: ReturnType<typeof modelOf>, wait = setImmediate) =>
    embedProducts(
      {
        ...{ embedder, store, wait: async () => void (await wait()) },
        productRevisions: createProductRevisionRepository(database),
        productEmbeddings: createProductEmbeddingRepository(database),
      },
      { recordProgress: async () => store },
    );

  const isWhole = async ({ id }: Store, model = 'first') => {
    const { revision, embeddedRevision, embeddingModel } = await createProductRevisionRepository(
      one(),
    ).latest(id);
    return embeddedRevision === revision && embeddingModel === model;
  };

  async function vectorsOf({ id }: Store, model = 'first') {
    const vectors = { model, onMissing: () => undefined };
    const indexes = createSearchIndexes(createProductRevisionRepository(one()), 10_000_000, vectors);
    return (await indexes.get(id))?.vectors ?? assert.fail('no index');
  }

  it('asks the model for each vector once when the embedding job is repeated', async () => {
    const store = await newStore();
    const model = modelOf(nothing);
    for (let runs = 0; runs < 3; runs += 1) await run(one(), store, model);
    assert.equal(model.asked.length, COUNT);
    assert.ok(await isWhole(store));
    assert.equal((await vectorsOf(store)).size, COUNT);
  });

  it('keeps the vectors written before the model fails, and asks only for the rest', async () => {
    const store = await newStore();
    const failing = modelOf(async (_, requests) => {
      if (requests === 2) throw new Error('the model is out of memory');
    });
    await assert.rejects(run(one(), store, failing), /out of memory/);
    assert.equal((await vectorsOf(store)).size, BATCH_SIZE);
    assert.equal(await isWhole(store), false);
    const model = modelOf(nothing);
    await run(one(), store, model);
    assert.equal(model.asked.length, COUNT - BATCH_SIZE);
    assert.ok(await isWhole(store));
  });

  it('stores the vector of the new text for a product that changes while its vector is computed', async () => {
    const store = await newStore();
    const model = modelOf(async (texts, requests) => {
      if (requests === 1) await copy().upsert(store.id, [product(1, 'Cup 1000')], NOON);
      else assert.ok(texts.length > 0);
    });
    await run(one(), store, model);
    assert.ok(await isWhole(store));
    assert.equal(model.asked.filter((text) => /^Cup 1000\b/.test(text)).length, 1);
    const rows = await createProductRevisionRepository(one()).listAfter(
      store.id,
      { revision: -1, number: 0 },
      COUNT,
    );
    const cup = rows.find((row) => row.product?.title === 'Cup 1000') ?? assert.fail('no cup');
    assert.deepEqual([...Buffer.from(cup.embedding ?? '', 'base64')], [127, 0]);
  });

  it('stores no vector for a product that is removed while its vector is computed', async () => {
    const store = await newStore();
    const { id } = product(1, 'Mug 1');
    await run(
      one(),
      store,
      modelOf((_, requests) => (requests === 1 ? copy().remove(store.id, [id], NOON) : nothing())),
    );
    assert.ok(await isWhole(store));
    assert.equal((await vectorsOf(store)).size, COUNT - 1);
  });

  it('completes the vectors of a store that two processes compute at once', async () => {
    const store = await newStore();
    const models = [modelOf(() => setImmediate()), modelOf(() => setImmediate())] as const;
    await Promise.all([run(one(), store, models[0]), run(other(), store, models[1])]);
    assert.ok(await isWhole(store));
    assert.equal((await vectorsOf(store)).size, COUNT);
    const later = modelOf(nothing);
    await run(other(), store, later);
    assert.deepEqual(later.asked, []);
  });

  it('stay whole when a slower process reports an earlier revision', async () => {
    const store = await newStore();
    await run(one(), store, modelOf(nothing));
    await createProductEmbeddingRepository(other()).write(store.id, [], { model: 'first', upTo: 1 });
    assert.ok(await isWhole(store));
  });

  it('replaces vectors of another model, and compares none of them', async () => {
    const store = await newStore();
    await run(one(), store, modelOf(nothing));
    assert.equal((await vectorsOf(store, 'second')).size, 0);
    const second = modelOf(async (_, requests) => {
      if (requests === 2) throw new Error('cut off');
    }, 'second');
    await assert.rejects(run(one(), store, second), /cut off/);
    assert.equal((await vectorsOf(store, 'second')).size, BATCH_SIZE);
    await run(one(), store, modelOf(nothing, 'second'));
    assert.ok(await isWhole(store, 'second'));
    assert.equal((await vectorsOf(store, 'second')).size, COUNT);
  });
});
