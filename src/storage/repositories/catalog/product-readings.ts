import type { Gid, Product } from '../../../commerce/product/products.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database } from '../../engine/database.ts';
import { awaitAll } from '../../engine/maybe-promise.ts';
import { prepareRead } from '../../engine/prepared.ts';
import { matchRows } from '../rows/rows.ts';

/** A product as the shop has shown it. */
export interface ProductReading {
  /** Under which it was looked up. */
  id: Gid;
  product: Product;
  /** Instant before the shop was asked. */
  readAt: Instant;
  /** The shop has reported a change, or a piece was sold. */
  changedAt: Instant | null;
}

/** Reads products by Product and ProductVariant GIDs, unordered; skips unknown ids. */
export function createProductReadings(database: Database) {
  const present = database.selectFrom('products').where('products.document', 'is not', null);
  const byProduct = prepareRead(
    database,
    present.select(['products.store_id', ...READING]),
    'products.store_id',
    'products.product_id',
  );
  const byVariant = prepareRead(
    database,
    present
      .innerJoin('product_variants', (variant) =>
        variant
          .onRef('product_variants.store_id', '=', 'products.store_id')
          .onRef('product_variants.product_number', '=', 'products.number'),
      )
      .select(['product_variants.store_id', 'variant_id', ...READING]),
    'product_variants.store_id',
    'product_variants.variant_id',
  );
  return async (storeId: string, ids: readonly string[]): Promise<ProductReading[]> => {
    const rows = await awaitAll(
      ids.map((id) => (id.includes('/ProductVariant/') ? byVariant : byProduct)(storeId, id)),
    );
    // Variants of one product share it.
    const products = new Map<string, Product>();
    return ids.flatMap((id, index) => {
      const row = rows[index];
      if (!row?.document) return [];
      const product = products.get(row.product_id) ?? (JSON.parse(row.document) as Product);
      products.set(row.product_id, product);
      return { id, product, readAt: row.as_of, changedAt: row.changed_at };
    });
  };
}

const READING = [
  'products.product_id',
  'products.document',
  'products.as_of',
  'products.changed_at',
] as const;

/** Ends the freshness of products, by Product and ProductVariant GIDs, in all processes. */
export async function endFreshness(database: Database, storeId: string, ids: readonly string[], at: string) {
  // One row a statement: statements that lock several rows could deadlock.
  for (const id of new Set(ids)) {
    const ofVariant = matchRows(database, 'product_variants', { storeId, variantId: id }).query();
    const ofProduct = matchRows(database, 'products', { storeId, productId: id }).query();
    await database
      .updateTable('products')
      .set({ changed_at: at })
      .where('store_id', '=', storeId)
      .where((product) => product.or([product('changed_at', 'is', null), product('changed_at', '<', at)]))
      .where(
        'number',
        'in',
        ofProduct.select('number').unionAll(ofVariant.select('product_number as number')),
      )
      .execute();
  }
}
