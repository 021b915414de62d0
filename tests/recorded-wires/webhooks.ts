import { eventOf, shopSideOf, signedEvent } from '../integration/webhooks/shop-side.ts';
import type { Stage, Wire } from './stage.ts';

/** Events that a shop sends, and what the service answers. */
export const webhooks: Wire = {
  async play(stage) {
    await stage.settle();
    const shop = await shopSideOf(stage);
    const { baseUrl } = stage.running;
    const product = stage.running.shop(stage.slug).control.products[0]?.id ?? 0;
    const event = eventOf(shop, baseUrl, { product });
    await send(stage, event, 'of a product');
    await send(stage, event, 'sent twice');
    await send(stage, eventOf(shop, baseUrl, { order: 1 }), 'of an order that is not there');
    await send(
      stage,
      signedEvent(shop, baseUrl, 'something/else', '{"id":1}'),
      'of a topic that is not known',
    );
    await send(stage, signedEvent(shop, baseUrl, 'something/else', '{'), 'that is no JSON');
    await send(stage, { ...event, body: '{"id":2}' }, 'with a signature of another body');
    await send(stage, { ...event, headers: { 'content-type': 'application/json' } }, 'without a signature');
    await send(stage, { ...event, url: `${baseUrl}/webhooks/nobody` }, 'of a store that is not there');
    await send(
      stage,
      { ...event, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'webhook_id=7' },
      'a ping',
    );
    await stage.call('GET', `/webhooks/${stage.slug}`);
  },
};

async function send(
  { tape }: Stage,
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  note: string,
): Promise<void> {
  await tape.call('POST', url, { headers, body }, note);
}
