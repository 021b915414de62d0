import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findVariant, pay } from '../../testing/agent.ts';
import { everywhere, inShop, type Somewhere } from '../../testing/everywhere.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { numberOf } from '../../testing/shop-orders.ts';
import { answerFields, type Resource, titleOf } from './answer-fields.ts';

type Samples = Record<Resource, object[]>;

everywhere('answers', (at) => {
  const samples = forSuite(() => collect(at));

  for (const [resource, fields] of Object.entries(answerFields) as [
    Resource,
    (typeof answerFields)[Resource],
  ][])
    describe(resource, () => {
      for (const field of fields)
        it(`answers with ${titleOf(field)} [GEN-2]`, () => {
          let seen = 0;
          for (const sample of samples[resource]) {
            const values = valuesAt(sample, field.path).filter(
              (value) => !field.optional || value !== undefined,
            );
            for (const value of values) {
              const { success, error } = field.check.safeParse(value);
              assert.ok(success, `${field.path} is ${JSON.stringify(value)}: ${error?.message}`);
            }
            seen += values.length;
          }
          assert.ok(seen > 0, `an answer has ${field.path}`);
        });
    });
});

/** Returns every value at a path, with `undefined` for an absent member. */
function valuesAt(from: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (values, step) => {
      const members = values.map(
        (each) => (each as Record<string, unknown> | undefined)?.[step.replace('[]', '')],
      );
      return step.endsWith('[]') ? members.flat() : members;
    },
    [from],
  );
}

/** Collects real answers of each resource, in the states in which they differ. */
async function collect(at: Somewhere): Promise<Samples> {
  const { agent } = at;
  const { id } = await findVariant(agent, 'mug');
  inShop(at, id).stock = null;
  const codes = { discounts: { codes: ['SUMMER10', 'EXPIRED5'] } };
  const session = (await agent.createSession([id], codes)).body;
  await pay(session);
  const completed = (await agent.complete(session.id)).body;
  at.running.shop(at.slug).control.moveOrder(numberOf(at, session), 'shipped');
  const order = (await agent.readOrder(completed.order?.id ?? '')).body;
  const canceled = (await agent.cancel((await agent.createSession([id])).body.id)).body;
  const carts = [(await agent.createCart([id], codes)).body, (await agent.createCart([id])).body];
  carts.push((await agent.cancelCart(carts[1]?.id ?? '')).body);
  const sessions = [session, completed, canceled];
  return {
    Manifest: [(await agent.get('')).body],
    Totals: [...sessions, ...carts, order].map(({ totals }) => totals),
    Link: sessions.flatMap(({ links }) => links),
    CheckoutSession: sessions,
    Cart: carts,
    Product: (await agent.search('e', 100)).products,
    Order: [order],
  };
}
