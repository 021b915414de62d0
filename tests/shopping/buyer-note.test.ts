import assert from 'node:assert/strict';
import { it } from 'node:test';
import { everywhere } from '../../testing/everywhere.ts';
import { post, shopSideOf } from '../integration/webhooks/shop-side.ts';
import { stepReports } from '../integration/webhooks/step-reports.ts';
import { type Checkout, idsOf, shopperAt } from './shopper.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

everywhere('the note of get_checkout', (at) => {
  const shopper = () => shopperAt(at);
  const begin = async () => {
    const items = [{ id: (await idsOf(shopper())).single, quantity: 1 }];
    return (await shopper().call<Checkout>('create_checkout', { items })).id;
  };
  const noteOf = async (checkout_id: string) =>
    (await shopper().call<Checkout>('get_checkout', { checkout_id })).note;
  const reach = async (sessionId: string, ...steps: string[]) => {
    const reports = stepReports(await shopSideOf(at), at.running);
    assert.equal(await post(reports.of({ sessionId, steps })), 200);
  };

  it('says to the model how far the buyer has come, and to wait', async () => {
    const id = await begin();
    assert.match((await noteOf(id)) ?? '', /Ask the buyer to pay at checkout_url/);
    await reach(id, 'opened');
    assert.match((await noteOf(id)) ?? '', /^Not paid yet: the buyer has opened checkout_url\./);
    await reach(id, 'opened', 'address');
    assert.match((await noteOf(id)) ?? '', /the address is given/);
    await reach(id, 'opened', 'address', 'payment');
    assert.match((await noteOf(id)) ?? '', /has tried to pay, and the store has not confirmed it/);
  });

  it('says to the model where the buyer left, and that the page still works', async () => {
    const id = await begin();
    await reach(id, 'opened', 'address');
    at.running.advance(HALF_AN_HOUR_MS);
    assert.match((await noteOf(id)) ?? '', /left checkout_url before paying\. .* still works/);
  });
});
