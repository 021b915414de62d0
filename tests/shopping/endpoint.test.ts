import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askHost } from '../../testing/ask-host.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { PLATFORMS, startTestService } from '../../testing/test-service.ts';
import { officialClients } from '../contract/mcp/official-clients.ts';
import { type Found, shopperAt } from './shopper.ts';

onEveryDatabase('the address of the shopping endpoint', (database) => {
  const running = forSuite(() => startTestService({ database, settings: { HOST_DOMAIN: 'stores.example' } }));

  const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };

  it('answers 404 for an unknown store and for a path below a store', async () => {
    for (const path of ['/mcp/no-such-store', '/mcp/demo-shopify/sse', '/mcp/', '/mcp']) {
      const body = JSON.stringify(rpc('tools/list'));
      const answer = await fetch(running.baseUrl + path, { method: 'POST', headers, body });
      assert.equal(answer.status, 404, path);
      assert.equal(((await answer.json()) as { code: string }).code, 'not_found');
    }
  });

  it('answers 404 while the merchant has disconnected the store', async () => {
    const merchant = await signUp(running);
    const shopper = shopperAt({ slug: 'demo-woocommerce', running });
    await merchant.post('/stores/demo-woocommerce/disconnect', {});
    assert.equal((await shopper.rpc('tools/list')).status, 404);
    await merchant.post('/stores/demo-woocommerce/reconnect', {});
    assert.equal((await shopper.rpc('tools/list')).status, 200);
  });

  it('takes POST alone, with a final slash too, and answers browsers of any origin', async () => {
    const url = `${running.baseUrl}/mcp/demo-shopify`;
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const refused = await fetch(url, { method });
      assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'POST, OPTIONS']);
      await refused.text();
    }
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://chat.example', 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /mcp-protocol-version/);
    const body = JSON.stringify(rpc('ping'));
    const answer = await fetch(`${url}/`, {
      method: 'POST',
      headers: { ...headers, origin: 'https://chat.example' },
      body,
    });
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.deepEqual(await answer.json(), { jsonrpc: '2.0', id: 1, result: {} });
  });

  it('describes the server with the name of the store and instructions, in both eras', async () => {
    const shopper = shopperAt({ slug: 'demo-shopify', running });
    for (const kind of officialClients) {
      const client = await kind.connect(new URL(shopper.address));
      assert.equal(client.serverName, 'ucp-host');
      await client.close();
    }
    const { body } = await shopper.rpc('initialize', { protocolVersion: '2025-11-25' });
    const result = body.result as unknown as { serverInfo: { title: string }; instructions: string };
    assert.equal(result.serverInfo.title, 'Northwind Outfitters');
    assert.match(result.instructions, /search_products.*create_checkout.*checkout_url.*get_checkout/s);
    const stateless = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const init = {
      headers: { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
      body: JSON.stringify(rpc('server/discover', { _meta: stateless })),
    };
    const discovered = await shopper.rpc('server/discover', {}, init);
    assert.equal((discovered.body.result as unknown as typeof result).instructions, result.instructions);
  });

  it('adds structured content and output schemas where the address asks for them alone', async () => {
    const shopper = shopperAt({ slug: 'demo-shopify', running });
    const asking = `${shopper.address}?structured`;
    const params = { name: 'search_products', arguments: { query: 'mug' } };
    const expected = await shopper.call<Found>('search_products', { query: 'mug' });
    const { body } = await shopper.rpc('tools/call', params, {}, asking);
    assert.deepEqual(body.result?.structuredContent, expected);
    assert.deepEqual(JSON.parse(body.result?.content[0]?.text ?? ''), expected);
    const schemas = async (url?: string) => {
      const listed = await shopper.rpc('tools/list', {}, {}, url);
      return listed.body.result?.tools.filter(({ outputSchema }) => outputSchema !== undefined).length;
    };
    assert.deepEqual([await schemas(), await schemas(asking)], [0, 12]);
  });

  for (const platform of PLATFORMS)
    it(`serves /mcp on the host of the ${platform} store, which llms.txt and the AI catalog name`, async () => {
      const slug = `demo-${platform}`;
      const host = `${slug}.stores.example`;
      const { port } = new URL(running.baseUrl);
      for (const path of ['/mcp', '/mcp/', '/mcp?structured']) {
        const listed = await askHost(running.baseUrl, host, path, {
          method: 'POST',
          headers,
          body: rpc('tools/list'),
        });
        assert.equal(listed.body.result.tools.length, 12, path);
      }
      const other = await askHost(running.baseUrl, host, '/mcp/demo-shopify', {
        method: 'POST',
        headers,
        body: rpc('tools/list'),
      });
      assert.equal(other.status, 404);
      const text = await askHost(running.baseUrl, host, '/llms.txt');
      assert.equal(text.status, 200);
      assert.equal(text.headers['content-type'], 'text/plain; charset=utf-8');
      assert.ok(text.body.includes(`(http://${host}:${port}/mcp)`), text.body);
      assert.ok(text.body.includes(`(http://${host}:${port}/.well-known/ucp)`), text.body);
      const mcp = `http://${host}:${port}/mcp`;
      const catalog = await askHost(running.baseUrl, host, '/.well-known/ai-catalog.json');
      assert.equal(catalog.headers['content-type'], 'application/ai-catalog+json');
      assert.deepEqual(JSON.parse(catalog.body), {
        specVersion: '1.0',
        entries: [
          {
            identifier: `urn:air:${host}:mcp:${slug}`,
            type: 'application/mcp-server-card+json',
            url: `${mcp}/server-card`,
          },
        ],
      });
      const card = await askHost(running.baseUrl, host, '/mcp/server-card');
      assert.equal(card.headers['content-type'], 'application/mcp-server-card+json');
      const described = JSON.parse(card.body);
      assert.equal(described.name, `example.stores.${slug}/${slug}`);
      assert.deepEqual(described.remotes, [{ type: 'streamable-http', url: mcp }]);
      assert.ok(described.description.length <= 100, described.description);
      const cardUrl = `${running.baseUrl}/mcp/${slug}/server-card`;
      const ofService = await fetch(cardUrl, { headers: { origin: 'https://chat.example' } });
      assert.equal(ofService.headers.get('access-control-allow-origin'), '*');
      const { remotes } = (await ofService.json()) as { remotes: { url: string }[] };
      assert.equal(remotes[0]?.url, `${running.baseUrl}/mcp/${slug}/mcp`);
      const etag = ofService.headers.get('etag') ?? '';
      assert.equal((await fetch(cardUrl, { headers: { 'if-none-match': etag } })).status, 304);
      const onService = await (await fetch(`${running.baseUrl}/mcp/${slug}/llms.txt`)).text();
      assert.ok(onService.includes(`(${running.baseUrl}/mcp/${slug}/mcp)`), onService);
    });

  it('answers 404 for the llms.txt of a store that does not exist', async () => {
    assert.equal((await askHost(running.baseUrl, 'none.stores.example', '/llms.txt')).status, 404);
    assert.equal((await fetch(`${running.baseUrl}/mcp/none/llms.txt`)).status, 404);
  });
});

onEveryDatabase('rate limits of the shopping endpoint', (database) => {
  // A tenth of the defaults: 60 reads and 6 creates per agent and minute, counted in a minute that stands still.
  const overrides = { now: () => Date.UTC(2026, 10, 22, 9, 0, 1) };
  const running = forSuite(() => startTestService({ database, settings: { RATE_LIMIT: '0.1' }, overrides }));

  it('count creates as creates and name the time to wait', async () => {
    const shopper = shopperAt({ slug: 'demo-shopify', running });
    const create = () => shopper.rpc('tools/call', { name: 'create_cart', arguments: {} });
    for (let time = 0; time < 6; time += 1) assert.equal((await create()).body.result?.isError, true);
    const { status, headers, body } = await create();
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body, { error: { data: { code: 'too_many_requests', retry_after: 59 } } });
    assert.equal(headers.get('retry-after'), '59');
    assert.match(body.error?.message ?? '', /Try again in 59 seconds/);
    assert.equal((await shopper.rpc('tools/list')).status, 200, 'reads are counted apart');
  });
});
