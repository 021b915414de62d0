import { toMinorUnits } from '../../src/commerce/money/money.ts';
import { askCarriers, type Pricing } from '../shop/pricing.ts';
import type { ShippingRate } from '../shop/types.ts';
import {
  deliveryGroupsOf,
  handleOf,
  isLineLevel,
  isOfCarrier,
  lineLevelDiscount,
  priceOf,
  selectedRates,
  shippingRates,
  unitPrice,
} from './cart-pricing.ts';
import { isPending } from './cart-problems.ts';
import { type Attribute, type Cart, type CartLine, cartGid, lineGid } from './cart-store.ts';
import { variantView } from './catalog-view.ts';
import { connection, type PageArguments } from './connection.ts';
import { gid } from './gid.ts';
import { moneyV2 } from './money-strings.ts';
import type { ShopState } from './shop-state.ts';

/** GraphQL source of a cart. Without the key it reveals neither the buyer nor an address that pays. */
export function cartView(shop: ShopState, cart: Cart, keyed = true) {
  const pricing = priceOf(shop, cart);
  const lines = cart.lines.map((line, index) => lineView(shop, cart, { line, index, pricing }));
  const query = keyed ? `?key=${cart.key}` : '';
  return {
    __typename: 'Cart',
    id: keyed ? cartGid(cart) : gid('Cart', cart.token),
    checkoutUrl: `${shop.origin}/cart/c/${cart.token}${query}`,
    createdAt: cart.createdAt,
    updatedAt: cart.updatedAt,
    totalQuantity: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
    note: cart.note,
    // This shop sells no gift cards.
    appliedGiftCards: [],
    attributes: cart.attributes,
    attribute: ({ key }: { key: string }) => find(cart.attributes, key),
    buyerIdentity: keyed ? cart.buyer : { ...cart.buyer, email: null, phone: null },
    cost: costView(shop, pricing),
    discountCodes: pricing.codes.map((outcome) => ({
      code: outcome.code,
      applicable: outcome.applied && !isPending(outcome, pricing.shipping !== null),
    })),
    discountApplications: () => discountApplications(shop, pricing),
    lines: (page: PageArguments) => connection(lines, page),
    delivery: { addresses: (input: { selected?: boolean }) => (keyed ? addressViews(cart, input) : []) },
    deliveryGroups: ({ withCarrierRates, ...page }: PageArguments & { withCarrierRates?: boolean }) =>
      withCarrierRates
        ? askCarriers(shippingRates(shop, cart)).then(() => connection(deliveryGroups(shop, cart), page))
        : connection(deliveryGroups(shop, cart, isOfCarrier), page),
  };
}

function costView(shop: ShopState, pricing: Pricing) {
  const money = (amount: number) => moneyV2(amount, shop.settings.currency);
  return {
    subtotalAmount: money(pricing.subtotal - lineLevelDiscount(pricing)),
    subtotalAmountEstimated: true,
    totalAmount: money(pricing.total),
    totalAmountEstimated: true,
    checkoutChargeAmount: money(pricing.total),
    totalTaxAmount: null,
    totalTaxAmountEstimated: true,
    totalDutyAmount: null,
    totalDutyAmountEstimated: true,
  };
}

function discountApplications(shop: ShopState, pricing: Pricing) {
  const automatic = pricing.automatic.map(({ title, amount }) => ({
    __typename: 'CartAutomaticDiscountApplication',
    title,
    targetType: 'LINE_ITEM',
    totalAllocatedAmount: moneyV2(amount, shop.settings.currency),
  }));
  const byCode = pricing.codes.flatMap((outcome) => {
    if (!outcome.applied || isPending(outcome, pricing.shipping !== null)) return [];
    const isShipping = outcome.coupon.kind === 'free_shipping';
    return [
      {
        __typename: 'CartCodeDiscountApplication',
        // The merchant's spelling, whatever the buyer typed.
        code: outcome.coupon.code,
        targetType: isShipping ? 'SHIPPING_LINE' : 'LINE_ITEM',
        totalAllocatedAmount: moneyV2(outcome.amount, shop.settings.currency),
      },
    ];
  });
  return [...automatic, ...byCode];
}

function lineView(shop: ShopState, cart: Cart, at: { line: CartLine; index: number; pricing: Pricing }) {
  const { line, index, pricing } = at;
  const money = (amount: number) => moneyV2(amount, shop.settings.currency);
  const price = unitPrice(shop, line);
  const whole = price * line.quantity;
  return {
    __typename: 'CartLine',
    id: lineGid(cart, line),
    quantity: line.quantity,
    attributes: line.attributes,
    attribute: ({ key }: { key: string }) => find(line.attributes, key),
    merchandise: () => variantView(shop, line.product, line.variant),
    cost: {
      amountPerQuantity: money(price),
      compareAtAmountPerQuantity: null,
      subtotalAmount: money(whole),
      totalAmount: money(whole - lineLevelDiscount(pricing, index)),
    },
    discountAllocations: ({ lineLevelOnly }: { lineLevelOnly?: boolean }) =>
      allocations(shop, pricing, index, lineLevelOnly ?? true),
  };
}

function allocations(shop: ShopState, pricing: Pricing, index: number, lineLevelOnly: boolean) {
  const automatic = lineLevelOnly ? [] : automaticAllocations(shop, pricing, index);
  const byCode = pricing.codes.flatMap((outcome) => {
    const amount = outcome.applied ? (outcome.perLine[index] ?? 0) : 0;
    if (!outcome.applied || amount === 0 || (lineLevelOnly && !isLineLevel(outcome))) return [];
    return [
      {
        __typename: 'CartCodeDiscountAllocation',
        code: outcome.coupon.code,
        targetType: 'LINE_ITEM',
        discountedAmount: moneyV2(amount, shop.settings.currency),
      },
    ];
  });
  return [...automatic, ...byCode];
}

/** An automatic discount is on the order as a whole. */
function automaticAllocations(shop: ShopState, pricing: Pricing, index: number) {
  return pricing.automatic.map(({ title, perLine }) => ({
    __typename: 'CartAutomaticDiscountAllocation',
    title,
    targetType: 'LINE_ITEM',
    discountedAmount: moneyV2(perLine[index] ?? 0, shop.settings.currency),
  }));
}

function deliveryGroups(
  shop: ShopState,
  cart: Cart,
  isLeftOut: (rate: ShippingRate) => boolean = () => false,
) {
  const { currency } = shop.settings;
  const groups = deliveryGroupsOf(shop, cart);
  const address = cart.addresses.find((each) => each.selected);
  if (groups.every(({ rates }) => rates.every(isLeftOut)) || !address) return [];
  const optionOf = (rate: ShippingRate) => ({
    handle: handleOf(cart, rate),
    code: rate.title,
    title: rate.pickup?.name ?? rate.title,
    description: '',
    deliveryMethodType: rate.pickup ? 'PICK_UP' : 'SHIPPING',
    estimatedCost: moneyV2(toMinorUnits(rate.amount, currency), currency),
  });
  const selected = selectedRates(shop, cart);
  return groups.map(({ id, lines, rates }, index) => {
    const rate = selected[index];
    return {
      id,
      groupType: 'ONE_TIME_PURCHASE',
      cartLines: (page: PageArguments) =>
        connection(
          lines.map(({ product, variant }) => ({
            __typename: 'CartLine',
            merchandise: () => variantView(shop, product, variant),
          })),
          page,
        ),
      // ZZ as in captured answers, whatever the country.
      deliveryAddress: { id: gid('MailingAddress', address.uuid), countryCodeV2: 'ZZ' },
      deliveryOptions: rates.filter((each) => !isLeftOut(each)).map(optionOf),
      selectedDeliveryOption: rate && !isLeftOut(rate) ? optionOf(rate) : null,
    };
  });
}

function addressViews(cart: Cart, input: { selected?: boolean }) {
  const addresses = cart.addresses.filter((address) => address.selected || input.selected !== true);
  return addresses.map((address) => ({
    id: gid('CartSelectableAddress', `${address.uuid}?cart=${cart.token}`),
    selected: address.selected,
    oneTimeUse: address.oneTimeUse,
    address: { __typename: 'CartDeliveryAddress', ...address.fields },
  }));
}

function find(attributes: readonly Attribute[], key: string): Attribute | null {
  return attributes.find((attribute) => attribute.key === key) ?? null;
}
