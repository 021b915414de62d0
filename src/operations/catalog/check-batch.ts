import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import type { Product } from '../../commerce/product/products.ts';
import { applySales } from '../../commerce/product/sales.ts';
import { getStorefrontUrl } from '../../commerce/store/store.ts';
import { checkVariants, type FeedStore, toFeedStore } from '../../feeds/feed-item.ts';
import type { PolicyContext } from '../call/admit-call.ts';
import type { StoreContext } from '../call/store-context.ts';
import { withShownStock } from './answer.ts';
import { withoutHidden } from './hidden-products.ts';

export type CatalogReader = PolicyContext & Pick<StoreContext, 'productRevisions' | 'baseUrl' | 'now'>;

/** Products of one read: 12 MB where each is as large as it may be. */
const BATCH_SIZE = 50;

export function readFeedStore({ store, baseUrl }: Pick<CatalogReader, 'store' | 'baseUrl'>): FeedStore {
  const permalinks = `${baseUrl}/ucp/${store.slug}/buy`;
  return toFeedStore(store, { url: getStorefrontUrl(store), permalinks });
}

/** Reads the products of the copy behind a row, and checks their variants for feeds. `last`: undefined behind the last product. */
export async function checkBatch(context: CatalogReader, store: FeedStore, after: number) {
  const { productRevisions, store: owner, now } = context;
  const rows = await productRevisions.listPresentAfter(owner.id, after, BATCH_SIZE);
  const { products } = withShownStock(context, {
    products: rows.map(({ product, readAt }) => applySales(product, readAt, now())),
  });
  const visible = new Set(withoutHidden(context, products));
  const check = (product: Product) => checkVariants(product, store, !visible.has(product));
  const variants = (await mapYielding(products, check)).flat();
  return { variants, last: rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.number };
}
