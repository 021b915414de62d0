import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Service } from '../../src/service.ts';
import { startAgentPlatform } from '../../testing/agent-platform.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forEachTest, forSuite } from '../../testing/for-suite.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { serviceOn, startTestService, type TestService } from '../../testing/test-service.ts';
import { lineItems, messageOf, PROFILE, ucpAgentOf } from '../../testing/ucp-agent.ts';

type Refused = { code: string; continue_url?: string; messages: object[] };

type Outcome = [http: number, code: string | undefined, rpc: number | undefined, codeOverMcp: unknown];

/** Answers to an agent with this profile, over REST and over MCP. */
async function outcomeOf(running: { baseUrl: string }, profile: string): Promise<Outcome> {
  const agent = ucpAgentOf({ slug: 'demo-shopify', running }, profile);
  const rest = await agent.post<Refused>('/catalog/search', { query: 'mug' });
  const mcp = await agent.call('search_catalog', { catalog: { query: 'mug' } });
  assert.equal(mcp.status, rest.status, 'HTTP’s status is the same over both');
  return [rest.status, rest.body.code, mcp.body.error?.code, mcp.body.error?.data?.code];
}

const UNREACHABLE: Outcome = [424, 'profile_unreachable', -32001, 'profile_unreachable'];
const MALFORMED: Outcome = [422, 'profile_malformed', -32001, 'profile_malformed'];
const INVALID: Outcome = [400, 'invalid_profile_url', -32001, 'invalid_profile_url'];
/** Profile of an agent platform that searches, and does nothing else. */
const SEARCHES = {
  ucp: {
    version: '2026-08-25',
    capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-08-25' }] },
  },
};
const SERVED: Outcome = [200, undefined, undefined, undefined];

describe('discovery of a platform’s profile', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  const platform = forEachTest(() => startAgentPlatform());

  const WRONG: Record<string, [serve: (response: ServerResponse) => void, expected: Outcome]> = {
    'that is elsewhere for now': [redirect(307), UNREACHABLE],
    'that is not there': [(response) => response.writeHead(404).end(), UNREACHABLE],
    'whose server fails': [(response) => response.writeHead(500).end(), UNREACHABLE],
    'whose server never answers': [() => undefined, UNREACHABLE],
    'whose server hangs up': [(response) => response.destroy(), UNREACHABLE],
    'that is broken off': [
      (response) => {
        response.writeHead(200, { 'content-length': '5000' }).write('{"ucp":');
        setImmediate(() => response.destroy());
      },
      UNREACHABLE,
    ],
    'without an end': [endless, MALFORMED],
    'that is no JSON': [saying('<html>'), MALFORMED],
    'that is no object': [saying('[]'), MALFORMED],
    'without a version': [saying('{"ucp":{}}'), MALFORMED],
    'of no dated version': [saying('{"ucp":{"version":"draft","capabilities":{}}}'), MALFORMED],
    'of capabilities in another shape': [
      saying('{"ucp":{"version":"2026-08-25","capabilities":["checkout"]}}'),
      MALFORMED,
    ],
  };
  for (const [name, [serve, expected]] of Object.entries(WRONG))
    it(`turns away one ${name} [AGP-2]`, async () => {
      platform.serve = serve;
      assert.deepEqual(await outcomeOf(running, platform.profileUrl), expected);
    });

  it('says where the buyer can go on, over both transports [NEG-8]', async () => {
    platform.serve = (response) => void response.writeHead(404).end();
    const agent = ucpAgentOf({ slug: 'demo-shopify', running }, platform.profileUrl);
    const { body } = await agent.post<Refused>('/catalog/search', { query: 'mug' });
    const { error } = (await agent.call('search_catalog', { catalog: { query: 'mug' } })).body;
    assert.ok(URL.canParse(body.continue_url ?? ''));
    assert.equal(error?.data?.continue_url, body.continue_url);
  });

  it('goes over MCP by what the message says, or else by the header [NEG-7]', async () => {
    const nobody = ucpAgentOf({ slug: 'demo-shopify', running }, null);
    const params = { name: 'search_catalog', arguments: { catalog: { query: 'mug' } } };
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const header = { 'ucp-agent': `profile="${platform.profileUrl}"` };
    assert.equal((await nobody.post('/mcp', rpc, header)).status, 200);
    assert.equal(platform.requests, 1);
    const meta = { 'ucp-agent': { profile: 'http://agent.example/' } };
    const both = { ...rpc, params: { ...params, arguments: { ...params.arguments, meta } } };
    assert.equal((await nobody.post('/mcp', both, header)).status, 400);
  });

  it('limits concurrent fetches and answers Retry-After above the limit; agent platforms of the operator are served [AGP-7]', async () => {
    const responses: ServerResponse[] = [];
    const hold = (response: ServerResponse) => void responses.push(response);
    const crowd = await Promise.all(Array.from({ length: 20 }, () => startAgentPlatform()));
    for (const each of crowd) each.serve = hold;
    const asking = crowd.flatMap(({ profileUrl }) => [search(profileUrl), search(profileUrl)]);
    while (responses.length < crowd.length) await new Promise(setImmediate);

    const busy = await search(platform.profileUrl);
    assert.deepEqual([busy.status, busy.body.code], [503, 'discovery_busy']);
    assert.ok(Number(busy.headers.get('retry-after')) > 0);
    const agent = ucpAgentOf({ slug: 'demo-shopify', running }, platform.profileUrl);
    const { body } = await agent.call('search_catalog', { catalog: { query: 'mug' } });
    assert.deepEqual([body.error?.code, body.error?.data?.code], [-32000, 'discovery_busy']);
    assert.ok(Number(body.error?.data?.retry_after) > 0);
    assert.equal(platform.requests, 0);
    assert.deepEqual(await outcomeOf(running, PROFILE), SERVED);

    assert.equal(responses.length, crowd.length, 'each profile is asked for once');
    for (const response of responses) response.writeHead(404).end();
    for (const { body } of await Promise.all(asking)) assert.equal(body.code, 'profile_unreachable');
    assert.deepEqual(await outcomeOf(running, platform.profileUrl), SERVED);
    for (const each of crowd) await each.close();
  });

  const search = (profile: string) =>
    ucpAgentOf({ slug: 'demo-shopify', running }, profile).post<Refused>('/catalog/search', { query: 'mug' });
});

function saying(text: string) {
  return (response: ServerResponse) => response.writeHead(200).end(text);
}

function redirect(status: number) {
  return (response: ServerResponse) => response.writeHead(status, { location: PROFILE }).end();
}

/** Streams until the client disconnects. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(16_384)));
  };
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
  more();
}

describe('discovery of a platform’s profile in production', () => {
  let service: Service;
  let baseUrl: string;

  const shops = forSuite(() => startTestService({ database: anyDatabase }));
  before(async () => {
    const settings = { SANDBOX: 'off', ALLOW_PRIVATE_ADDRESSES: 'off', RATE_LIMIT: 'off' };
    service = await serviceOn(shops.databaseUrl, {}, settings);
    baseUrl = await service.listen({ backgroundWork: false });
  });
  after(() => service.close());

  for (const [name, address] of Object.entries({
    'this machine': 'https://127.0.0.1/profile.json',
    'this machine over plain http': 'http://127.0.0.1/profile.json',
    'this machine by IPv6': 'https://[::1]/profile.json',
    'a name of this machine': 'https://localhost/profile.json',
    'a private network': 'https://10.1.2.3/profile.json',
    'another private network': 'https://192.168.1.1/profile.json',
    'a private network by IPv6': 'https://[fd00::1]/profile.json',
    'an address of carriers': 'https://100.64.0.1/profile.json',
    'a link': 'https://169.254.10.10/profile.json',
    'a cloud’s metadata': 'https://169.254.169.254/latest/meta-data/',
    'a mapped address': 'https://[::ffff:10.1.2.3]/profile.json',
    'a number that is an address': 'https://2130706433/profile.json',
    'an unusual port': 'https://93.184.215.14:22/profile.json',
  }))
    it(`asks for no profile at ${name} [AGP-1]`, async () => {
      assert.deepEqual(await outcomeOf({ baseUrl }, address), INVALID);
    });

  it('says of an https address without a public host or a usual port that its host is at fault', async () => {
    for (const url of ['https://10.1.2.3/profile.json', 'https://93.184.215.14:22/profile.json']) {
      const agent = ucpAgentOf({ slug: 'demo-shopify', running: { baseUrl } }, url);
      const { body } = await agent.post('/catalog/search', { query: 'mug' });
      assert.match(messageOf(body, 'invalid_profile_url').content, /leads nowhere: its host must exist/);
    }
  });
});

describe('the registry of platforms', () => {
  const folder = forSuite(temporaryFolder);
  const file = () => folder.file('platforms.json');

  async function withRegistry(registry: object, use: (running: TestService) => Promise<void>) {
    await writeFile(file(), JSON.stringify(registry));
    const settings = { UCP_AGENT_PLATFORMS: file() };
    await using running = await startTestService({ database: anyDatabase, settings });
    await use(running);
  }

  it('turns strangers away over both transports, where the operator knows all that may come [NEG-14]', async () => {
    const stranger = await startAgentPlatform();
    const profile = 'https://known.example/profile.json';
    const platforms = [{ name: 'Known', profile, document: SEARCHES }];
    await withRegistry({ only: true, platforms }, async (running) => {
      assert.deepEqual(await outcomeOf(running, profile), SERVED);
      assert.deepEqual(await outcomeOf(running, stranger.profileUrl), [
        403,
        'profile_not_trusted',
        -32001,
        'profile_not_trusted',
      ]);
      assert.deepEqual(
        await outcomeOf(running, PROFILE),
        SERVED,
        'those that come with the service stay known',
      );
    });
    assert.equal(stranger.requests, 0);
    await stranger.close();
  });

  it('prefers the operator’s entry to the one that comes with the service [AGP-8]', async () => {
    await withRegistry(
      { platforms: [{ name: 'Ours', profile: PROFILE, document: SEARCHES }] },
      async (running) => {
        const agent = ucpAgentOf({ slug: 'demo-shopify', running }, PROFILE);
        const { body } = await agent.post('/carts', lineItems(['gid://shopify/ProductVariant/1001']));
        messageOf(body, 'capabilities_incompatible');
      },
    );
  });

  it('knows a host with all its profiles, which are fetched [AGP-8]', async () => {
    const platform = await startAgentPlatform();
    const { host } = new URL(platform.profileUrl);
    await withRegistry({ only: true, platforms: [{ name: 'Host', host }] }, async (running) => {
      assert.deepEqual(await outcomeOf(running, platform.profileUrl), SERVED);
      assert.equal(platform.requests, 1);
    });
    await platform.close();
  });

  for (const [name, registry] of Object.entries({
    'no list': {},
    'an entry without address': { platforms: [{ name: 'Nothing' }] },
    'an entry with two addresses': {
      platforms: [{ name: 'Two', profile: 'https://a.example/', host: 'a.example' }],
    },
    'a document at a host': { platforms: [{ name: 'Host', host: 'a.example', document: {} }] },
    'a document that is no profile': {
      platforms: [{ name: 'Odd', profile: 'https://a.example/', document: { ucp: {} } }],
    },
    'what nobody reads': { platforms: [], onyl: true },
  }))
    it(`refuses to start with ${name} in the registry of platforms`, () =>
      assert.rejects(
        withRegistry(registry, async () => undefined),
        /UCP_AGENT_PLATFORMS|no platform profile/,
      ));
});
