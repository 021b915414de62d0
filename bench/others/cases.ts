import { post } from '../bought.ts';
import type { Child, ServerState } from '../child.ts';
import { CONCURRENT } from '../compare.ts';
import type { Filled } from '../fill-database.ts';
import {
  createRequests,
  get,
  inTurn,
  keyedRequests,
  type Requests,
  send,
  sessionRequests,
} from '../requests.ts';
import type { Site } from './other-servers.ts';
import type { OtherServer } from './start-server.ts';
import { findProduct, storeCartRequests, storeSearchRequests } from './store-api.ts';

export type OtherName = 'sample' | 'connector' | 'storeApi';

/** The same work at another server and at the service. */
export interface Case {
  other: OtherName;
  name: string;
  server: OtherServer;
  theirs: Requests;
  ours: Requests;
  concurrency: number;
}

/** Slug of the site's store at the service. */
export const SITE_SLUG = 'woocommerce';

/** Requests in flight at a shop that answers a few dozen a second. */
const AT_A_SHOP = 4;
const QUANTITIES = [2, 3];

/** The sample and the service each have their products at hand, and their sessions in an SQLite file. */
export async function sampleCases(server: OtherServer, filled: Filled): Promise<Case[]> {
  const { port } = await server.ask();
  const body = {
    line_items: [{ item: { id: 'bouquet_roses', title: 'Bouquet of Red Roses' }, quantity: 1 }],
    currency: 'USD',
    payment: {},
  };
  const sessions: string[] = [];
  for (let count = 0; count < 2 * CONCURRENT; count++) {
    const { id } = await post<{ id: string }>(`http://127.0.0.1:${port}/checkout-sessions`, body);
    sessions.push(`/checkout-sessions/${id}`);
  }
  const of = { other: 'sample' as const, server, concurrency: CONCURRENT };
  return [
    { ...of, name: 'GET profile', theirs: gets('/.well-known/ucp'), ours: profileRequests(filled.slugs) },
    {
      ...of,
      name: 'POST create',
      theirs: keyedRequests(['/checkout-sessions'], body),
      ours: createRequests(filled.slugs),
    },
    { ...of, name: 'GET session', theirs: gets(...sessions), ours: sessionRequests(filled) },
  ];
}

/** Both stand in front of the same site. */
export async function connectorCases(
  server: OtherServer,
  { plainUrl }: Site,
  searches: string[],
): Promise<Case[]> {
  const product = await findProduct(plainUrl, searches);
  const body = { line_items: [{ id: `woo:${product}`, quantity: 1 }] };
  const variant = `gid://woocommerce/ProductVariant/${product}`;
  const of = { other: 'connector' as const, server, concurrency: AT_A_SHOP };
  return [
    { ...of, name: 'GET profile', theirs: gets('/ucp/v1/discovery'), ours: profileRequests([SITE_SLUG]) },
    {
      ...of,
      name: 'search',
      theirs: connectorSearch(searches),
      ours: siteSearch(searches),
    },
    {
      ...of,
      name: 'POST create',
      theirs: keyedRequests(['/ucp/v1/checkout-sessions'], body),
      ours: createRequests([SITE_SLUG], variant),
    },
  ];
}

/** The shop itself, and the service in front of it. */
export async function storeApiCases(
  server: OtherServer,
  service: Child,
  { plainUrl }: Site,
  searches: string[],
): Promise<Case[]> {
  const product = await findProduct(plainUrl, searches);
  const carts = { count: 2 * AT_A_SHOP, quantities: QUANTITIES };
  const of = { other: 'storeApi' as const, server, concurrency: AT_A_SHOP };
  return [
    { ...of, name: 'search', theirs: storeSearchRequests(searches), ours: siteSearch(searches) },
    {
      ...of,
      name: 'set a quantity in a cart',
      theirs: await storeCartRequests(plainUrl, product, carts),
      ours: await cartRequests(service, product, carts),
    },
  ];
}

async function cartRequests(
  service: Child,
  product: number,
  { count, quantities }: { count: number; quantities: readonly number[] },
): Promise<Requests> {
  const { port } = await service.ask<ServerState>({});
  const lines = (quantity: number) => ({
    line_items: [{ item: { id: `gid://woocommerce/ProductVariant/${product}` }, quantity }],
  });
  const carts: string[] = [];
  for (let index = 0; index < count; index++) {
    const path = `/api/ucp/${SITE_SLUG}/carts`;
    const { id } = await post<{ id: string }>(`http://127.0.0.1:${port}${path}`, lines(1));
    carts.push(`${path}/${id}`);
  }
  return inTurn(
    quantities.flatMap((quantity) => carts.map((path) => send('PUT', path, JSON.stringify(lines(quantity))))),
  );
}

function profileRequests(slugs: string[]): Requests {
  return gets(...slugs.map((slug) => `/ucp/${slug}/.well-known/ucp`));
}

function siteSearch(searches: string[]): Requests {
  const path = `/api/ucp/${SITE_SLUG}/catalog/search`;
  return gets(...searches.map((search) => `${path}?q=${encodeURIComponent(search)}&first=20`));
}

function connectorSearch(searches: string[]): Requests {
  const bodies = searches.map((query) => JSON.stringify({ query, first: 20 }));
  return inTurn(bodies.map((body) => send('POST', '/ucp/v1/search', body)));
}

function gets(...paths: string[]): Requests {
  return inTurn(paths.map((path) => get(path)));
}
