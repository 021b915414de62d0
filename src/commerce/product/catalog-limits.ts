/** Bounds of the catalog copy of one store. */
export interface CatalogLimits {
  maxProducts: number;
  maxBytes: number;
}

export const DEFAULT_CATALOG_LIMITS: CatalogLimits = { maxProducts: 100_000, maxBytes: 512 * 1024 * 1024 };

/** A product with a hundred variants and a long description needs a quarter of this. */
export const MAX_PRODUCT_BYTES = 256 * 1024;
