import { hash } from 'node:crypto';
import { CommerceError } from '../../commerce/errors.ts';
import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import type { Store } from '../../commerce/store/store.ts';
import { isInFeed } from '../../feeds/reasons.ts';
import { checkFor, toValues } from '../../feeds/surfaces.ts';
import { type FeedFile, getSurface, getWriter } from '../../feeds/write-feed.ts';
import type { CatalogImport } from '../../storage/repositories/catalog/products.ts';
import type { FeedPart } from '../call/feed-parts.ts';
import type { StoreContext } from '../call/store-context.ts';
import { isStockShown } from './answer.ts';
import { type CatalogReader, checkBatch, readFeedStore } from './check-batch.ts';

export interface Feed {
  etag: string;
  /** Epoch milliseconds. */
  modifiedAt: number;
  /** Epoch milliseconds: each product is as the shop showed it then, or later. */
  asOf: number;
  type: string;
  text(): AsyncIterable<string>;
}

type Reader = CatalogReader & Pick<StoreContext, 'products' | 'feedParts'>;

/** Opens a feed of the copy, without a call to the shop. Throws `busy` while the copy is not whole: a short feed would delete products elsewhere. */
export async function openFeed(context: Reader, file: FeedFile): Promise<Feed> {
  const { store, products, productRevisions, feedParts, now } = context;
  const last = await products.findLastImport(store.id);
  const reason = describeGap(last, store);
  if (!last || reason !== undefined)
    throw new CommerceError('busy', reason ?? '', { retryAfterSeconds: WHOLE_COPY_RETRY_SECONDS });
  const { revision } = await productRevisions.latest(store.id);
  const priceChange = await productRevisions.findLastPriceChange(store.id, now());
  const feedStore = readFeedStore(context);
  const content = [FORMAT, file, revision, priceChange, store.id, feedStore, store.feedRules, store.policy];
  const version = JSON.stringify([...content, isStockShown(context)]);
  const etag = hash('sha256', version, 'base64url').slice(0, 22);
  const [surface, writer] = [getSurface(file), getWriter(file)];

  async function render(after: number): Promise<FeedPart> {
    const { variants, last } = await checkBatch(context, feedStore, after);
    const rows = await mapYielding(variants, (variant) => {
      const { item } = variant;
      const isListed = item && isInFeed(checkFor(surface, variant, feedStore));
      return isListed ? writer.row(surface, toValues(surface, item, feedStore)) : '';
    });
    return { text: rows.join(''), last };
  }

  async function* renderText(): AsyncGenerator<string> {
    yield writer.begin(surface, feedStore);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const part = await feedParts.read(`${etag}/${from}`, () => render(from));
      if (part.text !== '') yield part.text;
      after = part.last;
    }
    yield writer.end;
  }
  return {
    etag: `"${etag}"`,
    modifiedAt: feedParts.findSince(`${store.id}/${file}`, etag, now()),
    asOf: Date.parse(last.startedAt),
    type: writer.type,
    text: renderText,
  };
}

/** Changes with the form of the feeds. */
const FORMAT = 3;
const WHOLE_COPY_RETRY_SECONDS = 600;

/** Says why the copy is not the whole catalog; undefined when it is. */
export function describeGap(last: CatalogImport | undefined, { description }: Pick<Store, 'description'>) {
  if (!last) return 'The catalog is being read for the first time: the feed is complete once that is done.';
  if (last.currency !== description.currency)
    return 'The shop has changed its currency, and the catalog is being read again.';
  if (last.limited !== null) return `The feed would lack products. ${last.limited}`;
  return undefined;
}
