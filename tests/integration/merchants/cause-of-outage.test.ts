import assert from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { GetStoreHealthResponse } from '../../../client/index.ts';
import { agentOf, findVariant } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { expectFailingJobs } from '../../../testing/log-of-tests.ts';
import { startMailServer } from '../../../testing/mail-server.ts';
import { signUp } from '../../../testing/merchant.ts';
import { PLATFORMS, startTestService } from '../../../testing/test-service.ts';

const MINUTE_MS = 60_000;
const BROKEN = /^127\.0\.0\.1:\d+ answers with HTTP 500, and says: “out of memory”\.$/;

onEveryDatabase('the cause of an outage', (database) => {
  beforeEach(expectFailingJobs);
  let answer: (() => Response) | undefined;
  const shops: typeof fetch = async (input, init) => answer?.() ?? fetch(input, init);
  const mails = forSuite(() => startMailServer());
  const running = forSuite(() =>
    startTestService({ database, overrides: { fetch: shops }, settings: mails.settings }),
  );
  const merchant = forSuite(() => signUp(running, { email: 'ann@shop.example' }));
  before(() => running.settle());

  const read = async (slug: string) =>
    (await merchant.get<GetStoreHealthResponse>(`/stores/${slug}/health`)).body.health;
  const aspect = async (slug: string, name: string) =>
    (await read(slug))?.aspects.find((each) => each.aspect === name);
  async function test(slug: string): Promise<void> {
    await merchant.post(`/stores/${slug}/health/test`, {});
    running.advance(1_000);
    await running.settle();
  }

  for (const platform of PLATFORMS) {
    const slug = `demo-${platform}`;

    it(`reports that an outage is ending before the state follows: ${platform}`, async () => {
      answer = () => new Response('<html>Maintenance</html>');
      await test(slug);
      assert.equal((await read(slug))?.outage?.cause, 'unreadable');
      // Longer than the results of a test count at once.
      running.advance(6 * MINUTE_MS);
      await running.settle();
      answer = undefined;
      for (let minute = 0; minute < 6 && (await read(slug))?.outage; minute += 1) {
        running.advance(MINUTE_MS);
        await running.settle();
      }
      const shop = await aspect(slug, 'shop');
      assert.equal(shop?.state, 'failing');
      assert.ok(shop?.recovering_since);
      await test(slug);
      assert.deepEqual([(await aspect(slug, 'shop'))?.state, (await read(slug))?.outage], ['ok', null]);
    });
  }

  it('reports failing access as the cause of an outage when the shop refuses the credentials', async () => {
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;
      answer = () => new Response('{}', { status: 401 });
      await test(slug);
      const { shop, access } = { shop: await aspect(slug, 'shop'), access: await aspect(slug, 'access') };
      assert.deepEqual([shop?.state, access?.state], ['ok', 'failing'], JSON.stringify(access));
      assert.equal((await read(slug))?.outage?.cause, 'credentials');
      answer = undefined;
      await test(slug);
    }
  });

  // The last test: it opens circuits, whose delay is real time.
  it('reports the shop’s own failure in console, command line and mail while the circuit is open', async () => {
    mails.mails = [];
    for (const platform of PLATFORMS) {
      const slug = `demo-${platform}`;
      const agent = agentOf(running.baseUrl, slug);
      const { id } = await findVariant(agent, 'mug');
      answer = () => new Response('out of memory', { status: 500 });
      for (let call = 0; call < 12; call += 1) await agent.quote([id], { country: 'US' });
      const refused = await agent.quote([id], { country: 'US' });
      assert.match(JSON.stringify(refused.body), /platform_unavailable/, 'the circuit is open');
      await test(slug);
      const health = await read(slug);
      assert.match((await aspect(slug, 'shop'))?.reason ?? '', BROKEN);
      const { cause, host, began_at = '', tried_at = '', next_try_at = '' } = health?.outage ?? {};
      assert.equal(cause, 'status');
      assert.match(host ?? '', /^127\.0\.0\.1:\d+$/);
      assert.ok(began_at <= tried_at && tried_at < next_try_at, JSON.stringify(health));
      const output = (await commandLine(running.databaseUrl, ['stores', 'show', slug])).out;
      assert.match(output, /health: shop .* answers with HTTP 500, and says/);
      assert.match(output, /last attempt +127\.0\.0\.1:\d+, .* next /);
      const mail = mails.mails.find(
        ({ subject, text }) => /Connection to the shop failing/.test(subject) && text.includes(`/${slug}`),
      );
      assert.match(mail?.text ?? '', /answers with HTTP 500, and says: “out of memory”/);
      assert.match(mail?.text ?? '', /Last attempt at 127\.0\.0\.1:\d+: .* UTC\. Next: .* UTC\./);
      assert.doesNotMatch(`${mail?.text}${output}${JSON.stringify(health)}`, /left alone/);
      answer = undefined;
    }
  });
});
