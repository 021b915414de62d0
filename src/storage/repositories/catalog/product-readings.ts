import type { Gid, Product } from '../../../commerce/product/products.ts';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Database, Row } from '../../engine/database.ts';
import { awaitAll } from '../../engine/maybe-promise.ts';
import { prepareRawRead } from '../../engine/prepared.ts';
import { toRecord } from '../../engine/records.ts';
import { match } from '../rows/rows.ts';

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
  const byProduct = prepareRawRead(
    database,
    present.select(['products.storeId', ...READING]),
    'products.storeId',
    'products.productId',
  );
  const byVariant = prepareRawRead(
    database,
    present
      .innerJoin('product_variants', (variant) =>
        variant
          .onRef('product_variants.storeId', '=', 'products.storeId')
          .onRef('product_variants.productNumber', '=', 'products.number'),
      )
      .select(['product_variants.storeId', 'variantId', ...READING]),
    'product_variants.storeId',
    'product_variants.variantId',
  );
  return async (storeId: string, ids: readonly string[]): Promise<ProductReading[]> => {
    const rows = await awaitAll(
      ids.map((id) => (id.includes('/ProductVariant/') ? byVariant : byProduct)(storeId, id)),
    );
    // Variants of one product share it.
    const readings = new Map<unknown, Reading>();
    return ids.flatMap((id, index) => {
      const row = rows[index];
      if (!row) return [];
      const reading = readings.get(row.product_id) ?? toRecord<Reading>(row);
      readings.set(row.product_id, reading);
      return { id, product: reading.document, readAt: reading.asOf, changedAt: reading.changedAt };
    });
  };
}

type Reading = Pick<Row<'products'>, 'asOf' | 'changedAt'> & { document: Product };

const READING = ['products.productId', 'products.document', 'products.asOf', 'products.changedAt'] as const;

/** Ends the freshness of products, by Product and ProductVariant GIDs, in all processes. */
export async function endFreshness(database: Database, storeId: string, ids: readonly string[], at: string) {
  // One row a statement: statements that lock several rows could deadlock.
  for (const id of new Set(ids)) {
    const ofVariant = database.selectFrom('product_variants').where(match({ storeId, variantId: id }));
    const ofProduct = database.selectFrom('products').where(match({ storeId, productId: id }));
    await database
      .updateTable('products')
      .set({ changedAt: at })
      .where('storeId', '=', storeId)
      .where((product) => product.or([product('changedAt', 'is', null), product('changedAt', '<', at)]))
      .where('number', 'in', ofProduct.select('number').unionAll(ofVariant.select('productNumber as number')))
      .execute();
  }
}
