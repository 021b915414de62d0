import type { Child, ServerState } from './child.ts';
import { CONCURRENT } from './compare.ts';
import type { Filled, OfStore } from './fill-database.ts';
import { INSTANT_VARIANT } from './instant-platform.ts';
import { readJson } from './search/shops.ts';

/** Ten for each connection, so that no two requests in flight name the same resource. */
const COUNT = 10 * CONCURRENT;

/** Carts and orders created through the service's own endpoints, as agents create them. */
export async function buy(
  service: Child,
  { slugs }: Filled,
): Promise<{ carts: OfStore[]; orders: OfStore[] }> {
  const { port } = await service.ask<ServerState>({});
  const carts: OfStore[] = [];
  const orders: OfStore[] = [];
  for (let index = 0; index < COUNT; index++) {
    const slug = slugs[index % slugs.length] ?? '';
    const store = `http://127.0.0.1:${port}/api/ucp/${slug}`;
    const lines = { line_items: [{ item: { id: INSTANT_VARIANT }, quantity: 1 }] };
    const cart = await post<{ id: string }>(`${store}/carts`, lines);
    const session = await post<{ id: string }>(`${store}/checkout-sessions`, lines);
    const completed = await post<{ order: { id: string } }>(
      `${store}/checkout-sessions/${session.id}/complete`,
    );
    carts.push({ slug, id: cart.id });
    orders.push({ slug, id: completed.order.id });
  }
  return { carts, orders };
}

async function post<Body>(url: string, body: object = {}): Promise<Body> {
  const headers = { 'content-type': 'application/json' };
  return (await readJson(url, { method: 'POST', headers, body: JSON.stringify(body) })) as Body;
}
