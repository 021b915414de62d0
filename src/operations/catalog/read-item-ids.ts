import { pickChosenVariants } from '../../commerce/product/item-codes.ts';
import type { ItemReference, NumberedItem, SelectedOption } from '../../commerce/product/products.ts';
import { quoteShopTitle } from '../../commerce/text/shop-text.ts';
import { trimText } from '../../commerce/text/trim-text.ts';
import { toVisibleText } from '../../commerce/text/visible-text.ts';
import type { ItemNames, NamedItem } from '../../storage/repositories/catalog/named-items.ts';
import type { StoreContext } from '../call/store-context.ts';
import { withoutHidden } from './hidden-products.ts';

type Reader = Pick<StoreContext, 'platform' | 'products' | 'store' | 'caller' | 'callLog' | 'now'>;

/** Reading of an id of a request: the item that it names, if any. */
export interface ItemReading {
  reference?: ItemReference;
  /** Name that was found in the copy; absent for an id of the platform's own form. */
  by?: NamedItem['by'];
  /** Items of a number that the copy does not know. */
  number?: NumberedItem;
  /** Items of an id with several readings, and the text that names them. */
  ambiguity?: { items: readonly Item[]; message: string };
}

type Item = Pick<NamedItem, 'by' | 'productId' | 'variantId' | 'title'>;

/**
 * Reads ids of every form, in their sequence. Those of the platform's own form are only parsed; numbers, SKUs, barcodes and
 * addresses with options are looked up in the copy, never at the shop. Blanks at the ends and invisible characters count for nothing.
 */
export async function readItemIds(context: Reader, ids: readonly string[]): Promise<ItemReading[]> {
  const askedIds = ids.map((id) => toAsked(context, trimText(toVisibleText(id))));
  const names = askedIds.flatMap(({ name }) => name ?? []);
  const itemsOfNames = (await context.products.named(context.store.id, names)).values();
  const read = (each: AskedId) => readByCopy(context, each, itemsOfNames.next().value ?? []);
  return Promise.all(askedIds.map((each) => (each.name ? read(each) : each)));
}

interface AskedId extends Pick<ItemReading, 'reference' | 'number'> {
  /** Absent for an id that needs no copy. */
  name?: ItemNames;
}

function toAsked({ platform }: Reader, id: string): AskedId {
  const reference = platform.readItemId(id);
  if (reference?.kind === 'handle' && reference.choice)
    return { reference, name: { handle: reference.handle } };
  if (reference) return { reference };
  const number = platform.readNumber(id);
  return { ...(number && { number }), name: { ...number, code: id } };
}

async function readByCopy(
  context: Reader,
  { reference, number }: AskedId,
  items: readonly NamedItem[],
): Promise<ItemReading> {
  if (reference?.kind === 'handle') return readAddress(context, items, reference.choice ?? []);
  const reading = toReading(items);
  if (reading?.ambiguity) return toReading(await filterVisible(context, items)) ?? {};
  return reading ?? (number ? { number } : {});
}

/** Decides between items of one name: a variant is more than its product, and a product is all of its variants. */
function toReading(items: readonly Item[]): ItemReading | undefined {
  const [first] = items;
  if (!first) return undefined;
  const products = new Set(items.map(({ productId }) => productId));
  const variants = new Set(items.flatMap(({ variantId }) => variantId ?? []));
  const [variantId] = variants;
  const { by, productId } = first;
  if (products.size === 1 && variants.size === 1 && variantId !== undefined)
    return { by, reference: { kind: 'variant', id: variantId } };
  if (products.size === 1 && items.some((item) => item.variantId === null))
    return { by, reference: { kind: 'product', id: productId } };
  const distinct = toDistinctItems(items);
  return { ambiguity: { items: distinct, message: `names more than one item: ${formatListed(distinct)}` } };
}

/** Each item once; a product is left out beside a variant of it. */
function toDistinctItems(items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.variantId ?? item.productId, item]));
  const ofVariants = new Set(items.flatMap((item) => (item.variantId === null ? [] : item.productId)));
  return [...byId.values()].filter((item) => item.variantId !== null || !ofVariants.has(item.productId));
}

async function filterVisible(context: Reader, items: readonly Item[]): Promise<readonly Item[]> {
  if (!context.store.policy) return items;
  const ids = items.map(({ productId }) => productId);
  const { products } = await context.products.findByIds(context.store.id, ids);
  const visible = new Set(withoutHidden(context, products).map(({ id }) => id));
  return items.filter(({ productId }) => visible.has(productId));
}

/** Finds the variant that the address of a product page chooses by its options. */
async function readAddress(
  context: Reader,
  [item]: readonly NamedItem[],
  choice: readonly SelectedOption[],
): Promise<ItemReading> {
  if (!item) return {};
  const copied = await context.products.findByIds(context.store.id, [item.productId]);
  const [product] = withoutHidden(context, copied.products);
  if (!product) return {};
  const variants = pickChosenVariants(product, choice);
  const [only, ...others] = variants;
  if (only && others.length === 0) return { by: 'address', reference: { kind: 'variant', id: only.id } };
  const items = (only ? variants : product.variants).map(({ id, title }) => {
    return { by: 'address' as const, productId: product.id, variantId: id, title };
  });
  return { ambiguity: { items, message: `names no single variant: ${formatListed(items)}` } };
}

const MAX_LISTED = 5;

function formatListed(items: readonly Item[]): string {
  const texts = items.slice(0, MAX_LISTED).map(({ by, productId, variantId, title }) => {
    const ofTitle = title === null ? '' : ` of ${quoteShopTitle(title, '"…"', 100)}`;
    return `${variantId ?? productId} (${by}${ofTitle})`;
  });
  const more = items.length > MAX_LISTED ? ', and others' : '';
  return `${texts.join(', ')}${more}. Send one of these ids`;
}

/** Returns the GIDs that each id names: none for an unknown one, several for one with several readings. Makes no call. */
export async function readGids(context: Reader, ids: readonly string[]) {
  const readings = await readItemIds(context, ids);
  const names = readings.flatMap(({ reference }) =>
    reference?.kind === 'handle' ? { handle: reference.handle } : [],
  );
  const itemsOfNames = (await context.products.named(context.store.id, names)).values();
  return ids.map((id, index) => {
    const { reference, ambiguity } = readings[index] ?? {};
    if (ambiguity) return { id, gids: getGids(ambiguity.items), ambiguity: ambiguity.message };
    if (reference?.kind === 'handle') return { id, gids: getGids(itemsOfNames.next().value ?? []) };
    return { id, gids: reference ? [reference.id] : [] };
  });
}

function getGids(items: readonly Item[]): string[] {
  return [...new Set(items.map(({ variantId, productId }) => variantId ?? productId))];
}
