import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { p256Key, startAgentPlatform } from '../../testing/agent-platform.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { withService } from '../../testing/everywhere.ts';
import { forEachTest, forSuite } from '../../testing/for-suite.ts';
import { freePort } from '../../testing/free-port.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const SHOPIFYS = 'https://shopify.dev/ucp/agent-profiles/2026-08-25/valid-with-capabilities.json';

withService(`profiles of agents' platforms`, (running) => {
  let ahead = 0;
  const platform = forEachTest(() => startAgentPlatform(undefined, () => Date.now() + ahead));

  const agent = () => ucpAgent(running.baseUrl, 'demo-shopify', platform);
  const advance = (ms: number) => {
    ahead += ms;
    running.advance(ms);
  };
  const codeFor = async (ucpAgentHeader: string) => {
    const { status, body } = await agent().search({ headers: { 'ucp-agent': ucpAgentHeader } });
    return [status, body.code];
  };

  it('fetches a profile once, however many ask at once, and keeps it as long as it says [AGP-4]', async () => {
    await Promise.all(Array.from({ length: 8 }, () => agent().search()));
    assert.equal(platform.requests, 1);
    advance(4 * MINUTE_MS);
    assert.equal((await agent().search()).status, 200);
    assert.equal(platform.requests, 1);
    advance(2 * MINUTE_MS);
    await agent().search();
    assert.equal(platform.requests, 2);
  });

  it('keeps a profile for a minute at least, and for an hour at most [AGP-3]', async () => {
    platform.publish({ cacheControl: 'no-store, max-age=0' });
    await agent().search();
    advance(50 * SECOND_MS);
    await agent().search();
    assert.equal(platform.requests, 1);
    platform.publish({ cacheControl: 'max-age=999999' });
    advance(20 * SECOND_MS);
    await agent().search();
    assert.equal(platform.requests, 2);
    advance(HOUR_MS + SECOND_MS);
    await agent().search();
    assert.equal(platform.requests, 3);
  });

  const WRONG: Record<string, string> = {
    'no address': 'version="1"',
    'an address that is none': 'profile="shop"',
    'an address without quotes': 'profile=https',
    'plain http elsewhere': 'profile="http://agent.example/profile.json"',
    'another scheme': 'profile="file:///etc/passwd"',
    'a password in it': 'profile="https://me:secret@agent.example/profile.json"',
    'a name that nobody has': 'profile="https://nobody.invalid/profile.json"',
    'a cloud’s metadata': 'profile="https://169.254.169.254/latest/meta-data"',
    'a header that is no dictionary': '((',
  };
  for (const [name, header] of Object.entries(WRONG))
    it(`refuses a UCP-Agent header with ${name} [AGP-1]`, async () => {
      assert.deepEqual(await codeFor(header), [400, 'invalid_profile_url']);
    });

  it('asks for an unreachable profile again after a while, and each time later [AGP-6]', async () => {
    platform.serve = (response) => void response.writeHead(500).end();
    const { status, body } = await agent().search();
    assert.deepEqual([status, body.code], [424, 'profile_unreachable']);
    await agent().search();
    assert.equal(platform.requests, 1);
    advance(31 * SECOND_MS);
    await agent().search();
    assert.equal(platform.requests, 2);
    advance(31 * SECOND_MS);
    await agent().search();
    assert.equal(platform.requests, 2);
    platform.publish();
    advance(31 * SECOND_MS);
    assert.equal((await agent().search()).status, 200);
  });

  it('may have other keys since they were read: they are read again, once a minute [AGP-5]', async () => {
    const key = p256Key();
    assert.equal((await agent().search({ sign: true })).status, 200);
    platform.publish({ keys: [key.jwk] });
    assert.equal((await agent().search({ sign: key })).status, 200);
    assert.equal(platform.requests, 2);
    const { status, body } = await agent().search({ sign: p256Key() });
    assert.deepEqual([status, body.code], [401, 'key_not_found']);
    assert.equal(platform.requests, 2);
    assert.equal((await agent().search({ sign: platform.key })).body.code, 'key_not_found');
  });

  it('stay valid while fresh, even when a look-up of new keys fails', async () => {
    assert.equal((await agent().search({ sign: true })).status, 200);
    platform.serve = (response) => void response.writeHead(503).end();
    assert.equal((await agent().search({ sign: p256Key() })).body.code, 'key_not_found');
    assert.equal((await agent().search({ sign: true })).status, 200);
  });

  it('knows the profile of Shopify’s clients without a fetch [AGP-8]', async () => {
    assert.equal((await agent().search({ headers: { 'ucp-agent': `profile="${SHOPIFYS}"` } })).status, 200);
  });

  it('reports a profile as unreachable when no server listens on its port', async () => {
    const port = await freePort();
    assert.deepEqual(await codeFor(`profile="http://127.0.0.1:${port}/"`), [424, 'profile_unreachable']);
  });
});

describe('platforms that the operator vouches for', () => {
  const folder = forSuite(temporaryFolder);
  const platform = forSuite(() => startAgentPlatform());

  async function withRegistry(registry: object, use: (running: TestService) => Promise<void>): Promise<void> {
    const file = folder.file('platforms.json');
    await writeFile(file, JSON.stringify(registry));
    const settings = { UCP_AGENT_PLATFORMS: file };
    await using running = await startTestService({ database: anyDatabase, settings });
    await use(running);
  }

  it('stay known for a day while their profile is out of reach [AGP-8]', async () => {
    const registry = { platforms: [{ name: 'Ours', host: new URL(platform.profileUrl).host }] };
    await withRegistry(registry, async (running) => {
      const agent = ucpAgent(running.baseUrl, 'demo-shopify', platform);
      assert.equal((await agent.search()).status, 200);
      platform.serve = (response) => void response.writeHead(503).end();
      running.advance(12 * HOUR_MS);
      assert.equal((await agent.search()).status, 200);
      running.advance(24 * HOUR_MS);
      assert.equal((await agent.search()).status, 424);
    });
  });
});
