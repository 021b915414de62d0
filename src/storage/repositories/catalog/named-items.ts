import { type AliasedRawBuilder, sql } from 'kysely';
import { toBarcodeKey, toSkuKey } from '../../../commerce/product/item-codes.ts';
import type { NumberedItem } from '../../../commerce/product/products.ts';
import { isSqlite, toJsonRows } from '../../engine/both-databases.ts';
import { type AnyDatabase, type Database, toUntyped } from '../../engine/database.ts';
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

/** Finds what each of the texts names in the copy, by one statement of indexed reads. */
export async function findNamedItems(database: Database, storeId: string, names: readonly ItemNames[]) {
  if (names.length === 0) return [];
  const [first, ...others] = READS.flatMap((read, leg) => toLegs(toUntyped(database), storeId, read, leg));
  const items = others.reduce((all, each) => all?.unionAll(each), first);
  if (!items) return [];
  const rows = await toUntyped(database)
    .with('wanted', (creator) =>
      creator.selectFrom(toJsonRows(database, KEYS, names.map(toKeys))).selectAll(),
    )
    .selectFrom(items.as('named'))
    .select(['place', 'by', 'variantId', 'title'])
    .select(({ selectFrom }) =>
      selectFrom('products')
        .select('productId')
        .where('storeId', '=', storeId)
        .whereRef('number', '=', 'named.productNumber')
        .as('productId'),
    )
    .orderBy('place')
    .orderBy('leg')
    .$castTo<NamedItem & { place: number }>()
    .execute();
  const itemsByPlace = Map.groupBy(rows, ({ place }) => place);
  return names.map((_, place) => itemsByPlace.get(place) ?? []);
}

const KEYS = {
  ...({ place: 'integer', variant_key: 'text', product_key: 'text' } as const),
  ...({ sku_key: 'text', barcode_key: 'text', handle_key: 'text' } as const),
};

const toKeys = ({ variantId, productId, code = '', handle }: ItemNames, place: number) => ({
  place,
  variant_key: variantId,
  product_key: productId,
  sku_key: toSkuKey(code),
  barcode_key: toBarcodeKey(code),
  handle_key: handle === undefined ? undefined : handleKey(handle),
});

const ITEMS: Record<
  IndexRead['table'],
  { id: string; columns: readonly (string | AliasedRawBuilder<unknown, string>)[] }
> = {
  product_variants: { id: 'variantId', columns: ['variantId', 'productNumber', 'title'] },
  products: {
    id: 'number',
    columns: [
      sql`cast(null as text)`.as('variantId'),
      'number as productNumber',
      'firstVariantTitle as title',
    ],
  },
} as const;

interface IndexRead {
  by: NamedItem['by'];
  table: 'product_variants' | 'products';
  column: string;
  key: keyof typeof KEYS;
  max: number;
}

/** Reads of each index, the first reading of a name first. */
const READS: readonly IndexRead[] = [
  { by: 'number', table: 'product_variants', column: 'variantId', key: 'variant_key', max: 1 },
  { by: 'SKU', table: 'product_variants', column: 'sku', key: 'sku_key', max: MAX_ITEMS },
  { by: 'barcode', table: 'product_variants', column: 'barcode', key: 'barcode_key', max: MAX_ITEMS },
  { by: 'number', table: 'products', column: 'productId', key: 'product_key', max: 1 },
  { by: 'SKU', table: 'products', column: 'sku', key: 'sku_key', max: MAX_ITEMS },
  { by: 'address', table: 'products', column: 'handle', key: 'handle_key', max: 1 },
];

const selectNamed = (database: AnyDatabase, storeId: string, { by, table, column, key }: IndexRead) =>
  database
    .selectFrom<string>(table)
    .where('storeId', '=', storeId)
    .whereRef(column, '=', `wanted.${key}`)
    .$if(table === 'products', (rows) => rows.where('document', 'is not', null))
    .$if(by === 'address', (rows) => rows.orderBy('asOf', 'desc'));

/** SQLite has no lateral joins: the n-th item of a name is a read of its own. Its cross join reads the names first. */
function toLegs(database: AnyDatabase, storeId: string, read: IndexRead, leg: number) {
  const { id, columns } = ITEMS[read.table];
  const rows = selectNamed(database, storeId, read);
  const facts = ['place', sql.lit(leg).as('leg'), sql.lit(read.by).as('by')] as const;
  const names = database.selectFrom<string>('wanted').select(facts);
  if (!isSqlite(database)) {
    const items = rows.select(columns).limit(read.max);
    return [names.crossJoinLateral(items.as('item')).selectAll('item')];
  }
  return Array.from({ length: read.max }, (_, offset) =>
    names
      .crossJoin<string>(read.table)
      .select(columns)
      .where('storeId', '=', storeId)
      .where(id, '=', rows.select(id).limit(1).offset(offset)),
  );
}
