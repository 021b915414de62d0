import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import type { Gid } from '../../commerce/product/products.ts';
import type { FeedVariant } from '../../feeds/feed-item.ts';
import { REASONS, type Reason, type Verdict } from '../../feeds/reasons.ts';
import { checkFor, SURFACE_NAMES, SURFACES, type SurfaceName } from '../../feeds/surfaces.ts';
import { type CatalogReader, checkBatch, readFeedStore } from './check-batch.ts';

/** A variant with what a surface minds of it. */
interface CheckedVariant extends Pick<FeedVariant, 'productId' | 'title'> {
  surface: SurfaceName;
  reasons: readonly Reason[];
}

export async function* checkCatalog(context: CatalogReader): AsyncGenerator<CheckedVariant[]> {
  const store = readFeedStore(context);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { variants, last } = await checkBatch(context, store, after);
    const checked = await mapYielding(variants, (variant) => {
      const { productId, title } = variant;
      const check = (surface: SurfaceName) => checkFor(SURFACES[surface], variant, store);
      return SURFACE_NAMES.map((surface) => ({ productId, title, surface, reasons: check(surface) }));
    });
    yield checked.flat();
    after = last;
  }
}

export interface Sales {
  sold: number;
  found: number;
}

interface ReasonReport extends Sales {
  reason: Reason;
  items: number;
  products: number;
  examples: string[];
}

const MAX_EXAMPLES = 5;

/** Counts the items of each surface by verdict and reason; the reasons that cost most come first. */
export async function reportFeeds(context: CatalogReader, sales?: ReadonlyMap<Gid, Sales>) {
  const reports = new Map(SURFACE_NAMES.map((surface) => [surface, createCounter(surface)]));
  for await (const checked of checkCatalog(context))
    for (const each of checked) reports.get(each.surface)?.add(each, sales?.get(each.productId));
  return [...reports.values()].map(({ build }) => build());
}

function createCounter(surface: SurfaceName) {
  const counts = { accepted: 0, warned: 0, refused: 0, leftOut: 0 };
  const reasons = new Map<Reason, ReasonReport & { lastProduct: Gid }>();

  /** The variants of a product come one after the other. */
  function addReason(reason: Reason, { productId, title }: CheckedVariant, sales: Sales | undefined): void {
    const counted = reasons.get(reason) ?? { ...NOTHING, reason, examples: [], lastProduct: '' };
    reasons.set(reason, counted);
    counted.items += 1;
    if (counted.lastProduct === productId) return;
    counted.lastProduct = productId;
    counted.products += 1;
    counted.sold += sales?.sold ?? 0;
    counted.found += sales?.found ?? 0;
    if (counted.examples.length < MAX_EXAMPLES) counted.examples.push(title);
  }

  return {
    add(checked: CheckedVariant, sales: Sales | undefined): void {
      counts[toCount(checked.reasons)] += 1;
      for (const reason of checked.reasons) addReason(reason, checked, sales);
    },
    build: () => ({ surface, ...counts, reasons: [...reasons.values()].toSorted(compareCost) }),
  };
}

const NOTHING = { items: 0, products: 0, sold: 0, found: 0 };

function toCount(reasons: readonly Reason[]): 'accepted' | 'warned' | 'refused' | 'leftOut' {
  const verdicts = new Set<Verdict>(reasons.map((reason) => REASONS[reason].verdict));
  if (verdicts.has('left_out')) return 'leftOut';
  if (verdicts.has('refused')) return 'refused';
  return verdicts.has('warned') ? 'warned' : 'accepted';
}

/** Refused items cost all their sales, items with a warning some, and items that the merchant leaves out none. */
const COST: readonly Verdict[] = ['refused', 'warned', 'left_out'];

function compareCost(one: ReasonReport, other: ReasonReport): number {
  const rank = ({ reason }: ReasonReport) => COST.indexOf(REASONS[reason].verdict);
  const byRank = rank(one) - rank(other);
  return byRank || other.sold - one.sold || other.found - one.found || other.items - one.items;
}
