import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { sum } from '../../commerce/money/money.ts';
import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import { readPages } from '../../commerce/paging/read-pages.ts';
import { computeProductIssues, type ProductIssue } from '../../commerce/product/product-issues.ts';
import { type Gid, type Product, toVariationId } from '../../commerce/product/products.ts';
import { createSharedRuns } from '../../commerce/time/shared-runs.ts';
import { MINUTE_MS } from '../../commerce/time/time.ts';
import type { SummedFigures } from '../../storage/repositories/activity/product-statistics.ts';
import type { CountedPeriod } from '../../storage/repositories/activity/statistics.ts';
import type {
  ProductRevisions,
  RevisedProduct,
  RevisionPosition,
} from '../../storage/repositories/catalog/product-revisions.ts';

/** A product of the copy, as the list of products needs it. */
export interface ProductSummary {
  id: Gid;
  title: string;
  imageUrl: string | null;
  price: Product['priceRange'];
  availability: Product['availability'];
  /** Pieces of all variants; null when one is not counted. */
  stock: number | null;
  /** True when searches do not show it. */
  unlisted: boolean;
  categories: readonly string[];
  issues: readonly ProductIssue[];
}

interface Entry {
  /** By the number of the product's row. */
  summaries: Map<number, ProductSummary>;
  /** Equal lists of categories are held once: products have few different ones. */
  lists: Map<string, readonly string[]>;
  /** Revision of the catalog up to which changes are in the summaries. */
  revision: number;
}

export type ProductSummaries = ReturnType<typeof createProductSummaries>;

const PAGE_SIZE = 200;
/** Products of all stores together that this process remembers. */
const MAX_PRODUCTS = 300_000;

/** Returns a function that reads the products of a store's copy; it checks each once, and again when it changes, and joins concurrent callers. */
export function createProductSummaries(revisions: ProductRevisions) {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_PRODUCTS,
    sizeCalculation: ({ summaries }) => summaries.size + 1,
  });
  const share = createSharedRuns<Entry['summaries']>();

  async function update(storeId: string) {
    // Before the products: a change that is read twice does no harm.
    const { revision, deletedRevision } = await revisions.latest(storeId);
    const cached = entries.get(storeId);
    const isUsable = cached && cached.revision <= revision && cached.revision >= deletedRevision;
    const entry: Entry = isUsable ? cached : { summaries: new Map(), lists: new Map(), revision: -1 };
    const start = { revision: entry.revision, number: Number.MAX_SAFE_INTEGER };
    const read = (position: RevisionPosition, size: number) => revisions.listAfter(storeId, position, size);
    for await (const rows of readPages(read, start, PAGE_SIZE)) await putRows(entry, rows);
    entries.set(storeId, { ...entry, revision });
    return entry.summaries;
  }

  return (storeId: string): Promise<ReadonlyMap<number, ProductSummary>> =>
    share(storeId, () => update(storeId));
}

async function putRows({ summaries, lists }: Entry, rows: readonly RevisedProduct[]): Promise<void> {
  await mapYielding(rows, ({ number, product }) => {
    if (product) summaries.set(number, toSummary(product, lists));
    else summaries.delete(number);
  });
  // A page of SQLite is read without a turn of the event loop.
  await setImmediate();
}

function toSummary(product: Product, lists: Entry['lists']): ProductSummary {
  const { id, title, media, priceRange: price, availability, variants } = product;
  const { unlisted = false, categories = [] } = product;
  const key = JSON.stringify(categories);
  const list = lists.get(key) ?? categories;
  lists.set(key, list);
  // Ways to choose what one variation leaves open share its stock.
  const pieces = [...new Map(variants.map((each) => [toVariationId(each.id), each.quantity])).values()];
  const counted = pieces.flatMap((quantity) => quantity ?? []);
  return {
    id,
    title,
    imageUrl: media[0]?.url ?? null,
    price,
    availability,
    stock: counted.length === pieces.length ? sum(counted) : null,
    unlisted,
    categories: list,
    issues: computeProductIssues(product),
  };
}

/** Sums of more carts, sessions and orders are reused: they cost more than 100 ms. */
const MAX_SUMMED = 20_000;

type Figures = SummedFigures['figures'];

type Read<Figures> = (storeId: string, period: CountedPeriod) => Promise<Figures>;

export type ReadProductFigures = Read<Figures>;

/** Returns a function that reads figures by product, and reuses those of much traffic for a minute. */
export function createProductFigures(sumFigures: Read<SummedFigures>): ReadProductFigures {
  const large = new LRUCache<string, Figures>({ max: 20, ttl: MINUTE_MS });
  return async (storeId, period) => {
    const { from, to, timeZone, tests } = period;
    const key = JSON.stringify([storeId, from, to, timeZone, tests]);
    const cached = large.get(key);
    if (cached) return cached;
    const { figures, rowCount } = await sumFigures(storeId, period);
    if (rowCount > MAX_SUMMED) large.set(key, figures);
    return figures;
  };
}
