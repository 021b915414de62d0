import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../commerce/product/products.ts';
import { toSearchDocument } from '../search/product-document.ts';
import type { SearchDocument } from '../search/search-document.ts';
import { type CatalogSource, searchIndexes } from '../search/search-indexes.ts';
import type { ProductRevisions, RevisedProduct } from '../storage/repositories/product-revisions.ts';

/** Changes are searchable after this time at most, besides the time that their event takes. */
const MAX_AGE_MS = 1_000;
/** Leaves other requests half of the time while an index is built: a piece takes a few milliseconds. */
const PAUSE_MS = 4;

/** Creates the indexes of this process, in which stores are searched; none is built before its store is searched. */
export function createSearchIndexes(revisions: ProductRevisions, maxBytes: number) {
  return searchIndexes(catalogSource(revisions), {
    maxBytes,
    maxAgeMs: MAX_AGE_MS,
    now: () => performance.now(),
    pause: () => sleep(PAUSE_MS),
  });
}

const PAGE_SIZE = 128;
/** More changes are read with the whole catalog, in pieces. */
const MAX_CHANGES = 2_000;
const BEGINNING = { revision: -1, number: 0 };

/** Reads the copies of catalogs. A mark is the revision of a catalog. */
function catalogSource(revisions: ProductRevisions): CatalogSource {
  async function* readPieces(storeId: string): AsyncGenerator<SearchDocument[]> {
    for (let position = BEGINNING; ; ) {
      const rows = await revisions.after(storeId, position, PAGE_SIZE);
      yield documentsOf(rows);
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_SIZE) return;
      position = last;
    }
  }

  return {
    async readAll(storeId) {
      // Before the products: a change that is read twice does no harm.
      const { revision } = await revisions.latest(storeId);
      return { mark: String(revision), pieces: readPieces(storeId) };
    },

    async readChanges(storeId, mark) {
      const since = Number(mark);
      const { revision, deletedRevision } = await revisions.latest(storeId);
      if (revision === since) return { documents: [], removed: [], mark };
      if (revision < since || deletedRevision > since) return undefined;
      const position = { revision: since, number: Number.MAX_SAFE_INTEGER };
      const rows = await revisions.after(storeId, position, MAX_CHANGES);
      if (rows.length === MAX_CHANGES) return undefined;
      const removed = rows.flatMap((row) => (isSearched(row) ? [] : [row.number]));
      return { documents: documentsOf(rows), removed, mark: String(revision) };
    },
  };
}

function documentsOf(rows: readonly RevisedProduct[]): SearchDocument[] {
  return rows.filter(isSearched).map(({ number, product }) => toSearchDocument(number, product));
}

function isSearched(row: RevisedProduct): row is RevisedProduct & { product: Product } {
  return row.product !== undefined && row.product.unlisted !== true;
}
