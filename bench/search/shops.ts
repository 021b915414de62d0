import { z } from 'zod';

/** Simulated shop as the process that runs it describes it. */
export const shop = z.object({
  slug: z.string(),
  platform: z.string(),
  url: z.string(),
  credentials: z.record(z.string(), z.string()),
});

export type Shop = z.infer<typeof shop>;

/** Asks for the first products of a query and returns their numbers. */
export type Search = (text: string, first: number) => Promise<number[]>;

/** Returns the shop's own search, called as a client of its platform calls it. */
export function ownSearch(shop: Shop): Search {
  return shop.platform === 'shopify' ? shopifySearch(shop) : wooCommerceSearch(shop);
}

const shopifyAnswer = z.object({
  data: z.object({ search: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
});

const SHOPIFY_QUERY = /* GraphQL */ `
query Search($text: String!, $first: Int!) {
  search(query: $text, first: $first, types: [PRODUCT], prefix: LAST, unavailableProducts: LAST) {
    nodes { ... on Product { id } }
  }
}`;

function shopifySearch({ url, credentials }: Shop): Search {
  return async (text, first) => {
    const answer = await readJson(`${url}/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'shopify-storefront-private-token': credentials.storefrontPrivateToken ?? '',
        'shopify-storefront-buyer-ip': '203.0.113.7',
      },
      body: JSON.stringify({
        query: SHOPIFY_QUERY,
        operationName: 'Search',
        variables: { text, first },
      }),
    });
    return shopifyAnswer.parse(answer).data.search.nodes.map(({ id }) => numberIn(id));
  };
}

function wooCommerceSearch({ url, credentials }: Shop): Search {
  const { consumerKey, consumerSecret } = credentials;
  const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
  return async (text, first) => {
    const query = new URLSearchParams({
      search: text,
      per_page: String(first),
      status: 'publish',
      _fields: 'id',
    });
    const answer = await readJson(`${url}/wp-json/wc/v3/products?${query}`, { headers: { authorization } });
    return z
      .array(z.object({ id: z.int() }))
      .parse(answer)
      .map(({ id }) => id);
  };
}

const page = z.object({ products: z.array(z.object({ id: z.string() })) });
const MAX_QUERY = 512;

/** Returns the search of the service's contract over REST. */
export function serviceSearch(baseUrl: string, slug: string): Search {
  return async (text, first) => {
    const query = new URLSearchParams({ q: text.slice(0, MAX_QUERY), first: String(first) });
    const answer = await readJson(`${baseUrl}/api/ucp/${slug}/catalog/search?${query}`);
    return page.parse(answer).products.map(({ id }) => numberIn(id));
  };
}

/** Returns how many calls the shop has received since the last time it was asked. */
export async function takeCalls({ url }: Shop): Promise<number> {
  const { calls } = z
    .object({ calls: z.record(z.string(), z.number()) })
    .parse(await readJson(`${url}/_sandbox/calls`));
  await readJson(`${url}/_sandbox/calls`, { method: 'DELETE' });
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

function numberIn(gid: string): number {
  return Number(gid.slice(gid.lastIndexOf('/') + 1));
}

/** Throws for a status other than 2xx. */
export async function readJson(address: string, init?: RequestInit): Promise<unknown> {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address} answers ${response.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}
