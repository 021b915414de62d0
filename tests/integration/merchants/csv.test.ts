import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, beforeEach, it } from 'node:test';
import { z } from 'zod';
import { merchantApi } from '../../../src/merchant/index.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, type ErrorBody, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { failingDatabase } from '../../../testing/failing-database.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectLogged } from '../../../testing/log-of-tests.ts';
import { organizationOf } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type Activity, newSession, read, SHOPIFY, startActivity } from './activity.ts';

/** Member of an answer that holds its rows. */
const LIST_MEMBERS = ['items', 'changes', 'by_day'];

/** Every endpoint whose answer is a list, with its formats that are files. */
const LISTS = merchantApi.endpoints
  .filter(({ route, output }) => route.startsWith('GET ') && isList(output))
  .map(({ route, input }) => ({ path: route.slice('GET '.length), formats: filesOf(input) }));

function isList(output: z.ZodType): boolean {
  return output instanceof z.ZodObject && LIST_MEMBERS.some((name) => name in output.shape);
}

function filesOf(input: z.ZodObject): string[] {
  const parsed = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties?.format;
  const formats = typeof parsed === 'object' ? (parsed.enum ?? []) : [];
  return formats.filter((each): each is string => String(each).startsWith('csv'));
}

const PAGED = [
  'sessions',
  'carts',
  'orders',
  'requests',
  'products',
  'webhooks',
  'event-deliveries',
  'audit',
];

onEveryDatabase('lists as CSV', (database) => {
  let owner: Activity['owner'];
  const at = forSuite(() => startActivity(database));
  before(async () => {
    owner = at.owner;
    const agent = at.agent();
    await agent.createCart([(await newSession(agent)).line_items[0]?.item.id ?? '']);
    const bought = await newSession(agent);
    await pay(bought);
    await agent.complete(bought.id);
    const receiver = { url: 'https://receiver.example/events' };
    const { body } = await owner.post<{ endpoint: { id: string } }>(
      `/stores/${SHOPIFY}/event-endpoints`,
      receiver,
    );
    for (let count = 0; count < 2; count += 1)
      await owner.post(`/stores/${SHOPIFY}/event-endpoints/${body.endpoint.id}/test`);
    await owner.put(`/organizations/${await organizationOf(owner)}`, { name: '=1+1' });
    await at.merchant.put(`/stores/${SHOPIFY}`, { name: 'Renamed; =2+3' });
    const unsigned = { method: 'POST', headers: { 'x-shopify-topic': '=1+1' }, body: '{}' };
    await fetch(`${at.running.baseUrl}/webhooks/${SHOPIFY}`, unsigned);
    await at.running.settle();
  });

  const file = (path: string) => fileAt(`/stores/${SHOPIFY}${path}`);

  /** Rows of a file, each with its cells by column. */
  async function fileAt(path: string): Promise<{ headers: Headers; rows: Record<string, string>[] }> {
    // In person: some lists are not for tokens.
    const { status, headers, body: text } = await owner.get<string>(path);
    assert.equal(status, 200, JSON.stringify(text));
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8', path);
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[\w-]+\.csv"$/);
    assert.ok(text.startsWith('\uFEFF') && text.endsWith('\r\n'));
    const [columns = [], ...lines] = cellsOf(text.slice(1));
    return {
      headers,
      rows: lines.map((cells) => {
        assert.equal(cells.length, columns.length, JSON.stringify(cells));
        return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
      }),
    };
  }

  it('offers CSV at every endpoint that answers with a list', async () => {
    assert.ok(LISTS.length > 20, `${LISTS.length} lists`);
    const organization = await organizationOf(owner);
    for (const { path, formats } of LISTS) {
      assert.ok(formats.length > 0, `${path} has no format`);
      const address = path.replace('{slug}', SHOPIFY).replace('{organization_id}', organization);
      assert.doesNotMatch(address, /\{/);
      const { body } = await owner.get<Record<string, object[]>>(`${address}?per_page=100`);
      const member = LIST_MEMBERS.find((name) => Array.isArray(body[name])) ?? assert.fail(path);
      for (const format of formats) {
        const { rows } = await fileAt(`${address}?format=${format}`);
        const listed = format.startsWith('csv_') ? format.slice('csv_'.length) : member;
        assert.equal(rows.length, body[listed]?.length, `${path} as ${format}`);
      }
    }
  });

  it('writes every row of every list into its CSV file, in the same order', async () => {
    for (const list of PAGED) {
      const { items, total } = await read<{ items: { id: string }[]; total: number }>(
        at,
        `/${list}?per_page=100`,
      );
      const { headers, rows } = await file(`/${list}?format=csv&page=7`);
      assert.equal(headers.get('content-disposition'), `attachment; filename="${SHOPIFY}-${list}.csv"`);
      assert.ok(total > 0 && total <= 100, `${list} has ${total} rows`);
      const ids = rows.map(({ id }) => id?.replace(/^'/, ''));
      const expected = items.map(({ id }) => id);
      assert.deepEqual(ids, expected, list);
    }
    const [order] = (await file('/orders?format=csv')).rows;
    const { items } = await read<{ items: { total: number }[] }>(at, '/orders');
    assert.equal(order?.total, ((items[0]?.total ?? 0) / 100).toFixed(2));
    assert.equal(order?.buyer_email?.includes('ada@'), false, 'addresses stay masked');
  });

  it('exports the figures by day and by agent, and the searches without results as CSV', async () => {
    await at.agent().search('nothing is called so');
    const days = (await file('/overview?format=csv_by_day')).rows;
    assert.equal(days.length, 30);
    const agents = (await file('/overview?format=csv_by_agent')).rows;
    assert.deepEqual(pluck(agents, 'agent', 'sessions', 'currency'), [['shopper.example', '2', 'USD']]);
    const searches = (await file('/zero-result-searches?format=csv')).rows;
    assert.deepEqual(pluck(searches, 'query'), ['nothing is called so']);
  });

  it('keeps the filters, and repeats or loses no row of many with the same instant', async () => {
    const storage = await openDatabase(at.running.databaseUrl);
    const [row] = await storage.selectFrom('checkout_sessions').selectAll().limit(1).execute();
    assert.ok(row);
    const copies = Array.from({ length: 450 }, () => ({
      ...row,
      id: randomUUID(),
      idempotencyKey: null,
      orderId: null,
      orderStatus: null,
      payment: null,
      agent: 'copied',
    }));
    await storage.insertInto('checkout_sessions').values(copies).execute();
    await storage.destroy();
    const { rows } = await file('/sessions?format=csv&agent=copied');
    assert.equal(rows.length, 450);
    assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(copies.map(({ id }) => id)));
    assert.deepEqual((await file('/sessions?format=csv&agent=nobody')).rows, []);
  });

  it('reads all deliveries of events and all changes of health in batches', async () => {
    const storage = await openDatabase(at.running.databaseUrl);
    const { id: store } = await storage
      .selectFrom('stores')
      .select('id')
      .where('slug', '=', SHOPIFY)
      .executeTakeFirstOrThrow();
    const change = {
      aspect: 'shop',
      fromState: 'ok',
      toState: 'failing',
      reason: '=1+1',
      remedy: null,
    } as const;
    const instant = '2026-01-02T03:04:05.678Z';
    const changes = Array.from({ length: 250 }, () => ({
      ...change,
      id: randomUUID(),
      storeId: store,
      since: instant,
      at: instant,
    }));
    await storage.insertInto('health_changes').values(changes).execute();
    const delivery = await storage
      .selectFrom('outbox_messages')
      .selectAll()
      .where('receiver', '=', 'endpoint')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { number: _, ...message } = delivery;
    const copies = Array.from({ length: 450 }, () => {
      const id = randomUUID();
      return { ...message, id, messageId: `msg_${id}`, status: 'dead' as const };
    });
    await storage.insertInto('outbox_messages').values(copies).execute();
    await storage.destroy();

    const health = (await file('/health?format=csv')).rows;
    assert.equal(health.length, 250);
    assert.equal(health[0]?.reason, "'=1+1");
    const { rows } = await file(`/event-deliveries?format=csv&status=dead&type=${message.type}`);
    assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(copies.map(({ id }) => id)));
    assert.equal(rows.length, 450);
    assert.deepEqual((await file('/event-deliveries?format=csv&status=delivered')).rows, []);
  });

  it('keeps the filters of the stores and of the organization’s log', async () => {
    const names = async (query: string) =>
      (await fileAt(`/stores?format=csv${query}`)).rows.map((row) => row.slug);
    assert.deepEqual(await names('&q=DEMO-SHOP'), [SHOPIFY]);
    assert.deepEqual(await names('&organization=none'), []);
    const log = `/organizations/${await organizationOf(owner)}/audit?format=csv`;
    assert.ok((await fileAt(`${log}&actor=${encodeURIComponent(owner.account.email)}`)).rows.length > 0);
    assert.deepEqual((await fileAt(`${log}&actor=other@shop.example`)).rows, []);
  });

  it('narrows webhooks, deliveries of events and the audit log by instants, as pages and as files', async () => {
    const instant = '2090-01-02T23:30:00.000Z';
    const id = randomUUID();
    await copyRowsTo(at, { id, instant });
    for (const list of ['webhooks', 'event-deliveries', 'audit']) {
      const matches = async (query: string) => {
        const { items, total } = await read<{ items: { id: string }[]; total: number }>(
          at,
          `/${list}?per_page=100&${query}`,
        );
        const ids = (await file(`/${list}?format=csv&${query}`)).rows.map((row) => row.id);
        assert.equal(total, ids.length, `${list} ${query}`);
        assert.deepEqual(pluck(items, 'id'), ids.slice(0, 100), `${list} ${query}`);
        return ids;
      };
      assert.deepEqual(await matches(`since=${instant}`), [id], list);
      assert.deepEqual(
        await matches('since=2090-01-03T00:00:00%2B01:00&until=2090-01-03T01:00:00Z'),
        [id],
        list,
      );
      assert.deepEqual(await matches(`since=2090-01-01T00:00:00Z&until=${instant}`), [], list);
      assert.equal((await matches('since=&until=2090-01-01T00:00:00Z')).includes(id), false, list);
      const { status, body } = await at.merchant.get<{ details: { path: string }[] }>(
        `/stores/${SHOPIFY}/${list}?since=yesterday`,
      );
      assert.deepEqual([status, body.details[0]?.path], [400, 'since'], list);
    }
  });

  it('starts no cell that a spreadsheet would take for a formula', async () => {
    for (const name of ['=1+1', '@SUM(1)', '-2', '+3'])
      await agentOf(at.running.baseUrl, SHOPIFY, { 'ucp-agent': name }).search('=nothing; +is "called", so');
    await at.running.settle();
    const agents = (await file('/requests?format=csv')).rows.map(({ agent }) => agent);
    for (const name of ["'=1+1", "'@SUM(1)", "'-2", "'+3"]) assert.ok(agents.includes(name), name);
    const queries = (await file('/zero-result-searches?format=csv')).rows.map(({ query }) => query);
    assert.ok(queries.includes(`'=nothing;' +is "called", so`), JSON.stringify(queries));
    const files = await Promise.all(PAGED.map((list) => file(`/${list}?format=csv`)));
    const cells = files.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)));
    for (const cell of cells) assert.doesNotMatch(cell, /^\s*[=+\-@]|[;\t\r\n] ?[=+\-@]/);
  });
});

/** Reads RFC 4180. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

/** Copies a row of each list to another instant. */
async function copyRowsTo(
  { running }: Activity,
  { id, instant }: { id: string; instant: string },
): Promise<void> {
  await using storage = await openDatabase(running.databaseUrl);
  const { id: store } = await storage
    .selectFrom('stores')
    .select('id')
    .where('slug', '=', SHOPIFY)
    .executeTakeFirstOrThrow();
  const webhook = await storage
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('storeId', '=', store)
    .limit(1)
    .executeTakeFirstOrThrow();
  await storage
    .insertInto('webhook_deliveries')
    .values({ ...webhook, deliveryHash: id, receivedAt: instant })
    .execute();
  const { number: _, ...message } = await storage
    .selectFrom('outbox_messages')
    .selectAll()
    .where('storeId', '=', store)
    .where('receiver', '=', 'endpoint')
    .limit(1)
    .executeTakeFirstOrThrow();
  const settled = { status: 'delivered' as const, settledAt: instant };
  await storage
    .insertInto('outbox_messages')
    .values({ ...message, ...settled, id, messageId: `msg_${id}`, occurredAt: instant })
    .execute();
  const entry = await storage
    .selectFrom('audit_entries')
    .selectAll()
    .where('storeId', '=', store)
    .limit(1)
    .executeTakeFirstOrThrow();
  await storage
    .insertInto('audit_entries')
    .values({ ...entry, id, at: instant })
    .execute();
}

onEveryDatabase('a list as CSV whose database fails', (database) => {
  const failing = forSuite(async () => failingDatabase(await database.migrated()));
  const at = forSuite(() =>
    startActivity(database, { databaseUrl: failing.url, overrides: failing.overrides }),
  );
  beforeEach(() => expectLogged(/database|Connection terminated|no room/i));

  it('answers a CSV request with an error as JSON, whichever statement is the first that fails', async () => {
    const statuses = new Set<number>();
    for (let statements = 0; !statuses.has(200); statements += 1) {
      failing.failAfter(statements);
      const { status, headers, body } = await at.owner
        .get<ErrorBody>(`/stores/${SHOPIFY}/audit?format=csv`)
        .finally(() => failing.work());
      statuses.add(status);
      if (status === 200) continue;
      assert.deepEqual(
        [status, headers.get('content-type'), headers.get('content-disposition'), body.code],
        [503, 'application/json; charset=utf-8', null, 'busy'],
        `after ${statements} statements: ${JSON.stringify(body)}`,
      );
    }
    assert.ok(statuses.has(503));
  });
});
