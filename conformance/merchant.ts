import { PAID } from './hands.ts';
import { SUITES_PROFILE } from './platform.ts';
import type { Stage, StoreSlug } from './stage.ts';

/** Maximum number of ids in a lookup. */
const MAX_IDS = 100;
/** Finds more than one page of products and fewer than two. */
const PAGED_WORDS = 'kitchen';

/** Configuration of the suite for a store: its goods, its codes and the actions that the proxy can perform. */
export async function merchantOf(slug: StoreSlug, stage: Stage, version: string) {
  const ids = goodsOf(slug, stage);
  const paged = await ask(stage, '/catalog/search', { query: PAGED_WORDS, pagination: { limit: 100 } });
  const { platform } = stage;
  return {
    product_id: ids.teapot,
    currency: 'USD',
    out_of_stock_id: ids.soldOut,
    unavailable: { business_outcome: true },
    cart: { second_product_id: ids.mug },
    catalog: {
      variant_id: ids.teapot,
      configurable_product_id: ids.configurable,
      max_batch: MAX_IDS,
      paginated_query: PAGED_WORDS,
      paginated_total: paged.products.length,
    },
    discount: {
      valid_code: 'SUMMER10',
      second_valid_code: 'MAX50',
      invalid_code: 'NO-SUCH-CODE',
      rejected_messages: true,
      case_insensitive: true,
      ...(slug === 'demo-shopify' ? { automatic: { product_id: ids.blanket, quantity: 110 } } : {}),
    },
    complete_payment: payment(PAID),
    payment: { escalation_payment: payment('the_buyer_has_not_paid') },
    eligibility: { unrecognized: 'com.example.member' },
    order: { simulate_adjustment: true, require_auth: true, second_product_id: ids.mug },
    discovery: { supported_versions: version !== '2026-04-08' },
    webhooks: { simulate: true, signed: true, retries: true, wait_seconds: 40 },
    negotiation: {
      harness: true,
      validates_profile_url: true,
      unsupported_version_profile_url: platform.wrong.version,
      incompatible_caps_profile_url: platform.wrong.capabilities,
      unreachable_profile_url: platform.wrong.unreachable,
      malformed_profile_url: platform.wrong.malformed,
    },
    signature: {
      responses: true,
      request_private_jwk: privateJwk(platform.key),
      rotated_private_jwk: privateJwk(platform.rotated),
      unsupported_alg_kid: platform.unsupported,
    },
    idempotency: { age_hook: true, outage_hook: true },
  };
}

type Merchant = Awaited<ReturnType<typeof merchantOf>>;

/**
 * Configuration of a second run: order reads need the agent platform's token, and codes are checked as far as the shop
 * reports their allocation.
 */
export async function identifiedMerchant(merchant: Merchant, stage: Stage) {
  const { cart, discount } = merchant;
  const item = { code: 'MUGSONLY', product_id: cart.second_product_id, quantity: 2 };
  const shares = await sharesOf(stage, merchant.product_id, [discount.valid_code, item.code], item);
  const config = {
    ...merchant,
    discount: { ...discount, item },
    identity: { token_mint: true },
  };
  const only = [
    'order.data_requires_auth',
    'discount.amounts_positive',
    ...(shares.some ? ['discount.items_discount_invariant', 'discount.allocation_sum_invariant'] : []),
    ...(shares.some && shares.none ? ['discount.reflected_in_totals', 'discount.total_type_selection'] : []),
  ];
  return { config, only };
}

/** Classifies codes: allocated to lines or not. */
async function sharesOf(
  stage: Stage,
  product: string,
  codes: readonly string[],
  item: { product_id: string; quantity: number },
): Promise<{ some: boolean; none: boolean }> {
  const line_items = [
    { item: { id: product }, quantity: 1 },
    { item: { id: item.product_id }, quantity: item.quantity },
  ];
  const session = await ask(stage, '/checkout-sessions', { line_items, discounts: { codes } });
  const applied: { allocations?: object[] }[] = session.discounts.applied;
  return {
    some: applied.some(({ allocations = [] }) => allocations.length > 0),
    none: applied.some(({ allocations = [] }) => allocations.length === 0),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as an agent reads them, without types.
async function ask({ address }: Stage, path: string, body: object): Promise<any> {
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${SUITES_PROFILE}"` },
    body: JSON.stringify(body),
  });
  return response.json();
}

function privateJwk({ kid, privateKey }: Stage['platform']['key']) {
  return { ...privateKey.export({ format: 'jwk' }), kid };
}

function payment(token: string) {
  const instrument = { id: 'instrument-1', type: 'card', credential: { type: 'token', token } };
  return { payment: { instruments: [instrument] } };
}

/** Ids as agents see them; stock is unlimited. */
function goodsOf(slug: StoreSlug, { shop }: Stage) {
  const { products } = shop.control;
  const goodsCalled = (title: string) => {
    const product = products.find((each) => each.title === title);
    const variant = product?.variants[0];
    if (!product || !variant) throw new Error(`The simulated shop has no ${title}.`);
    return { product, variant };
  };
  const gid = (kind: string, id: number) => `gid://${slug.slice('demo-'.length)}/${kind}/${id}`;
  const bought = (title: string) => {
    const { variant } = goodsCalled(title);
    variant.stock = null;
    return gid('ProductVariant', variant.id);
  };
  return {
    teapot: bought('Glass Teapot'),
    mug: bought('Café Mug'),
    blanket: bought('Wool Blanket'),
    soldOut: gid('ProductVariant', goodsCalled('Handmade Stoneware Mug').variant.id),
    configurable: gid('Product', goodsCalled('Trail Running Shoe').product.id),
  };
}
