import type { Product } from '../../commerce/product/products.ts';
import { big, flag, gid, instant, integer, json, number, ref, text } from './column.ts';
import { declareTable } from './table.ts';

export const products = declareTable('products', {
  number,
  store_id: ref('stores'),
  product_id: gid,
  handle: text,
  available: flag,
  /** First variant in stock. */
  first_variant_id: text.optional,
  first_variant_title: text.optional,
  /** The product's own SKU, where its variants have others, in the form of `toSkuKey`. */
  sku: text.optional,
  /** Null marks a product that the shop has removed. */
  document: json<Product>().optional,
  /** Bytes of the document, and of words that former versions kept beside it; 0 for a removed product. */
  size: integer.default(0),
  /** Instant before the platform was asked. */
  as_of: instant,
  /** Instant of the shop's last event about it, or of its last sale: a reading before it is not fresh. */
  changed_at: instant.optional,
  /** Instants behind the reading at which the dates of sales change a price, in order and parted by blanks: the first is compared. */
  price_changes_at: text.optional,
  /** Revision of the store's catalog that wrote this row; confirming an unchanged product keeps it. */
  revision: big.default(0),
  /** Vector of its text: bytes in Base64. Null without a model. */
  embedding: text.optional,
  /** Hash of the model and the text that `embedding` is of. */
  embedding_of: text.optional,
}).with({
  key: ['store_id', 'number'],
  isDivided: true,
  unique: ['store_id, product_id'],
  indexes: {
    handle: '(store_id, handle)',
    revision: '(store_id, revision, number)',
    sku: '(store_id, sku) where sku is not null',
    size: '(store_id, size)',
    price_changes_at: '(store_id, price_changes_at) where price_changes_at is not null',
  },
});

export const productVariants = declareTable('product_variants', {
  store_id: text,
  variant_id: gid,
  product_number: big.referencesOfStore('products', 'number'),
  /** Title as on a cart line. */
  title: text,
  /** In the form of `toSkuKey`. */
  sku: text.optional,
  /** In the form of `toBarcodeKey`. */
  barcode: text.optional,
}).with({
  key: ['store_id', 'variant_id'],
  isDivided: true,
  indexes: {
    product: '(store_id, product_number)',
    sku: '(store_id, sku) where sku is not null',
    barcode: '(store_id, barcode) where barcode is not null',
  },
});

/** Last complete import of a store's catalog. */
export const catalogImports = declareTable('catalog_imports', {
  store_id: ref('stores').internal,
  started_at: instant,
  finished_at: instant,
  /** Currency of the store during the import; null once the store's currency has changed. */
  currency: text.optional,
  /** Sentence that says why the copy is incomplete; null for a complete one. */
  limited: text.optional,
}).with({ key: ['store_id'] });

/** Size of a store's catalog copy: adjusted by each write, recounted by each import. */
export const catalogSizes = declareTable('catalog_sizes', {
  store_id: ref('stores'),
  /** Includes the marks of removed products. */
  products: big,
  bytes: big,
  /** Raised by each transaction that changes products, which holds this row's lock: revisions are committed in sequence. */
  revision: big.default(0),
  /** Revision of the last import that deleted rows: changes before it are no longer known. */
  deleted_revision: big.default(0),
  /** Products up to this revision have their vectors by `embedding_model`. */
  embedded_revision: big.default(0),
  embedding_model: text.optional,
}).with({ key: ['store_id'] });
