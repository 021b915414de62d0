import type { ShopifyShop } from '../../../simulated-shops/shopify/shopify-shop.ts';

/** Members of answers of the simulated Storefront API that tests read. */
export interface CartAnswer {
  cart: {
    id: string;
    checkoutUrl: string;
    totalQuantity: number;
    attributes: { key: string; value: string }[];
    discountCodes: { code: string; applicable: boolean }[];
    discountApplications: { code: string; totalAllocatedAmount: { amount: string } }[];
    cost: { subtotalAmount: { amount: string }; totalAmount: { amount: string } };
    lines: { nodes: { id: string; quantity: number; merchandise: { id: string } }[] };
    deliveryGroups: { nodes: { deliveryOptions: { title: string; estimatedCost: { amount: string } }[] }[] };
  } | null;
  userErrors: { code: string; field: string[]; message: string }[];
  warnings: { code: string; message: string; target: string }[];
}

const CART = `
  cart {
    id checkoutUrl totalQuantity
    attributes { key value }
    discountCodes { code applicable }
    discountApplications { ... on CartCodeDiscountApplication { code } totalAllocatedAmount { amount } }
    cost { subtotalAmount { amount } totalAmount { amount } }
    lines(first: 50) { nodes { id quantity merchandise { ... on ProductVariant { id } } } }
    deliveryGroups(first: 1) { nodes { deliveryOptions { title estimatedCost { amount } } } }
  }
  userErrors { code field message }
  warnings { code message target }
`;

export interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; path?: (string | number)[]; extensions?: { code?: string } }[];
  extensions?: { cost: { requestedQueryCost: number } };
}

/** Asks with the private token unless other headers are given. */
export function post(
  shop: ShopifyShop,
  query: string,
  variables: object = {},
  headers: Record<string, string> = privateToken(shop),
  path = '/api/2026-07/graphql.json',
): Promise<Response> {
  return fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
}

export async function ask<Data>(
  shop: ShopifyShop,
  query: string,
  variables: object = {},
): Promise<Answer<Data>> {
  const response = await post(shop, query, variables);
  return (await response.json()) as Answer<Data>;
}

export async function askAdmin<Data>(
  shop: ShopifyShop,
  query: string,
  variables: object = {},
): Promise<Answer<Data>> {
  const headers = { 'x-shopify-access-token': shop.credentials.adminToken };
  const response = await post(shop, query, variables, headers, '/admin/api/2026-07/graphql.json');
  return (await response.json()) as Answer<Data>;
}

export function privateToken(shop: ShopifyShop): Record<string, string> {
  return {
    'shopify-storefront-private-token': shop.credentials.storefrontPrivateToken,
    'shopify-storefront-buyer-ip': '203.0.113.7',
  };
}

/** The answer of one cart mutation, whose field is called `change`. */
async function changed(shop: ShopifyShop, query: string, variables: object): Promise<CartAnswer> {
  const { data, errors } = await ask<{ change: CartAnswer }>(shop, query, variables);
  if (!data) throw new Error(`No data: ${JSON.stringify(errors)}`);
  return data.change;
}

export function createCart(shop: ShopifyShop, input: object): Promise<CartAnswer> {
  return changed(
    shop,
    `mutation CartCreate($input: CartInput!) { change: cartCreate(input: $input) { ${CART} } }`,
    {
      input,
    },
  );
}

export function addLines(shop: ShopifyShop, cartId: string, lines: object[]): Promise<CartAnswer> {
  const query = `mutation CartAdd($cartId: ID!, $lines: [CartLineInput!]!) {
    change: cartLinesAdd(cartId: $cartId, lines: $lines) { ${CART} } }`;
  return changed(shop, query, { cartId, lines });
}

export function updateLines(shop: ShopifyShop, cartId: string, lines: object[]): Promise<CartAnswer> {
  const query = `mutation CartUpdate($cartId: ID!, $lines: [CartLineUpdateInput!]!) {
    change: cartLinesUpdate(cartId: $cartId, lines: $lines) { ${CART} } }`;
  return changed(shop, query, { cartId, lines });
}

/** Null when it expired, was bought or never was. */
export async function readCart(shop: ShopifyShop, id: string): Promise<CartAnswer['cart']> {
  const query = 'query CartGet($id: ID!) { cart(id: $id) { id totalQuantity } }';
  const { data } = await ask<{ cart: CartAnswer['cart'] }>(shop, query, { id });
  return data?.cart ?? null;
}

/** GID of the first variant of the product with this handle. */
export function variantOf(shop: ShopifyShop, handle: string, index = 0): string {
  const variant = shop.control.products.find((product) => product.handle === handle)?.variants[index];
  if (!variant) throw new Error(`No variant ${index} of ${handle}`);
  return `gid://shopify/ProductVariant/${variant.id}`;
}
