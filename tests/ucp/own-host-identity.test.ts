import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Arrived, holds, startAgentPlatform } from '../../testing/agent-platform.ts';
import { databases } from '../../testing/databases.ts';
import { onEveryDatabase } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { signUp } from '../../testing/merchant.ts';
import { ucpAgent } from '../../testing/official-agent.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { startTestService } from '../../testing/test-service.ts';
import { startCustomDomains, WELL_KNOWN } from '../integration/merchants/own-domain.ts';

const COVERED = ['@method', '@authority', '@path', 'ucp-agent', 'idempotency-key', 'content-digest'];

for (const database of databases)
  for (const slug of ['demo-shopify', 'demo-woocommerce'])
    describe(`the profile that identifies a store (${database.name}, ${slug})`, () => {
      const platform = forSuite(() => startAgentPlatform());
      let port: string;
      const own = forSuite(() => startCustomDomains(database, { HOST_DOMAIN: 'stores.example' }));
      before(async () => {
        await own.running.settle();
        port = new URL(own.running.baseUrl).port;
      });

      const agent = () => ucpAgent(own.running.baseUrl, slug, platform);

      /** The event of an order that was just paid. */
      async function eventOfOrder(): Promise<Arrived> {
        const checkout = await agent().checkout();
        await payCheckout(checkout.continue_url);
        platform.arrived.length = 0;
        await own.running.settle();
        return platform.arrived.at(-1) ?? assert.fail('nothing arrived');
      }

      /** As the platform does: the keys of the profile that the event names. */
      async function holdsByItsOwnProfile({ url, headers }: Arrived): Promise<boolean | null> {
        const [, address = ''] = /^profile="(.+)"$/.exec(String(headers['ucp-agent'])) ?? [];
        const { host, pathname } = new URL(address);
        const { body } = await own.ask(host.replace(`:${port}`, ''), pathname);
        return holds({ method: 'POST', url, headers: headers as Record<string, string> }, body.keys, COVERED);
      }

      it('identifies a store by its profile at its tenant host when it has no custom domain', async () => {
        const event = await eventOfOrder();
        assert.equal(
          event.headers['ucp-agent'],
          `profile="http://${slug}.stores.example:${port}${WELL_KNOWN}"`,
        );
        assert.equal(await holdsByItsOwnProfile(event), true);
      });

      it('identifies a store by its custom domain’s profile once the domain points to the service, and not before', async () => {
        const name = `known-by.${slug}.example`;
        own.setRecord(await own.claim(slug, name));
        assert.equal((await own.look(slug, name)).domain.state, 'verified');
        assert.match(String((await eventOfOrder()).headers['ucp-agent']), /stores\.example/);
        own.point(name);
        assert.equal((await own.look(slug, name)).domain.state, 'live');
        const event = await eventOfOrder();
        assert.equal(event.headers['ucp-agent'], `profile="http://${name}:${port}${WELL_KNOWN}"`);
        assert.equal(await holdsByItsOwnProfile(event), true);
        const { body } = await own.merchant.get<{ official: { profile_url: string; on_own_host: boolean } }>(
          `/stores/${slug}/discovery`,
        );
        assert.deepEqual(
          [body.official.profile_url, body.official.on_own_host],
          [`http://${name}:${port}${WELL_KNOWN}`, true],
        );
      });

      it('publishes, on every host, the keys that its answers there are signed with', async () => {
        const name = `known-by.${slug}.example`;
        const checkout = await agent().checkout();
        const headers = {
          'ucp-agent': `profile="${platform.profileUrl}"`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        };
        const path = `/ucp/checkout-sessions/${checkout.id}/complete`;
        const completed = await own.ask(name, path, { method: 'POST', headers, body: {} });
        assert.equal(completed.status, 200, completed.text);
        const [, keyId] = /keyid="([^"]+)"/.exec(String(completed.headers['signature-input'])) ?? [];
        for (const host of [name, `${slug}.stores.example`])
          for (const [below, member] of [
            ['', 'keys'],
            ['/2026-04-08', 'signing_keys'],
          ]) {
            const { body } = await own.ask(host, WELL_KNOWN + below);
            const kids = body[member ?? ''].map(({ kid }: { kid: string }) => kid);
            assert.ok(kids.includes(keyId), `${host}${below}`);
          }
      });

      it('identifies a store by its tenant host’s profile again when the custom domain is removed', async () => {
        await own.remove(slug, `known-by.${slug}.example`);
        assert.match(String((await eventOfOrder()).headers['ucp-agent']), /stores\.example/);
      });
    });

onEveryDatabase('a store without any host of its own', (database) => {
  it('identifies a store without a tenant host by its profile at the service', async () => {
    await using running = await startTestService({ database });
    const merchant = await signUp(running);
    const { body } = await merchant.get<{ official: Record<string, unknown> }>(
      '/stores/demo-shopify/discovery',
    );
    const profileUrl = `${running.baseUrl}/ucp/demo-shopify${WELL_KNOWN}`;
    const { profile_url, on_own_host, addresses } = body.official;
    assert.deepEqual([profile_url, on_own_host, addresses], [profileUrl, false, [profileUrl]]);
  });
});
