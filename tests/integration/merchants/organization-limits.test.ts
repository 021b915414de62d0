import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, it } from 'node:test';
import { startWooCommerceShop } from '../../../simulated-shops/woocommerce/start.ts';
import type { ErrorBody } from '../../../testing/agent.ts';
import { commandLine } from '../../../testing/command-line.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { forSuite } from '../../../testing/for-suite.ts';
import { type Merchant, organizationOf, signUp, tokenIn } from '../../../testing/merchant.ts';
import { serviceOn, startTestService } from '../../../testing/test-service.ts';

type Use = { name: string; used: number; limit: number | null };
type Answer = { status: number; body: unknown };

const LIMITS = 'stores=3,tokens=2,event_endpoints=1,members=3,invitations=2';

onEveryDatabase('an organization that has as much as it may', (database) => {
  let id: string;
  const running = forSuite(() =>
    startTestService({ database, settings: { SIGN_UP: 'open', ORGANIZATION_LIMITS: LIMITS } }),
  );
  const owner = forSuite(() => signUp(running));
  const other = forSuite(() => signUp(running));
  const shop = forSuite(() => startWooCommerceShop());
  before(async () => {
    id = await organizationOf(owner);
    await running.settle();
  });

  const connect = (merchant: Merchant) =>
    merchant.post('/stores', {
      platform: 'woocommerce',
      slug: `shop-${randomUUID()}`,
      credentials: shop.credentials,
    });
  const slugOf = async (connecting: ReturnType<typeof connect>): Promise<string> => {
    const { status, body } = await connecting;
    assert.equal(status, 201, JSON.stringify(body));
    return (body as { store: { slug: string } }).store.slug;
  };
  const usesOf = async (merchant: Merchant, of: string): Promise<Use[]> =>
    (await merchant.get<{ items: Use[] }>(`/organizations/${of}/limits`)).body.items;
  const useOf = async (name: string) => (await usesOf(owner, id)).find((use) => use.name === name);
  const organizations = (...args: string[]) =>
    commandLine(running.databaseUrl, ['organizations', ...args, '--json'], '', {
      SIGN_UP: 'open',
      ORGANIZATION_LIMITS: LIMITS,
    });

  function assertLimited({ status, body }: Answer, words: RegExp): void {
    const { code, error } = body as ErrorBody;
    assert.deepEqual([status, code], [409, 'limited'], error);
    assert.match(error, words);
    assert.match(error, /ask the operator of this service for more/);
  }

  it('sees each limit before it is met', async () => {
    assert.deepEqual(await useOf('stores'), { name: 'stores', used: 2, limit: 3 });
    assert.deepEqual(await useOf('members'), { name: 'members', used: 1, limit: 3 });
    assert.deepEqual(await useOf('invitations'), { name: 'invitations', used: 0, limit: 2 });
  });

  it('connects one store of several that are connected at once by two processes', async () => {
    await using second = await startSecond();
    const stores = [running.service, second.service, running.service, second.service].map((service) =>
      service.connectStore({
        platform: 'woocommerce',
        slug: `raced-${randomUUID()}`,
        credentials: shop.credentials,
        organizationId: id,
      }),
    );
    const outcomes = await Promise.allSettled(stores);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await useOf('stores'))?.used, 3);
    assertLimited(await connect(owner), /may have 3 stores. Delete a store/);
  });

  it('takes no store over', async () => {
    const slug = await slugOf(connect(other));
    const offer = await other.post<{ link: string }>(`/stores/${slug}/offer`, {});
    assert.ok(offer.status < 300, JSON.stringify(offer.body));
    const taking = { token: tokenIn(offer.body.link), organization: id };
    assertLimited(await owner.post('/offers/accept', taking), /may have 3 stores/);
    assert.equal((await other.get(`/stores/${slug}`)).status, 200, 'the store stays');
  });

  it('makes no more tokens, event endpoints and invitations', async () => {
    const token = () => owner.post('/tokens', { name: 'a token' });
    const tokens = await Promise.all([token(), token(), token(), token()]);
    assert.deepEqual(tokens.map(({ status }) => status).sort(), [201, 201, 409, 409]);
    assertLimited(await token(), /may have 2 tokens for each member. Revoke/);

    const endpoint = (slug: string) =>
      owner.post(`/stores/${slug}/event-endpoints`, { url: 'https://events.example/hook' });
    const endpoints = await Promise.all(['demo-shopify', 'demo-woocommerce'].map(endpoint));
    assert.deepEqual(endpoints.map(({ status }) => status).sort(), [201, 409]);

    const invite = () =>
      owner.post(`/organizations/${id}/invitations`, {
        email: `${randomUUID()}@shop.example`,
        role: 'analyst',
      });
    const invitations = await Promise.all([invite(), invite(), invite(), invite()]);
    assert.deepEqual(invitations.map(({ status }) => status).sort(), [201, 201, 409, 409]);
    assertLimited(await invite(), /Withdraw an invitation/);
    assert.deepEqual(await useOf('members'), { name: 'members', used: 3, limit: 3 });
  });

  it('gets more from the operator, or less, and keeps what it has', async () => {
    const limited = await organizations('limit', id, 'stores', '4');
    assert.equal(limited.code, 0, limited.out);
    assert.equal((await connect(owner)).status, 201);
    await organizations('limit', id, 'stores', '1');
    assert.deepEqual(await useOf('stores'), { name: 'stores', used: 4, limit: 1 });
    await organizations('limit', id, 'stores', 'none');
    assert.equal((await useOf('stores'))?.limit, null);
    await organizations('limit', id, 'stores', 'default');
    const limits = await organizations('limits', id);
    const stores = JSON.parse(limits.out).find(({ name }: Use) => name === 'stores');
    assert.partialDeepStrictEqual(stores, { name: 'stores', used: 4, limit: 3 });
    const wrong = await organizations('limit', id, 'stores', 'many');
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.out, /a whole number, none or default/);
  });

  it('keeps the copies that it has when an import finds no room, and says so', async () => {
    const products = async () => {
      const { body } = await owner.get<{ total: number }>('/stores/demo-woocommerce/products');
      return body.total;
    };
    const copied = await products();
    assert.ok(copied > 0);
    await organizations('limit', id, 'catalog_mb', '0');
    running.advance(25 * 60 * 60_000);
    await running.settle();
    assert.equal(await products(), copied, 'known products are not dropped');
    const { body } = await owner.get<{ store: { catalog: { limited: string | null } } }>(
      '/stores/demo-woocommerce',
    );
    assert.equal(body.store.catalog.limited, null, 'nothing has changed, and nothing is left out');

    const [product] = running.shop('demo-woocommerce').control.products;
    assert.ok(product);
    product.title += ' with a longer title';
    running.advance(25 * 60 * 60_000);
    await running.settle();
    const { body: later } = await owner.get<{ store: { catalog: { limited: string | null } } }>(
      '/stores/demo-woocommerce',
    );
    assert.match(later.store.catalog.limited ?? '', /no room for 1 products: .* limit of its organization/);
    assert.equal(await products(), copied);
  });

  it('may own ten organizations for each account', async () => {
    const create = async () => (await other.post('/organizations', { name: 'One more' })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) statuses.push(await create());
    assert.deepEqual(statuses, [...Array.from({ length: 9 }, () => 201), 409]);
  });

  async function startSecond() {
    const service = await serviceOn(
      running.databaseUrl,
      { now: running.now },
      { SIGN_UP: 'open', ORGANIZATION_LIMITS: LIMITS, RATE_LIMIT: 'off' },
    );
    const baseUrl = await service.listen({ backgroundWork: false });
    return { service, baseUrl, [Symbol.asyncDispose]: () => service.close() };
  }
});
