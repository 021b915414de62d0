import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { agentOf, bodyOf, type ProductPage } from '../../../testing/agent.ts';
import { anyDatabase } from '../../../testing/databases.ts';
import { startDnsServer } from '../../../testing/dns-server.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { certificateFor } from '../../../testing/test-authority.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { type Front, passOn, startFront } from '../../../testing/tls-front.ts';
import { ucpAgentOf } from '../../../testing/ucp-agent.ts';

const SHOP = 'mugs.shop.example';
const STRANGERS = 300;
const CONCURRENCY = 20;
const MIN_SEARCHES = 10;
/** Below the ten seconds after which the copy of the catalog answers for the shop. */
const SOON_MS = 8_000;

const isStrangers = (name: string) => name.endsWith('.test');

describe('name servers that never answer', () => {
  let front: Front;
  let running: TestService;
  const trusted = getCACertificates('default');

  const dns = forSuite(() => startDnsServer());
  before(async () => {
    dns.silent = isStrangers;
    dns.addresses.set(SHOP, '127.0.0.1');
    running = await startTestService({ database: anyDatabase, settings: { DNS_SERVERS: dns.address } });
    const certificate = await certificateFor([SHOP]);
    setDefaultCACertificates([...trusted, certificate.authority]);
    const { credentials, url } = running.shop('demo-woocommerce');
    // No keep-alive: each call needs a connection, and so a look-up.
    front = await startFront(
      certificate,
      () => url,
      async (passing) => {
        const answered = await passOn(url, passing);
        return { ...answered, headers: { ...answered.headers, connection: 'close' } };
      },
    );
    await running.service.connectStore({
      slug: 'by-name',
      platform: 'woocommerce',
      credentials: { ...credentials, url: `https://${SHOP}:${front.port}` },
    });
  });
  after(async () => {
    setDefaultCACertificates(trusted);
    await running.close();
    await front.close();
  });

  /** Sends requests of all these agent platforms with the given concurrency, and returns the statuses. */
  async function flood(profiles: string[]): Promise<number[]> {
    const waiting = [...profiles];
    const statuses: number[] = [];
    const askAll = async () => {
      for (let profile = waiting.pop(); profile !== undefined; profile = waiting.pop()) {
        const agent = ucpAgentOf({ slug: 'demo-shopify', running }, profile);
        statuses.push((await agent.post('/catalog/search', { query: 'mug' })).status);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, askAll));
    return statuses;
  }

  it('delay no call to a shop', async () => {
    // Half of the names share one domain, half have a domain each.
    const profiles = Array.from({ length: STRANGERS }, (_, number) =>
      number % 2 === 0 ? `https://h${number}.evil.test/p` : `https://agents.evil${number}.test/p`,
    );
    dns.questions.length = 0;
    let flooding = true;
    const statuses = flood(profiles).finally(() => {
      flooding = false;
    });
    const agent = agentOf(running.baseUrl, 'by-name');
    let searches = 0;
    for (; flooding || searches < MIN_SEARCHES; searches += 1) {
      const began = performance.now();
      const body = bodyOf(200, await agent.get<ProductPage>(`/catalog/search?q=mug${searches}`));
      assert.equal(body.stale, undefined, 'the shop itself has answered');
      assert.ok(performance.now() - began < SOON_MS);
      await delay(100);
    }
    const lookUps = dns.questions.filter((question) => question === `1 ${SHOP}`);
    assert.ok(lookUps.length >= searches, `${lookUps.length} look-ups of the shop`);

    for (const status of await statuses) assert.ok([424, 503].includes(status), String(status));
    const ofOneDomain = new Set(dns.questions.filter((question) => question.endsWith('.evil.test')));
    assert.ok(ofOneDomain.size < 30, `${ofOneDomain.size} questions about one domain`);
  });
});
