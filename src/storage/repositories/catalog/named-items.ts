import { type RawBuilder, sql } from 'kysely';
import { toBarcodeKey, toSkuKey } from '../../../commerce/product/item-codes.ts';
import type { NumberedItem } from '../../../commerce/product/products.ts';
import { isSqlite, toJsonRows } from '../../engine/both-databases.ts';
import type { Database } from '../../engine/database.ts';
import { handleKey } from './write-products.ts';

/** Names that a text may be. */
export interface ItemNames extends Partial<NumberedItem> {
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

type FoundItem = NamedItem & { place: number };

/** Finds what each of the texts names in the copy, by one statement of indexed reads. */
export async function findNamedItems(database: Database, storeId: string, names: readonly ItemNames[]) {
  if (names.length === 0) return [];
  const columns = sql.join(KEYS.map((key) => sql`item.value ->> ${sql.lit(key)} as ${sql.raw(key)}`));
  const toLegs = isSqlite(database) ? toSqliteLegs : toPostgresLegs;
  const legs = READS.flatMap((read, leg) =>
    toLegs(storeId, read, sql`${sql.lit(leg)} as leg, ${sql.lit(read.by)} as by, place`),
  );
  const { rows } = await sql<FoundItem>`
    with wanted as (
      select cast(item.value ->> 'place' as integer) as place, ${columns} from ${toJsonRows(database, names.map(toKeys))}
    )
    select place, named.by as "by", variant_id as "variantId", title,
      (select product_id from products where store_id = ${storeId} and number = named.product_number) as "productId"
    from (${sql.join(legs, sql` union all `)}) as named order by place, leg`.execute(database);
  const itemsByPlace = Map.groupBy(rows, ({ place }) => place);
  return names.map((_, place) => itemsByPlace.get(place) ?? []);
}

const KEYS = ['variant_key', 'product_key', 'sku_key', 'barcode_key', 'handle_key'];

function toKeys({ variantId, productId, code = '', handle }: ItemNames, place: number) {
  return {
    place,
    variant_key: variantId,
    product_key: productId,
    sku_key: toSkuKey(code),
    barcode_key: toBarcodeKey(code),
    handle_key: handle === undefined ? undefined : handleKey(handle),
  };
}

const VARIANTS = {
  table: sql`product_variants`,
  id: sql`variant_id`,
  columns: sql`variant_id, product_number, title`,
  isRead: sql`true`,
};
const PRODUCTS = {
  table: sql`products`,
  id: sql`number`,
  columns: sql`cast(null as text) as variant_id, number as product_number, first_variant_title as title`,
  isRead: sql`document is not null`,
};

interface IndexRead {
  by: NamedItem['by'];
  source: typeof VARIANTS;
  isNamed: RawBuilder<unknown>;
  max: number;
}

/** Reads of each index, the first reading of a name first. */
const READS: readonly IndexRead[] = [
  { by: 'number', source: VARIANTS, isNamed: sql`variant_id = wanted.variant_key`, max: 1 },
  { by: 'SKU', source: VARIANTS, isNamed: sql`sku = wanted.sku_key`, max: MAX_ITEMS },
  { by: 'barcode', source: VARIANTS, isNamed: sql`barcode = wanted.barcode_key`, max: MAX_ITEMS },
  { by: 'number', source: PRODUCTS, isNamed: sql`product_id = wanted.product_key`, max: 1 },
  { by: 'SKU', source: PRODUCTS, isNamed: sql`sku = wanted.sku_key`, max: MAX_ITEMS },
  { by: 'address', source: PRODUCTS, isNamed: sql`handle = wanted.handle_key order by as_of desc`, max: 1 },
];

type Leg = RawBuilder<unknown>;

function toPostgresLegs(storeId: string, { source, isNamed, max }: IndexRead, facts: Leg): Leg[] {
  const { table, columns, isRead } = source;
  const items = sql`select ${columns} from ${table} where store_id = ${storeId} and ${isRead} and ${isNamed} limit ${sql.lit(max)}`;
  return [sql`select ${facts}, item.* from wanted cross join lateral (${items}) as item`];
}

/** SQLite has no lateral joins: the n-th item of a name is a read of its own. Its cross join reads the names first. */
function toSqliteLegs(storeId: string, { source, isNamed, max }: IndexRead, facts: Leg): Leg[] {
  const { table, id, columns, isRead } = source;
  const ids = sql`select ${id} from ${table} where store_id = ${storeId} and ${isRead} and ${isNamed}`;
  return Array.from(
    { length: max },
    (_, offset) => sql`select ${facts}, ${columns} from wanted cross join ${table}
      where store_id = ${storeId} and ${id} = (${ids} limit 1 offset ${sql.lit(offset)})`,
  );
}
