import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { CheckStoreDiscoveryResponse } from '../../../client/index.ts';
import { commandLine, runCommand } from '../../../testing/command-line.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { startHttpServer } from '../../../testing/http-server.ts';
import { pluck } from '../../../testing/pluck.ts';
import { PLATFORMS, SECRET_KEY, startTestService } from '../../../testing/test-service.ts';

describe('doctor --parity', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const cache = forSuite(() => startCache(running.baseUrl));

  async function compare(slug: string, baseUrl = running.baseUrl) {
    const env = { DATABASE_URL: running.databaseUrl, SECRET_KEY, BASE_URL: baseUrl };
    const args = ['doctor', slug, '--parity', '--json', '--products', '3', '--seed', '1'];
    const { code, out, errors } = await runCommand({ args, env: { ...process.env, ...env } });
    assert.notEqual(out, '', errors);
    const { diagnostics } = JSON.parse(out) as CheckStoreDiscoveryResponse;
    return { code, diagnostics, worse: diagnostics.filter(({ level }) => level !== 'ok') };
  }

  for (const platform of PLATFORMS)
    describe(platform, () => {
      const slug = `demo-${platform}`;
      const control = () => running.shop(slug).control;

      function changePrices(price: string): void {
        for (const { variants } of control().products) for (const variant of variants) variant.price = price;
      }

      before(async () => {
        await running.settle();
        await commandLine(running.databaseUrl, ['stores', 'feeds', slug, 'on']);
      });

      it('finds every surface equal to the shop, the feeds among them, and leaves no cart open', async () => {
        const { code, diagnostics, worse } = await compare(slug);
        assert.deepEqual(worse, []);
        assert.equal(code, 0);
        assert.equal(diagnostics.filter(({ check }) => check.startsWith('feed ')).length, 6);
        for (const { pieces } of control().carts()) assert.equal(pieces, 0);
      });

      it('explains a stale copy by the age that feeds state, and exits with 1 when they state none', async () => {
        // No event reports it.
        changePrices('77.00');
        cache.mode = 'without age';
        const ageless = await compare(slug, cache.baseUrl);
        assert.equal(ageless.code, 1);
        assert.ok(ageless.worse.length > 0);
        for (const { level, check, title, cause } of ageless.worse) {
          assert.deepEqual([level, check.slice(0, 5)], ['problem', 'feed ']);
          assert.match(`${title} ${cause}`, /price of gid:.* the shop 77\.00\./);
        }
        changePrices('78.00');
        const { code, worse } = await compare(slug);
        assert.deepEqual(worse, []);
        assert.equal(code, 0);
      });

      it('exits with 1 and names the one feed that a cache repeats', async () => {
        cache.mode = 'repeating';
        const { out } = await commandLine(running.databaseUrl, ['feeds', 'show', slug]);
        const path = new URL(/\S+\/google\.csv/.exec(out)?.[0] ?? '').pathname;
        assert.equal((await fetch(cache.baseUrl + path)).status, 200);
        changePrices('79.00');
        for (const { id } of control().products) control().touchProduct(id);
        await running.settle();
        const { code, worse } = await compare(slug, cache.baseUrl);
        assert.equal(code, 1);
        assert.deepEqual(new Set(pluck(worse, 'check')), new Set(['feed google.csv']));
      });
    });

  it('reads a feed that has more than 10 MB when it is packed', async () => {
    cache.mode = 'long';
    const { diagnostics } = await compare('demo-shopify', cache.baseUrl);
    assert.equal(diagnostics.find(({ check }) => check === 'feed google.csv')?.level, 'ok');
  });
});

/**
 * Cache in front of a service, which leaves out the age of feeds, repeats its first answer for each of them, or adds a long row to one
 * that stays long when it is packed.
 */
async function startCache(origin: string) {
  const answers = new Map<string, Promise<Answer>>();
  const cache = { mode: 'without age' as 'without age' | 'repeating' | 'long' };
  const isLong = (url: string) => cache.mode === 'long' && url.endsWith('/google.csv');
  const server = await startHttpServer(async (request, response) => {
    const { url = '' } = request;
    const isFeed = url.startsWith('/feeds/');
    const isRepeated = isFeed && cache.mode === 'repeating';
    const answering = (isRepeated ? answers.get(url) : undefined) ?? pass(request, origin);
    if (isRepeated) answers.set(url, answering);
    const { age, ...headers } = (await answering).headers;
    const isAgeless = age === undefined || (isFeed && cache.mode === 'without age');
    const { status, body } = await answering;
    if (isLong(url)) return sendLonger(request, response, body);
    response.writeHead(status, isAgeless ? headers : { ...headers, age });
    response.end(body);
  });
  return Object.assign(cache, { baseUrl: server.url, close: server.close });
}

/** Sends a feed with an item more, whose id has 12 MB when it is packed. */
function sendLonger({ headers }: IncomingMessage, response: ServerResponse, body: Buffer): void {
  const row = body.toString().trimEnd().split('\r\n').at(-1) ?? '';
  const id = randomBytes(12 * 1024 * 1024).toString('base64');
  const longer = Buffer.concat([body, Buffer.from(row.replace(/^[^,]*/, id)), Buffer.from('\r\n')]);
  const isPacked = /gzip/.test(String(headers['accept-encoding']));
  response.writeHead(200, isPacked ? { 'content-encoding': 'gzip' } : {});
  response.end(isPacked ? gzipSync(longer) : longer);
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function pass(request: IncomingMessage, origin: string): Promise<Answer> {
  const { host: _host, connection: _connection, ...own } = request.headers as Record<string, string>;
  const body = Buffer.concat(await request.toArray());
  const answer = await fetch(`${origin}${request.url}`, {
    ...{ method: request.method ?? 'GET', redirect: 'manual' },
    headers: { ...own, 'accept-encoding': 'identity' },
    ...(body.length > 0 && { body }),
  });
  const passed = [...answer.headers].filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
  );
  return {
    ...{ status: answer.status, headers: Object.fromEntries(passed) },
    body: Buffer.from(await answer.arrayBuffer()),
  };
}
