import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, signUp } from '../../../testing/merchant.ts';
import { startTestService } from '../../../testing/test-service.ts';

/** Has a long log. */
const STORE = 'demo-shopify';
const OTHER_STORE = 'demo-woocommerce';

type Refused = { code: string; error: string };

onEveryDatabase('requests of one account at once', (database) => {
  const running = forSuite(() => startTestService({ database }));
  let owner: Merchant;
  before(async () => {
    owner = await signUp(running);
    await fillLog(running.databaseUrl, STORE);
  });

  it('wait in line: a page with many queries never shows it', async () => {
    const paths = [
      '',
      '/overview',
      '/health',
      '/setup',
      '/requests?q=mug',
      '/products',
      '/sessions',
      '/policy',
    ];
    const threeTabs = [...paths, ...paths, ...paths];
    const answers = await Promise.all(threeTabs.map((path) => owner.get(`/stores/${OTHER_STORE}${path}`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      threeTabs.map(() => 200),
    );
  });

  it('reads one file at once for an account: the next waits, and is refused while its reader stays away', async () => {
    await using file = await openFile(running.baseUrl, owner);
    const refused = await owner.get<Refused>(`/stores/${STORE}/products?format=csv`);
    assert.deepEqual([refused.status, refused.body.code], [429, 'too_many_requests']);
    assert.match(refused.body.error, /files at once/);
    assert.equal(refused.headers.get('retry-after'), '5');
    assert.equal((await owner.get(`/stores/${STORE}/requests`)).status, 200, 'other reads go on');
    const waiting = owner.get(`/stores/${STORE}/products?format=csv`);
    await file.leave();
    assert.equal((await waiting).status, 200);
  });

  it('begin nothing for a client that went while its request waited', async () => {
    const file = await openFile(running.baseUrl, owner);
    const path = `/stores/${OTHER_STORE}/export`;
    const headers = { cookie: String(owner.cookie()) };
    const waiting = get(`${running.baseUrl}/api/merchant${path}`, { headers, agent: false });
    const gone = once(waiting, 'error');
    await once(waiting, 'finish');
    // The line is asked for within the request; its place comes only with the end of the file.
    await sleep(100);
    waiting.destroy(new Error('gone'));
    await gone;
    await sleep(100);
    await file.leave();
    const entries = async () =>
      (await owner.get<{ items: { action: string }[] }>(`/stores/${OTHER_STORE}/audit`)).body.items;
    const exports = async () => (await entries()).filter(({ action }) => action === 'store.exported').length;
    assert.equal((await owner.get(path)).status, 200);
    await eventually(async () => (await exports()) > 0, 'the export that has a reader is recorded');
    assert.equal(await exports(), 1);
  });

  it('read a file no further than its reader', async () => {
    await using file = await openFile(running.baseUrl, owner);
    const storage = await openDatabase(running.databaseUrl);
    await storage.deleteFrom('request_log').execute();
    await storage.destroy();
    const { rows, isWhole } = await file.readOn();
    assert.ok(isWhole && rows < LOGGED / 2, `${rows} rows of ${LOGGED}`);
  });
});

const LOGGED = 16_000;

/** Logs calls with long paths: the whole file is larger than what sockets hold. */
async function fillLog(databaseUrl: string, slug: string): Promise<void> {
  const storage = await openDatabase(databaseUrl);
  const { id: storeId } = await storage
    .selectFrom('stores')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: LOGGED }, (_, index) => ({
    ...{ id: randomUUID(), storeId, at: new Date(Date.now() - index * 1_000).toISOString() },
    ...{
      transport: 'rest' as const,
      method: 'GET',
      endpoint: 'GET /catalog/search',
      tool: null,
      status: 200,
    },
    ...{ path: `/${'a'.repeat(1_900)}`, durationUs: 1, shopUs: 0, agent: 'shopper', error: null },
    ...{ requestId: randomUUID(), sessionId: null, cartId: null, orderId: null },
    ...{ facts: null, verdicts: null },
  }));
  for (let from = 0; from < LOGGED; from += 1_000)
    await storage
      .insertInto('request_log')
      .values(rows.slice(from, from + 1_000))
      .execute();
  await storage.destroy();
}

/** Opens the log as a file, and reads nothing of it yet. */
async function openFile(baseUrl: string, merchant: Merchant) {
  const headers = { cookie: String(merchant.cookie()) };
  const request = get(`${baseUrl}/api/merchant/stores/${STORE}/requests?format=csv`, {
    headers,
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(response.statusCode, 200);
  const leave = async () => {
    if (!request.destroyed) request.destroy();
  };
  return {
    leave,
    [Symbol.asyncDispose]: leave,
    async readOn() {
      let rows = 0;
      for await (const part of response) rows += part.toString().split('\r\n').length - 1;
      return { rows: rows - 1, isWhole: response.complete };
    },
  };
}
