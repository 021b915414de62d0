import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { parseList } from 'structured-headers';
import type { CreateTokenResponse } from '../../../client/index.ts';
import { agentOf, type ErrorBody, findVariant } from '../../../testing/agent.ts';
import { type AgentPlatform, startAgentPlatform } from '../../../testing/agent-platform.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { signUp } from '../../../testing/merchant.ts';
import { startSigningBot } from '../../../testing/signing-bot.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
const STORE = 'demo-shopify';
/** A tenth of the defaults. */
const LIMITS = { RATE_LIMIT: '0.1', TRUST_PROXY: '1' };

/** Fixed: a minute never ends in the middle of a test. */
const startedAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 1_000;

onEveryDatabase('quotas of known agents', (database) => {
  let now = startedAt;
  const nextMinute = () => {
    now += MINUTE_MS;
  };
  const platform = forSuite(() => startAgentPlatform('2026-08-25', () => now));
  const trusted = forSuite(() => startAgentPlatform('2026-08-25', () => now));
  const bot = forSuite(() => startSigningBot({ now: () => now }));
  const folder = forSuite(temporaryFolder);
  const running = forSuite(async () => {
    const file = folder.file('platforms.json');
    await writeFile(file, JSON.stringify({ platforms: [{ name: 'Ours', profile: trusted.profileUrl }] }));
    const settings = { ...LIMITS, UCP_AGENT_PLATFORMS: file };
    return startTestService({ database, settings, overrides: { now: () => now } });
  });
  const owner = forSuite(() => signUp(running));

  const from = (address: string, headers: Record<string, string> = {}) =>
    agentOf(running.baseUrl, STORE, { 'x-forwarded-for': address, 'user-agent': 'shopper/1.0', ...headers });
  const manifest = () => `${running.baseUrl}/api/ucp/${STORE}`;
  const policyOf = ({ headers }: { headers: Headers }) => headers.get('ratelimit-policy');
  const signedBy = (by: AgentPlatform) => by.sign({ method: 'GET', url: manifest() });
  const statuses = async (times: number, ask: () => Promise<{ status: number }>) => {
    const counts: Record<number, number> = {};
    for (let time = 0; time < times; time += 1) {
      const { status } = await ask();
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  it('applies one quota to the identity that UCP’s signature proves, at all its addresses together', async () => {
    const headers = await signedBy(platform);
    const first = await from('192.0.2.1', headers).get('');
    assert.equal(policyOf(first), '"verified-read";q=300;w=60');
    assert.deepEqual(await statuses(149, () => from('192.0.2.1', headers).get('')), { 200: 149 });
    assert.deepEqual(await statuses(151, () => from('192.0.2.2', headers).get('')), { 200: 150, 429: 1 });
    assert.equal(policyOf(await from('192.0.2.1').get('')), '"agent-read";q=60;w=60');
  });

  it('applies the quota of the identity that Web Bot Auth proves, and fetches its keys once', async () => {
    const headers = await bot.sign(manifest());
    const requests = bot.bot.asked;
    for (const address of ['192.0.2.3', '192.0.2.4']) {
      const { status, headers: answered } = await from(address, headers).get('');
      assert.equal(status, 200);
      assert.equal(answered.get('ratelimit-policy'), '"verified-read";q=300;w=60');
    }
    assert.equal(bot.bot.asked, requests + 1);
  });

  it('applies the quota of an unknown agent when the signature does not hold', async () => {
    const headers = await bot.sign(manifest(), { signedUrl: 'https://other.example/' });
    const other = await platform.sign({ method: 'GET', url: `${manifest()}/catalog/search` });
    for (const signed of [headers, other, { signature: 'x', 'signature-input': '((' }])
      assert.equal(policyOf(await from('192.0.2.5', signed).get('')), '"agent-read";q=60;w=60');
  });

  it('applies the quota of an unknown agent when its keys cannot be read, and caches that', async () => {
    await using silent = await startSilentBot(() => now);
    const headers = await silent.sign(manifest());
    for (let time = 0; time < 3; time += 1)
      assert.equal(policyOf(await from('192.0.2.6', headers).get('')), '"agent-read";q=60;w=60');
    assert.equal(silent.bot.asked, 1);
  });

  it('bound what all verified agents at one address may do', async () => {
    nextMinute();
    const bots = await Promise.all([0, 1, 2].map(() => startSigningBot({ now: () => now })));
    const answers: Record<number, number> = {};
    for (const [index, each] of bots.entries()) {
      const headers = await each.sign(manifest());
      for (const [status, count] of Object.entries(
        await statuses([300, 300, 30][index] ?? 0, () => from('192.0.2.7', headers).get('')),
      ))
        answers[Number(status)] = (answers[Number(status)] ?? 0) + count;
    }
    await Promise.all(bots.map((each) => each.close()));
    assert.deepEqual(answers, { 200: 600, 429: 30 });
  });

  it('counts an agent platform that the operator vouches for apart from the store’s quota', async () => {
    const { 429: refused = 0 } = await statuses(20, () => from('192.0.2.8').get(''));
    assert.equal(refused, 14, 'the last test has used the store up');
    const headers = await signedBy(trusted);
    const answer = await from('192.0.2.8', headers).get('');
    assert.equal(policyOf(answer), '"trusted-read";q=1200;w=60');
    assert.deepEqual(await statuses(100, () => from('192.0.2.8', headers).get('')), { 200: 100 });
  });

  describe('quotas by a token that the merchant gave', () => {
    let token: CreateTokenResponse;
    before(async () => {
      nextMinute();
      const input = { name: 'Partner', scope: 'agent', stores: [STORE] };
      const answer = await owner.post<CreateTokenResponse>('/tokens', input);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      token = answer.body;
    });
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

    it('raises the quota for a merchant’s token at its own stores alone', async () => {
      const headers = bearer(token.token);
      for (const credentials of [headers, { 'x-api-key': token.token }])
        assert.equal(policyOf(await from('192.0.2.9', credentials).get('')), '"verified-read";q=300;w=60');
      const elsewhere = agentOf(running.baseUrl, 'demo-woocommerce', {
        'x-forwarded-for': '192.0.2.9',
        ...headers,
      });
      assert.match(policyOf(await elsewhere.get('')) ?? '', /^"agent-read"/);
    });

    it('keeps the usual quota for a token of another kind and for an invented one', async () => {
      const { body: managing } = await owner.post<CreateTokenResponse>('/tokens', { name: 'Script' });
      for (const secret of [managing.token, `uch_${'x'.repeat(43)}`])
        assert.match(policyOf(await from('192.0.2.10', bearer(secret)).get('')) ?? '', /^"agent-read"/);
    });

    it('open nothing of the merchant API', async () => {
      const response = await fetch(`${running.baseUrl}/api/merchant/stores`, {
        headers: bearer(token.token),
      });
      assert.equal(response.status, 403);
      assert.match(((await response.json()) as ErrorBody).error, /agent/);
    });
  });

  describe('quotas with an open purchase', () => {
    const shopper = () => from('192.0.2.20');
    let id: string;
    before(async () => {
      nextMinute();
      const mug = await findVariant(from('192.0.2.21'), 'mug');
      const answer = await shopper().createSession([[mug.id, 1]]);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      ({ id } = answer.body);
      const used = await statuses(60, () => shopper().get('/checkout-sessions/1'));
      assert.deepEqual(used, { 404: 60 });
    });

    it('let its agent go on when everything else is refused', async () => {
      assert.equal((await shopper().get('')).status, 429);
      const { status, headers } = await shopper().readSession(id);
      assert.equal(status, 200);
      const [policy = []] = parseList(headers.get('ratelimit-policy') ?? '');
      const [limit = []] = parseList(headers.get('ratelimit') ?? '');
      assert.match(String(policy[0]), /^purchases?-read$/);
      assert.equal(limit[0], policy[0]);
      for (const [item, names] of [
        [policy, 'qw'],
        [limit, 'rt'],
      ] as const)
        for (const name of names) assert.ok(Number.isInteger(item[1]?.get(name)), name);
    });

    it('refuse an unknown one, one of another store, and one that has ended', async () => {
      assert.equal((await shopper().readSession(randomUUID())).status, 429);
      const elsewhere = agentOf(running.baseUrl, 'demo-woocommerce', {
        'x-forwarded-for': '192.0.2.20',
        'user-agent': 'shopper/1.0',
      });
      assert.equal((await elsewhere.readSession(id)).status, 429);
      assert.equal((await from('192.0.2.22').cancel(id)).status, 200);
      assert.equal((await shopper().readSession(id)).status, 429);
    });

    it('limits reads of open purchases for each purchase and for all of an address', async () => {
      const refused = await statuses(80, () => shopper().readSession(randomUUID()));
      assert.deepEqual(refused, { 429: 80 });
      const mug = await findVariant(from('192.0.2.21'), 'mug');
      const { body } = await from('192.0.2.21').createSession([[mug.id, 1]]);
      assert.equal((await shopper().readSession(body.id)).status, 429, 'the address has asked too often');
    });
  });
});

async function startSilentBot(now: () => number) {
  const silent = await startSigningBot({ now });
  silent.bot.status = 404;
  return { ...silent, [Symbol.asyncDispose]: silent.close };
}
