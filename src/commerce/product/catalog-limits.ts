export interface CatalogLimits {
  maxProducts: number;
  maxBytes: number;
  maxProductBytes: number;
}

/** A product with a hundred variants and a long description needs a quarter of this. */
export const MAX_PRODUCT_BYTES = 256 * 1024;

export const DEFAULT_CATALOG_LIMITS: CatalogLimits = {
  maxProducts: 100_000,
  maxBytes: 512 * 1024 * 1024,
  maxProductBytes: MAX_PRODUCT_BYTES,
};
