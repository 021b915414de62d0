import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedSession, ListStoreSessionsResponse } from '../../../client/index.ts';
import type { RunningShop, WebhookFaults } from '../../../simulated-shops/shop/types.ts';
import { agentOf, bodyOf, newSession, type Session } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import type { Merchant } from '../../../testing/merchant.ts';
import { payCheckout, visit } from '../../../testing/pay-checkout.ts';
import { newCode, openService, openSite, signUp, siteIsPaired, typeCode } from '../pairing/at-pairing.ts';

/** A store whose shop reports steps, and its merchant. */
interface Reporting {
  slug: string;
  shop: RunningShop;
  merchant: Merchant;
}

onEveryDatabase('a buyer’s way through the shop', (database) => {
  const at = forSuite(() => openService(database, {}, { platforms: ['shopify'] }));
  const all = forSuite(async () => {
    const merchant = await signUp(at);
    const site = await openSite();
    await typeCode(site, at.baseUrl, (await newCode(merchant)).code);
    const slug = (await siteIsPaired(site)).store?.slug ?? assert.fail('not paired');
    await at.settle();
    return {
      woocommerce: { slug, shop: site, merchant },
      shopify: { slug: 'demo-shopify', shop: at.shop('demo-shopify'), merchant },
      close: () => site.close(),
    };
  });

  for (const platform of ['shopify', 'woocommerce'] as const)
    describe(platform, () => suite(platform, () => all[platform]));

  function suite(platform: 'shopify' | 'woocommerce', store: () => Reporting): void {
    const begin = () => newSession(agentOf(at.baseUrl, store().slug));

    async function stepOf({ id }: Session): Promise<ListedSession['step' | 'left_at'][]> {
      const { slug, shop, merchant } = store();
      await shop.control.webhooksSettled();
      await at.settle();
      const path = `/stores/${slug}/sessions?q=${id}`;
      const { items } = bodyOf(200, await merchant.get<ListStoreSessionsResponse>(path));
      const [row] = items;
      assert.ok(row);
      return [row.step, row.left_at];
    }

    /** A browser that has opened the address of a session. */
    async function browserAt({ continue_url: url }: Session) {
      const cookies = new Map<string, string>();
      const go = (address: string, init: RequestInit = { method: 'GET' }) =>
        visit(new URL(address, store().shop.url).href, init, cookies);
      await go(url ?? '');
      return go;
    }

    async function typeAddress(go: Awaited<ReturnType<typeof browserAt>>, { continue_url: url }: Session) {
      if (platform === 'shopify') await go(`${url}&line1=1+Main+St`);
      else {
        const body = new URLSearchParams({ post_data: 'billing_address_1=1+Main+St' });
        await go('/?wc-ajax=update_order_review', { method: 'POST', body });
      }
    }

    it('records a buyer’s visit step by step, without the address that is typed', async () => {
      const session = await begin();
      assert.deepEqual(await stepOf(session), ['handed_over', null]);
      const go = await browserAt(session);
      assert.deepEqual(await stepOf(session), ['opened', null]);
      await typeAddress(go, session);
      assert.deepEqual(await stepOf(session), ['address', null]);
      await payCheckout(session.continue_url ?? '');
      assert.deepEqual(await stepOf(session), ['paid', null]);
    });

    const faults: [string, Partial<WebhookFaults>][] = [
      ['doubled, late and the newest first', { duplicated: true, reordered: true, lateMs: 20 }],
      ['never', { lost: true }],
    ];
    for (const [how, injected] of faults)
      it(`ends in the same step when the shop reports it ${how}`, async () => {
        const { control } = store().shop;
        const [left, bought] = [await begin(), await begin()];
        control.injectWebhookFaults(injected);
        try {
          await typeAddress(await browserAt(left), left);
          await payCheckout(bought.continue_url ?? '');
          bodyOf(200, await agentOf(at.baseUrl, store().slug).readSession(bought.id));
          assert.deepEqual(await stepOf(bought), ['paid', null]);
          assert.deepEqual(await stepOf(left), [injected.lost ? 'handed_over' : 'address', null]);
        } finally {
          control.injectWebhookFaults({ duplicated: false, reordered: false, lateMs: 0, lost: false });
        }
      });

    if (platform === 'woocommerce') {
      it('ignores a program that previews the link and keeps no cookie', async () => {
        const session = await begin();
        await (await fetch(session.continue_url ?? '')).text();
        assert.deepEqual(await stepOf(session), ['handed_over', null]);
      });

      it('shows a payment that was declined', async () => {
        const session = await begin();
        await assert.rejects(payCheckout(session.continue_url ?? '', { payment: 'declined' }));
        assert.deepEqual(await stepOf(session), ['payment', null]);
      });

      it('ends where the buyer takes the goods out of the cart', async () => {
        const session = await begin();
        const go = await browserAt(session);
        const [line] = session.line_items;
        await go(`/cart/?remove_item=${line?.item.id.split('/').at(-1)}`);
        assert.deepEqual(await stepOf(session), ['opened', 'opened']);
      });
    }
  }
});
