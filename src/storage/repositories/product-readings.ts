import { sql } from 'kysely';
import type { Product } from '../../commerce/product/products.ts';
import { jsonRows } from '../engine/both-databases.ts';
import type { Database } from '../engine/database.ts';

/** A product as the shop has shown it. Instants are ISO. */
export interface ProductReading {
  /** GID under which it was looked up. */
  id: string;
  product: Product;
  /** Instant before the shop was asked. */
  readAt: string;
  /** The shop has reported a change, or a piece was sold. */
  changedAt: string | null;
}

/** Reads products by Product and ProductVariant GIDs, unordered; skips unknown ids. */
export async function readingsOf(
  database: Database,
  storeId: string,
  ids: readonly string[],
): Promise<ProductReading[]> {
  const items = jsonRows(
    database,
    ids.map((id) => ({ id, storeId })),
  );
  const { rows } = await sql<{ id: string; document: string; as_of: string; changed_at: string | null }>`
    select item.value ->> 'id' as id, products.document, products.as_of, products.changed_at from ${items}
    join products on products.store_id = item.value ->> 'storeId' and products.product_id = item.value ->> 'id'
    where products.document is not null
    union all
    select item.value ->> 'id' as id, products.document, products.as_of, products.changed_at from ${items}
    join product_variants on product_variants.store_id = item.value ->> 'storeId'
      and product_variants.variant_id = item.value ->> 'id'
    join products on products.store_id = product_variants.store_id
      and products.number = product_variants.product_number
    where products.document is not null`.execute(database);
  const parsed = new Map<string, Product>();
  return rows.map(({ id, document, as_of: readAt, changed_at: changedAt }) => {
    const product = parsed.get(document) ?? (JSON.parse(document) as Product);
    parsed.set(document, product);
    return { id, product, readAt, changedAt };
  });
}

/** Ends the freshness of products, by Product and ProductVariant GIDs, in all processes. */
export async function endFreshness(
  database: Database,
  storeId: string,
  ids: readonly string[],
  at: string,
): Promise<void> {
  // One row a statement: statements that lock several rows could deadlock.
  for (const id of new Set(ids))
    await sql`update products set changed_at = ${at}
      where store_id = ${storeId} and (changed_at is null or changed_at < ${at}) and number in (
        select number from products where store_id = ${storeId} and product_id = ${id}
        union all
        select product_number from product_variants where store_id = ${storeId} and variant_id = ${id}
      )`.execute(database);
}
