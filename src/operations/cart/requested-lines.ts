import {
  CommerceError,
  createItemsRefusedError,
  type ItemRefusal,
  type LineRefusal,
} from '../../commerce/errors.ts';
import type { ItemReference, ResolvedItem } from '../../commerce/product/products.ts';
import { quoteShopTitle } from '../../commerce/text/shop-text.ts';
import type { CartRequest } from '../../store-platforms/store-platform.ts';
import { NO_SUCH_PRODUCT } from '../call/refuse-call.ts';
import type { CachedItem } from '../call/shown-products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { readItemIds } from '../catalog/read-item-ids.ts';
import { detectCurrencyChange } from '../store/refresh-description.ts';

export interface RequestedLine {
  /** A GID of a product or variant, a product URL of the store, or a number, SKU or barcode that names one item. */
  itemId: string;
  quantity: number;
}

export interface ReadLine extends RequestedLine {
  index: number;
  reference: ItemReference;
}

export type CartLines = CartRequest['lines'];

type PutLines<Cart> = (lines: CartLines) => Promise<Cart>;

/** Pieces of one variant. */
export const MAX_PIECES = 9_999;

/** Reads every item id without asking the shop. Throws `invalid_input` with each line whose id has no or several readings. */
export async function readLines(context: StoreContext, lines: readonly RequestedLine[]): Promise<ReadLine[]> {
  const ids = lines.map(({ itemId }) => itemId);
  const readings = await readItemIds(context, ids);
  const refused: LineRefusal[] = [];
  const readable = lines.flatMap((line, index) => {
    const { reference, ambiguity } = readings[index] ?? {};
    if (reference) return [{ ...line, index, reference }];
    const reason = ambiguity ? 'ambiguous_id' : 'invalid_id';
    const message = ambiguity?.message ?? describeExpectedItemId(context.store);
    refused.push({ index, itemId: line.itemId, reason, message });
    return [];
  });
  const [first] = refused;
  if (!first) return readable;
  const message = `The item id of line ${first.index + 1} ${first.message}`;
  throw new CommerceError('invalid_input', message, { lines: refused });
}

function describeExpectedItemId({ platform, description: { hosts, folder = '' } }: StoreContext['store']) {
  const places = hosts.map((host) => host + folder).join(' or ');
  return `must be gid://${platform}/Product/<number>, gid://${platform}/ProductVariant/<number>, a SKU or barcode of this store, or a product URL on ${places}`;
}

/** Resolves lines to variants for `put`, and again when a cached product has sold out. Refusals name the agent's item ids. */
export async function fillCart<Cart extends { currency: string }>(
  context: StoreContext,
  lines: readonly ReadLine[],
  put: PutLines<Cart>,
): Promise<Cart> {
  const cached = await Promise.all(lines.map((line) => findCached(context, line.reference)));
  const hasCached = lines.some(({ reference }, index) => reference.kind !== 'variant' && cached[index]);
  const items = await resolve(context, lines, cached);
  const cart = await putItems(lines, items, put).catch(async (error) => {
    const isStale = hasCached && error instanceof CommerceError && error.refusals.length > 0;
    if (!isStale) throw error;
    for (const { reference } of lines) context.itemCache.forget(context.store.id, reference);
    return putItems(lines, await resolve(context, lines, []), put);
  });
  await detectCurrencyChange(context, cart.currency);
  return cart;
}

async function putItems<Cart>(lines: readonly ReadLine[], items: readonly CachedItem[], put: PutLines<Cart>) {
  const merged = mergeLines(lines, items);
  return put(merged).catch((error) => {
    throw nameItems(error, lines, items);
  });
}

async function resolve(
  context: StoreContext,
  lines: readonly ReadLine[],
  cached: readonly (CachedItem | undefined)[],
): Promise<CachedItem[]> {
  const open = lines.filter(({ reference }, index) => !cached[index] && reference.kind !== 'variant');
  const resolved = open.length > 0 ? await askPlatform(context, open) : [];
  return lines.map((line, index) => {
    const { reference } = line;
    const unresolved = { variantId: reference.kind === 'variant' ? reference.id : '' };
    return cached[index] ?? resolved[open.indexOf(line)] ?? unresolved;
  });
}

/** Looks into the cache, then into the copy. A variant in neither is cached without its title, and not looked for again. */
async function findCached({ itemCache, products, store }: StoreContext, reference: ItemReference) {
  const cached = itemCache.find(store.id, reference);
  if (cached) return cached;
  const copied = await products.findItem(store.id, reference);
  const item = copied ?? (reference.kind === 'variant' ? { variantId: reference.id } : undefined);
  if (item) itemCache.keep(store.id, reference, item);
  return item;
}

/** Makes one upstream call for all unresolved lines. Throws when one is unknown or sold out. */
async function askPlatform({ platform, store, itemCache, caller }: StoreContext, lines: readonly ReadLine[]) {
  const references = lines.map((line) => line.reference);
  const resolved = await platform.resolveItems(references, caller);
  const refusals = lines.flatMap((line, index) => toLineRefusal(line, resolved[index]));
  if (refusals.length > 0) throw createRefusedError(refusals);
  const items = resolved.filter((item) => item !== undefined);
  for (const item of items) itemCache.remember(store.id, item);
  return items;
}

type RefusedLine = { line: ReadLine; refusal: ItemRefusal };

function toLineRefusal(line: ReadLine, item: ResolvedItem | undefined): RefusedLine[] {
  if (!item) return [{ line, refusal: { variantId: '', reason: 'unknown', message: NO_SUCH_PRODUCT } }];
  if (item.available) return [];
  const message = `${quoteShopTitle(item.title, 'The product')} is sold out.`;
  return [{ line, refusal: { variantId: item.variantId, reason: 'out_of_stock', message } }];
}

/** Merges lines of one variant, as both platforms do. */
function mergeLines(lines: readonly ReadLine[], items: readonly CachedItem[]): CartLines {
  const merged = new Map<string, CartLines[number]>();
  for (const [index, line] of lines.entries()) {
    const item = items[index];
    if (!item) continue;
    const quantity = line.quantity + (merged.get(item.variantId)?.quantity ?? 0);
    if (quantity > MAX_PIECES) throw createTooManyError(line);
    const title = item.title === undefined ? {} : { knownTitle: item.title };
    merged.set(item.variantId, { variantId: item.variantId, quantity, ...title });
  }
  return [...merged.values()];
}

function createTooManyError({ index, itemId }: ReadLine): CommerceError {
  const message = `must not exceed ${MAX_PIECES} for one variant, all its lines together`;
  const lines: LineRefusal[] = [{ index, itemId, reason: 'too_many_pieces', message }];
  return new CommerceError('invalid_input', `The quantity of line ${index + 1} ${message}`, { lines });
}

/** A platform refuses variants: finds the line that asked for each. */
function nameItems(error: unknown, lines: readonly ReadLine[], items: readonly CachedItem[]): unknown {
  if (!(error instanceof CommerceError) || error.refusals.length === 0) return error;
  const refusals = error.refusals.flatMap((refusal) => {
    const line = lines[items.findIndex((item) => item.variantId === refusal.variantId)];
    return line ? [{ line, refusal }] : [];
  });
  return refusals.length > 0 ? createRefusedError(refusals) : error;
}

function createRefusedError(refusedLines: readonly RefusedLine[]): CommerceError {
  const refusals = refusedLines.map(({ refusal }) => refusal);
  const lines = refusedLines.map(({ line, refusal: { variantId: _, ...refusal } }) => {
    return { index: line.index, itemId: line.itemId, ...refusal };
  });
  return createItemsRefusedError(refusals, lines);
}
