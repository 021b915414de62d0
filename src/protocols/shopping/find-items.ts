import { toDecimal } from '../../commerce/money.ts';
import type { Product, Variant } from '../../commerce/product/products.ts';
import { quoted } from '../../commerce/text/quoted.ts';
import { findProducts } from '../../operations/find-products.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { Incoming } from '../endpoint.ts';
import { fullId, gid, shortIds } from './ids.ts';
import type { WantedItem } from './requests.ts';
import { ShoppingError } from './shopping-error.ts';
import { variantsWith } from './variants-with.ts';

interface FoundItem {
  variantId: string;
  quantity: number;
}

const MAX_CHOICES = 10;

interface Wanted extends WantedItem {
  /** GID, product URL, or the variant's GID of a bare number. */
  fullId: string;
  isNumber: boolean;
  /** Path of the id in the arguments. */
  field: string;
  repaired(how: string): void;
}

/**
 * Finds the variant of each item, in a few upstream calls for all of them; a variant's own id needs none. Throws with the
 * choices for a product with several variants, and for an unknown id.
 */
export async function findItems(
  context: StoreContext,
  items: readonly WantedItem[],
  { repairs = [] }: Pick<Incoming, 'repairs'>,
): Promise<FoundItem[]> {
  const wanted = items.map((item, index) => read(context, item, `items[${index}].id`, repairs));
  const open = wanted.filter((item) => variantNamed(context, item) === undefined);
  const products = await findProducts(
    context,
    open.map(({ fullId }) => fullId),
  );
  const others = await productsOfNumbers(
    context,
    open.filter((item, index) => item.isNumber && !isVariantOf(products[index], item.fullId)),
  );
  return wanted.map((item) => {
    const product = others.get(item) ?? products[open.indexOf(item)];
    return {
      variantId: variantNamed(context, item) ?? variantIn(product, item),
      quantity: item.quantity,
    };
  });
}

function read(context: StoreContext, item: WantedItem, field: string, repairs: string[]): Wanted {
  const { store, platform } = context;
  const isNumber = /^\d{1,19}$/.test(item.id);
  const full = isNumber ? gid(store.platform, 'ProductVariant', item.id) : fullId(store, item.id);
  const repaired = (how: string) => void repairs.push(`${field}: ${how}`);
  const wanted = { ...item, fullId: full, isNumber, field, repaired };
  if (!platform.readItemId(full)) throw unreadable(wanted);
  return wanted;
}

/** Returns the variant that an id names by itself. */
function variantNamed({ platform }: StoreContext, { fullId, isNumber }: Wanted): string | undefined {
  const reference = isNumber ? undefined : platform.readItemId(fullId);
  return reference?.kind === 'variant' ? reference.id : undefined;
}

function isVariantOf(product: Product | undefined, variantId: string): boolean {
  return product?.variants.some(({ id }) => id === variantId) === true;
}

/** Reads bare numbers that are no variant's as those of products. */
async function productsOfNumbers(
  context: StoreContext,
  numbers: readonly Wanted[],
): Promise<Map<Wanted, Product>> {
  const { platform } = context.store;
  const ids = numbers.map(({ id }) => gid(platform, 'Product', id));
  const products = ids.length > 0 ? await findProducts(context, ids) : [];
  return new Map(
    numbers.flatMap((item, index) => {
      const product = products[index];
      return product ? [[item, product]] : [];
    }),
  );
}

function variantIn(product: Product | undefined, wanted: Wanted): string {
  const { fullId, isNumber } = wanted;
  if (!product) throw unknown(wanted);
  const isVariant = isNumber && isVariantOf(product, fullId);
  if (isNumber) wanted.repaired(`number read as the id of a ${isVariant ? 'variant' : 'product'}`);
  return isVariant ? fullId : chosenVariant(product, wanted);
}

/** Returns the only variant, or the only one with the wanted options. */
function chosenVariant(product: Product, wanted: Wanted): string {
  const { variants } = product;
  const [only, ...others] = variants;
  if (!only) throw unknown(wanted);
  if (others.length === 0) {
    wanted.repaired('product read as its only variant');
    return only.id;
  }
  const matching = wanted.options === undefined ? [] : variantsWith(variants, wanted.options);
  const [match, ...more] = matching;
  if (!match || more.length > 0) throw variantRequired(product, matching, wanted);
  return match.id;
}

function unreadable({ id, field }: Wanted): ShoppingError {
  const message = `${quoted(id, 100)} is no id of this store. Take ids from search_products or get_product.`;
  return new ShoppingError(message, { kind: 'invalid_input', field, next: { tool: 'search_products' } });
}

function unknown({ id, field }: Wanted): ShoppingError {
  const message = `This store has no product ${quoted(id, 100)}. Take ids from search_products.`;
  return new ShoppingError(message, { kind: 'unknown_item', field, next: { tool: 'search_products' } });
}

function variantRequired(
  { id, title, variants }: Product,
  matching: readonly Variant[],
  { field, options }: Wanted,
): ShoppingError {
  const choices = (matching.length > 0 ? matching : variants).filter(({ available }) => available);
  const asked = options === undefined ? '' : ` ${matching.length} of them are ${quoted(options, 100)}.`;
  return new ShoppingError(`"${title}" has ${variants.length} variants: choose one.${asked}`, {
    kind: 'invalid_input',
    code: 'variant_required',
    field,
    choices: choices.slice(0, MAX_CHOICES).map(toChoice),
    next: { tool: 'get_product', arguments: { id: shortIds(id) } },
  });
}

function toChoice({ id, title, price, currency }: Variant) {
  return { id: shortIds(id), title, price: `${toDecimal(price, currency)} ${currency}` };
}
