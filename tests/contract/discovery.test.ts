import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manifestResponse } from '../../src/protocols/contract/responses.ts';
import { agentOf, bodyOf } from '../../testing/agent.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { startHttpServer } from '../../testing/http-server.ts';

everywhere('discovery', (at) => {
  it('answers the manifest with both transports, all capabilities and the redirect handler [MAN-1] [MAN-2] [CAP-1]', async () => {
    const body = bodyOf(200, await at.agent.get(''));
    const { ucp } = manifestResponse.parse(body);
    assert.equal(ucp.version, '2026-04-08');
    assert.deepEqual(ucp.services['dev.ucp.shopping']?.transport, 'rest/1.0');
    assert.equal(ucp.services['dev.ucp.shopping']?.endpoint, at.agent.address);
    assert.equal(ucp.services['dev.ucp.shopping.mcp']?.transport, 'mcp/1.0');
    assert.equal(ucp.services['dev.ucp.shopping.mcp']?.endpoint, `${at.agent.address}/mcp`);
    const expected = ['catalog', 'checkout', 'cart', 'order', 'discount', 'fulfillment'].map((name) => [
      `dev.ucp.shopping.${name}`,
      { version: '2026-04-08' },
    ]);
    assert.deepEqual(Object.entries(ucp.capabilities), expected);
    assert.equal(ucp.payment_handlers.redirect.redirect_url, `${at.agent.address}/checkout-sessions`);
  });

  it('answers the same with a trailing slash [MAN-2]', async () => {
    assert.deepEqual((await at.agent.get('/')).body, (await at.agent.get('')).body);
  });

  it('answers with the manifest after a redirect from /.well-known/ucp on the merchant’s domain [MAN-4]', async () => {
    await using merchant = await startHttpServer((_request, response) =>
      response.writeHead(302, { location: at.agent.address }).end(),
    );
    const answer = await fetch(`${merchant.url}/.well-known/ucp`);
    const body = await answer.json();
    assert.equal(answer.status, 200);
    assert.deepEqual(body, (await at.agent.get('')).body);
  });

  it('lets agents cache the manifest for a minute and revalidate it by its ETag [MAN-3]', async () => {
    const first = await at.agent.get('');
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60');
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^".+"$/);
    assert.equal((await at.agent.get('', { 'if-none-match': etag })).status, 304);
    assert.equal((await at.agent.get('', { 'if-none-match': '"another"' })).status, 200);
  });

  it('drops a capability that is switched off, and falls back to the older version without any [VER-1]', async () => {
    const store = await at.running.service.stores.find(at.slug);
    assert.ok(store);
    const switches = ['cart', 'order', 'discount', 'fulfillment'] as const;
    for (const capability of switches) await at.running.service.stores.setSwitch(store.id, capability, false);
    try {
      const { ucp } = manifestResponse.parse((await at.agent.get('')).body);
      assert.deepEqual(Object.keys(ucp.capabilities), [
        'dev.ucp.shopping.catalog',
        'dev.ucp.shopping.checkout',
      ]);
      assert.equal(ucp.version, '2026-01-23');
    } finally {
      for (const capability of switches)
        await at.running.service.stores.setSwitch(store.id, capability, true);
    }
    const { ucp } = manifestResponse.parse((await at.agent.get('')).body);
    assert.equal(Object.keys(ucp.capabilities).length, 6);
  });

  it('answers 404 with an error for an unknown store', async () => {
    const body = bodyOf(404, await agentOf(at.running.baseUrl, 'no-such-store').get(''));
    assert.equal(typeof body.error, 'string');
  });
});
