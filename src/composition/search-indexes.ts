import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CatalogSource,
  createIndexes,
  type SearchDocument,
  toSearchDocument,
} from '../../search/index.ts';
import { readPages } from '../commerce/paging/read-pages.ts';
import type { Product } from '../commerce/product/products.ts';
import { createModelTest } from '../outbound/embeddings.ts';
import type {
  ProductRevisions,
  RevisedProduct,
  RevisionPosition,
} from '../storage/repositories/catalog/product-revisions.ts';

/** Changes are searchable after this time at most, besides the time that their event takes. */
const MAX_AGE_MS = 1_000;
/** Leaves other requests half of the time while an index is built: a piece takes a few milliseconds. */
const PAUSE_MS = 4;

interface VectorsOfModel {
  model: string;
  /** Called while products of a store that is searched have no vector by the model. */
  onMissing(storeId: string): void;
}

/** Creates the indexes of this process, in which stores are searched; none is built before its store is searched. */
export function createSearchIndexes(
  revisions: ProductRevisions,
  maxBytes: number,
  /** Undefined without a model. */
  vectors: VectorsOfModel | undefined,
) {
  return createIndexes(createCatalogSource(revisions, vectors), {
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
function createCatalogSource(revisions: ProductRevisions, vectors?: VectorsOfModel): CatalogSource {
  const isComparable = vectors && createModelTest(vectors.model);
  const toDocuments = (rows: readonly RevisedProduct[]) =>
    rows
      .filter(isSearched)
      .map(({ number, product, embedding, embeddingOf }) =>
        toSearchDocument(number, product, isComparable?.(embeddingOf) ? embedding : null),
      );

  async function findLatest(storeId: string) {
    const latest = await revisions.latest(storeId);
    const { revision, embeddedRevision, embeddingModel } = latest;
    if (vectors && (embeddedRevision < revision || embeddingModel !== vectors.model))
      vectors.onMissing(storeId);
    return latest;
  }

  async function* readPieces(storeId: string): AsyncGenerator<SearchDocument[]> {
    const read = (position: RevisionPosition, size: number) => revisions.listAfter(storeId, position, size);
    for await (const rows of readPages(read, BEGINNING, PAGE_SIZE)) yield toDocuments(rows);
  }

  return {
    async readAll(storeId) {
      // Before the products: a change that is read twice does no harm.
      const { revision } = await findLatest(storeId);
      return { mark: String(revision), pieces: readPieces(storeId) };
    },

    async readChanges(storeId, mark) {
      const since = Number(mark);
      const { revision, deletedRevision } = await findLatest(storeId);
      if (revision === since) return { documents: [], removed: [], mark };
      if (revision < since || deletedRevision > since) return undefined;
      const position = { revision: since, number: Number.MAX_SAFE_INTEGER };
      const rows = await revisions.listAfter(storeId, position, MAX_CHANGES);
      if (rows.length === MAX_CHANGES) return undefined;
      const removed = rows.flatMap((row) => (isSearched(row) ? [] : [row.number]));
      return { documents: toDocuments(rows), removed, mark: String(revision) };
    },
  };
}

function isSearched(row: RevisedProduct): row is RevisedProduct & { product: Product } {
  return row.product !== undefined && row.product.unlisted !== true;
}
