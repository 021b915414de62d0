import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { agentOf, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { type Activity, newSession, read, SHOPIFY, startActivity } from './activity.ts';

const PAGED = ['sessions', 'carts', 'orders', 'requests', 'products', 'webhooks', 'audit'];

onEveryDatabase('lists as CSV', (database) => {
  let at: Activity;
  before(async () => {
    at = await startActivity(database);
    const agent = at.agent();
    await agent.createCart([(await newSession(agent)).line_items[0]?.item.id ?? '']);
    const bought = await newSession(agent);
    await pay(bought);
    await agent.complete(bought.id);
    await at.merchant.put(`/stores/${SHOPIFY}`, { name: 'Renamed; =2+3' });
    const unsigned = { method: 'POST', headers: { 'x-shopify-topic': '=1+1' }, body: '{}' };
    await fetch(`${at.running.baseUrl}/webhooks/${SHOPIFY}`, unsigned);
    await at.running.settle();
  });
  after(() => at.close());

  /** Rows of a file, each with its cells by column. */
  async function file(path: string): Promise<{ headers: Headers; rows: Record<string, string>[] }> {
    const { status, headers, body: text } = await at.merchant.get<string>(`/stores/${SHOPIFY}${path}`);
    assert.equal(status, 200, text);
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

  it('has every row of every list, in the same order', async () => {
    for (const list of PAGED) {
      const { items, total } = await read<{ items: { id: string }[]; total: number }>(
        at,
        `/${list}?per_page=100`,
      );
      const { headers, rows } = await file(`/${list}?format=csv&page=7`);
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.equal(headers.get('content-disposition'), `attachment; filename="${SHOPIFY}-${list}.csv"`);
      assert.ok(total > 0 && total <= 100, `${list} has ${total} rows`);
      const ids = rows.map(({ id }) => id?.replace(/^'/, ''));
      assert.deepEqual(
        ids,
        items.map(({ id }) => id),
        list,
      );
    }
    const [order] = (await file('/orders?format=csv')).rows;
    const { items } = await read<{ items: { total: number }[] }>(at, '/orders');
    assert.equal(order?.total, ((items[0]?.total ?? 0) / 100).toFixed(2));
    assert.equal(order?.buyer_email?.includes('ada@'), false, 'addresses stay masked');
  });

  it('has the figures by day and by agent, and the searches without results', async () => {
    await at.agent().search('nothing is called so');
    const days = (await file('/overview?format=csv_by_day')).rows;
    assert.equal(days.length, 30);
    const agents = (await file('/overview?format=csv_by_agent')).rows;
    assert.deepEqual(
      agents.map(({ agent, sessions, currency }) => [agent, sessions, currency]),
      [['shopper.example', '2', 'USD']],
    );
    const searches = (await file('/zero-result-searches?format=csv')).rows;
    assert.deepEqual(
      searches.map(({ query }) => query),
      ['nothing is called so'],
    );
  });

  it('keeps the filters, and repeats or loses no row of many with the same instant', async () => {
    const storage = await openDatabase(at.running.databaseUrl);
    const [row] = await storage.selectFrom('checkout_sessions').selectAll().limit(1).execute();
    assert.ok(row);
    const copies = Array.from({ length: 450 }, () => ({
      ...row,
      id: randomUUID(),
      idempotency_key: null,
      order_id: null,
      order_status: null,
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
