import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { pay } from '../../testing/agent.ts';
import { linesOf } from '../../testing/carts.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { PLATFORMS, startTestService, type TestService } from '../../testing/test-service.ts';
import { messageOf } from '../../testing/ucp-agent.ts';
import { startMerchantSite, ucpCli } from './ucp-cli.ts';

/** Suites that run at the same shop buy as much as they like; what is out of stock stays so. */
function neverSoldOut(running: TestService, slug: string): void {
  const variants = running.shop(slug).control.products.flatMap((product) => product.variants);
  for (const variant of variants) if (variant.stock !== 0) variant.stock = null;
}

describe('Shopify’s ucp command line', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));
  before(() => running.settle());

  for (const platform of PLATFORMS)
    describe(platform, () => {
      const site = forSuite(() =>
        startMerchantSite(`${running.baseUrl}/ucp/demo-${platform}/.well-known/ucp`),
      );
      let cli: Awaited<ReturnType<typeof ucpCli>>;

      before(async () => {
        neverSoldOut(running, `demo-${platform}`);
        cli = await ucpCli(site.origin);
      });
      after(() => cli?.close());

      /** A variant that can be bought now. */
      async function mug(): Promise<string> {
        const { products } = await cli.does('catalog search', { query: 'mug' });
        const variants = products.flatMap((product) => product.variants);
        return variants.find(({ availability }) => availability.available)?.id ?? assert.fail('no mug');
      }

      it('finds the store, and what it offers [CLI-1]', async () => {
        const { exitCode, printed } = await cli.run('discover');
        assert.equal(exitCode, 0, JSON.stringify(printed));
        const text = JSON.stringify(printed);
        for (const operation of ['search_catalog', 'create_cart', 'create_checkout', 'complete_checkout'])
          assert.match(text, new RegExp(operation));
      });

      it('buys: searches, fills a cart with a code, checks out, lets the buyer pay, and asks what became of it [CLI-2]', async () => {
        const id = await mug();
        assert.equal((await cli.does('catalog lookup', { ids: [id] })).products[0]?.variants[0]?.id, id);
        assert.equal((await cli.does('catalog get_product', undefined, id)).product.variants[0]?.id, id);
        const line_items = [{ item: { id }, quantity: 2 }];
        const cart = await cli.does('cart create', { line_items, discounts: { codes: ['SUMMER10'] } });
        const [applied] = cart.discounts?.applied ?? [];
        assert.ok(applied && applied.amount > 0);
        const checkout = await cli.does('checkout create', { cart_id: cart.id, line_items: [] });
        assert.equal(checkout.status, 'requires_escalation');
        assert.deepEqual(checkout.discounts?.codes, ['SUMMER10']);
        assert.deepEqual(linesOf(checkout), [[id, 2]]);
        await pay({ continue_url: checkout.continue_url ?? '' });
        const done = await cli.does('checkout complete', { payment: { instruments: [] } }, checkout.id);
        assert.equal(done.status, 'completed');
        const read = await cli.does('checkout get', undefined, checkout.id);
        assert.deepEqual([read.status, read.order?.id], ['completed', done.order?.id]);
        assert.ok(read.order?.id);
      });

      it('changes and cancels carts and checkouts [CLI-2]', async () => {
        const id = await mug();
        const lines = (quantity: number) => ({ line_items: [{ item: { id }, quantity }] });
        const cart = await cli.does('cart create', lines(1));
        assert.equal((await cli.does('cart update', lines(2), cart.id)).line_items[0]?.quantity, 2);
        await cli.does('cart cancel', undefined, cart.id);
        messageOf(await cli.does('cart get', undefined, cart.id), 'not_found');
        const checkout = await cli.does('checkout create', lines(1));
        assert.equal((await cli.does('checkout update', lines(2), checkout.id)).line_items[0]?.quantity, 2);
        assert.equal((await cli.does('checkout cancel', undefined, checkout.id)).status, 'canceled');
        // Canceling again returns a message instead of failing the command.
        assert.ok(((await cli.does('checkout cancel', undefined, checkout.id)).messages ?? []).length > 0);
      });

      it('gets not_found as a result for unknown checkouts and products [CLI-2]', async () => {
        messageOf(await cli.does('checkout get', undefined, randomUUID()), 'not_found');
        messageOf(await cli.does('catalog lookup', { ids: ['gid://nobody/Product/1'] }), 'not_found');
      });

      it('sees by the tool’s schema that an input is wrong, before it asks [CLI-2]', async () => {
        const { exitCode, printed } = await cli.run(
          'checkout',
          'create',
          '--input',
          JSON.stringify({ line_items: 1 }),
        );
        assert.notEqual(exitCode, 0);
        assert.equal(printed.code, 'SCHEMA_VALIDATION_FAILED');
      });
    });
});
