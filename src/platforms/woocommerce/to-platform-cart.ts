import type { CartLine, Discounts, RejectedCode, Totals } from '../../commerce/cart.ts';
import { normalizeCodes } from '../../commerce/cart.ts';
import type { CartRequest, PlatformCart } from '../store-platform.ts';
import { nonsense } from './client.ts';
import type { CartCreateResponse } from './connector-wire.ts';
import { reasonFor } from './coupon-reasons.ts';
import { variantGid } from './item-id.ts';
import { plainLine } from './plain-text.ts';

/** Throws `platform_error` when it is another cart, does not hold exactly what was asked, or does not add up. */
export function toPlatformCart(
  cartId: string,
  answer: CartCreateResponse,
  request: CartRequest,
): PlatformCart {
  if (answer.cart_id.toLowerCase() !== cartId.toLowerCase()) throw nonsense('The store gave another cart.');
  if (!/^https?:$/.test(new URL(answer.checkout_url).protocol)) {
    throw nonsense('The store gave a checkout address that is no web address.');
  }
  return {
    handle: cartId,
    continueUrl: answer.checkout_url,
    currency: answer.currency.toUpperCase(),
    lines: toLines(answer, request),
    totals: checked(answer.totals),
    discounts: toDiscounts(answer.coupons, request.discountCodes ?? []),
    expiresAt: new Date(answer.expires_at).toISOString(),
  };
}

/** In the order of the request, whatever the cart's own is. */
function toLines({ items }: CartCreateResponse, request: CartRequest): CartLine[] {
  if (items.length !== request.lines.length) throw differentContent();
  const byVariant = new Map(items.map((item) => [variantGid(item.id), item]));
  return request.lines.map(({ variantId, quantity }) => {
    const item = byVariant.get(variantId);
    if (item?.quantity !== quantity) throw differentContent();
    return {
      variantId,
      title: plainLine(item.name),
      price: item.price,
      imageUrl: item.image,
      quantity,
    };
  });
}

function differentContent() {
  return nonsense('The store made a cart that does not hold what was asked for.');
}

function checked(totals: Totals): Totals {
  const { subtotal, discount, tax, shipping, total } = totals;
  if (subtotal - discount + tax + (shipping ?? 0) !== total) {
    throw nonsense("The store's totals do not add up.");
  }
  return { subtotal, discount, tax, shipping, total };
}

/** The shop answers in lower case; codes come back in the spelling in which they were asked. */
function toDiscounts(coupons: CartCreateResponse['coupons'], asked: string[]): PlatformCart['discounts'] {
  const codes = normalizeCodes(asked);
  const spelled = (code: string) => codes.find((each) => isSameCode(each, code)) ?? code;
  const applied = coupons.applied.map(({ code, amount }) => ({ code: spelled(code), amount }));
  const rejected = coupons.rejected.map(({ code, error_code, message }) => {
    const text = plainLine(message);
    return { code: spelled(code), reason: reasonFor(error_code, text), message: text };
  });
  const silent = codes.filter(
    (code) => ![...applied, ...rejected].some((each) => isSameCode(each.code, code)),
  );
  return { applied, rejected: [...rejected, ...silent.map((code) => dropped(code, applied))] };
}

/** An individual-use coupon throws the others out of the cart without a word. */
function dropped(code: string, applied: Discounts['applied']): RejectedCode {
  const because = applied.length > 0 ? ' It cannot be used together with another one.' : '';
  return {
    code,
    reason: because === '' ? 'discount_code_invalid' : 'discount_code_combination_disallowed',
    message: `The store did not apply "${code}".${because}`,
  };
}

function isSameCode(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
