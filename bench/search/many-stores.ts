/**
 * Searches many stores of one database, whose indexes do not fit into memory together:
 * `node bench/search/many-stores.ts [--stores 1000] [--products 1000] [--first-searches 300] [--hot 50] [--postgres]`.
 * One catalog is imported; the rows of the others are copied from it in the database. Prints first searches, which build an index,
 * later searches of a few stores, and the memory.
 */
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openDatabase } from '../../src/storage/engine/database.ts';
import { words } from './made-up-words.ts';
import { measureSearches, round } from './measure-searches.ts';
import { type SearchService, startSearchService } from './search-service.ts';

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '1000' },
    products: { type: 'string', default: '1000' },
    'first-searches': { type: 'string', default: '300' },
    hot: { type: 'string', default: '50' },
    postgres: { type: 'boolean', default: false },
  },
});
const [stores, products, hot] = [Number(values.stores), Number(values.products), Number(values.hot)];
const firstSearches = Math.min(stores, Number(values['first-searches']));

await using service = await startSearchService({ postgres: values.postgres });
await service.connect({ slug: slugOf(0), products, seed: 0 });
await service.work();
for (let number = 1; number < stores; number++)
  await service.connect({ slug: slugOf(number), products, seed: 0 });
const copiedProducts = await copyCatalogs(service.databaseUrl);
const oneBytes = await indexBytesOfFirst(service);
let maxBytes = 0;
const first = await measureSearches(service, firstSearches, async (number) => {
  await service.search(slugOf(number), query(number));
  if (number % 10 === 0) maxBytes = Math.max(maxBytes, await service.indexBytes());
});
// An answer may come from the shop before its index is built: the second search waits for the builds.
for (let number = 0; number < hot; number++) await service.search(slugOf(number), query(number));
const later = await measureSearches(service, 20 * hot, (number) =>
  service.search(slugOf(number % hot), query(number)),
);
maxBytes = Math.max(maxBytes, await service.indexBytes());
console.log(
  JSON.stringify({
    database: values.postgres ? 'PostgreSQL' : 'SQLite',
    stores,
    products: copiedProducts,
    first,
    later,
    maxIndexMb: round(maxBytes / 2 ** 20),
    residentMb: round((await service.state()).residentBytes / 2 ** 20),
    indexMb: round(oneBytes / 2 ** 20),
    heldIndexes: Math.round((await service.indexBytes()) / oneBytes),
  }),
);

/** All stores have the same catalog, so that their indexes are of one size. */
async function indexBytesOfFirst({ search, indexBytes }: SearchService): Promise<number> {
  for (;;) {
    await search(slugOf(0), query(0));
    const bytes = await indexBytes();
    if (bytes > products * 100) return bytes;
  }
}

function slugOf(number: number): string {
  return `store-${number}`;
}

function query(number: number): string {
  return words(number * 7 + 1, 1 + (number % 6));
}

/** Gives the catalog of the first store to all others, and their subscriptions. Returns the number of products. */
async function copyCatalogs(databaseUrl: string): Promise<number> {
  const database = await openDatabase(databaseUrl);
  const source = sql`(select id from stores where slug = ${slugOf(0)})`;
  const others = sql`stores.slug like 'store-%' and stores.slug <> ${slugOf(0)}`;
  const columns =
    'product_id, handle, available, first_variant_id, first_variant_title, as_of, document, size, revision';
  const copies = [
    ['products', columns],
    ['catalog_imports', 'started_at, finished_at, currency, limited'],
    ['catalog_sizes', 'products, bytes, revision, deleted_revision'],
  ] as const;
  for (const [table, list] of copies) {
    const names = sql.raw(list);
    const from = sql.raw(list.replaceAll(/\w+/g, `${table}.$&`));
    await sql`insert into ${sql.table(table)} (store_id, ${names}) select stores.id, ${from}
      from stores, ${sql.table(table)} where ${sql.table(table)}.store_id = ${source} and ${others}
      on conflict do nothing`.execute(database);
  }
  await sql`update jobs set progress = (select progress from jobs as done where done.store_id = ${source}
    and done.kind = 'check_subscriptions') where kind = 'check_subscriptions'`.execute(database);
  const { count } = await database
    .selectFrom('products')
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  await database.destroy();
  return Number(count);
}
