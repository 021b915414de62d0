/** All goods were put on sale at once; within one second WooCommerce falls back to the id, newest first. */
export const PUBLISHED_AT = '2026-11-01T09:30:00';

export const POST_DATES = {
  date_created: PUBLISHED_AT,
  date_created_gmt: PUBLISHED_AT,
  date_modified: PUBLISHED_AT,
  date_modified_gmt: PUBLISHED_AT,
};

export const NO_SALE_DATES = {
  date_on_sale_from: null,
  date_on_sale_from_gmt: null,
  date_on_sale_to: null,
  date_on_sale_to_gmt: null,
};
