import { CommerceError, type ErrorDetail, type ItemRefusal, itemsRefused } from '../commerce/errors.ts';
import type { ItemReference, ResolvedItem } from '../commerce/products.ts';
import type { CartRequest } from '../store-platforms/store-platform.ts';
import type { CachedItem } from './item-cache.ts';
import { detectCurrencyChange } from './refresh-description.ts';
import type { StoreContext } from './store-context.ts';

/** A line as an agent asks for it. */
export interface RequestedLine {
  /** A GID of a product or variant, or a product URL of the store. */
  itemId: string;
  quantity: number;
}

interface ReadLine extends RequestedLine {
  reference: ItemReference;
  /** Where it stands in the request, for errors. */
  path: string;
}

export type CartLines = CartRequest['lines'];

const MAX_PIECES = 9_999;

/** Reads every `item.id`; asks nobody. Throws `invalid_input` that names each one which is not of this store. */
export function readLines(context: StoreContext, lines: readonly RequestedLine[]): ReadLine[] {
  const details: ErrorDetail[] = [];
  const read = lines.flatMap((line, index) => {
    const path = `line_items.${index}.item.id`;
    const reference = context.platform.readItemId(line.itemId);
    if (!reference) details.push({ path, message: expectedItemId(context) });
    return reference ? [{ ...line, reference, path }] : [];
  });
  const first = details[0];
  if (first) throw new CommerceError('invalid_input', `${first.path} ${first.message}`, { details });
  return read;
}

function expectedItemId(context: StoreContext): string {
  const { platform, description } = context.store;
  const hosts = description.hosts.join(' or ');
  return `must be gid://${platform}/Product/<number>, gid://${platform}/ProductVariant/<number>, or a product URL on ${hosts}`;
}

/**
 * Puts lines into a platform cart with `fill`, once it is known which variants they mean. A product that was known from
 * before may have sold out in the meantime: then it is asked again, and `fill` runs a second time.
 * Refusals come back as errors that name the agent's own item ids. A cart in another currency has the shop described anew.
 */
export async function fillCart<Cart extends { currency: string }>(
  context: StoreContext,
  lines: readonly ReadLine[],
  fill: (lines: CartLines) => Promise<Cart>,
): Promise<Cart> {
  const cart = await fillCached(context, lines, fill);
  await detectCurrencyChange(context, cart.currency);
  return cart;
}

async function fillCached<Cart>(
  context: StoreContext,
  lines: readonly ReadLine[],
  fill: (lines: CartLines) => Promise<Cart>,
): Promise<Cart> {
  const known = await resolve(context, lines, { anew: false });
  try {
    return await fill(mergeLines(lines, known.items));
  } catch (error) {
    const stale = known.fromMemory && error instanceof CommerceError && error.refusals.length > 0;
    if (!stale) throw namingItems(error, lines, known.items);
  }
  for (const line of lines) context.itemCache.forget(context.store.id, line.reference);
  const fresh = await resolve(context, lines, { anew: true });
  return fill(mergeLines(lines, fresh.items)).catch((error) => {
    throw namingItems(error, lines, fresh.items);
  });
}

interface Resolution {
  items: CachedItem[];
  /** True when a product's variant was taken from what was known and not from the platform. */
  fromMemory: boolean;
}

/** `anew`: what was known has proved wrong, so the platform is asked for every product. */
async function resolve(
  context: StoreContext,
  lines: readonly ReadLine[],
  { anew }: { anew: boolean },
): Promise<Resolution> {
  const known = anew ? [] : await Promise.all(lines.map((line) => recall(context, line.reference)));
  const open = lines.filter((line, index) => !known[index] && line.reference.kind !== 'variant');
  const answers = await askPlatform(context, open);
  const items = lines.map((line, index) => {
    const item = known[index] ?? answers.get(line);
    return item ?? { variantId: line.reference.kind === 'variant' ? line.reference.id : '' };
  });
  const fromMemory = lines.some(
    (line, index) => line.reference.kind !== 'variant' && known[index] !== undefined,
  );
  return { items, fromMemory };
}

/**
 * What this process remembers, else what the synchronized products say: one indexed read, once in a while for each
 * reference. A variant that they do not hold is remembered without its title, so that it is not looked for each time.
 */
async function recall(context: StoreContext, reference: ItemReference): Promise<CachedItem | undefined> {
  const repositories = context.itemCache.find(context.store.id, reference);
  if (repositories) return repositories;
  const copied = await context.products.findItem(context.store.id, reference);
  const known = copied ?? (reference.kind === 'variant' ? { variantId: reference.id } : undefined);
  if (known) context.itemCache.keep(context.store.id, reference, known);
  return known;
}

/** One upstream call for all lines that nothing is known of. Throws when one is unknown or has nothing to sell. */
async function askPlatform(
  context: StoreContext,
  lines: readonly ReadLine[],
): Promise<Map<ReadLine, ResolvedItem>> {
  if (lines.length === 0) return new Map();
  const references = lines.map((line) => line.reference);
  const resolved = await context.platform.resolveItems(references, context.caller);
  const refusals = lines.flatMap((line, index) => refusalOf(line, resolved[index]));
  if (refusals.length > 0) throw refused(refusals);
  const found = new Map<ReadLine, ResolvedItem>();
  for (const [index, line] of lines.entries()) {
    const item = resolved[index];
    if (!item) continue;
    context.itemCache.remember(context.store.id, item);
    found.set(line, item);
  }
  return found;
}

interface LineRefusal {
  line: ReadLine;
  refusal: ItemRefusal;
}

function refusalOf(line: ReadLine, item: ResolvedItem | undefined): LineRefusal[] {
  if (!item) {
    const message = 'This store has no such product. Search the catalog for its id.';
    return [{ line, refusal: { variantId: '', problem: 'unknown', message } }];
  }
  if (item.available) return [];
  const message = `"${item.title}" is sold out.`;
  return [{ line, refusal: { variantId: item.variantId, problem: 'out_of_stock', message } }];
}

/** Lines of one variant become one line, as both platforms would make of them. */
function mergeLines(lines: readonly ReadLine[], items: Resolution['items']): CartLines {
  const merged = new Map<string, CartLines[number]>();
  for (const [index, line] of lines.entries()) {
    const item = items[index];
    if (!item) continue;
    const quantity = line.quantity + (merged.get(item.variantId)?.quantity ?? 0);
    if (quantity > MAX_PIECES) throw tooMany(line);
    const title = item.title === undefined ? {} : { knownTitle: item.title };
    merged.set(item.variantId, { variantId: item.variantId, quantity, ...title });
  }
  return [...merged.values()];
}

function tooMany(line: ReadLine): CommerceError {
  const path = line.path.replace('item.id', 'quantity');
  const message = `must not exceed ${MAX_PIECES} for one variant, all its lines together`;
  return new CommerceError('invalid_input', `${path} ${message}`, { details: [{ path, message }] });
}

/** A platform speaks of variants; the agent is told of the item ids that it sent. */
function namingItems(error: unknown, lines: readonly ReadLine[], items: Resolution['items']): unknown {
  if (!(error instanceof CommerceError) || error.refusals.length === 0) return error;
  const refusals = error.refusals.flatMap((refusal) => {
    const index = items.findIndex((item) => item.variantId === refusal.variantId);
    const line = lines[index];
    return line ? [{ line, refusal }] : [];
  });
  return refusals.length > 0 ? refused(refusals) : error;
}

function refused(refusals: LineRefusal[]): CommerceError {
  const details = refusals.map(({ line, refusal }) => ({
    path: line.path,
    message: `${line.itemId}: ${refusal.message}`,
  }));
  const { kind } = itemsRefused(refusals.map(({ refusal }) => refusal));
  const message = details.map((detail) => detail.message).join(' ');
  return new CommerceError(kind, message, { details, refusals: refusals.map(({ refusal }) => refusal) });
}
