import type { WpAdmin } from './wp-admin.ts';

/** Ids of the proof's products and variations, by name. */
export interface Goods {
  mug: number;
  lamp: number;
  ebook: number;
  print: number;
  gone: number;
  stool: number;
  bowl: number;
  socks: number;
  board: number;
  tee: number;
  anyColour: number;
  redMedium: number;
}

export const SKU = 'UCP-PROOF';
export const COUPON = 'ucp-proof-';

type Rest = WpAdmin['rest'];

/** Creates products, coupons, cash on delivery, bank transfer and shipping; other data of the site stays unchanged. */
export async function stockUp(admin: WpAdmin): Promise<Goods> {
  const { rest } = admin;
  await clearAway(admin);
  for (const method of ['cod', 'bacs']) {
    await rest('PUT', `/wc/v3/payment_gateways/${method}`, { enabled: true });
  }
  await ensureShipping(rest);
  const image = { id: await placeholderOf(rest) };
  const simple = async (name: string, price: string, more: object = {}): Promise<number> => {
    const sku = `${SKU}-${name.replaceAll(' ', '-').toUpperCase()}`;
    const body = { name: `Proofware ${name}`, sku, regular_price: price, ...more };
    return (await rest('POST', '/wc/v3/products', body)).id;
  };
  return {
    mug: await simple('mug', '20.00', { manage_stock: true, stock_quantity: 500 }),
    lamp: await simple('lamp', '80.00'),
    ebook: await simple('e-book', '10.00', { virtual: true }),
    print: await simple('print', '35.00', { sold_individually: true }),
    gone: await simple('blanket', '75.00', { stock_status: 'outofstock' }),
    stool: await simple('stool', '55.00', { manage_stock: true, stock_quantity: 0, backorders: 'notify' }),
    bowl: await simple('bowl', '19.99'),
    socks: await simple('socks', '12.34'),
    board: await simple('board', '49.90', { ...BOARD, ...(await describedAs(admin)), images: [image] }),
    ...(await tee(rest, image)),
  };
}

export const BRAND = `${SKU} Makers`;
export const CATEGORIES = [`${SKU} Rooms`, `${SKU} Kitchen`] as const;
export const GTIN = '9506000134352';

/** Has what catalogs of agents ask for. */
const BOARD = {
  name: 'Proofware <em>walnut</em> board &amp; tray',
  description: '<p>Solid <strong>walnut</strong>.</p>[products limit="2"]',
  sale_price: '39.90',
  global_unique_id: GTIN,
  manage_stock: true,
  stock_quantity: 7,
  attributes: [
    { name: 'Material', options: ['Walnut', 'Oil'], visible: true },
    { name: 'Shelf', options: ['B7'], visible: false },
  ],
};

/** Creates a category below another one, and a brand where WooCommerce has brands (9.6). */
async function describedAs({ rest, ask }: WpAdmin): Promise<object> {
  const [above, below] = CATEGORIES;
  const parent = (await rest('POST', '/wc/v3/products/categories', { name: above })).id;
  const { id } = await rest('POST', '/wc/v3/products/categories', { name: below, parent });
  const { status, body: brand } = await ask('POST', '/wc/v3/products/brands', { name: BRAND });
  return { categories: [{ id }], ...(status === 201 ? { brands: [{ id: brand.id }] } : {}) };
}

/** The picture that every installation of WooCommerce has. */
async function placeholderOf(rest: Rest): Promise<number> {
  const [media] = await rest('GET', '/wp/v2/media?search=woocommerce-placeholder&_fields=id');
  return media.id;
}

/** One variation leaves the colour to the buyer. */
async function tee(rest: Rest, image: object): Promise<Pick<Goods, 'tee' | 'anyColour' | 'redMedium'>> {
  const attribute = (name: string, options: string[]) => ({ name, options, visible: true, variation: true });
  const attributes = [attribute('Size', ['S', 'M']), attribute('Colour', ['Red', 'Blue'])];
  const parent = { name: 'Proofware tee', sku: `${SKU}-TEE`, type: 'variable', attributes };
  const { id } = await rest('POST', '/wc/v3/products', parent);
  const variation = async (
    regular_price: string,
    values: Record<string, string>,
    more: object = {},
  ): Promise<number> => {
    const attributes = Object.entries(values).map(([name, option]) => ({ name, option }));
    return (await rest('POST', `/wc/v3/products/${id}/variations`, { regular_price, attributes, ...more }))
      .id;
  };
  const counted = { image, manage_stock: true, stock_quantity: 30 };
  return {
    tee: id,
    anyColour: await variation('24.00', { Size: 'S' }),
    redMedium: await variation('26.00', { Size: 'M', Colour: 'Red' }, counted),
  };
}

/** Adds a zone for the United States to sites without shipping. */
async function ensureShipping(rest: Rest): Promise<void> {
  const zones: { id: number; name: string }[] = await rest('GET', '/wc/v3/shipping/zones');
  if (zones.some(({ id }) => id !== 0)) return;
  const { id } = await rest('POST', '/wc/v3/shipping/zones', { name: SKU });
  await rest('PUT', `/wc/v3/shipping/zones/${id}/locations`, [{ code: 'US', type: 'country' }]);
  const method = await rest('POST', `/wc/v3/shipping/zones/${id}/methods`, { method_id: 'flat_rate' });
  await rest('PUT', `/wc/v3/shipping/zones/${id}/methods/${method.instance_id}`, {
    settings: { cost: '7.50' },
  });
}

/** Creates the codes and returns them by their trait. */
export async function printCoupons({ rest }: WpAdmin, goods: Goods) {
  const make = async (name: string, amount: string, more: object = {}): Promise<string> => {
    const code = `${COUPON}${name}`;
    await rest('POST', '/wc/v3/coupons', { code, amount, discount_type: 'percent', ...more });
    return code;
  };
  const used = await make('used', '10', { usage_limit: 1 });
  await useUp(rest, goods, used);
  return {
    percent: await make('percent', '10'),
    fixed: await make('fixed', '5.00', { discount_type: 'fixed_cart' }),
    mugOnly: await make('mug', '50', { product_ids: [goods.mug] }),
    cents: await make('cents', '7.77', { discount_type: 'fixed_cart' }),
    third: await make('third', '33.33'),
    bowls: await make('bowls', '3.33', { discount_type: 'fixed_product', product_ids: [goods.bowl] }),
    expired: await make('expired', '10', { date_expires: '2020-01-01T00:00:00' }),
    used,
    minimum: await make('minimum', '10', { minimum_amount: '500.00' }),
    alone: await make('alone', '3.00', { discount_type: 'fixed_cart', individual_use: true }),
    personal: await make('personal', '25', { email_restrictions: ['vip@example.com'] }),
    unknown: `${COUPON}unknown`,
  };
}

/** WooCommerce counts uses by itself, when an order is placed. */
async function useUp(rest: Rest, goods: Goods, code: string): Promise<void> {
  const line_items = [{ product_id: goods.mug, quantity: 1 }];
  const order = { status: 'processing', line_items, coupon_lines: [{ code }], customer_note: SKU };
  await rest('POST', '/wc/v3/orders', order);
}

/** Includes those of an interrupted proof. */
export async function clearAway({ rest, ask }: Pick<WpAdmin, 'rest' | 'ask'>): Promise<void> {
  const products: { id: number; sku: string }[] = await rest(
    'GET',
    '/wc/v3/products?search=Proofware&per_page=100&status=any&_fields=id,sku',
  );
  const coupons: { id: number; code: string }[] = await rest(
    'GET',
    `/wc/v3/coupons?search=${COUPON}&per_page=100&_fields=id,code`,
  );
  const zones: { id: number; name: string }[] = await rest('GET', '/wc/v3/shipping/zones');
  const terms = async (kind: 'categories' | 'brands'): Promise<string[]> => {
    const path = `/wc/v3/products/${kind}`;
    const { status, body } = await ask('GET', `${path}?search=${SKU}&per_page=100&_fields=id`);
    return status === 200 ? body.map(({ id }: { id: number }) => `${path}/${id}`) : [];
  };
  const doomed = [
    ...products.filter(({ sku }) => sku.startsWith(SKU)).map(({ id }) => `/wc/v3/products/${id}`),
    ...coupons.filter(({ code }) => code.startsWith(COUPON)).map(({ id }) => `/wc/v3/coupons/${id}`),
    ...zones.filter(({ name }) => name === SKU).map(({ id }) => `/wc/v3/shipping/zones/${id}`),
    ...(await terms('categories')),
    ...(await terms('brands')),
  ];
  for (const path of doomed) await rest('DELETE', `${path}?force=true`);
}

/** Orders placed by the proof: they contain its products. */
export async function clearOrders({ rest }: WpAdmin): Promise<void> {
  const orders: { id: number; line_items: { name: string }[] }[] = await rest(
    'GET',
    '/wc/v3/orders?per_page=100&_fields=id,line_items',
  );
  const ours = orders.filter(({ line_items }) => line_items.some(({ name }) => name.startsWith('Proofware')));
  for (const { id } of ours) await rest('DELETE', `/wc/v3/orders/${id}?force=true`);
}
