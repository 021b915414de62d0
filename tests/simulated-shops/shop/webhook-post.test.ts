import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createWebhookPost } from '../../../simulated-shops/shop/webhook-post.ts';
import { listener } from '../../integration/store-platforms/battery/listener.ts';

async function opened(t: TestContext, retries = 2) {
  const place = await listener(t);
  const post = createWebhookPost({ retries });
  t.after(() => post.close());
  const parcel = (body: string) => ({ url: place.address, headers: { 'x-id': body }, body });
  return { place, post, parcel, bodies: () => place.received.map(({ body }) => String(body)) };
}

describe('The post of a simulated shop', () => {
  it('brings everything, and says so', async (t) => {
    const { post, parcel, bodies } = await opened(t);
    const ended: boolean[] = [];
    for (const body of ['one', 'two', 'three'])
      post.send(parcel(body), (isAccepted) => ended.push(isAccepted));
    await post.settled();
    assert.deepEqual(bodies().sort(), ['one', 'three', 'two']);
    assert.deepEqual(ended, [true, true, true]);
  });

  it('tries again as often as it may, and then gives up', async (t) => {
    const { place, post, parcel } = await opened(t);
    const ended: boolean[] = [];
    place.answer(500);
    post.send(parcel('one'), (isAccepted) => ended.push(isAccepted));
    await post.settled();
    assert.equal(place.received.length, 3);
    place.answer(302);
    post.send(parcel('two'), (isAccepted) => ended.push(isAccepted));
    await post.settled();
    assert.deepEqual(ended, [false, false]);
  });

  it('duplicates and reorders deliveries on request', async (t) => {
    const { post, parcel, bodies } = await opened(t);
    post.inject({ duplicated: true, reordered: true });
    for (const body of ['one', 'two']) post.send(parcel(body));
    await post.settled();
    assert.deepEqual(bodies(), ['two', 'two', 'one', 'one']);
    post.inject({ duplicated: false, reordered: false });
    post.send(parcel('three'));
    await post.settled();
    assert.deepEqual(bodies().slice(4), ['three']);
  });

  it('stops when the shop closes', async (t) => {
    const { place, post, parcel } = await opened(t);
    post.inject({ lateMs: 60_000 });
    const ended: boolean[] = [];
    post.send(parcel('one'), (isAccepted) => ended.push(isAccepted));
    post.close();
    await post.settled();
    assert.deepEqual([place.received, ended], [[], []]);
  });
});
