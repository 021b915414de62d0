import type { CatalogFilter, Relaxation } from '../../../search/index.ts';
import type { Product, ProductPage } from '../../commerce/product/products.ts';
import type { Instant } from '../../commerce/time/time.ts';
import type { ProductQuery } from '../../store-platforms/store-platform.ts';

/** Age and completeness of an answer from the synchronized products. */
export interface CopyWarning {
  asOf: Instant;
  ageSeconds: number;
  /** False until the catalog has been read to its end: there may be more products. */
  complete: boolean;
}

/** Search of a store's catalog; `text` is empty for all products that pass the filter. */
export interface CatalogSearch extends ProductQuery {
  /** Applied before paging where the copy ranks; the shop's own search ignores it. */
  filter?: CatalogFilter;
}

export interface SourcedProducts {
  products: Product[];
  /** Reading of the oldest product that the shop was not asked for; absent when it was asked for all. */
  asOf?: Instant;
  /** Present when the copy answers because the shop fails. */
  copy?: CopyWarning;
}

export interface FoundPage extends ProductPage, SourcedProducts {
  /** Numbers of the products in the index; absent where the shop's own search has ranked. */
  keys?: number[];
  relaxation?: Relaxation;
  /** True where the query excludes products of the copy: an empty page is its answer. */
  isExcluding?: boolean;
}
