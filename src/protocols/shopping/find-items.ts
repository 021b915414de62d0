import type { Line } from '../../commerce/checkout/set-quantities.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import {
  getOpenOptions,
  hasVariant,
  type NumberedItem,
  type Product,
  type Variant,
} from '../../commerce/product/products.ts';
import { isOn } from '../../commerce/store/capabilities.ts';
import { quoteInput } from '../../commerce/text/quoted.ts';
import { cleanShopMessage, quoteShopTitle } from '../../commerce/text/shop-text.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import type { RequestedLine } from '../../operations/cart/requested-lines.ts';
import { findProducts } from '../../operations/catalog/answer.ts';
import { type ItemReading, readItemIds } from '../../operations/catalog/read-item-ids.ts';
import type { Incoming } from '../endpoint.ts';
import { renderRestriction } from '../texts.ts';
import { createInvalidArgumentError, createUnknownProductError, ShoppingError } from './failures.ts';
import { expandId, shortenIds } from './ids.ts';
import type { WantedItem } from './requests.ts';

const MAX_CHOICES = 10;

interface Wanted extends WantedItem {
  variantId?: string | undefined;
  /** GID or product URL of the product to choose from. */
  productOf: string;
  /** Items of a number that the copy of the catalog does not know. */
  number?: NumberedItem | undefined;
  field: string;
  repaired(how: string): void;
}

/** Finds the variant of each item, in a few upstream calls for all; throws with the choices where there are several. */
export async function findItems(context: StoreContext, items: readonly WantedItem[], { repairs }: Incoming) {
  const ids = items.map(({ id }) => expandId(context.store, id));
  const readings = await readItemIds(context, ids);
  const itemReadings = items.map((item, index) => {
    const reportRepair = (how: string) => void repairs.push(`items[${index}].id: ${how}`);
    const place = { index, fullId: ids[index] ?? item.id, repaired: reportRepair };
    return readItem(item, readings[index] ?? {}, place);
  });
  const open = itemReadings.filter(({ variantId }) => variantId === undefined);
  const openIds = open.map(({ productOf }) => productOf);
  const products = await findProducts(context, openIds);
  const isProduct = ({ number }: Wanted, index: number) => {
    const product = products[index];
    return number && !(product && hasVariant(product, number.variantId));
  };
  const others = await readProductsOfNumbers(context, open.filter(isProduct));
  return itemReadings.map((item) => {
    const product = others.get(item) ?? products[open.indexOf(item)];
    return { variantId: item.variantId ?? pickVariantIn(product, item), quantity: item.quantity };
  });
}

interface Place {
  index: number;
  /** The item's id, a short one expanded. */
  fullId: string;
  repaired(how: string): void;
}

function readItem(item: WantedItem, reading: ItemReading, { index, fullId, repaired }: Place): Wanted {
  const field = `items[${index}].id`;
  const { reference, by, number, ambiguity } = reading;
  if (ambiguity) throw createAmbiguousIdError(item.id, field, ambiguity);
  if (!reference && !number) {
    const message = `${quoteInput(item.id, 100)} is no id of this store. Take ids from search_products or get_product.`;
    throw createInvalidArgumentError(field, message, { tool: 'search_products' });
  }
  if (by && reference) repaired(`${by} read as the id of a ${reference.kind}`);
  const variantId = reference?.kind === 'variant' ? reference.id : undefined;
  const gid = reference?.kind === 'product' ? reference.id : number?.variantId;
  return { ...item, variantId, productOf: gid ?? fullId, number, field, repaired };
}

/** Reads bare numbers that no variant has as numbers of products. */
async function readProductsOfNumbers(context: StoreContext, numbers: readonly Wanted[]) {
  const ids = numbers.map(({ number, id }) => number?.productId ?? id);
  const products = ids.length > 0 ? await findProducts(context, ids) : [];
  return new Map(
    numbers.flatMap((item, index) => {
      const product = products[index];
      return product ? [[item, product]] : [];
    }),
  );
}

function pickVariantIn(product: Product | undefined, reading: Wanted): string {
  const { number, repaired } = reading;
  if (!product) throw createUnknownProductError(reading.id, reading.field, 'unknown_item');
  const isVariant = number !== undefined && hasVariant(product, number.variantId);
  if (number) repaired(`number read as the id of a ${isVariant ? 'variant' : 'product'}`);
  return isVariant ? number.variantId : pickChosenVariant(product, reading);
}

function pickChosenVariant(product: Product, reading: Wanted): string {
  const { variants } = product;
  const [only, ...others] = variants;
  if (!only) throw createUnknownProductError(reading.id, reading.field, 'unknown_item');
  if (others.length === 0) {
    reading.repaired('product read as its only variant');
    return only.id;
  }
  const matching = reading.options === undefined ? [] : filterVariants(product, reading.options);
  const [match, ...more] = matching;
  if (!match || more.length > 0) throw createVariantRequiredError(product, matching, reading);
  if (getOpenOptions(product, match).length > 0) throw createOpenChoiceError(product, match, reading);
  return match.id;
}

type Ambiguity = NonNullable<ItemReading['ambiguity']>;

/** Offers the items that an id with several readings names. */
export function createAmbiguousIdError(id: string, field: string, { items, message }: Ambiguity) {
  return new ShoppingError(`${quoteInput(id, 100)} ${shortenIds(message)}.`, {
    kind: 'invalid_input',
    code: 'ambiguous_id',
    field,
    choices: items.map(({ variantId, productId, title }) => ({
      id: shortenIds(variantId ?? productId),
      title: cleanShopMessage(title ?? ''),
    })),
    next: { tool: 'get_product' },
  });
}

function createVariantRequiredError(of: Product, matching: readonly Variant[], { field, options }: Wanted) {
  const { id, title, variants } = of;
  const choices = (matching.length > 0 ? matching : variants).filter(({ available }) => available);
  const matches = options === undefined ? '' : ` ${matching.length} of them are ${quoteInput(options, 100)}.`;
  const product = quoteShopTitle(title, 'The product');
  return new ShoppingError(`${product} has ${variants.length} variants: choose one.${matches}`, {
    kind: 'invalid_input',
    code: 'variant_required',
    field,
    choices: choices.slice(0, MAX_CHOICES).map(toChoice),
    next: { tool: 'get_product', arguments: { id: shortenIds(id) } },
  });
}

function createOpenChoiceError(product: Product, variant: Variant, { field }: Wanted): ShoppingError {
  const title = quoteShopTitle(product.title, 'The product');
  const message = `${title}: ${renderRestriction(product, variant)} Send the buyer to ${product.url}`;
  return new ShoppingError(message, { kind: 'item_unavailable', code: 'choice_on_page', field });
}

function toChoice({ id, title, price: amount, currency }: Variant) {
  const price = `${toDecimal(amount, currency)} ${currency}`;
  return { id: shortenIds(id), title: cleanShopMessage(title), price };
}

/** Returns the variants whose titles, with any value of the options that they leave open, have all words of a text. */
export function filterVariants(product: Product, text: string): Variant[] {
  const words = toWords(text);
  return product.variants.filter((variant) => {
    const open = getOpenOptions(product, variant).flatMap(({ values }) => values);
    const own = new Set(toWords([variant.title, ...open].join(' ')));
    return words.every((word) => own.has(word));
  });
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

export function toLines(items: readonly Line[]): RequestedLine[] {
  return items.map(({ variantId, quantity }) => ({ itemId: variantId, quantity }));
}

/** Drops the codes, as not used, where the merchant has switched discounts off. */
export function toDiscountCodes({ store }: StoreContext, codes: string[] | undefined, { repairs }: Incoming) {
  if (codes === undefined) return {};
  if (isOn(store.switches, 'discount')) return { discountCodes: codes };
  repairs.push('discount_codes: not used');
  return {};
}
