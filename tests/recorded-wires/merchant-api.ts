import { PASSWORD } from '../../testing/merchant.ts';
import { payCheckout } from '../../testing/pay-checkout.ts';
import { numberOf } from '../../testing/shop-orders.ts';
import { eventOf, post, shopSideOf } from '../integration/webhooks/shop-side.ts';
import type { Answer } from './recorder.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

const ADA = { name: 'Ada', email: 'ada@shop.example', password: PASSWORD };

/** The API of the console and of merchants' scripts. */
export const merchantApi: Wire = {
  showsAllStores: true,
  async play(stage) {
    const { port } = new URL(stage.running.baseUrl);
    stage.tape.name(`shop.example:${port}`, 'shop.example with the port');
    await stage.settle();
    const ask = await signIn(stage);
    await trade(stage);
    await readActivity(stage, ask);
    await changeStore(stage, ask);
    await changeAccount(stage, ask);
    await misbehave(stage, ask);
  },
};

type Ask = (route: string, body?: object) => Promise<Answer>;

async function signIn(stage: Stage): Promise<Ask> {
  let cookie = '';
  const ask: Ask = async (route, body) => {
    const [method = '', path = ''] = route.split(' ');
    const headers = cookie === '' ? {} : { cookie };
    return stage.call(method, `/api/merchant${path}`, { headers, ...(body && { body }) });
  };
  await ask('GET /installation');
  await ask('GET /session');
  await ask('GET /stores');
  await ask('POST /sign-up', { ...ADA, password: 'short', email: 'nobody' });
  const { headers } = await ask('POST /sign-up', ADA);
  cookie = headers['set-cookie']?.split(';')[0] ?? '';
  for (const path of ['/installation', '/session', '/me', '/stores']) await ask(`GET ${path}`);
  return ask;
}

/** Something to look at: searches, carts, sessions, an order and refusals. */
async function trade(stage: Stage): Promise<void> {
  const { agent, advance } = stage;
  const mug = (await inStock(stage, 'mug')).id;
  const steps: (() => Promise<unknown>)[] = [
    () => agent.search('nothing-is-called-so'),
    () => agent.createCart([mug], { discounts: { codes: ['NO-SUCH-CODE', 'SUMMER10'] } }),
    () => agent.createSession([mug]),
    () => agent.createSession([]),
  ];
  for (const step of steps) {
    advance(1_000);
    await step();
  }
  advance(1_000);
  const { body: session } = await agent.createSession([[mug, 2]], { buyer: { email: 'ada@example.com' } });
  advance(1_000);
  const { control } = stage.running.shop(stage.slug);
  // Two events of one instant would come in either order.
  control.injectWebhookFaults({ lost: true });
  await payCheckout(session.continue_url ?? '');
  await stage.settle();
  await post(eventOf(await shopSideOf(stage), stage.running.baseUrl, { order: numberOf(stage, session) }));
  await stage.settle();
  advance(1_000);
  await agent.complete(session.id);
  await stage.settle();
}

async function readActivity({ slug }: Stage, ask: Ask): Promise<void> {
  for (const kind of ['session', 'cart', 'order']) {
    const { body } = await ask(`GET /stores/${slug}/${kind}s`);
    await ask(`GET /stores/${slug}/${kind}s/${body.items[0]?.id}`);
    await ask(`GET /stores/${slug}/${kind}s?page=2&per_page=1`);
    await ask(`GET /stores/${slug}/${kind}s/nonsense`);
  }
  const { body } = await ask(`GET /stores/${slug}/requests?per_page=3`);
  await ask(`GET /stores/${slug}/requests/${body.items[0]?.id}`);
  await ask(`GET /stores/${slug}/requests?status_class=4xx`);
  const pages = ['request-errors', 'agents', 'overview', 'setup', 'audit', 'webhooks', 'import', 'domains'];
  for (const page of [...pages, 'discovery', 'capabilities', 'capabilities/preview?cart=false'])
    await ask(`GET /stores/${slug}/${page}`);
  const { body: products } = await ask(`GET /stores/${slug}/products?q=mug&per_page=1`);
  await ask(`GET /stores/${slug}/products/${encodeURIComponent(products.items[0]?.id)}`);
  await ask(`GET /stores/${slug}/products/nonsense`);
  await ask(`GET /stores/${slug}/search-preview?q=mug&first=2`);
  await ask(`GET /stores/${slug}/search-preview?q=`);
  await ask(`GET /stores/${slug}/zero-result-searches`);
  await ask(`GET /stores/${slug}/requests?status_class=9xx`);
  await ask(`GET /stores/${slug}/sessions?page=0`);
}

async function changeStore({ slug, running }: Stage, ask: Ask): Promise<void> {
  const at = `/stores/${slug}`;
  const { credentials } = running.shop(slug);
  await ask(`GET ${at}`);
  await ask(`PUT ${at}`, { name: 'Renamed', retention_days: 30 });
  await ask(`PUT ${at}`, { name: '', retention_days: -1 });
  await ask(`PUT ${at}/capabilities`, { cart: false });
  await ask(`PUT ${at}/capabilities`, { checkout: false });
  await ask(`POST ${at}/check`, {});
  await ask('POST /stores/check', { platform: 'shopify', credentials: {} });
  await ask('POST /stores/check', { platform: 'nonsense', credentials: {} });
  await ask('POST /stores', { platform: slug.replace('demo-', ''), credentials, slug });
  await ask(`PUT ${at}/credentials`, { credentials });
  await ask(`POST ${at}/import`, {});
  await ask(`POST ${at}/webhooks/resubscribe`, {});
  await ask(`POST ${at}/domains`, { domain: 'shop.example' });
  await ask(`POST ${at}/domains`, { domain: 'nonsense' });
  await ask(`GET ${at}/domains`);
  await ask(`DELETE ${at}/domains/shop.example`);
  await ask(`POST ${at}/disconnect`, {});
  await ask(`POST ${at}/reconnect`, {});
  await ask(`GET ${at}/audit`);
  await ask(`DELETE ${at}`, { confirm: 'nonsense' });
  await ask(`DELETE ${at}`, { confirm: slug });
  await ask(`GET ${at}`);
}

async function changeAccount(stage: Stage, ask: Ask): Promise<void> {
  const { body: created } = await ask('POST /tokens', { name: 'a script' });
  const authorization = `Bearer ${created.token}`;
  await stage.call('GET', '/api/merchant/me', { headers: { authorization } });
  await stage.call('GET', '/api/merchant/stores', { headers: { authorization } });
  const { body: listed } = await ask('GET /tokens');
  await ask(`DELETE /tokens/${listed.items[0]?.id}`);
  await stage.call('GET', '/api/merchant/me', { headers: { authorization } });
  const { body: pairing } = await ask('POST /pairing-codes', {});
  stage.tape.name(pairing.code, 'code');
  await ask(`GET /pairing-codes/${pairing.id}`);
  await ask('POST /password', { current_password: 'wrong', new_password: 'another long password' });
  await ask('POST /sign-in', { email: ADA.email, password: 'a wrong password' });
}

async function misbehave({ call }: Stage, ask: Ask): Promise<void> {
  await ask('GET /nowhere');
  await ask('DELETE /stores');
  await ask('GET /stores/nobody');
  await call('POST', '/api/merchant/sign-in', { headers: { 'content-type': 'application/json' }, body: '{' });
  await call('POST', '/api/merchant/sign-in', { headers: { origin: 'https://evil.example' }, body: ADA });
  await ask('POST /sign-out', {});
  await ask('GET /me');
}
