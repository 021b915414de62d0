import { BROWSER, tokenOf } from '../ucp/permalink-visitor.ts';
import { inStock, type Stage, type Wire } from './stage.ts';

const HOST_DOMAIN = 'stores.example';

/** Profiles below a path and on a host of the store's own, and permalinks that a browser opens. */
export const ucpDiscovery: Wire = {
  settings: { HOST_DOMAIN },
  async play(stage) {
    await stage.settle();
    const { port } = new URL(stage.running.baseUrl);
    stage.tape.name(`${HOST_DOMAIN}:${port}`, 'host domain');
    await readProfiles(stage);
    await askStoreHost(stage);
    await openPermalinks(stage);
  },
};

async function readProfiles({ call, slug }: Stage): Promise<void> {
  const profile = `/ucp/${slug}/.well-known/ucp`;
  const { headers } = await call('GET', profile);
  await call('GET', profile, { headers: { 'if-none-match': headers.etag ?? '' } });
  await call('HEAD', profile);
  await call('OPTIONS', profile);
  for (const leaf of ['2026-04-08', '2026-08-25', '1999-01-01']) await call('GET', `${profile}/${leaf}`);
  await call('GET', '/ucp/nobody/.well-known/ucp');
  await call('GET', '/.well-known/ucp');
}

async function askStoreHost({ call, slug }: Stage): Promise<void> {
  const host = `${slug}.${HOST_DOMAIN}`;
  const search = { query: 'mug', pagination: { limit: 1 } };
  for (const path of ['/.well-known/ucp', '/.well-known/ucp/2026-04-08', '/', '/api/ucp'])
    await call('GET', path, { headers: { host } });
  await call('HEAD', '/openapi.json', { headers: { host } });
  await call('POST', '/ucp/catalog/search', { headers: { host }, body: search });
  await call('POST', '/ucp/mcp', { headers: { host }, body: { jsonrpc: '2.0', id: 1, method: 'ping' } });
  await call('GET', '/.well-known/ucp', { headers: { host: `nobody.${HOST_DOMAIN}` } });
  await call('GET', '/.well-known/ucp', { headers: { host: 'rebound.example' } });
}

async function openPermalinks(stage: Stage): Promise<void> {
  const buy = (link: string, headers: Record<string, string> = {}, method = 'GET') =>
    stage.call(method, `/ucp/${stage.slug}/buy${link}`, { headers: { ...BROWSER, ...headers } });
  const mug = tokenOf((await inStock(stage, 'mug')).id);
  const lamp = tokenOf((await inStock(stage, 'lamp')).id);
  const { headers } = await buy(`/${mug}:2?discounts/codes/0=SUMMER10&buyer/email=ada%40example.com`);
  const cookie = headers['set-cookie']?.split(';')[0] ?? '';
  await buy(`/${mug}:2?discounts/codes/0=SUMMER10&buyer/email=ada%40example.com`, { cookie });
  await buy(`/${mug}:1,${lamp}:2?continue_to=/collections/spring&utm_source=chat`);
  await buy('?continue_to=/collections/spring');
  for (const link of [
    '',
    `/${mug}:0`,
    `/${mug}`,
    '/no-such-thing:1',
    `/${mug}:1?continue_to=//evil.example`,
    '/%',
  ])
    await buy(link);
  for (const link of [`/${mug}:1`, '/no-such-thing:1']) await buy(link, { accept: 'application/json' });
  for (const problem of ['damaged', 'not-sold', 'sold-out', 'nonsense']) await buy(`/problem/${problem}`);
  await buy(`/${mug}:1`, {}, 'HEAD');
  await buy(`/${mug}:1`, {}, 'POST');
  await buy(`/${mug}:1`, { 'user-agent': 'Slackbot-LinkExpanding 1.0' });
}
