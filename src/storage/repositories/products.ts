import { sql } from 'kysely';
import type { ItemReference, Product } from '../../commerce/products.ts';
import { countCatalog, DEFAULT_CATALOG_LIMITS } from './catalog-sizes.ts';
import type { Database } from '../engine/database.ts';
import { prepared } from '../engine/prepared.ts';
import { type CopiedPage, type CopySearch, searchCopy } from './search-products.ts';
import { jsonRows } from '../engine/both-databases.ts';
import {
  handleKey,
  impossiblyLate,
  type WrittenProducts,
  writeProducts,
  writeRemovals,
} from './write-products.ts';

/** Products as they were when the platform was last asked for them, the longest ago at `asOf` (null: there are none). */
export interface CopiedProducts {
  products: Product[];
  asOf: string | null;
}

/** The last complete reading of a catalog. Instants are ISO. */
export interface CatalogImport {
  startedAt: string;
  finishedAt: string;
  /** The store's when the reading began; null once it has changed. */
  currency: string | null;
  /** Why the copy does not hold the whole catalog, in words; null: it does. */
  limited: string | null;
}

/** The variant that an item reference meant when its product was last seen. */
interface CopiedItem {
  variantId: string;
  title: string;
}

export type Products = ReturnType<typeof products>;

/**
 * The service's own copy of the shops' catalogs. Every write says as of when it is: the instant *before* the platform was
 * asked. Whatever comes late, doubled or raced, the newest one stays, a removal among them.
 */
export function products(database: Database, limits = DEFAULT_CATALOG_LIMITS) {
  const findItem = itemFinder(database);

  return {
    findItem,
    limits,

    /** Leaves out products that are too large or for which the store has no room left. */
    upsert(storeId: string, shown: readonly Product[], asOf: string): Promise<WrittenProducts> {
      return writeProducts(database, { storeId, asOf, limits }, shown);
    },

    /** Product GIDs that the platform no longer shows. */
    async remove(storeId: string, ids: readonly string[], asOf: string): Promise<void> {
      await writeRemovals(database, { storeId, asOf, limits }, ids);
    },

    search: (storeId: string, query: CopySearch): Promise<CopiedPage> => searchCopy(database, storeId, query),

    /** Products of Product and ProductVariant GIDs, in that order, each product once; unknown ids are left out. */
    async lookup(storeId: string, ids: readonly string[]): Promise<CopiedProducts> {
      const wantedIds = jsonRows(
        database,
        ids.map((id) => ({ id, storeId })),
      );
      const found = await sql<{ wanted: string; document: string; as_of: string }>`
        select item.value ->> 'id' as wanted, products.document, products.as_of from ${wantedIds}
        join products on products.store_id = item.value ->> 'storeId' and products.product_id = item.value ->> 'id'
        where products.document is not null
        union all
        select item.value ->> 'id' as wanted, products.document, products.as_of from ${wantedIds}
        join product_variants on product_variants.store_id = item.value ->> 'storeId'
          and product_variants.variant_id = item.value ->> 'id'
        join products on products.number = product_variants.product_number
        where products.document is not null`.execute(database);
      const byId = new Map(found.rows.map((row) => [row.wanted, row]));
      const wanted = ids.flatMap((id) => byId.get(id) ?? []);
      const documents = [...new Set(wanted.map((row) => row.document))];
      return {
        products: documents.map((document) => JSON.parse(document)),
        asOf: earliest(wanted.map((row) => row.as_of)),
      };
    },

    async count(storeId: string): Promise<number> {
      const { count } = await database
        .selectFrom('products')
        .select((row) => row.fn.countAll().as('count'))
        .where('store_id', '=', storeId)
        .where('document', 'is not', null)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Undefined until a catalog was read to its end for the first time. */
    async lastImport(storeId: string): Promise<CatalogImport | undefined> {
      const row = await database
        .selectFrom('catalog_imports')
        .selectAll()
        .where('store_id', '=', storeId)
        .executeTakeFirst();
      return (
        row && {
          startedAt: row.started_at,
          finishedAt: row.finished_at,
          currency: row.currency,
          limited: row.limited,
        }
      );
    },

    /**
     * Ends a reading of the whole catalog: what was not shown since it began is gone from the shop. What was written
     * meanwhile by others is newer, and stays. Returns how many products were removed.
     */
    finishImport(storeId: string, done: CatalogImport): Promise<number> {
      return database.transaction().execute(async (connection) => {
        const kept = {
          started_at: done.startedAt,
          finished_at: done.finishedAt,
          currency: done.currency,
          limited: done.limited,
        };
        await connection
          .insertInto('catalog_imports')
          .values({ store_id: storeId, ...kept })
          .onConflict((conflict) => conflict.column('store_id').doUpdateSet(kept))
          .execute();
        // The clock may have been set back meanwhile: what was shown is as of the beginning then.
        const latest = [done.startedAt, done.finishedAt].sort().at(-1) ?? done.finishedAt;
        const unseen = connection
          .deleteFrom('products')
          .where('store_id', '=', storeId)
          .where((row) =>
            row.or([row('as_of', '<', done.startedAt), row('as_of', '>', impossiblyLate(latest))]),
          );
        const gone = await unseen.where('document', 'is not', null).executeTakeFirst();
        // Marks of earlier removals: whatever would come later than this reading is older than it.
        await unseen.execute();
        await countCatalog(connection, storeId);
        return Number(gone.numDeletedRows);
      });
    },
  };
}

/** One indexed read. Undefined for what the copy does not hold, and for a product with nothing to sell. */
function itemFinder(database: Database) {
  const byVariant = prepared(database, (storeId: string, id: string) =>
    database
      .selectFrom('product_variants')
      .select(['variant_id', 'title'])
      .where('store_id', '=', storeId)
      .where('variant_id', '=', id),
  );
  const firstVariant = database
    .selectFrom('products')
    .select(['first_variant_id as variant_id', 'first_variant_title as title']);
  const byProduct = prepared(database, (storeId: string, id: string) =>
    firstVariant.where('store_id', '=', storeId).where('product_id', '=', id),
  );
  const byHandle = prepared(database, (storeId: string, handle: string) =>
    // A handle may have been given to another product since: the one that was seen last has it.
    firstVariant
      .where('store_id', '=', storeId)
      .where('handle', '=', handle)
      .orderBy('as_of', 'desc')
      .limit(sql.lit(1)),
  );
  const read = (storeId: string, reference: ItemReference) => {
    if (reference.kind === 'variant') return byVariant(storeId, reference.id);
    if (reference.kind === 'product') return byProduct(storeId, reference.id);
    return byHandle(storeId, handleKey(reference.handle));
  };
  return async (storeId: string, reference: ItemReference): Promise<CopiedItem | undefined> => {
    const row = await read(storeId, reference);
    if (!row || row.variant_id === null || row.title === null) return undefined;
    return { variantId: row.variant_id, title: row.title };
  };
}

function earliest(instants: readonly string[]): string | null {
  return instants.reduce<string | null>(
    (first, each) => (first !== null && first < each ? first : each),
    null,
  );
}
