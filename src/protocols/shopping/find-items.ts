import type { Product, Variant } from '../../commerce/products.ts';
import { findProduct } from '../../operations/find-product.ts';
import type { StoreContext } from '../../operations/store-context.ts';
import type { Incoming } from '../endpoint.ts';
import { fullId, gid, shortIds } from './ids.ts';
import { toDecimal } from '../../commerce/money.ts';
import type { WantedItem } from './requests.ts';
import { ShoppingError } from './shopping-error.ts';
import { variantsWith } from './variants-with.ts';

interface FoundItem {
  variantId: string;
  quantity: number;
}

const MAX_CHOICES = 10;

/** Finds the variant of each item. Throws with the choices for a product with several, and for an unknown id. */
export function findItems(
  context: StoreContext,
  items: readonly WantedItem[],
  { repairs = [] }: Pick<Incoming, 'repairs'>,
): Promise<FoundItem[]> {
  return Promise.all(
    items.map(async ({ id, quantity, options }, index) => {
      const field = `items[${index}].id`;
      const repaired = (how: string) => void repairs.push(`${field}: ${how}`);
      const variantId = await findVariantId(context, { id, options, field, repaired });
      return { variantId, quantity };
    }),
  );
}

interface Wanted {
  id: string;
  /** Values of the product's options. */
  options: string | undefined;
  /** Path of the id in the arguments. */
  field: string;
  repaired(how: string): void;
}

async function findVariantId(context: StoreContext, wanted: Wanted): Promise<string> {
  const { id } = wanted;
  if (/^\d{1,19}$/.test(id)) return variantOfNumber(context, wanted);
  const full = fullId(context.store, id);
  const reference = context.platform.readItemId(full);
  if (!reference) throw unreadable(wanted);
  if (reference.kind === 'variant') return reference.id;
  const product = await findProduct(context, full);
  if (!product) throw unknown(wanted);
  return chosenVariant(product, wanted);
}

/** Reads a bare number as a variant's, or else as a product's. */
async function variantOfNumber(context: StoreContext, wanted: Wanted): Promise<string> {
  const { platform } = context.store;
  const variantId = gid(platform, 'ProductVariant', wanted.id);
  const ofVariant = await findProduct(context, variantId);
  if (ofVariant?.variants.some(({ id }) => id === variantId)) {
    wanted.repaired('number read as the id of a variant');
    return variantId;
  }
  const product = await findProduct(context, gid(platform, 'Product', wanted.id));
  if (!product) throw unknown(wanted);
  wanted.repaired('number read as the id of a product');
  return chosenVariant(product, wanted);
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
  const message = `"${id.slice(0, 100)}" is no id of this store. Take ids from search_products or get_product.`;
  return new ShoppingError(message, { kind: 'invalid_input', field, next: { tool: 'search_products' } });
}

function unknown({ id, field }: Wanted): ShoppingError {
  const message = `This store has no product "${id.slice(0, 100)}". Take ids from search_products.`;
  return new ShoppingError(message, { kind: 'unknown_item', field, next: { tool: 'search_products' } });
}

function variantRequired(
  { id, title, variants }: Product,
  matching: readonly Variant[],
  { field, options }: Wanted,
): ShoppingError {
  const choices = (matching.length > 0 ? matching : variants).filter(({ available }) => available);
  const asked = options === undefined ? '' : ` ${matching.length} of them are "${options.slice(0, 100)}".`;
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
