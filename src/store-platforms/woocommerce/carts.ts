import {
  type CartLine,
  computeLineSubtotal,
  type Discounts,
  normalizeCodes,
  type RejectedCode,
  type RejectionReason,
  type Totals,
} from '../../commerce/checkout/cart.ts';
import { isOption } from '../../commerce/checkout/fulfillment.ts';
import { settleLines } from '../../commerce/checkout/settled-lines.ts';
import { settleParts } from '../../commerce/checkout/settled-parts.ts';
import { CommerceError } from '../../commerce/errors.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import type { CartRequest, PlatformCart } from '../store-platform.ts';
import { askForCart, toDestination, toItems } from './carts/ask-for-cart.ts';
import { type Ask, parseAnswer } from './client.ts';
import { type CartCreateResponse, cartCreateResponse } from './connector-wire.ts';
import { toVariantGid } from './items.ts';
import { withNamedFees, withoutNegativeFees } from './named-fees.ts';
import { plainLine } from './plain-text.ts';
import { toFulfillment } from './quotes.ts';

/** Creates, replaces or empties a cart under an id of the service, in one repeatable call; one more for an option named by its title. */
export async function putCart(ask: Ask, cartId: string, request: CartRequest): Promise<PlatformCart> {
  const { lines, sessionId, discountCodes, buyer, fulfillment } = request;
  const body = {
    cart_id: cartId,
    items: toItems(lines),
    session_id: sessionId,
    coupons: discountCodes && normalizeCodes(discountCodes),
    buyer,
    destination: fulfillment && toDestination(fulfillment.destination),
    shipping_option: fulfillment?.optionId,
  };
  const answer = await askForCart(ask, body, fulfillment?.destination.country);
  const cart = toPlatformCart(cartId, parseAnswer(cartCreateResponse, answer), request);
  const byId = withOptionOfTitle(cart, request);
  return byId ? putCart(ask, cartId, byId) : cart;
}

/** The request with the id of its option, where that was named by its title. */
function withOptionOfTitle({ fulfillment }: PlatformCart, request: CartRequest): CartRequest | undefined {
  const { optionId } = request.fulfillment ?? {};
  const option = optionId && fulfillment?.options.find((each) => isOption(each, optionId));
  if (!option || !request.fulfillment || option.id === fulfillment?.selectedId || option.id === optionId)
    return undefined;
  return { ...request, fulfillment: { ...request.fulfillment, optionId: option.id } };
}

/** Empties a cart; a paid one has become an order and counts as empty. */
export async function abandonCart(ask: Ask, handle: string, cartId: string): Promise<void> {
  try {
    await putCart(ask, handle, { cartId, lines: [], discountCodes: [] });
  } catch (error) {
    if (!(error instanceof CommerceError && error.kind === 'conflict')) throw error;
  }
}

/** Throws `platform_error` when the answer is another cart, has other content than requested, or does not add up. */
export function toPlatformCart(cartId: string, answer: CartCreateResponse, request: CartRequest) {
  if (answer.cart_id.toLowerCase() !== cartId.toLowerCase())
    throw new CommerceError('platform_error', 'The store gave another cart.');
  const discounts = toDiscounts(answer, request.discountCodes ?? []);
  const currency = answer.currency.toUpperCase();
  const added = (answer.added_items ?? []).map((item) => ({ ...toLine(item), addedByShop: true as const }));
  const items = [...toLines(answer, request), ...added];
  const { lines, totals } = settleLines(items, toTotals(answer), currency);
  return {
    handle: cartId,
    continueUrl: answer.checkout_url,
    currency,
    lines: withDiscounts(lines, answer, discounts.applied),
    totals: withoutNegativeFees(totals),
    discounts,
    ...toCartFulfillment(answer, request),
    expiresAt: new Date(answer.expires_at).toISOString(),
  };
}

/** Older plugins say neither which goods need delivery nor which rate they took: the cheapest. */
function toCartFulfillment(
  { items, selected_rate, ...rates }: CartCreateResponse,
  { fulfillment }: CartRequest,
): Pick<PlatformCart, 'fulfillment'> {
  if (!fulfillment || items.every(({ needs_shipping }) => needs_shipping === false)) return {};
  const answered = toFulfillment(rates, selected_rate ?? null);
  const cheapest = selected_rate === undefined ? answered.options[0]?.id : null;
  return { fulfillment: { ...answered, selectedId: answered.selectedId ?? cheapest ?? null } };
}

function toLines({ items }: CartCreateResponse, request: CartRequest): CartLine[] {
  if (items.length !== request.lines.length) throw createDifferentContentError();
  const byVariant = new Map(items.map((item) => [toVariantGid(item.id), item]));
  return request.lines.map(({ variantId, quantity }) => {
    const item = byVariant.get(variantId);
    if (item?.quantity !== quantity) throw createDifferentContentError();
    return { ...toLine(item), variantId };
  });
}

type Item = CartCreateResponse['items'][number];

function toLine(item: Item): CartLine {
  return {
    variantId: toVariantGid(item.id),
    title: plainLine(item.name),
    price: item.price,
    imageUrl: item.image,
    quantity: item.quantity,
    ...(item.price_with_tax === undefined ? {} : { priceWithTax: item.price_with_tax }),
    ...(item.subtotal === undefined ? {} : { subtotal: item.subtotal }),
    ...(item.needs_shipping === false ? { needsDelivery: false as const } : {}),
    ...(item.price_text === undefined ? {} : { priceText: plainLine(item.price_text) }),
  };
}

/** WooCommerce states the sum of all coupons per line, so only a single coupon has allocations; sums that do not match are omitted. */
function withDiscounts(lines: CartLine[], answer: CartCreateResponse, applied: Discounts['applied']) {
  const { items, added_items = [], totals } = answer;
  const byVariant = new Map(items.map((item) => [toVariantGid(item.id), item.discount]));
  const ofAdded = added_items.map(({ discount }) => discount);
  const ofItems = lines
    .slice(0, lines.length - ofAdded.length)
    .map(({ variantId }) => byVariant.get(variantId));
  const amounts = [...ofItems, ...ofAdded].flatMap((amount) => amount ?? []);
  const effective = applied.filter(({ amount }) => amount > 0);
  const [only] = effective.length === 1 ? effective : [];
  const settled = settleParts(amounts, only?.amount ?? totals.discount);
  const costs = lines.map(computeLineSubtotal);
  const fits = settled?.every((off, index) => off <= (costs[index] ?? 0)) ?? false;
  if (!settled || !fits || amounts.length < lines.length) return lines;
  return lines.map((line, index) => withDiscount(line, settled[index] ?? 0, only?.code));
}

function withDiscount(line: CartLine, discount: number, code: string | undefined): CartLine {
  if (code === undefined && discount > 0) return { ...line, discount };
  const allocations = discount > 0 && code !== undefined ? [{ code, title: code, amount: discount }] : [];
  return { ...line, discount, allocations };
}

function createDifferentContentError() {
  return new CommerceError('platform_error', 'The store made a cart with other items than requested.');
}

/** Requires totals that add up. Lines and subtotal are without tax, however the shop displays prices. */
function toTotals({ totals, fees: entries = [], warnings = [] }: CartCreateResponse): Totals {
  const { subtotal, discount, tax, shipping, total, fees = 0 } = totals;
  if (subtotal - discount + tax + (shipping ?? 0) !== total)
    throw new CommerceError('platform_error', "The store's totals do not add up.");
  const sums = { subtotal, discount, tax, shipping, total, fees, pricesIncludeTax: false };
  const settled = withNamedFees(sums, entries);
  return warnings.length > 0 ? { ...settled, warnings: warnings.map(plainLine) } : settled;
}

/** Restores the spelling of codes, and settles rounding: WooCommerce rounds each coupon, which misses the discount of prices with tax. */
function toDiscounts({ coupons, totals }: CartCreateResponse, requested: string[]) {
  const codes = normalizeCodes(requested);
  const spelling = new Map(codes.map((code) => [code.toLowerCase(), code]));
  // WordPress stores codes as it does titles: `B&B` is `b&amp;b`.
  const spellCode = (code: string) => spelling.get(plainLine(code).toLowerCase()) ?? plainLine(code);
  const amounts = coupons.applied.map(({ amount }) => amount);
  const settled = settleParts(amounts, totals.discount) ?? amounts;
  const applied = coupons.applied.map(({ code, amount }, index) => ({
    code: spellCode(code),
    amount: settled[index] ?? amount,
  }));
  const rejected = coupons.rejected.map(({ code, error_code, message }) => {
    const text = plainLine(message);
    return { code: spellCode(code), reason: toRejectionReason(error_code, text), message: text };
  });
  const answered = new Set([...applied, ...rejected].map(({ code }) => code));
  const silent = codes.filter((code) => !answered.has(code));
  return { applied, rejected: [...rejected, ...silent.map((code) => toDroppedCode(code, applied))] };
}

/** Refusal of a code that WooCommerce dropped silently, as an individual-use coupon makes it do. */
function toDroppedCode(code: string, applied: Discounts['applied']): RejectedCode {
  const because = applied.length > 0 ? ' It cannot be used together with another one.' : '';
  return {
    code,
    reason: because === '' ? 'discount_code_invalid' : 'discount_code_combination_disallowed',
    message: `The store did not apply ${quoteInput(code, 255)}.${because}`,
  };
}

/** WooCommerce's coupon error numbers. Others, "not for these goods" among them, are an invalid code; the message says why. */
const REASONS: Readonly<Record<number, RejectionReason>> = {
  102: 'discount_code_user_ineligible',
  103: 'discount_code_already_applied',
  104: 'discount_code_combination_disallowed',
  106: 'discount_code_usage_limit_reached',
  107: 'discount_code_expired',
  108: 'discount_code_minimum_not_met',
  115: 'discount_code_usage_limit_reached',
  116: 'discount_code_usage_limit_reached',
};

/** Patterns of English messages without a number; the first match counts. */
const BY_WORDS: readonly (readonly [RegExp, RejectionReason])[] = [
  [/expired/i, 'discount_code_expired'],
  [/minimum spend/i, 'discount_code_minimum_not_met'],
  [/usage limit/i, 'discount_code_usage_limit_reached'],
  [/in conjunction with/i, 'discount_code_combination_disallowed'],
  [/already (been )?applied/i, 'discount_code_already_applied'],
  [/log(ged)? in/i, 'discount_code_user_not_logged_in'],
  [/valid email|not yours/i, 'discount_code_user_ineligible'],
];

export function toRejectionReason(errorCode: number | null, message: string): RejectionReason {
  const numbered = errorCode === null ? undefined : REASONS[errorCode];
  return numbered ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? 'discount_code_invalid';
}
