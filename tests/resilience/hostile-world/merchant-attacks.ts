import type { Attack, Battlefield } from './battlefield.ts';
import { shoot } from './shoot.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** Address of the account's owner. */
const HOME = 199;

/** Attacks of a merchant with a free account on the process that all share. */
export function ofTheMerchant({ baseUrl, merchant }: Battlefield): Attack[] {
  const api = `${baseUrl}/api/merchant`;
  const store = `${api}/stores/${merchant.slug}`;
  const signedIn = { cookie: merchant.cookie };
  const read = (name: string, connections: number, url: string): Attack => ({
    name,
    connections,
    once: () => shoot({ url, headers: signedIn, from: HOME }),
  });
  const change = (name: string, connections: number, url: string, body: object): Attack => ({
    name,
    connections,
    once: () =>
      shoot({
        method: 'POST',
        url,
        body: JSON.stringify(body),
        headers: { ...signedIn, ...JSON_TYPE, 'sec-fetch-site': 'same-origin' },
        from: HOME,
      }),
  });
  return [
    read('account: files of its log', 24, `${store}/requests?format=csv`),
    read('account: many files of its log', 150, `${store}/requests?format=csv&agent=`),
    read('account: files of its products', 24, `${store}/products?format=csv`),
    read('account: exports of its store', 24, `${store}/export`),
    read('account: overviews', 24, `${store}/overview`),
    change('account: previews of rules', 16, `${store}/policy/preview`, { rules: MANY_RULES }),
    change('account: tokens', 24, `${api}/tokens`, { name: 'one more' }),
  ];
}

/** None of them is about an agent that calls. */
const MANY_RULES = Array.from({ length: 100 }, (_, index) => ({
  ...{ id: `rule-${index}`, mode: 'on', kind: 'limit', calls: 1_000 },
  agents: Array.from({ length: 20 }, (_, agent) => ({ name: `nobody-${index}-${agent}` })),
}));

/** Attacks without an account on what the service serves to all. */
export function ofPassersBy({ baseUrl }: Battlefield): Attack[] {
  const post = (name: string, path: string, body: string): Attack => ({
    name,
    connections: 32,
    once: () => shoot({ method: 'POST', url: baseUrl + path, body, headers: JSON_TYPE, from: HOME - 1 }),
  });
  return [
    {
      name: 'passer-by: API descriptions',
      connections: 32,
      once: () => shoot({ url: `${baseUrl}/openapi.json`, from: HOME - 1 }),
    },
    {
      name: 'passer-by: metrics',
      connections: 64,
      once: () => shoot({ url: `${baseUrl}/metrics`, from: HOME - 1 }),
    },
    post('passer-by: sign-ins with unknown members', '/api/merchant/sign-in', MANY_MEMBERS),
    post('passer-by: deep sign-ins', '/api/merchant/sign-in', '['.repeat(120_000)),
    post('passer-by: pairings with unknown members', '/api/connector/pair', MANY_MEMBERS),
  ];
}

const MANY_MEMBERS = JSON.stringify(
  Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`member${index}`, index])),
);
