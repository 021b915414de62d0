import { get, inTurn, type Requests, send } from '../requests.ts';

/** Returns the id of the first product found that is without variations and in stock. */
export async function findProduct(site: string, searches: string[]): Promise<number> {
  for (const search of searches) {
    const products = await fetchJson<{ id: number; type: string; is_in_stock: boolean }[]>(
      `${site}${PRODUCTS}?search=${encodeURIComponent(search)}`,
    );
    const product = products.find(({ type, is_in_stock }) => type === 'simple' && is_in_stock);
    if (product) return product.id;
  }
  throw new Error(`${site} has no simple product in stock for ${searches.join(', ')}`);
}

const PRODUCTS = '/wp-json/wc/store/v1/products';
const CART = '/wp-json/wc/store/v1/cart';

export function storeSearchRequests(searches: string[]): Requests {
  return inTurn(
    searches.map((search) => get(`${PRODUCTS}?search=${encodeURIComponent(search)}&per_page=20`)),
  );
}

/** Sets the quantity of the only line, by turns to each of the quantities, in carts that it creates. */
export async function storeCartRequests(
  site: string,
  product: number,
  { count, quantities }: { count: number; quantities: readonly number[] },
): Promise<Requests> {
  const carts: { token: string; key: string }[] = [];
  for (let index = 0; index < count; index++) {
    const empty = await fetch(site + CART);
    const token = empty.headers.get('cart-token');
    if (!empty.ok || token === null)
      throw new Error(`${site}${CART} answered ${empty.status} without a cart`);
    const filled = await fetchJson<{ items: { key: string }[] }>(`${site}${CART}/add-item`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cart-token': token },
      body: JSON.stringify({ id: product, quantity: 1 }),
    });
    carts.push({ token, key: filled.items[0]?.key ?? '' });
  }
  const update = (quantity: number) =>
    carts.map(({ token, key }) =>
      send('POST', `${CART}/update-item`, JSON.stringify({ key, quantity }), `cart-token: ${token}\r\n`),
    );
  return inTurn(quantities.flatMap(update));
}

export async function fetchJson<Body>(url: string, init: RequestInit = {}): Promise<Body> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Body;
}
