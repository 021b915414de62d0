import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { createProfileCache } from '../../src/agent-platforms/discovery-bounds.ts';
import { readAgentPlatformProfile } from '../../src/protocols/ucp/negotiation/agent-platform-profile.ts';
import { CAPABILITY_NAMES, ORDER } from '../../src/protocols/ucp/profile/capabilities.ts';
import { type AgentPlatform, p256Key, startAgentPlatform } from '../../testing/agent-platform.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { hostileProfile } from './hostile-profiles.ts';

const run = promisify(execFile);
const MINUTE_MS = 60_000;
const LARGEST_PROFILE = 128 * 1024;
/** Documented in docs/security.md. */
const PER_MINUTE = { all: 300, ofOrigin: 60, ofAddress: 30 };

describe('memory taken by a hostile profile', () => {
  it('stays within a small heap while 400 of them are discovered, and honest agents are served', {
    timeout: 300_000,
  }, async () => {
    const args = ['--max-old-space-size=128', 'tests/ucp/under-hostile-profiles.ts', '400'];
    const { stdout } = await run(process.execPath, args, { timeout: 290_000 });
    assert.deepEqual(JSON.parse(stdout), { hostile: { 200: 400 }, honest: 200 });
  });

  it('holds only the members that are used, each of a bounded length', () => {
    const { jwk } = p256Key('own');
    const long = 'x'.repeat(40_000);
    const profile = readAgentPlatformProfile('https://p.example/', {
      ucp: {
        version: '2026-08-25',
        services: long,
        capabilities: {
          'com.example.unknown': [{ version: '2026-08-25', config: long }],
          [ORDER]: [
            { version: '2026-08-25', spec: long, config: { webhook_url: 'https://p.example/w', more: long } },
            { version: '2026-04-08', config: { webhook_url: long } },
          ],
        },
      },
      keys: [
        { ...jwk, d: long, x5c: [long] },
        { kid: long, kty: 'EC' },
        { kid: 'long coordinate', kty: 'EC', crv: 'P-256', x: long, y: {} },
        { kid: 'for encryption', kty: 'EC', use: 'enc' },
        { kid: 'for signing only', kty: 'EC', key_ops: ['sign'] },
      ],
    });
    const { use, ...withoutUse } = jwk as Record<string, string>;
    assert.equal(use, 'sig');
    assert.deepEqual(JSON.parse(JSON.stringify(profile)), {
      url: 'https://p.example/',
      version: '2026-08-25',
      capabilities: {
        [ORDER]: [{ version: '2026-08-25', webhookUrl: 'https://p.example/w' }, { version: '2026-04-08' }],
      },
      keys: [withoutUse, { kid: 'long coordinate', kty: 'EC', crv: 'P-256' }],
    });
  });

  const text = (length: number) => '\u{2603}'.repeat(length);
  const everyMember = (kid: number) => ({
    kid: `${kid}${text(250)}`,
    ...{ kty: text(32), crv: text(32), alg: text(32), x: text(128), y: text(128) },
  });
  const LARGEST: Record<string, unknown> = {
    'every member at its longest': {
      ucp: {
        version: '2026-08-25',
        capabilities: Object.fromEntries(
          CAPABILITY_NAMES.map((name) => [
            name,
            Array.from({ length: 32 }, () => ({ version: '2026-08-25', config: { webhook_url: text(40) } })),
          ]),
        ),
      },
      keys: Array.from({ length: 200 }, (_, each) => everyMember(each)),
    },
    'an object in the place of a coordinate': JSON.parse(hostileProfile()),
    'many capabilities': {
      ucp: {
        version: '2026-08-25',
        capabilities: Object.fromEntries(Array.from({ length: 9_000 }, (_, each) => [`c.${each}`, []])),
      },
    },
  };
  for (const [name, document] of Object.entries(LARGEST))
    it(`takes at most 128 KB for a profile with ${name}`, () => {
      const profile = readAgentPlatformProfile('https://p.example/', document) ?? assert.fail('no profile');
      assert.ok(2 * JSON.stringify(profile).length <= LARGEST_PROFILE, `${JSON.stringify(profile).length}`);
      assert.ok(profile.keys.length <= 32);
    });
});

describe('the profiles that are kept', () => {
  const at = { nextFetchAt: 0, expiresAt: 0, failures: 0 };
  const lookup = {
    profile: { url: 'x'.repeat(4_500), version: '2026-08-25', capabilities: {}, keys: [] },
  };
  const limits = { all: 1_000_000, ofOrigin: 100_000, ofAddress: 200_000 };

  it('leave room for others when one origin or one address has thousands', () => {
    const cache = createProfileCache(limits);
    const honest = { origin: 'https://honest.example', address: 'address 192.0.2.1' };
    cache.set('https://honest.example/', { ...at, lookup, discovery: honest });
    for (let each = 0; each < 2_000; each += 1) {
      const origin = each % 2 === 0 ? 'https://evil.example' : `https://h${each}.evil.example`;
      const address = each % 2 === 0 ? `address 203.0.113.${each % 250}` : 'address 198.51.100.1';
      cache.set(`${origin}/${each}`, { ...at, lookup, discovery: { origin, address } });
    }
    assert.ok(cache.get('https://honest.example/'), 'the honest one is still there');
    assert.ok(cache.get('https://evil.example/1998'), 'and the newest of the others');
    assert.equal(cache.get('https://evil.example/0'), undefined);
    assert.ok(cache.bytes() <= limits.ofOrigin + limits.ofAddress + 20_000, `${cache.bytes()} bytes`);
  });

  it('take no more than their bytes together', () => {
    const cache = createProfileCache(limits);
    for (let each = 0; each < 2_000; each += 1) {
      const discovery = { origin: `https://h${each}.example`, address: undefined };
      cache.set(`${discovery.origin}/`, { ...at, lookup, discovery });
      assert.ok(cache.bytes() <= limits.all);
    }
  });
});

onEveryDatabase('the bounds of discovery', (database) => {
  let running: TestService;
  let platform: AgentPlatform;
  let minutes = 0;
  before(async () => {
    const overrides = {
      now: () => Math.floor(started / MINUTE_MS) * MINUTE_MS + 1_000 + minutes * MINUTE_MS,
    };
    running = await startTestService({
      database,
      overrides,
      settings: { TRUST_PROXY: '1', RATE_LIMIT: '1' },
    });
  });
  after(() => running.close());
  const started = Date.now();

  const honest = async (t: TestContext) => {
    platform = await startAgentPlatform();
    platform.now = () => Math.floor(started / MINUTE_MS) * MINUTE_MS + 1_000 + minutes * MINUTE_MS;
    t.after(platform.close);
    return ucpAgent(running.baseUrl, 'demo-woocommerce', platform);
  };
  /** One request from an address, by an agent whose profile is nowhere. */
  const stranger = (address: string, profile: string) =>
    fetch(`${running.baseUrl}/ucp/demo-shopify/catalog/search`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'ucp-agent': `profile="${profile}"`,
        'x-forwarded-for': address,
      },
      body: '{"query":"mug"}',
    });
  const statuses = async (count: number, ask: (each: number) => Promise<Response>) => {
    const counts: Record<number, number> = {};
    for (let each = 0; each < count; each += 1) {
      const { status } = await ask(each);
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };
  /** Addresses without a server: each is an origin of its own and fails at once. */
  const nowhere = (each: number) => `http://127.1.${Math.floor(each / 250)}.${(each % 250) + 1}:9/profile`;

  it(`lets one address have ${PER_MINUTE.ofAddress} profiles fetched in a minute, and others go on`, async () => {
    minutes += 1;
    const busy = await statuses(PER_MINUTE.ofAddress + 10, (each) => stranger('192.0.2.1', nowhere(each)));
    assert.deepEqual(busy, { 424: PER_MINUTE.ofAddress, 503: 10 });
    const refused = await stranger('192.0.2.1', nowhere(500));
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`);
    assert.equal(((await refused.json()) as { code: string }).code, 'discovery_busy');
    assert.equal((await stranger('192.0.2.2', nowhere(501))).status, 424);
    minutes += 1;
    assert.equal((await stranger('192.0.2.1', nowhere(500))).status, 424);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    minutes += 1;
    const counts = await statuses(PER_MINUTE.ofAddress + 5, (each) =>
      stranger(`2001:db8:1:2::${each.toString(16)}`, nowhere(600 + each)),
    );
    assert.deepEqual(counts, { 424: PER_MINUTE.ofAddress, 503: 5 });
    assert.equal((await stranger('2001:db8:1:3::1', nowhere(700))).status, 424);
  });

  it(`asks one origin for ${PER_MINUTE.ofOrigin} profiles in a minute, shared by all agents`, async () => {
    minutes += 1;
    const counts = await statuses(PER_MINUTE.ofOrigin + 5, (each) =>
      stranger(`198.51.100.${Math.floor(each / 20)}`, `http://127.2.0.1:9/${each}`),
    );
    assert.deepEqual(counts, { 424: PER_MINUTE.ofOrigin, 503: 5 });
    assert.equal((await stranger('198.51.100.9', 'http://127.2.0.2:9/1')).status, 424);
  });

  it('serves platforms whose profile is kept, and verifies their signatures, when all fetches are used up', async (t) => {
    const agent = await honest(t);
    assert.equal((await agent.search({ sign: true })).status, 200);
    minutes += 10;
    const counts = await statuses(PER_MINUTE.all + 20, (each) =>
      stranger(`203.0.113.${Math.floor(each / PER_MINUTE.ofAddress)}`, nowhere(800 + each)),
    );
    assert.deepEqual(counts, { 424: PER_MINUTE.all, 503: 20 });
    assert.equal((await stranger('192.0.2.77', nowhere(2_000))).status, 503, 'nothing is left for anybody');
    assert.equal(platform.requests, 1);
    assert.equal((await agent.search()).status, 200);
    assert.equal((await agent.search({ sign: true })).status, 200);
    const { status, body } = await agent.search({ sign: p256Key() });
    assert.deepEqual([status, body.code], [401, 'key_not_found']);
    assert.equal(platform.requests, 1, 'no fetch was left');
    minutes += 1;
    assert.equal((await agent.search({ sign: true })).status, 200);
    assert.equal(platform.requests, 2);
  });
});

describe('the size of a profile', () => {
  const sized = (bytes: number) => {
    const head = '{"ucp":{"version":"2026-08-25"},"padding":"';
    return `${head}${'x'.repeat(bytes - head.length - 2)}"}`;
  };
  for (const [bytes, status] of [
    [LARGEST_PROFILE, 200],
    [LARGEST_PROFILE + 1, 422],
  ] as const)
    it(`reports a profile of ${bytes} bytes as ${status === 200 ? 'taken' : 'refused'}`, async (t) => {
      const running = await startTestService({ database: anyDatabase });
      const platform = await startAgentPlatform();
      t.after(() => Promise.all([running.close(), platform.close()]));
      platform.serve = (response) => void response.writeHead(200).end(sized(bytes));
      const search = await ucpAgent(running.baseUrl, 'demo-shopify', platform).search();
      assert.equal(search.status, status === 200 ? 200 : 422, search.text);
      if (status !== 200) assert.equal(search.body.code, 'profile_malformed');
    });
});
