import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { withCleanAnswers } from '../../../src/store-platforms/clean-answers.ts';
import { readShape } from '../../../src/store-platforms/read-shape.ts';
import type { StorePlatform } from '../../../src/store-platforms/store-platform.ts';
import { agentOf, bodyOf, findVariant, newSession, pay } from '../../../testing/agent.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { startTestService } from '../../../testing/test-service.ts';
import {
  type CartShape,
  cartShape,
  created,
  failsAs,
  requestFor,
  scriptedShopify,
  usd,
  variantGid,
} from './shopify/scripted-shopify.ts';
import { catalog, tee, variations } from './woocommerce/recorded-catalog.ts';
import { caller, openSite } from './woocommerce/scripted-site.ts';

const times = <Entry>(count: number, entry: Entry) => Array.from({ length: count }, () => entry);
const LONG = 'long '.repeat(100);

describe('the lists and texts of an answer', () => {
  const read = (value: unknown) => readShape(z.any(), value).data;

  it('cuts lists and texts that are longer than those of any shop', () => {
    const { inner, text } = read({ inner: [{ list: times(1_000_000, 1) }], text: 'x'.repeat(1_000_000) });
    assert.equal(inner[0].list.length, 5_000);
    assert.equal(text.length, 20_001);
  });

  it('refuses an answer of more entries than any shop sends with a single issue', () => {
    const result = readShape(
      z.any(),
      Array.from({ length: 1_000 }, () => times(1_000, 1)),
    );
    assert.equal(result.error?.issues.length, 1);
  });

  it('reads answers however deep they are nested', () => {
    const depth = 1_000_000;
    const deep = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    assert.equal(readShape(z.object({ a: z.unknown() }), deep).success, true);
    assert.equal(readShape(z.unknown(), JSON.parse('['.repeat(depth) + ']'.repeat(depth))).success, false);
  });
});

describe('WooCommerce answers of unusual size', () => {
  it('show a product that names one variation 200,000 times', async (t) => {
    const variation = variations().find(({ status }) => status === 'publish');
    const product = { ...tee(), variations: times(200_000, variation?.id) };
    const site = await openSite(t, {
      ...catalog([tee()], variations()),
      'GET /wc/v3/products': () => ({ body: [product] }),
    });
    const { products } = await site.platform.searchProducts({ text: 'tee', first: 10 }, caller);
    assert.equal(products[0]?.variants.length, 100);
  });

  for (const [name, body] of Object.entries({
    'lists within each other': '['.repeat(300_000) + ']'.repeat(300_000),
    'lists beside each other': `[${'[],'.repeat(300_000)}1]`,
    'members of one object': `{${'"a":0,'.repeat(300_000)}"a":0}`,
  }))
    it(`refuses to parse an answer with more than two hundred thousand ${name}`, async (t) => {
      const { platform } = await openSite(t, { 'GET /wc/v3/products': () => ({ body }) });
      const search = platform.searchProducts({ text: 'tee', first: 10 }, caller);
      assert.match((await failsAs('platform_error', search)).message, /200000 objects and lists, or members/);
    });

  it('lists changed products of an oversized answer up to the largest page', async (t) => {
    const { platform } = await openSite(t, {
      'GET /wc/v3/products': () => ({ body: times(4_000, { id: 1 }) }),
    });
    const changed = await withCleanAnswers(platform, 'shop.example').changedProducts(
      '2026-11-01T00:00:00.000Z',
      undefined,
      caller,
    );
    assert.equal(changed.ids.length, 250);
  });
});

const cart = (lines: NonNullable<CartShape['lines']>) => created(cartShape({ lines, total: '10.0' }));

describe('Shopify answers of unusual size', () => {
  it('refuses an answer whose list has more entries than were asked for', async (t) => {
    const { platform } = await scriptedShopify(t, {
      CreateCart: cart(times(251, { variant: 1, quantity: 1 })),
    });
    await failsAs('platform_error', platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller));
  });

  it('refuses an answer with an id that is too long to be stored', async (t) => {
    const id = variantGid(1) + '0'.repeat(1_000);
    const node = { ...recordedVariant, id };
    const { platform } = await scriptedShopify(t, { ResolveItems: { nodes: [node] } });
    await failsAs('platform_error', platform.resolveItems([{ kind: 'variant', id: variantGid(1) }], caller));
  });

  it('give one discount to each of many lines, each read once', async (t) => {
    const lines = Array.from({ length: 250 }, (_, index) => ({
      variant: index + 1,
      quantity: 1,
      allocations: times(20, { targetType: 'LINE_ITEM', discountedAmount: usd('0.1'), title: 'Gift' }),
    }));
    const applications = [{ targetType: 'LINE_ITEM', totalAllocatedAmount: usd('500.0'), title: 'Gift' }];
    const shape = created(cartShape({ lines, applications, total: '2000.0' }));
    const { platform } = await scriptedShopify(t, { CreateCart: shape });
    const cart = await platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller);
    assert.deepEqual(
      cart.lines.map(({ allocations }) => allocations),
      times(250, [{ code: null, title: 'Gift', amount: 200 }]),
    );
  });
});

const recordedVariant = {
  title: 'Red',
  availableForSale: true,
  product: { id: 'gid://shopify/Product/1', title: 'Shirt', handle: 'shirt', requiresSellingPlan: false },
};

describe('the stored part of an answer', () => {
  const answering = (answers: Partial<StorePlatform>) =>
    withCleanAnswers(answers as StorePlatform, 'shop.example');

  it('refuses a cart of more than a megabyte', async (t) => {
    const { platform } = await scriptedShopify(t, { CreateCart: cart([{ variant: 1, quantity: 1 }]) });
    const small = await platform.createCart(requestFor([{ variant: 1, quantity: 1 }]), caller);
    const lines = times(2_000, small.lines).flatMap(([line]) => (line ? [{ ...line, title: LONG }] : []));
    const clean = answering({ createCart: async () => ({ ...small, lines }) });
    await failsAs('platform_error', clean.createCart(requestFor([]), caller));
  });

  it('limits an answer to twenty diagnostics and fifty topics', async () => {
    const clean = answering({
      checkAccess: async () =>
        Array.from({ length: 5_000 }, (_, index) => ({
          level: 'problem' as const,
          title: `${index} ${LONG.repeat(10)}`,
        })),
      subscribe: async () => ({ created: [], repaired: times(5_000, LONG), fine: [] }),
    });
    const access = await clean.checkAccess(caller);
    assert.equal(access.length, 20);
    assert.ok(access.every(({ title }) => title.length <= 500));
    const { repaired } = await clean.subscribe({ address: 'https://ucp.example', secret: 's' }, caller);
    assert.equal(repaired.length, 50);
  });
});

onEveryDatabase('an order whose lines are other ones at each read', (database) => {
  it('stays as last known once it is too large to be kept', async (t) => {
    let reads = 0;
    const changing: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!/\/wc\/v3\/orders\/\d+\?/.test(String(input))) return answer;
      reads += 1;
      const order = JSON.parse(await answer.text());
      const [line] = order.line_items;
      order.line_items = Array.from({ length: 300 }, (_, index) => ({
        ...line,
        id: reads * 1_000 + index,
        name: LONG,
      }));
      return Response.json(order);
    };
    const running = await startTestService({ database, overrides: { fetch: changing } });
    t.after(() => running.close());
    const agent = agentOf(running.baseUrl, 'demo-woocommerce');
    const { id } = await findVariant(agent, 'mug');
    const session = await newSession(agent, {}, [[id, 1]]);
    await pay(session);
    const { order } = (await agent.complete(session.id)).body;
    const isStale: boolean[] = [];
    for (let read = 0; read < 5; read += 1)
      isStale.push(bodyOf(200, await agent.readOrder(order?.id ?? '')).stale);
    assert.deepEqual([isStale[0], isStale.at(-1)], [false, true]);
  });
});
