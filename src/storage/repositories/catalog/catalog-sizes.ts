import { sql } from 'kysely';
import type { LimitRules } from '../../../commerce/merchant/organization-limits.ts';
import type { CatalogLimits } from '../../../commerce/product/catalog-limits.ts';
import { isSqlite } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { findOrganizationId } from '../identity/authorized.ts';
import { findLimitRoom, findLimits } from '../identity/organization-limits.ts';
import { addToRows, hasChanged, takeExcluded } from '../rows/rows.ts';

interface Sized {
  id: string;
  size: number;
}

/** Returns the rows that fit into the bounds of the store and of its organization, and counts them. The caller's transaction must write them. */
export async function admitRows<Row extends Sized>(connection: Database, into: Admitting, rows: Row[]) {
  const { storeId, limits, organizationLimits } = into;
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const copied = connection
    .selectFrom('products')
    .where('storeId', '=', storeId)
    .where('productId', 'in', ids);
  const sizes = await copied.select(['productId', 'size']).execute();
  const before = new Map(sizes.map((row) => [row.productId, row.size]));
  const room = await findRoom(connection, storeId, limits);
  const maxBytes = Math.min(room.bytes, await findOrganizationRoom(connection, organizationLimits, storeId));
  const total = { products: 0, bytes: 0 };
  const admitted = rows.filter((row) => {
    const isNew = !before.has(row.id);
    const growth = row.size - (before.get(row.id) ?? 0);
    if ((isNew && total.products >= room.products) || (growth > 0 && total.bytes + growth > maxBytes))
      return false;
    total.products += isNew ? 1 : 0;
    total.bytes += growth;
    return true;
  });
  if (total.products !== 0 || total.bytes !== 0)
    await addToRows(connection, 'catalog_sizes', [{ storeId, ...total }]);
  return admitted;
}

interface Admitting {
  storeId: string;
  limits: CatalogLimits;
  organizationLimits: LimitRules;
}

/** Bytes that the copies of an organization may grow by. Locks it: concurrent imports of its stores wait for each other. */
async function findOrganizationRoom(connection: Database, limits: LimitRules, storeId: string) {
  const id = await findOrganizationId(connection, storeId);
  if (!id || (await findLimits(connection, limits, id)).catalog_mb === null) return Infinity;
  await connection
    .selectFrom('organizations')
    .where('id', '=', id)
    .select('id')
    .$if(!isSqlite(connection), (query) => query.forNoKeyUpdate())
    .execute();
  return (await findLimitRoom(connection, limits, id, 'catalog_mb')) * 1024 * 1024;
}

async function findRoom(connection: Database, storeId: string, limits: CatalogLimits) {
  const size = await connection
    .selectFrom('catalog_sizes')
    .select(['products', 'bytes'])
    .where('storeId', '=', storeId)
    .executeTakeFirst();
  return {
    products: limits.maxProducts - (size?.products ?? 0),
    bytes: limits.maxBytes - (size?.bytes ?? 0),
  };
}

/** Recounts after products were deleted. */
export async function countCatalog(connection: Database, storeId: string): Promise<void> {
  const counted = connection.selectFrom('products').where('storeId', '=', storeId);
  await connection
    .insertInto('catalog_sizes')
    .columns(['storeId', 'products', 'bytes'])
    .expression(
      counted.select(({ fn, val }) => [
        val(storeId).as('storeId'),
        fn.countAll<number>().as('products'),
        sql<number>`coalesce(sum(size), 0)`.as('bytes'),
      ]),
    )
    .onConflict((conflict) => conflict.column('storeId').doUpdateSet(takeExcluded('products', 'bytes')))
    .execute();
}

/** Raises the revision and holds its lock until the transaction ends: must come before any lock of a product. */
export async function raiseRevision(connection: Database, storeId: string): Promise<number> {
  const raising = { storeId, products: 0, bytes: 0, revision: 1 };
  const [size] = await addToRows(connection, 'catalog_sizes', [raising]);
  return size?.revision ?? 0;
}

/** Makes readers of revisions read the whole catalog again: deleted rows leave no mark. */
export const noteDeletion = (connection: Database, storeId: string, revision: number) =>
  hasChanged(
    connection.updateTable('catalog_sizes').set({ deletedRevision: revision }).where('storeId', '=', storeId),
  );
