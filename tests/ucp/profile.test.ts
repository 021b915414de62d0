import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { SwitchableCapability } from '../../src/commerce/store/capabilities.ts';
import { everywhere } from '../../testing/everywhere.ts';
import { pluck } from '../../testing/pluck.ts';
import { whileOff } from '../../testing/switches.ts';
import { ucpAgentOf } from '../../testing/ucp-agent.ts';

type Service = { version: string; transport: string; endpoint: string };

interface Profile {
  ucp: {
    version: string;
    supported_versions?: Record<string, string>;
    services: Record<string, Service[]>;
    capabilities: Record<string, { version: string; spec: string; schema: string; extends?: string[] }[]>;
    payment_handlers: object;
  };
}

const CHECKOUT = 'dev.ucp.shopping.checkout';
const CART = 'dev.ucp.shopping.cart';
const DISCOUNT = 'dev.ucp.shopping.discount';
const FULFILLMENT = 'dev.ucp.shopping.fulfillment';
const WELL_KNOWN = '/.well-known/ucp';

everywhere('the official profile', (at) => {
  const nobody = () => ucpAgentOf(at, null);

  it('serves its newest version to agents without a profile, cacheable, with a leaf of each older one [PRF-2] [PRF-3]', async () => {
    const { status, headers, body } = await nobody().get<Profile>(WELL_KNOWN);
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(headers.get('cache-control'), 'public, max-age=300');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    const { ucp } = body;
    assert.equal(ucp.version, '2026-08-25');
    assert.deepEqual(Object.keys(ucp.supported_versions ?? {}), ['2026-04-08']);
    for (const [version, url] of Object.entries(ucp.supported_versions ?? {})) {
      const leaf = (await (await fetch(url)).json()) as Profile;
      assert.equal(leaf.ucp.version, version);
      assert.equal(leaf.ucp.supported_versions, undefined);
    }
  });

  it('names both transports, and capabilities of its own version with ucp.dev’s addresses [PRF-4]', async () => {
    for (const path of [WELL_KNOWN, `${WELL_KNOWN}/2026-04-08`]) {
      const { ucp } = (await nobody().get<Profile>(path)).body;
      const entries = ucp.services['dev.ucp.shopping'] ?? [];
      assert.deepEqual(pluck(entries, 'transport', 'endpoint'), [
        ['rest', nobody().address],
        ['mcp', `${nobody().address}/mcp`],
      ]);
      assert.deepEqual(ucp.payment_handlers, {});
      const declared = Object.values(ucp.capabilities).flat();
      const versions = [...entries, ...declared].map(({ version }) => version);
      assert.deepEqual(new Set(versions), new Set([ucp.version]));
      for (const url of declared.flatMap(({ spec, schema }) => [spec, schema]))
        assert.ok(url.startsWith(`https://ucp.dev/${ucp.version}/`), url);
      assert.ok(FULFILLMENT in ucp.capabilities);
    }
  });

  it('says of each capability what the merchant’s switch says [PRF-6]', async () => {
    const switched: [SwitchableCapability, string][] = [
      ['cart', CART],
      ['discount', DISCOUNT],
      ['fulfillment', FULFILLMENT],
    ];
    for (const [capability, name] of switched) {
      const capabilities = async () =>
        Object.keys((await nobody().get<Profile>(WELL_KNOWN)).body.ucp.capabilities);
      assert.ok((await capabilities()).includes(name));
      await whileOff(at, capability, async () => {
        assert.ok(!(await capabilities()).includes(name), `${name} is off`);
        assert.ok((await capabilities()).includes(CHECKOUT));
      });
    }
  });

  it('offers no endpoint, no tool and no extension of a capability that is off [PRF-5] [PRF-6]', async () => {
    const agent = ucpAgentOf(at);
    await whileOff(at, 'cart', async () => {
      const { capabilities } = (await nobody().get<Profile>(WELL_KNOWN)).body.ucp;
      assert.deepEqual(capabilities[DISCOUNT]?.[0]?.extends, [CHECKOUT]);
      assert.equal((await agent.createCart(['x'])).status, 404);
      const { body } = await agent.rpc<{ tools: { name: string }[] }>('tools/list', {});
      const names = body.result?.tools.map(({ name }) => name) ?? [];
      assert.ok(names.includes('create_checkout'));
      const unexpected = names.filter((name) => name.endsWith('_cart'));
      assert.deepEqual(unexpected, []);
      assert.equal((await agent.call('create_cart', { cart: {} })).body.error?.code, -32601);
    });
  });
});
