import { findVariant } from '../shop/stock.ts';
import { type CartNotice, type CartProblem, problem } from './cart-problems.ts';
import { type Attribute, type Cart, type CartLine, lastOfEachKey, lineGid, newLine } from './cart-store.ts';
import { gid, numberIn } from './gid.ts';
import type { ShopState } from './shop-state.ts';

export interface LineInput {
  merchandiseId: string;
  quantity?: number | null;
  attributes?: Attribute[] | null;
}

export interface LineUpdate {
  id?: string | null;
  merchandiseId?: string | null;
  quantity?: number | null;
  attributes?: Attribute[] | null;
}

/** Outcome of a change. With `problems` and `refused` the answer carries no cart and nothing was changed. */
export interface Change {
  problems: CartProblem[];
  warnings: CartNotice[];
  refused?: boolean;
}

export const UNCHANGED: Change = { problems: [], warnings: [] };

/** Merges lines of the same merchandise and attributes. A quantity of 0 is ignored silently. */
export function addLines(shop: ShopState, cart: Cart, inputs: readonly LineInput[], path: string[]): Change {
  const problems = inputs.flatMap((input, index) => linesProblems(shop, input, [...path, String(index)]));
  if (problems.length > 0) return { problems, warnings: [], refused: true };
  const warnings: CartNotice[] = [];
  for (const input of inputs) {
    const quantity = input.quantity ?? 1;
    const goods = sellable(shop, input.merchandiseId);
    if (!goods || quantity === 0) continue;
    const attributes = lastOfEachKey(input.attributes ?? []);
    const line =
      cart.lines.find((each) => isSameLine(each, goods.variant.id, attributes)) ?? newLine(goods, attributes);
    if (!cart.lines.includes(line)) cart.lines.unshift(line);
    warnings.push(...setQuantity(shop, cart, line, line.quantity + quantity));
  }
  return { problems: [], warnings };
}

export function updateLines(shop: ShopState, cart: Cart, updates: readonly LineUpdate[]): Change {
  const problems = updates.flatMap((update, index) => {
    const path = ['lines', String(index)];
    const line = findLine(cart, update.id);
    return line ? linesProblems(shop, update, path, line) : [unknownLine(update.id, [...path, 'id'])];
  });
  // An item that is not for sale removes the cart from the answer; an unknown line does not.
  if (problems.length > 0)
    return { problems, warnings: [], refused: problems.some((each) => each.code === 'INVALID') };
  const warnings = updates.flatMap((update) => {
    const line = findLine(cart, update.id);
    return line ? changeLine(shop, cart, line, update) : [];
  });
  return { problems: [], warnings };
}

export function removeLines(cart: Cart, ids: readonly string[]): Change {
  const problems = ids.flatMap((id, index) =>
    findLine(cart, id) ? [] : [unknownLine(id, ['lineIds', String(index)])],
  );
  const gone = ids.map((id) => findLine(cart, id));
  cart.lines = cart.lines.filter((line) => !gone.includes(line));
  return { problems, warnings: [] };
}

function changeLine(shop: ShopState, cart: Cart, line: CartLine, update: LineUpdate): CartNotice[] {
  const goods = update.merchandiseId ? sellable(shop, update.merchandiseId) : undefined;
  if (goods) Object.assign(line, goods);
  if (update.attributes) line.attributes = lastOfEachKey(update.attributes);
  const quantity = update.quantity ?? line.quantity;
  if (quantity > 0) return setQuantity(shop, cart, line, quantity);
  cart.lines = cart.lines.filter((each) => each !== line);
  return [];
}

/** Limits the quantity to the stock, which lines of one variant share. */
function setQuantity(shop: ShopState, cart: Cart, line: CartLine, quantity: number): CartNotice[] {
  const stock = findVariant(shop.products, line.variant.id)?.variant.stock;
  line.quantity = Math.min(quantity, stock ?? Number.POSITIVE_INFINITY);
  const warnings = line.quantity < quantity ? [tooFew(cart, line)] : [];
  let left = (stock ?? Number.POSITIVE_INFINITY) - line.quantity;
  for (const other of cart.lines) {
    if (other === line || other.variant.id !== line.variant.id) continue;
    const lowered = other.quantity > left;
    other.quantity = Math.min(other.quantity, left);
    left -= other.quantity;
    if (lowered) warnings.push(tooFew(cart, other));
  }
  return warnings;
}

function tooFew(cart: Cart, line: CartLine): CartNotice {
  const target = lineGid(cart, line);
  if (line.quantity === 0) {
    const message = `The product '${line.product.title}' is already sold out.`;
    return { code: 'MERCHANDISE_OUT_OF_STOCK', message, target };
  }
  const were = line.quantity === 1 ? 'item was' : 'items were';
  const message = `Only ${line.quantity} ${were} added to your cart due to availability.`;
  return { code: 'MERCHANDISE_NOT_ENOUGH_STOCK', message, target };
}

/** `line`: that of an update, which need not name the goods. */
function linesProblems(
  shop: ShopState,
  { merchandiseId, quantity }: LineInput | LineUpdate,
  path: string[],
  line?: CartLine,
): CartProblem[] {
  const goods = merchandiseId ? sellable(shop, merchandiseId) : line;
  if (merchandiseId && !goods) {
    const message = `The merchandise with id ${merchandiseId} does not exist.`;
    return [problem('INVALID', message, [...path, 'merchandiseId'])];
  }
  if (goods?.product.isBySubscription)
    return [problem('VARIANT_REQUIRES_SELLING_PLAN', 'Variant requires a selling plan', path)];
  const field = [...path, 'quantity'];
  if (typeof quantity === 'number' && quantity < 0)
    return [problem('LESS_THAN', 'Quantity must be greater than or equal to 0', field)];
  const max = goods?.product.maxPerOrder ?? Number.POSITIVE_INFINITY;
  return (quantity ?? 1) > max
    ? [problem('MAXIMUM_EXCEEDED', `The quantity must be at most ${max}`, field)]
    : [];
}

function sellable(shop: ShopState, merchandiseId: string) {
  const id = numberIn('ProductVariant', merchandiseId);
  const entry = id === undefined ? undefined : findVariant(shop.products, id);
  return entry?.product.published ? entry : undefined;
}

function findLine(cart: Cart, id: string | null | undefined): CartLine | undefined {
  return cart.lines.find((line) => lineGid(cart, line) === id || gid('CartLine', line.uuid) === id);
}

function unknownLine(id: string | null | undefined, field: string[]): CartProblem {
  return problem('INVALID_MERCHANDISE_LINE', `The merchandise line with id ${id} does not exist.`, field);
}

function isSameLine(line: CartLine, variantId: number, attributes: readonly Attribute[]): boolean {
  return line.variant.id === variantId && fingerprint(line.attributes) === fingerprint(attributes);
}

function fingerprint(attributes: readonly Attribute[]): string {
  return JSON.stringify(attributes.map(({ key, value }) => [key, value]).toSorted());
}
