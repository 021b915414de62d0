import type { Generated } from 'kysely';

interface ProductsTable {
  number: Generated<number>;
  store_id: string;
  /** GID. */
  product_id: string;
  handle: string;
  available: number;
  /** First variant in stock. */
  first_variant_id: string | null;
  first_variant_title: string | null;
  /** JSON: Product. Null marks a product that the shop has removed. */
  document: string | null;
  /** Bytes of the document, and of words that former versions kept beside it; 0 for a removed product. */
  size: Generated<number>;
  /** Instant before the platform was asked. */
  as_of: string;
  /** Revision of the store's catalog that wrote this row; confirming an unchanged product keeps it. */
  revision: Generated<number | string>;
}

interface ProductVariantsTable {
  store_id: string;
  /** GID. */
  variant_id: string;
  product_number: number;
  /** Title as on a cart line. */
  title: string;
}

/** Last complete import of a store's catalog. */
interface CatalogImportsTable {
  store_id: string;
  started_at: string;
  finished_at: string;
  /** Currency of the store during the import; null once the store's currency has changed. */
  currency: string | null;
  /** Sentence that says why the copy is incomplete; null for a complete one. */
  limited: string | null;
}

/** Size of a store's catalog copy: adjusted by each write, recounted by each import. */
interface CatalogSizesTable {
  store_id: string;
  /** Includes the marks of removed products. */
  products: number | string;
  bytes: number | string;
  /** Raised by each transaction that changes products, which holds this row's lock: revisions are committed in sequence. */
  revision: Generated<number | string>;
  /** Revision of the last import that deleted rows: removals before it are no longer known. */
  deleted_revision: Generated<number | string>;
}

export interface CatalogTables {
  products: ProductsTable;
  product_variants: ProductVariantsTable;
  catalog_imports: CatalogImportsTable;
  catalog_sizes: CatalogSizesTable;
}
