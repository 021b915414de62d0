import { hash } from 'node:crypto';
import type { CheckoutSession } from '../../../commerce/checkout/checkout-session.ts';
import { CommerceError, type ItemRefusal } from '../../../commerce/errors.ts';
import type { ItemReference } from '../../../commerce/product/products.ts';
import type { StoreContext } from '../../../operations/call/store-context.ts';
import { dropUnavailableLines } from '../../../operations/cart/drop-unavailable-lines.ts';
import type { RequestedLine } from '../../../operations/cart/requested-lines.ts';
import { lookUpProducts, resolveProductGids } from '../../../operations/catalog/answer.ts';
import { type ItemReading, readItemIds } from '../../../operations/catalog/read-item-ids.ts';
import { createCheckout } from '../../../operations/checkout/create-checkout.ts';
import { toWarnings } from '../content/outcomes.ts';
import type { Link, LinkedItem } from './read-link.ts';

interface Begun {
  session: CheckoutSession;
  /** Id in the browser's cookie. */
  browser: string;
  /** False when the browser returned to an open session. */
  created: boolean;
}

/**
 * Creates a session of the available lines, or returns the page of a product whose variant the buyer must choose. A number is read as
 * a variant's until the shop refuses it. A retry or race of one browser returns to its open session; cut off, as `createCheckout`.
 */
export async function beginCheckout(
  context: StoreContext,
  browser: string | undefined,
  link: Pick<Link, 'items' | 'content'>,
  productNumbers = new Set<string>(),
): Promise<Begun | { choose: string }> {
  const requested = await resolveRequestedItems(context, link.items, productNumbers);
  if ('choose' in requested) return requested;
  const content = { lines: requested.lines, ...link.content };
  const unread = link.items.filter(({ id }) => !productNumbers.has(id));
  let begun = browser === undefined ? undefined : await beginAs(context, browser, content, unread);
  if (!begun || !('productNumbers' in begun || begun.created || isOpen(begun.session)))
    begun = await beginAs(context, context.newId(), content, unread);
  if (!('productNumbers' in begun)) return begun;
  return beginCheckout(context, browser, link, new Set([...productNumbers, ...begun.productNumbers]));
}

type Goods = Link['content'] & { lines: RequestedLine[] };

/** Returns the numbers that are products' before any line is dropped for them. */
async function beginAs(
  context: StoreContext,
  browser: string,
  content: Goods,
  unread: readonly LinkedItem[],
) {
  const idempotencyKey = `permalink ${hash('sha256', JSON.stringify([context.store.id, browser, content]))}`;
  const checkout = await dropUnavailableLines(content.lines, async (lines, changed) => {
    try {
      const warnings = toWarnings(changed, {});
      return await createCheckout(context, { ...content, lines, warnings, idempotencyKey });
    } catch (error) {
      if (error instanceof CommerceError && error.unhonored)
        return createCheckout(context, { ...content, lines, fulfillment: undefined, idempotencyKey });
      const refusals = error instanceof CommerceError ? error.refusals : [];
      const productNumbers = await findNumbersOfProducts(context, unread, refusals);
      if (productNumbers.size > 0) return { productNumbers };
      throw error;
    }
  });
  return 'productNumbers' in checkout ? checkout : { ...checkout, browser };
}

/** A link has no agent to complete its session, so an order ends it. */
function isOpen({ status, order }: CheckoutSession): boolean {
  return order === null && (status === 'requires_escalation' || status === 'initiated');
}

/** Returns the payment page. Throws `busy` while another request of this browser creates the cart. */
export function getHandOver({ continueUrl }: CheckoutSession): URL {
  const url = continueUrl === null ? null : URL.parse(continueUrl);
  if (url && /^https?:$/.test(url.protocol)) return url;
  const message = 'The store is still making the cart. Try again in a moment.';
  throw new CommerceError('busy', message, { retryAfterSeconds: 2 });
}

/** Numbers count as variants' except those in `productNumbers`; the shop refuses unknown identifiers. */
async function resolveRequestedItems(
  context: StoreContext,
  items: readonly LinkedItem[],
  productNumbers: ReadonlySet<string>,
): Promise<{ lines: RequestedLine[] } | { choose: string }> {
  const ids = items.map(({ id }) => id);
  const readings = await readItemIds(context, ids);
  const references = items.map(({ id }, index) => toReference(readings[index] ?? {}, productNumbers.has(id)));
  const itemLines = items.map(({ id, quantity }, index) => {
    const reference = references[index];
    return { itemId: reference?.kind === 'variant' ? reference.id : id, quantity };
  });
  const productReferences = references.map((each) => (each?.kind === 'variant' ? undefined : each));
  const productIds = await resolveProductGids(context, productReferences);
  const gids = productIds.filter((id) => id !== undefined);
  if (gids.length === 0) return { lines: itemLines };
  const lookup = await lookUpProducts(context, gids);
  const byId = new Map(lookup.products.map((product) => [product.id, product]));
  const lines: RequestedLine[] = [];
  for (const [index, { itemId, quantity }] of itemLines.entries()) {
    const product = byId.get(productIds[index] ?? '');
    const [variant, ...others] = product?.variants ?? [];
    if (product && others.length > 0) return { choose: product.url };
    lines.push({ itemId: variant?.id ?? itemId, quantity });
  }
  return { lines };
}

/** Reads a number with several readings as the variant's: links to a shop's cart have variants' numbers. */
function toReference(
  { reference, number, ambiguity }: ItemReading,
  isProduct: boolean,
): ItemReference | undefined {
  const item = ambiguity?.items.find(({ by, variantId }) => by === 'number' && variantId !== null);
  const variantId = item?.variantId ?? number?.variantId;
  if (variantId === undefined) return reference;
  return isProduct && number ? { kind: 'product', id: number.productId } : { kind: 'variant', id: variantId };
}

/** Some shops number products and variants in one range: a variant wins, even an unavailable one. At most two calls. */
async function findNumbersOfProducts(
  context: StoreContext,
  items: readonly LinkedItem[],
  refusals: readonly ItemRefusal[],
): Promise<Set<string>> {
  // Shops call a product either unknown or unbuyable as a variant.
  const noVariants = refusals.filter(({ reason }) => reason === 'unknown' || reason === 'unbuyable');
  const refused = new Set(noVariants.map(({ variantId }) => variantId));
  const numbers = [...new Set(items.map(({ id }) => id))].flatMap((id) => {
    const number = context.platform.readNumber(id);
    return number && refused.has(number.variantId) ? [{ id, ...number }] : [];
  });
  if (numbers.length === 0) return new Set();
  const variants = numbers.map(({ variantId }) => ({ kind: 'variant' as const, id: variantId }));
  const variantItems = await context.platform.resolveItems(variants, context.caller);
  const others = numbers.filter((_number, index) => variantItems[index] === undefined);
  const otherIds = others.map(({ productId }) => productId);
  const { products } = await lookUpProducts(context, otherIds);
  const productIds = new Set(products.map(({ id }) => id));
  return new Set(others.filter(({ productId }) => productIds.has(productId)).map(({ id }) => id));
}
