import type { CartLine, LineDiscount, PricedContent } from '../../../commerce/checkout/cart.ts';
import { listAutomaticDiscounts } from '../../../commerce/checkout/discounts.ts';
import { sum } from '../../../commerce/money/money.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { omitEmpty } from '../../omit-empty.ts';
import { renderEnvelope, type UcpContext } from '../envelope.ts';
import { createInfo, createInstructionWarning, createWarning, type Message } from '../messages.ts';
import { DISCOUNT } from '../profile/capabilities.ts';
import { toPolicyLinks } from '../profile/links.ts';
import { renderLineReceipt, renderReceipt } from './receipt.ts';
import type { Content } from './schemas.ts';

/** Numbers lines in the request's order, because shops identify lines by their content. */
export function toLineId(index: number, { addedByShop }: Pick<CartLine, 'addedByShop'> = {}): string {
  return `${addedByShop ? ADDED : 'line-'}${index + 1}`;
}

const ADDED = 'added-';

/** True for the id of a line that the shop added: agents send it back, with or without its own member. */
export function isAddedLineId(id: string): boolean {
  return id.startsWith(ADDED);
}

type Purchase = Pick<PricedContent, 'id' | 'currency' | 'expiresAt'> & Discounted;

interface OwnMembers {
  status: string | undefined;
  fulfillment?: object;
  buyer: Content['buyer'];
  /** Messages before and after the messages about codes and lines. */
  messages: readonly Message[];
  furtherMessages?: readonly Message[];
  continueUrl: string | undefined;
}

export function renderPurchase(context: UcpContext, purchase: Purchase, own: OwnMembers): object {
  const { id, currency, totals, expiresAt } = purchase;
  const lines = addLineDiscounts(context, purchase);
  return {
    ucp: renderEnvelope(context),
    id,
    status: own.status,
    currency,
    line_items: lines.map(renderLine),
    prices_include_tax: totals.pricesIncludeTax,
    priced_for: totals.pricedFor,
    as_of: totals.asOf,
    totals: renderReceipt(lines, totals),
    ...renderDiscounts(context, purchase),
    ...own.fulfillment,
    buyer: own.buyer,
    messages: omitEmpty([
      ...own.messages,
      ...warnOfRejectedCodes(context, purchase.discounts),
      ...buildLineWarnings(lines),
      ...(totals.warnings ?? []).map((warning) => createInfo('store_warning', warning, '$.totals')),
      ...(own.furtherMessages ?? []),
    ]),
    links: toPolicyLinks(context.store),
    continue_url: own.continueUrl,
    expires_at: expiresAt,
  };
}

function renderLine(line: CartLine, index: number) {
  const { variantId: id, title, price, imageUrl } = line;
  return {
    id: toLineId(index, line),
    item: { id, title, price, image_url: imageUrl ?? undefined },
    quantity: line.quantity,
    added_by_shop: line.addedByShop,
    totals: renderLineReceipt(line),
  };
}

function buildLineWarnings(lines: readonly CartLine[]): Message[] {
  return lines.flatMap(({ contentWarning, priceText }, index) => {
    const path = `$.line_items[${index}].item`;
    const terms =
      priceText &&
      `The store says of this price: "${priceText}". Tell the buyer; further payments are in no total here.`;
    return [
      ...(contentWarning ? [createInstructionWarning(`${path}.title`)] : []),
      ...(terms ? [createWarning('price_terms', terms, `${path}.price`)] : []),
    ];
  });
}

type Discounted = Pick<PricedContent, 'lines' | 'discounts' | 'totals'>;

function renderDiscounts({ agreed }: Pick<UcpContext, 'agreed'>, discounted: Discounted) {
  if (!agreed.active.has(DISCOUNT)) return {};
  return { discounts: { codes: discounted.discounts?.codes ?? [], applied: renderApplied(discounted) } };
}

/** A discount without allocations is the order's (spec, Discount: Determining the type), even where lines have sums. */
function addLineDiscounts({ agreed }: UcpContext, discounted: Discounted): CartLine[] {
  const { lines } = discounted;
  if (!agreed.active.has(DISCOUNT)) return [...lines];
  const shares = renderApplied(discounted).flatMap(({ allocations = [] }) => allocations);
  return lines.map((line, index) => {
    const ofLine = shares.filter(({ path }) => path === toLinePath(index));
    return { ...line, discount: sum(ofLine.map(({ amount }) => amount)) };
  });
}

interface AppliedDiscount {
  title: string;
  amount: number;
  code?: string;
  automatic?: true;
  allocations?: { path: string; amount: number }[];
}

function renderApplied({ lines, discounts, totals }: Discounted): AppliedDiscount[] {
  const byCodes = (discounts?.applied ?? []).map(({ code, amount }) => ({
    code,
    title: code,
    amount,
    ...renderAllocations(lines, amount, (each) => each.code?.toLowerCase() === code.toLowerCase()),
  }));
  const byItself = listAutomaticDiscounts({ lines, totals }).map(({ title, amount }) => {
    const isThis = (each: LineDiscount) => each.code === null && each.title === title;
    const discount = { title: title || AUTOMATIC, amount, automatic: true as const };
    return { ...discount, ...renderAllocations(lines, amount, isThis) };
  });
  const rest = totals.discount - sum([...byCodes, ...byItself].map(({ amount }) => amount));
  const unnamed = rest > 0 ? [{ title: AUTOMATIC, amount: rest, automatic: true as const }] : [];
  return [...byCodes, ...byItself, ...unnamed];
}

const AUTOMATIC = 'Automatic discount';

/** Renders allocations only when they add up to the discount (spec, Discount: Allocations Array). */
function renderAllocations(lines: CartLine[], amount: number, isThis: (each: LineDiscount) => boolean) {
  const shares = lines.map(({ allocations = [] }) =>
    sum(allocations.filter(isThis).map((each) => each.amount)),
  );
  if (amount === 0 || sum(shares) !== amount) return {};
  const shared = shares.map((share, index) => ({ path: toLinePath(index), amount: share }));
  return { allocations: shared.filter((each) => each.amount > 0) };
}

const toLinePath = (index: number) => `$.line_items[${index}]`;

function warnOfRejectedCodes({ agreed }: UcpContext, discounts: Discounted['discounts']): Message[] {
  if (!discounts || !agreed.active.has(DISCOUNT)) return [];
  return discounts.rejected.map(({ code, reason, message }) => {
    const index = discounts.codes.findIndex((each) => each.toLowerCase() === code.toLowerCase());
    const asSent = cleanShopLine(discounts.codes[index] ?? code);
    const text = message.includes(asSent) ? message : `${asSent}: ${message}`;
    return createWarning(reason, text, index === -1 ? '$.discounts.codes' : `$.discounts.codes[${index}]`);
  });
}
