import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { negotiate, pickRelevant } from '../../src/protocols/ucp/negotiation/negotiate.ts';
import type { DeclaredCapabilities } from '../../src/protocols/ucp/profile/capabilities.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { everywhere, type Somewhere, unlimited } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { lineItems, messageOf, ucpAgentOf } from '../../testing/ucp-agent.ts';

const VERSION = '2026-08-25';
const entry = (version = VERSION, parents?: string[]) => [
  { version, spec: '', schema: '', ...(parents ? { extends: parents } : {}) },
];

const OURS: DeclaredCapabilities = {
  checkout: entry(),
  cart: entry(),
  discount: entry(VERSION, ['checkout', 'cart']),
  gift: entry(VERSION, ['discount']),
  note: entry(VERSION, ['cart']),
};

/** Capabilities that both sides have, by the platform's declaration. */
const INTERSECTIONS: [says: string, theirs: Record<string, { version: string }[]>, active: string[]][] = [
  [
    'everything',
    of('checkout', 'cart', 'discount', 'gift', 'note'),
    ['cart', 'checkout', 'discount', 'gift', 'note'],
  ],
  ['nothing', {}, []],
  ['what we do not know', of('checkout', 'booking'), ['checkout']],
  ['an extension with one of its parents', of('checkout', 'discount'), ['checkout', 'discount']],
  ['an extension without any parent', of('discount'), []],
  ['a chain whose root is missing', of('discount', 'gift'), []],
  ['an extension of what only we have', of('checkout', 'note'), ['checkout']],
  [
    'another version of it',
    { checkout: [{ version: '2026-04-08' }], cart: [{ version: VERSION }] },
    ['cart'],
  ],
  [
    'several versions, ours among them',
    { checkout: [{ version: '2026-04-08' }, { version: VERSION }] },
    ['checkout'],
  ],
  ['names of every object', { constructor: [{ version: VERSION }], toString: [{ version: VERSION }] }, []],
];

function of(...names: string[]): Record<string, { version: string }[]> {
  return Object.fromEntries(names.map((name) => [name, [{ version: VERSION }]]));
}

describe('the intersection of capabilities', () => {
  for (const [says, capabilities, active] of INTERSECTIONS)
    it(`holds what both sides have when a platform declares ${says} [NEG-2]`, () => {
      const agreement = negotiate(() => OURS, { version: VERSION, capabilities });
      assert.ok('active' in agreement);
      assert.deepEqual([...agreement.active.keys()].toSorted(), active);
    });

  it('takes the latest of several versions that both have [NEG-2]', () => {
    const [older, between, later] = ['2025-12-01', '2026-02-02', '2026-07-07'];
    const ours = { 'com.example.gift': [...entry(later), ...entry(older), ...entry(between)] };
    const theirs = [{ version: between }, { version: '2030-01-01' }, { version: older }];
    const agreement = negotiate(() => ours, {
      version: VERSION,
      capabilities: { 'com.example.gift': theirs },
    });
    assert.ok('active' in agreement);
    assert.deepEqual([...agreement.active], [['com.example.gift', between]]);
  });

  it('leaves out an extension whose parent is there in another version only [NEG-2]', () => {
    const capabilities = { ...of('discount', 'gift'), checkout: [{ version: '2026-04-08' }] };
    const agreement = negotiate(() => OURS, { version: VERSION, capabilities });
    assert.deepEqual('active' in agreement && [...agreement.active], []);
  });

  it('goes by the profile of the version that the platform speaks', () => {
    const versions: string[] = [];
    const ours = (version: string) => {
      versions.push(version);
      return { checkout: entry(version) };
    };
    for (const version of ['2026-08-25', '2026-04-08']) {
      const agreement = negotiate(ours, { version, capabilities: { checkout: [{ version }] } });
      assert.ok('active' in agreement);
      assert.deepEqual([agreement.version, [...agreement.active]], [version, [['checkout', version]]]);
    }
    assert.deepEqual(versions, ['2026-08-25', '2026-04-08']);
  });

  it('intersects capabilities of equal versions only, not of later or earlier ones [NEG-1]', () => {
    for (const version of ['2026-01-23', '2026-09-01', '2030-01-01'])
      assert.deepEqual(
        negotiate(() => OURS, { version, capabilities: of('checkout') }),
        { unsupported: version },
      );
  });

  it('limits a response’s capabilities to its root capability and the extensions of that [NEG-3]', () => {
    const active = new Map(Object.keys(OURS).map((name) => [name, VERSION]));
    assert.deepEqual(Object.keys(pickRelevant('checkout', active, OURS)), ['checkout', 'discount']);
    assert.deepEqual(Object.keys(pickRelevant('cart', active, OURS)), ['cart', 'discount', 'note']);
    assert.deepEqual(pickRelevant('note', active, OURS), { note: [{ version: VERSION }] });
    assert.deepEqual(pickRelevant('unknown', active, OURS), {});
  });
});

type Refused = { code: string; content: string; error: string; continue_url: string };

everywhere('negotiation', (at: Somewhere) => {
  const platform = forSuite(() => startAgentPlatform());
  const goods = unlimited(at, 'mug');

  /** Each at an address of its own: what stands at one is kept. */
  async function refusedWith(
    profile: string | null,
  ): Promise<{ rest: [number, string]; mcp: [number, number, unknown] }> {
    const agent = ucpAgentOf(at, profile);
    const rest = await agent.post<Refused>('/checkout-sessions', lineItems([goods.mug]));
    assert.ok(
      rest.body.content && rest.body.error && URL.canParse(rest.body.continue_url),
      JSON.stringify(rest.body),
    );
    const mcp = (await agent.call('create_checkout', { checkout: lineItems([goods.mug]) })) as unknown as {
      status: number;
      body: { error: { code: number; data: { code: string } } };
    };
    return {
      rest: [rest.status, rest.body.code],
      mcp: [mcp.status, mcp.body.error.code, mcp.body.error.data.code],
    };
  }

  for (const [says, profile] of [
    ['without a profile', null],
    ['with what is no address', 'nonsense'],
    ['with an address over http', 'http://platform.example/profile.json'],
  ] as const)
    it(`refuses a request ${says} [NEG-9]`, async () => {
      const { rest, mcp } = await refusedWith(profile);
      assert.deepEqual(rest, [400, 'invalid_profile_url']);
      assert.deepEqual(mcp, [400, -32001, 'invalid_profile_url']);
    });

  it('refuses an agent whose profile is not at the address that it sends [NEG-10]', async () => {
    const missing = await startAgentPlatform();
    missing.serve = (response) => void response.writeHead(404).end();
    const { rest, mcp } = await refusedWith(missing.profileUrl);
    await missing.close();
    assert.deepEqual(rest, [424, 'profile_unreachable']);
    assert.deepEqual(mcp, [424, -32001, 'profile_unreachable']);
  });

  it('refuses an agent whose profile is no profile [NEG-11]', async () => {
    const odd = await startAgentPlatform();
    odd.serve = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ucp":{"version":"soon"}}');
    const { rest, mcp } = await refusedWith(odd.profileUrl);
    await odd.close();
    assert.deepEqual(rest, [422, 'profile_malformed']);
    assert.deepEqual(mcp, [422, -32001, 'profile_malformed']);
  });

  it('turns away who speaks another version, and says which are spoken [NEG-12]', async () => {
    const old = await startAgentPlatform('2026-01-23');
    const { rest, mcp } = await refusedWith(old.profileUrl);
    const { body } = await ucpAgentOf(at, old.profileUrl).post<Refused>('/carts', lineItems([goods.mug]));
    await old.close();
    assert.deepEqual(rest, [422, 'version_unsupported']);
    assert.deepEqual(mcp, [422, -32001, 'version_unsupported']);
    assert.match(body.content, /2026-08-25.*2026-04-08/);
  });

  it('says capabilities_incompatible as an outcome, over both transports [NEG-13]', async () => {
    const searching = await startAgentPlatform();
    const searchOnly = { 'dev.ucp.shopping.catalog.search': [{ version: VERSION }] };
    searching.publish({ capabilities: searchOnly });
    const agent = ucpAgentOf(at, searching.profileUrl);
    const rest = await agent.post('/checkout-sessions', lineItems([goods.mug]));
    const mcp = await agent.call('create_checkout', { checkout: lineItems([goods.mug]) });
    const search = await agent.post('/catalog/search', { query: 'mug' });
    await searching.close();
    assert.equal(rest.status, 200);
    assert.deepEqual([rest.body.ucp.status, rest.body.ucp.capabilities], ['error', {}]);
    messageOf(rest.body, 'capabilities_incompatible');
    messageOf(mcp.body.result?.structuredContent ?? assert.fail(), 'capabilities_incompatible');
    assert.deepEqual([search.status, search.body.ucp.status], [200, 'success']);
  });

  it('says so of every operation whose capability is not there, or is there in another version only [NEG-13]', async () => {
    const others = await startAgentPlatform();
    others.publish({
      capabilities: {
        'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }],
        'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }],
        'dev.ucp.shopping.discount': [{ version: VERSION }],
      },
    });
    const agent = ucpAgentOf(at, others.profileUrl);
    for (const [method, path, body] of [
      ['POST', '/catalog/search', { query: 'mug' }],
      ['POST', '/catalog/lookup', { ids: [goods.mug] }],
      ['POST', '/catalog/product', { id: goods.mug }],
      ['POST', '/carts', lineItems([goods.mug])],
      ['GET', '/carts/none'],
      ['POST', '/checkout-sessions', lineItems([goods.mug])],
      ['GET', '/checkout-sessions/none'],
      ['GET', '/orders/none'],
    ] as const) {
      const { status, body: answerBody } = await agent.send(method, path, body);
      assert.deepEqual(
        [status, answerBody.ucp.status, answerBody.ucp.version],
        [200, 'error', VERSION],
        path,
      );
      assert.equal(messageOf(answerBody, 'capabilities_incompatible').severity, 'unrecoverable');
      assert.ok(URL.canParse(answerBody.continue_url ?? ''));
    }
    await others.close();
  });

  it('names in each answer what it is about and what extends that, in the version of both [NEG-3]', async () => {
    for (const version of [VERSION, '2026-04-08']) {
      const both = await startAgentPlatform(version);
      const agent = ucpAgentOf(at, both.profileUrl);
      const capabilitiesIn = async (path: string, body: object) => {
        const { ucp } = (await agent.post(path, body)).body;
        assert.equal(ucp.version, version);
        for (const entries of Object.values(ucp.capabilities)) assert.deepEqual(entries, [{ version }]);
        return Object.keys(ucp.capabilities).map((name) => name.replace('dev.ucp.shopping.', ''));
      };
      assert.deepEqual(await capabilitiesIn('/catalog/search', { query: 'mug' }), ['catalog.search']);
      assert.deepEqual(await capabilitiesIn('/catalog/lookup', { ids: [goods.mug] }), ['catalog.lookup']);
      assert.deepEqual(await capabilitiesIn('/catalog/product', { id: goods.mug }), ['catalog.lookup']);
      assert.deepEqual(await capabilitiesIn('/carts', lineItems([goods.mug])), ['cart', 'discount']);
      assert.deepEqual(await capabilitiesIn('/checkout-sessions', lineItems([goods.mug])), [
        'checkout',
        'discount',
      ]);
      await both.close();
    }
  });

  it('goes by the platform’s profile of now, on every request [NEG-4]', async () => {
    const changing = await startAgentPlatform();
    const agent = ucpAgentOf(at, changing.profileUrl);
    assert.equal((await agent.create([goods.mug])).status, 201);
    changing.publish({ version: '2026-01-23', capabilities: {} });
    at.running.advance(6 * 60_000);
    const { status, body } = await agent.post<Refused>('/checkout-sessions', lineItems([goods.mug]));
    await changing.close();
    assert.deepEqual([status, body.code], [422, 'version_unsupported']);
  });

  it('leaves out extensions that the platform does not have, and does not read their members [NEG-5]', async () => {
    const plain = await startAgentPlatform();
    plain.publish({ capabilities: { 'dev.ucp.shopping.checkout': [{ version: VERSION }] } });
    const agent = ucpAgentOf(at, plain.profileUrl);
    const { status, body } = await agent.create([goods.mug], { discounts: { codes: ['SUMMER10'] } });
    await plain.close();
    assert.equal(status, 201);
    assert.deepEqual(Object.keys(body.ucp.capabilities), ['dev.ucp.shopping.checkout']);
    assert.equal(body.discounts, undefined);
  });

  it('reads the header as RFC 8941 says, whatever else stands in it [NEG-6]', async () => {
    const header = `other=1, profile="${platform.profileUrl}";v=2`;
    const agent = ucpAgentOf(at, null);
    const { status } = await agent.post('/catalog/search', { query: 'mug' }, { 'ucp-agent': header });
    assert.equal(status, 200);
  });

  it('says of a header that is no RFC 8941 dictionary how to write it, and of a missing one that it is', async () => {
    const agent = ucpAgentOf(at, null);
    const { profileUrl } = platform;
    const search = (headers: Record<string, string>) =>
      agent.post('/catalog/search', { query: 'mug' }, headers);
    for (const header of [`profile=${profileUrl}`, `profile = "${profileUrl}"`, profileUrl, 'profile=(']) {
      const { status, body } = await search({ 'ucp-agent': header });
      assert.equal(status, 400, header);
      assert.match(
        messageOf(body, 'invalid_profile_url').content,
        /^Your profile must be an https address: .* with the quotes/,
      );
    }
    assert.match(messageOf((await search({})).body, 'invalid_profile_url').content, /^Say who you are/);
  });

  it('reads the profile at every place of a message over MCP at which it is logged', async () => {
    const agent = ucpAgentOf(at, null);
    const meta = { 'ucp-agent': { profile: platform.profileUrl } };
    const catalog = { query: 'mug' };
    for (const params of [
      { arguments: { catalog, meta } },
      { arguments: { catalog, meta: { 'ucp-agent': platform.profileUrl } } },
      { arguments: { catalog }, meta },
      { arguments: { catalog }, _meta: meta },
    ]) {
      const { body } = await agent.rpc('tools/call', { name: 'search_catalog', ...params });
      assert.equal(body.result?.structuredContent.ucp.status, 'success', JSON.stringify(body));
    }
  });
});
