import type { ShopVariant } from '../../shop/types.ts';

/** All goods were put on sale at once; within one second WooCommerce falls back to the id, newest first. */
export const PUBLISHED_AT = '2026-11-01T09:30:00';

export const POST_DATES = {
  date_created: PUBLISHED_AT,
  date_created_gmt: PUBLISHED_AT,
  date_modified: PUBLISHED_AT,
  date_modified_gmt: PUBLISHED_AT,
};

export function renderSaleDates({ sale }: Partial<Pick<ShopVariant, 'sale'>>): object {
  const [from, to] = [sale?.from, sale?.until].map((date) => date?.slice(0, 19) ?? null);
  return {
    date_on_sale_from: from,
    date_on_sale_from_gmt: from,
    date_on_sale_to: to,
    date_on_sale_to_gmt: to,
  };
}
