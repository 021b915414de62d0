/** Entries of a product's lists that are read; docs/limits.md names them for merchants. */
export const PRODUCT_LIMITS = { variants: 100, media: 100, tags: 250, options: 10, attributes: 50 } as const;

/** Characters of a SKU or barcode. */
export const MAX_IDENTIFIER_LENGTH = 100;
export const MAX_NAME_LENGTH = 255;
