import assert from 'node:assert/strict';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { inStock, type Stage, type Wire } from './stage.ts';
import { lines, platformOf, restOf } from './ucp.ts';

/** Orders as they are sent to the platform of the agent that has made them, in both versions. */
export const orderEvents: Wire = {
  async play(stage) {
    await stage.settle();
    for (const version of ['2026-08-25', '2026-04-08'] as const) await follow(stage, version);
  },
};

async function follow(stage: Stage, version: '2026-08-25' | '2026-04-08'): Promise<void> {
  const { running, slug, tape } = stage;
  const { control } = running.shop(slug);
  const platform = await platformOf(stage, version);
  const mug = (await inStock(stage, 'mug')).id;
  const { body: checkout } = await restOf(stage, platform)('POST /checkout-sessions', lines(mug, 2));
  await payCheckout(checkout.continue_url);
  const settle = async (note: string) => {
    stage.advance(60_000);
    await stage.settle();
    for (const { url, headers, text } of platform.arrived.splice(0)) {
      const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const { pathname, search } = new URL(url);
      tape.add(`to the agent platform: POST ${pathname}${search} (${note})`, { headers: all, body: text });
    }
  };
  await settle('paid');
  const order = control.orders().find(({ sessionId }) => sessionId === checkout.id);
  assert.ok(order, 'the shop has the order');
  control.shipPart(order.id, [1]);
  await settle('shipped in part');
  platform.answers = [{ status: 503 }];
  control.moveOrder(order.id, 'delivered');
  await settle('delivered, refused at first');
  stage.advance(3_600_000);
  await settle('sent again');
  control.moveOrder(order.id, 'refunded');
  await settle('refunded');
}
