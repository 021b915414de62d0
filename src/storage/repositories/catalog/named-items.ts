import { sql } from 'kysely';
import { toBarcodeKey, toSkuKey } from '../../../commerce/product/item-codes.ts';
import type { NumberedItem } from '../../../commerce/product/products.ts';
import type { Database } from '../../engine/database.ts';
import { handleKey } from './write-products.ts';

/** Names that a text may be. */
interface ItemNames extends Partial<NumberedItem> {
  code?: string;
  handle?: string;
}

/** Variant or product of the copy that has a name. */
export interface NamedItem {
  by: 'number' | 'SKU' | 'barcode' | 'address';
  productId: string;
  /** Null where the product itself is named. */
  variantId: string | null;
  /** As on a cart line; null for a product without an available variant. */
  title: string | null;
}

/** Items of one name that are read: more than two readings say nothing new. */
const MAX_ITEMS = 4;

/** Finds what a text names in the copy, by one statement of indexed reads. */
export async function findNamedItems(
  database: Database,
  storeId: string,
  { variantId, productId, code = '', handle }: ItemNames,
): Promise<NamedItem[]> {
  const variants = sql`select variant_id, product_number, title from product_variants where store_id = ${storeId}`;
  const products = sql`select cast(null as text), number, first_variant_title from products
    where store_id = ${storeId} and document is not null`;
  const sku = toSkuKey(code) ?? null;
  const { rows } = await sql<NamedItem>`
    select named.by as "by", products.product_id as "productId", named.variant_id as "variantId", named.title
    from (
      select 'number' as by, variant.* from (${variants} and variant_id = ${variantId ?? null}) as variant
      union all select 'SKU', variant.* from (${variants} and sku = ${sku} limit ${sql.lit(MAX_ITEMS)}) as variant
      union all select 'barcode', variant.* from
        (${variants} and barcode = ${toBarcodeKey(code) ?? null} limit ${sql.lit(MAX_ITEMS)}) as variant
      union all select 'number', product.* from (${products} and product_id = ${productId ?? null}) as product
      union all select 'SKU', product.* from (${products} and sku = ${sku} limit ${sql.lit(MAX_ITEMS)}) as product
      union all select 'address', product.* from (${products} and handle = ${handle === undefined ? null : handleKey(handle)}
        order by as_of desc limit 1) as product
    ) as named join products on products.store_id = ${storeId} and products.number = named.product_number`.execute(
    database,
  );
  return rows;
}
