import { computeCondition, type Freshness, getFreshness } from '../../commerce/product/freshness.ts';
import { PRODUCT_LIMITS } from '../../commerce/product/product-limits.ts';
import { type Gid, hasVariant, type Product } from '../../commerce/product/products.ts';
import { applySales } from '../../commerce/product/sales.ts';
import type { Instant } from '../../commerce/time/time.ts';
import type { ProductReading } from '../../storage/repositories/catalog/product-readings.ts';
import type { CopiedProducts } from '../../storage/repositories/catalog/products.ts';
import type { StoreContext } from '../call/store-context.ts';
import { lookUpAtShop } from './ask-shop.ts';
import type { CopyWarning, SourcedProducts } from './found-page.ts';
import { withoutHidden } from './hidden-products.ts';

/** Reads products: fresh ones from the copy, all others from the shop, in one call. */
export function readProducts(context: StoreContext, ids: readonly Gid[]): Promise<SourcedProducts> {
  const freshness = getFreshness(context);
  return freshness
    ? readFresh(context, ids, freshness)
    : lookUpAtShop(context, ids).then((products) => ({ products }));
}

async function readFresh(context: StoreContext, ids: readonly string[], freshness: Freshness) {
  // Without the database the shop answers, as it does for a store without a copy.
  const copied = await context.products.readings(context.store.id, ids).catch(() => []);
  const readings = new Map(copied.map((each) => [each.id, each]));
  const { usable, stale, asOf } = pickUsable(context, copied, freshness);
  const missing = ids.filter((id) => !usable.has(id));
  // A known variant is asked for by its product, which joins a call for other products.
  const askedIds = [...new Set(missing.map((id) => readings.get(id)?.product.id ?? id))];
  const behindChange = toContextBehindChange(context, readings, missing);
  const answered = askedIds.length === 0 ? [] : await lookUpAtShop(behindChange, askedIds);
  // The shop has changed its currency: an answer never mixes prices of two.
  if (usable.size > 0 && answered.some((product) => !isInStoreCurrency(context, product)))
    return { products: await lookUpAtShop(context, ids) };
  readBehind(context, stale);
  const findAnswered = (id: string) => pickProduct(id, { askedIds, answered, readings });
  const products = ids.flatMap((id) => usable.get(id)?.product ?? findAnswered(id) ?? []);
  const distinct = new Map(products.map((product) => [product.id, product]));
  const visible = withoutHidden(context, [...distinct.values()]);
  return { products: visible, ...(asOf === undefined ? {} : { asOf }) };
}

/** Context for reading products with a known change: a read that began before is not joined. */
function toContextBehindChange(
  context: StoreContext,
  readings: ReadonlyMap<string, ProductReading>,
  ids: readonly string[],
): StoreContext {
  const changes = ids.flatMap((id) => readings.get(id)?.changedAt ?? []);
  const changedAt = Math.max(0, ...changes.map((instant) => Date.parse(instant)));
  // Instants are cut to milliseconds.
  const notBefore = performance.now() - (context.now() - changedAt) + 1;
  return { ...context, caller: { ...context.caller, notBefore } };
}

/** Splits readings into products that may be shown, by the requested id, with the oldest instant, and the GIDs to be read again. */
function pickUsable(context: StoreContext, readings: readonly ProductReading[], freshness: Freshness) {
  const { store } = context;
  const usable = new Map<string, ProductReading>();
  const stale = new Set<string>();
  let asOf: string | undefined;
  // Another currency, tax setting or shop makes all former prices void.
  const connectedAt = pickLatest(store.describedAt, store.connectedAt);
  for (const reading of readings) {
    const { id, product, readAt, changedAt } = reading;
    if (!isInStoreCurrency(context, product)) continue;
    const at = { product, readAt, changedAt: pickLatest(connectedAt, changedAt) };
    const condition = computeCondition(at, freshness, context.now());
    if (condition === 'stale') stale.add(product.id);
    if (condition === 'unusable') continue;
    usable.set(id, reading);
    if (asOf === undefined || readAt < asOf) asOf = readAt;
  }
  return { usable, stale: [...stale], asOf };
}

function isInStoreCurrency({ store }: Pick<StoreContext, 'store'>, { priceRange }: Product): boolean {
  return priceRange.currency === store.description.currency;
}

/** Instants are in the sequence of their texts. */
function pickLatest(some: Instant, other: Instant | null): Instant {
  return other !== null && other > some ? other : some;
}

interface Answered {
  askedIds: readonly string[];
  answered: readonly Product[];
  readings: ReadonlyMap<string, ProductReading>;
}

/** Finds what the shop has answered for an id. A product with very many variants does not list all of them. */
function pickProduct(id: string, { askedIds, answered, readings }: Answered): Product | undefined {
  const listing = answered.find((product) => product.id === id || hasVariant(product, id));
  if (listing) return listing;
  const productId = readings.get(id)?.product.id;
  if (productId === undefined) return askedIds.length === 1 ? answered[0] : undefined;
  return answered.find(({ id, variants }) => id === productId && variants.length >= PRODUCT_LIMITS.variants);
}

/** Has the shop confirm products that were shown; a failure leaves them as they are. */
function readBehind(context: StoreContext, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const { deadline: _deadline, gone: _gone, log: _log, ...caller } = context.caller;
  lookUpAtShop({ ...context, caller }, ids).catch(() => undefined);
}

type CopyContext = Pick<StoreContext, 'products' | 'store' | 'caller' | 'callLog' | 'now'>;

/** Reads products from the copy, however old they are; undefined where it cannot answer. */
export async function lookUpCopy(context: CopyContext, ids: readonly string[]) {
  const copied = await context.products.findByIds(context.store.id, ids);
  const copy = await findWarning(context, copied);
  const products = copied.readings.map(({ product, readAt }) => applySales(product, readAt, context.now()));
  return copy && { products: withoutHidden(context, products), copy };
}

/** Undefined for an empty answer of an unfinished copy, and after a change of currency: prices of two are never mixed. */
async function findWarning(context: CopyContext, copied: CopiedProducts): Promise<CopyWarning | undefined> {
  const { currency } = context.store.description;
  const lastImport = await context.products.findLastImport(context.store.id);
  if (lastImport && lastImport.currency !== currency) return undefined;
  if (copied.products.some(({ priceRange }) => priceRange.currency !== currency)) return undefined;
  const asOf = copied.asOf ?? lastImport?.startedAt;
  if (asOf === undefined) return undefined;
  const ageSeconds = Math.max(0, Math.round((context.now() - Date.parse(asOf)) / 1000));
  return { asOf, ageSeconds, complete: lastImport?.limited === null };
}
