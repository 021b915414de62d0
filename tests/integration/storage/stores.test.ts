import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoreDescription } from '../../../src/commerce/store/store.ts';
import { type Database, openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { createStoreRepository, type Stores } from '../../../src/storage/repositories/stores/stores.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';

const DESCRIPTION: StoreDescription = {
  name: 'Good Mugs',
  currency: 'EUR',
  country: null,
  hosts: ['good-mugs.example'],
  links: [],
  versions: {},
};
const NOW = '2026-03-01T12:00:00.000Z';

onEveryDatabase('stores', (kind) => {
  const open: Database[] = [];
  let [ours, others]: Stores[] = [];
  const id = randomUUID();

  before(async () => {
    const url = await kind.migrated();
    const sealing = createSealing('a secret key of the tests only');
    open.push(await openDatabase(url), await openDatabase(url));
    [ours, others] = open.map((database) => createStoreRepository({ database, sealing }));
    const store = { id, slug: 'good-mugs', platform: 'shopify', credentials: {}, sandbox: false };
    await ours?.insert({ ...store, description: DESCRIPTION }, NOW);
  });
  after(async () => {
    for (const database of open) await database.destroy();
  });

  const cartIsOn = async () => (await ours?.find('good-mugs'))?.switches.cart;

  it('answer not_found when a store is erased during a request', async () => {
    const notFound = { name: 'CommerceError', kind: 'not_found' };
    await assert.rejects(async () => ours?.findCredentials(randomUUID()), notFound);
    await assert.rejects(async () => ours?.findWebhookSecret(randomUUID()), notFound);
  });

  it('find a store that was unknown before', async () => {
    assert.equal(await ours?.find('new-mugs'), undefined);
    const store = {
      id: randomUUID(),
      slug: 'new-mugs',
      platform: 'shopify',
      credentials: {},
      sandbox: false,
    };
    await others?.insert({ ...store, description: DESCRIPTION }, NOW);
    assert.equal((await ours?.find('new-mugs'))?.slug, 'new-mugs');
  });

  it('show a switch that another process has set [CAP-7]', async () => {
    assert.equal(await cartIsOn(), true);
    for (const on of [false, true]) {
      await others?.setSwitch(id, 'cart', on);
      // PostgreSQL notifies other processes after it has answered.
      while ((await cartIsOn()) !== on) await sleep(5);
    }
  });

  it('show a switch that this process has set, and keep a row that changes during the read out of the cache', async () => {
    for (const on of [false, true]) {
      const raced = [ours?.setSwitch(id, 'cart', on), ...Array.from({ length: 20 }, cartIsOn)];
      await Promise.all(raced);
      assert.equal(await cartIsOn(), on);
    }
  });

  it('show new credentials and a new description', async () => {
    const later = '2026-03-02T12:00:00.000Z';
    await ours?.find('good-mugs');
    const renewed = { description: { ...DESCRIPTION, name: 'Better Mugs' }, credentials: { key: 'new' } };
    await ours?.reconnect(id, renewed, { now: later });
    const store = await ours?.find('good-mugs');
    assert.deepEqual([store?.description.name, store?.connectedAt], ['Better Mugs', later]);
  });
});
