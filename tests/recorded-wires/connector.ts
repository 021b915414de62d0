import { startWooCommerceShop } from '../../simulated-shops/woocommerce/start.ts';
import { signUp } from '../../testing/merchant.ts';
import { newCode, pairRequest, pressOnSite, typeCode, wrongCode } from '../integration/pairing/at-pairing.ts';
import type { Sent } from './recorder.ts';
import type { Stage, Wire } from './stage.ts';

/** The protocol between the service and its WordPress plugin, in both directions. */
export const connector: Wire = {
  isForBoth: true,
  recordsShopCalls: true,
  async play(stage) {
    const { running, tape } = stage;
    const site = stage.closing(
      await startWooCommerceShop({ name: 'Lonely Goods', keysOf: 'a recorded site' }),
    );
    tape.name(new URL(site.url).host, 'site');
    stage.listenTo(`${site.url}/wp-json/wc-ucp-host/`);
    const service = stage.closing(await tape.listenBefore(running.baseUrl, 'from the site'));
    tape.name(new URL(service.url).host, 'service, as the site knows it');
    const merchant = await signUp(running);

    const first = await newCode(merchant);
    tape.name(first.code, 'first code');
    const wrong = wrongCode(first.code);
    await typeCode(site, service.url, wrong);
    await typeCode(site, service.url, first.code);
    await stage.settle();
    await site.control.webhooksSettled();
    await stage.settle();
    await pressOnSite(site, 'check');
    await typeCode(site, service.url, first.code);
    await pressOnSite(site, 'unpair');
    await stage.settle();

    const second = await newCode(merchant);
    tape.name(second.code, 'second code');
    await typeCode(site, service.url, second.code);
    await stage.settle();
    const { body } = await merchant.get<{ items: { slug: string }[] }>('/stores');
    const paired = body.items.find(({ slug }) => !slug.startsWith('demo-'));
    await merchant.delete(`/stores/${paired?.slug}`, { confirm: paired?.slug });
    await stage.settle();
    await misbehave(stage, pairRequest(site, wrong, { connector_token: 'x'.repeat(43) }));
  },
};

async function misbehave({ call }: Stage, body: Sent['body'] & object): Promise<void> {
  await call('POST', '/api/connector/pair', { body });
  await call('POST', '/api/connector/pair', { body: { ...body, code: 7, rest_url: 'nowhere' } });
  await call('POST', '/api/connector/pair', { headers: { 'content-type': 'application/json' }, body: '{' });
  for (const route of ['GET /status', 'POST /unpair', 'GET /pair', 'GET /nowhere']) {
    const [method = '', path = ''] = route.split(' ');
    await call(method, `/api/connector${path}`);
    await call(method, `/api/connector${path}`, { headers: { authorization: 'Bearer nonsense' } });
  }
}
