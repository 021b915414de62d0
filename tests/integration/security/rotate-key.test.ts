import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import { openSealing } from '../../../src/storage/engine/secret-key.ts';
import { countUnrotated, rotate, SEALED_COLUMNS } from '../../../src/storage/maintenance/rotate-key.ts';
import { createCartRepository } from '../../../src/storage/repositories/shopping/carts.ts';
import { createStoreRepository } from '../../../src/storage/repositories/stores/stores.ts';
import { agentOf, findVariant, pay } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { merchantOf, PASSWORD, signUp, withToken } from '../../../testing/merchant.ts';
import { storedRows } from '../../../testing/stored.ts';
import { PLATFORMS, SECRET_KEY, serviceOn, startTestService } from '../../../testing/test-service.ts';
import { newCode, openSite, pressOnSite, typeCode } from '../pairing/at-pairing.ts';

const NEW_KEY = 'the secret key that comes after it';
const BOTH = { SECRET_KEY: NEW_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY };
const ONLY_NEW = { SECRET_KEY: NEW_KEY };
const MANY = 450;

onEveryDatabase('a new SECRET_KEY', (database) => {
  it('takes over while the service runs: nothing stays under the old one, and everything goes on', async (t) => {
    const databaseUrl = await database.migrated();
    const site = await openSite();
    const first = await startTestService({ database, databaseUrl });
    const { baseUrl } = first;
    t.after(async () => {
      for (const platform of PLATFORMS) await first.shop(`demo-${platform}`).close();
      await site.close();
    });
    const merchant = await signUp(first);
    const script = await withToken(first, merchant);
    const typed = await newCode(merchant);
    assert.equal((await typeCode(site, baseUrl, typed.code)).ok, true);
    const data = await Promise.all(PLATFORMS.map((platform) => everythingAt(baseUrl, `demo-${platform}`)));
    await first.settle();
    const waiting = await newCode(merchant);
    await first.service.close();

    const again = async (keys: object) => {
      // Same address, because the paired site knows the service by it.
      const { port } = new URL(baseUrl);
      const service = await serviceOn(databaseUrl, {}, { PORT: port, SANDBOX: 'off', ...keys });
      await service.listen({ backgroundWork: false });
      // Pooled connections to the previous process fail on first use.
      while (!(await fetch(`${baseUrl}/openapi.json`).catch(() => undefined))?.ok);
      let closed = false;
      const close = async () => {
        if (!closed) await service.close();
        closed = true;
      };
      t.after(close);
      return { close };
    };
    const goesOn = async () => {
      for (const { slug, item, cart, session, order } of data) {
        const agent = agentOf(baseUrl, slug);
        assert.equal((await agent.readCart(cart.id)).body.continue_url, cart.continue_url);
        assert.equal((await agent.readSession(session.id)).body.continue_url, session.continue_url);
        const changed = await agent.replaceCartLines(cart.id, [item]);
        assert.equal(changed.status, 200, 'the platform’s cart is reached');
        cart.continue_url = changed.body.continue_url;
        assert.match((await agent.readOrder(order)).body.buyer.email, /@/);
      }
      assert.equal((await pressOnSite(site, 'check')).ok, true, 'the paired site goes on');
      assert.equal((await script.get('/stores')).status, 200, 'API tokens go on');
    };

    const second = await again(BOTH);
    await goesOn();
    assert.equal((await merchant.get('/me')).status, 401, 'a browser’s session ends');
    const signedIn = merchantOf({ baseUrl });
    assert.equal(
      (await signedIn.post('/sign-in', { email: merchant.account.email, password: PASSWORD })).status,
      200,
    );
    const before = await commandLine(databaseUrl, ['rotate-key', '--status', '--json'], '', BOTH);
    assert.equal(before.code, 1);
    const ran = await commandLine(databaseUrl, ['rotate-key', '--json'], '', BOTH);
    assert.equal(ran.code, 0, ran.out);
    const { rotated, unopened, remaining } = JSON.parse(ran.out);
    assert.deepEqual([unopened, remaining], [[], []]);
    assert.ok(rotated > 15, `${rotated} were sealed anew`);
    await goesOn();
    await second.close();

    const old = createSealing(SECRET_KEY).prefix;
    for (const [table, rows] of Object.entries(await storedRows(databaseUrl)))
      assert.ok(!JSON.stringify(rows).includes(old), `${table} holds something under the old key`);
    const done = await commandLine(databaseUrl, ['rotate-key', '--status'], '', ONLY_NEW);
    assert.deepEqual(
      [done.code, /SECRET_KEY_PREVIOUS is no longer needed/.test(done.out)],
      [0, true],
      done.out,
    );

    await again(ONLY_NEW);
    await goesOn();
    assert.equal((await signedIn.get('/me')).status, 200, 'who signed in under the new key stays so');
    const other = await openSite('Other Goods');
    t.after(() => other.close());
    assert.equal((await typeCode(other, baseUrl, waiting.code)).ok, true, 'a code of before is still good');
  });

  it('takes over where it was cut off', async () => {
    const { store, url, names } = await withCarts(database);
    await using connection = await openDatabase(url);
    const sealing = await openSealing(connection, NEW_KEY, { previous: SECRET_KEY });
    const cutOff = rotate(connection, sealing, (rotated) => {
      if (rotated > 200) throw new Error('cut off');
    });
    await assert.rejects(cutOff, /cut off/);
    const left = (await countUnrotated(connection, sealing)).reduce((sum, { count }) => sum + count, 0);
    assert.ok(left > 0 && left < 2 * MANY, `${left} are left`);
    const repository = createCartRepository({ database: connection, sealing });
    for (const id of names)
      assert.equal((await repository.find(store, id))?.continueUrl, `https://shop.example/${id}`);
    const { rotated, unopened, remaining } = await rotate(connection, sealing);
    assert.deepEqual([rotated, unopened, remaining], [left, [], []]);
    const alone = createCartRepository({
      database: connection,
      sealing: await openSealing(connection, NEW_KEY),
    });
    for (const id of names)
      assert.equal((await alone.find(store, id))?.continueUrl, `https://shop.example/${id}`);
  });

  it('never puts an older value in the place of one that is written meanwhile', async () => {
    const { store, url, names } = await withCarts(database);
    await using connection = await openDatabase(url);
    const sealing = await openSealing(connection, NEW_KEY, { previous: SECRET_KEY });
    const late = await openSealing(connection, SECRET_KEY);
    const write = async (index: number, id: string) => {
      // Writes rows from a process that does not have the new key yet.
      const cipher = index % 3 === 0 ? late : sealing;
      const continueUrl = cipher.seal(`https://shop.example/${id}/new`, `carts.continue_url/${id}`);
      await connection.updateTable('carts').set({ continueUrl }).where('id', '=', id).execute();
    };
    const [rotation] = await Promise.all([
      rotate(connection, sealing),
      ...names.map(async (id, index) => write(index, id)),
    ]);
    assert.deepEqual(rotation.unopened, []);
    assert.deepEqual((await rotate(connection, sealing)).remaining, []);
    const alone = createCartRepository({
      database: connection,
      sealing: await openSealing(connection, NEW_KEY),
    });
    for (const id of names)
      assert.equal((await alone.find(store, id))?.continueUrl, `https://shop.example/${id}/new`);
  });

  it('says what neither key opens, and which key the database wants', async () => {
    const { url, names } = await withCarts(database);
    const connection = await openDatabase(url);
    const lost = createSealing('a third key that nobody kept').seal('x', `carts.cart_handle/${names[0]}`);
    await connection
      .updateTable('carts')
      .set({ cartHandle: lost })
      .where('id', '=', names[0] ?? '')
      .execute();
    await connection.destroy();
    const ran = await commandLine(url, ['rotate-key'], '', BOTH);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /Neither key decrypts these:\n.*\ncarts +cart_handle +1/);
    const wrong = await commandLine(url, ['stores'], '', { SECRET_KEY: 'not the key of this database' });
    assert.equal(wrong.code, 2);
    assert.match(wrong.out, /written with another SECRET_KEY/);
    const without = await commandLine(url, ['rotate-key'], '', ONLY_NEW);
    assert.equal(without.code, 2);
    assert.match(without.out, /SECRET_KEY_PREVIOUS/);
  });
});

it('ciphertexts are bound to the places of all earlier versions', () => {
  const places = SEALED_COLUMNS.map(({ table, column }) => table.place(column, 'id'));
  assert.deepEqual(places.sort(), [
    'carts.cart_handle/id',
    'carts.continue_url/id',
    'checkout_sessions.cart_handle/id',
    'checkout_sessions.continue_url/id',
    'checkout_sessions.fulfillment/id',
    'event_endpoints.previous_secret/id',
    'event_endpoints.secret/id',
    'event_endpoints.url/id',
    'idempotent_answers.body/id',
    'kept_keys.secret/id',
    'order_notices.snapshot/id',
    'orders.buyer_email/id',
    'orders.page_url/id',
    'orders.shipping_address/id',
    'pairings.connector_token/id',
    'second_factors.secret/id',
    'service_messages.content/id',
    'signing_keys.private_key/id',
    'stores.credentials/id',
    'stores.feed_token/id',
    'stores.webhook_secret/id',
  ]);
});

it('writes places of ciphertexts only beside the declarations of tables', async () => {
  const places: string[] = [];
  for await (const file of glob('src/**/*.ts'))
    if (/`(?:[a-z_.]+|\$\{\w+\})\.(?:\w+|\$\{[^}]+\})\/\$\{/.test(await readFile(file, 'utf8')))
      places.push(file);
  assert.deepEqual(places, ['src/storage/tables/table.ts']);
});

/** Creates a cart, an open session, and an order with a buyer. */
async function everythingAt(baseUrl: string, slug: string) {
  const agent = agentOf(baseUrl, slug);
  const { id } = await findVariant(agent, 'mug');
  const cart = (await agent.createCart([id])).body;
  const session = (await agent.createSession([id])).body;
  const paid = (await agent.createSession([id])).body;
  await pay(paid);
  const { body } = await agent.complete(paid.id);
  const order = body.order?.id ?? assert.fail('no order');
  assert.match((await agent.readOrder(order)).body.buyer.email, /@/);
  return { slug, item: id, cart, session, order };
}

/** Creates a store with many carts, sealed under the old key. */
async function withCarts(database: TestDatabase) {
  const url = await database.migrated();
  await using connection = await openDatabase(url);
  const sealing = await openSealing(connection, SECRET_KEY);
  const now = new Date().toISOString();
  const store = 'the-store';
  const description = { name: 'Shop', currency: 'USD', country: null, hosts: [], links: [], versions: {} };
  await createStoreRepository({ database: connection, sealing }).insert(
    { id: store, slug: 'shop', platform: 'shopify', description, credentials: {}, sandbox: true },
    now,
  );
  const names = Array.from({ length: MANY }, (_, index) => `cart-${String(index).padStart(4, '0')}`);
  await connection
    .insertInto('carts')
    .values(
      names.map((id) => ({
        id,
        storeId: store,
        status: 'active',
        currency: 'USD',
        lines: [],
        totals: { subtotal: 0, discount: 0, tax: 0, shipping: 0, total: 0 },
        cartHandle: sealing.seal(`handle of ${id}`, `carts.cart_handle/${id}`),
        continueUrl: sealing.seal(`https://shop.example/${id}`, `carts.continue_url/${id}`),
        expiresAt: now,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .execute();
  return { url, store, names };
}
