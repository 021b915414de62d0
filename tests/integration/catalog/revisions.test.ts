import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import {
  createProductRevisionRepository,
  type RevisionPosition,
} from '../../../src/storage/repositories/catalog/product-revisions.ts';
import { createProductRepository } from '../../../src/storage/repositories/catalog/products.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';
import { product } from './goods.ts';

const MORNING = '2026-11-20T08:00:00.000Z';
const NOON = '2026-11-20T12:00:00.000Z';
const EVENING = '2026-11-20T18:00:00.000Z';
const BEGINNING = { revision: 0, number: 0 };

onEveryDatabase('revisions of a copied catalog', (kind) => {
  const at: { database?: Database } = {};
  before(async () => {
    at.database = await openDatabase(await kind.migrated());
  });
  after(() => at.database?.destroy());
  const database = () => at.database ?? assert.fail('no database is open');
  const copy = () => createProductRepository({ database: database() });
  const revisions = () => createProductRevisionRepository(database());

  async function newStore(): Promise<string> {
    const id = randomUUID();
    const description = { name: 'Shop', currency: 'USD', country: null, hosts: [], links: [], versions: {} };
    const shop = { platform: 'instant', description, credentials: {}, sandbox: true };
    await createStoreRepository({ database: database(), sealing: createSealing(SECRET_KEY) }).insert(
      { id, slug: `shop-${id}`, ...shop },
      MORNING,
    );
    return id;
  }

  async function titlesAfter(
    store: string,
    from: RevisionPosition,
    size = 3,
  ): Promise<(string | undefined)[]> {
    const titles: (string | undefined)[] = [];
    for (let position = from; ; ) {
      const rows = await revisions().listAfter(store, position, size);
      titles.push(...rows.map((row) => row.product?.title));
      const last = rows.at(-1);
      if (!last || rows.length < size) return titles;
      position = last;
    }
  }

  const behind = ({ revision }: { revision: number }) => ({ revision, number: Number.MAX_SAFE_INTEGER });

  it('returns what has changed since a revision, removals included', async () => {
    const store = await newStore();
    const { revision, deletedRevision } = await revisions().latest(store);
    assert.deepEqual({ revision, deletedRevision }, { revision: 0, deletedRevision: 0 });
    const catalog = Array.from({ length: 50 }, (_, index) => product(index + 1, `Mug ${index + 1}`));
    await copy().upsert(store, catalog, MORNING);
    assert.deepEqual(
      (await titlesAfter(store, BEGINNING)).toSorted(),
      catalog.map(({ title }) => title).toSorted(),
    );
    const before = await revisions().latest(store);
    await copy().upsert(store, [product(7, 'Cup')], NOON);
    await copy().remove(store, ['gid://instant/Product/9'], NOON);
    assert.deepEqual(await titlesAfter(store, behind(before)), ['Cup', undefined]);
    assert.deepEqual(await titlesAfter(store, behind(await revisions().latest(store))), []);
  });

  it('keeps the revision of a copied catalog when unchanged products are confirmed', async () => {
    const store = await newStore();
    const catalog = [1, 2, 3].map((number) => product(number, 'Mug'));
    await copy().upsert(store, catalog, MORNING);
    const before = await revisions().latest(store);
    await copy().upsert(store, catalog, NOON);
    assert.deepEqual(await revisions().latest(store), before);
    assert.equal((await copy().findByIds(store, [catalog[0]?.id ?? ''])).asOf, NOON);
  });

  it('names the import that deleted rows, and no other', async () => {
    const store = await newStore();
    const catalog = [1, 2].map((number) => product(number, 'Mug'));
    const done = { finishedAt: EVENING, currency: 'USD', limited: null };
    await copy().upsert(store, catalog, NOON);
    await copy().finishImport(store, { startedAt: MORNING, ...done });
    assert.equal((await revisions().latest(store)).deletedRevision, 0);
    await copy().upsert(store, catalog.slice(0, 1), EVENING);
    const before = await revisions().latest(store);
    await copy().finishImport(store, { startedAt: EVENING, ...done });
    const { revision, deletedRevision } = await revisions().latest(store);
    assert.equal(deletedRevision, revision);
    assert.ok(revision > before.revision);
  });

  it('shows every change to a reader that polls while others write', async () => {
    const store = await newStore();
    const seen = new Map<number, string | undefined>();
    let mark = 0;
    const read = async () => {
      // Reads of SQLite need no turn of the event loop: the writers would never run.
      await setImmediate();
      const { revision } = await revisions().latest(store);
      for (const row of await revisions().listAfter(store, behind({ revision: mark }), 10_000))
        seen.set(row.number, row.product?.title);
      mark = revision;
    };
    const instants = Array.from({ length: 15 }, (_, index) =>
      new Date(Date.parse(NOON) + index).toISOString(),
    );
    const writers = [1, 2, 3, 4].map(async (writer) => {
      for (const asOf of instants)
        await copy().upsert(
          store,
          [product(writer, `${asOf} of ${writer}`), product(5, `${asOf} of all`), product(6, 'always')],
          asOf,
        );
    });
    const writes = Promise.all(writers).then(() => undefined);
    for (let done = false; !done; )
      done = await Promise.race([writes.then(() => true), read().then(() => false)]);
    await read();
    const all = await revisions().listAfter(store, BEGINNING, 100);
    assert.equal(all.length, 6);
    assert.deepEqual(new Map(all.map(({ number, product: row }) => [number, row?.title])), seen);
  });

  it('returns ids by the numbers of rows, of one store only', async () => {
    const [store, other] = [await newStore(), await newStore()];
    await copy().upsert(store, [product(1, 'Mug'), product(2, 'Cup')], MORNING);
    const rows = await revisions().listAfter(store, BEGINNING, 10);
    const numbers = rows.map(({ number }) => number);
    await copy().remove(store, ['gid://instant/Product/2'], NOON);
    const mug = rows.find((row) => row.product?.title === 'Mug')?.number ?? 0;
    assert.deepEqual(await revisions().idsOf(store, numbers), new Map([[mug, 'gid://instant/Product/1']]));
    assert.deepEqual(await revisions().idsOf(other, numbers), new Map());
    assert.deepEqual(await revisions().idsOf(store, []), new Map());
  });
});
