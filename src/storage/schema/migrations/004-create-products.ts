import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../../engine/both-databases.ts';

export async function createProductTables(database: Kysely<unknown>): Promise<void> {
  const onSqlite = isSqlite(database);
  const number = onSqlite ? 'integer primary key autoincrement' : 'bigserial primary key';
  await sql`create table products (
    number ${sql.raw(number)},
    store_id text not null references stores (id) on delete cascade,
    product_id text not null,
    handle text not null,
    available integer not null,
    first_variant_id text,
    first_variant_title text,
    as_of text not null,
    document text,
    words text not null,
    unique (store_id, product_id)
  )`.execute(database);
  await sql`create index products_handle on products (store_id, handle)`.execute(database);
  await sql`create table product_variants (
    store_id text not null,
    variant_id text not null,
    product_number bigint not null references products (number) on delete cascade,
    title text not null,
    primary key (store_id, variant_id)
  )`.execute(database);
  await sql`create index product_variants_product on product_variants (product_number)`.execute(database);
  await sql`create table catalog_imports (
    store_id text primary key references stores (id) on delete cascade,
    started_at text not null,
    finished_at text not null
  )`.execute(database);
  await (onSqlite ? indexWordsOnSqlite(database) : indexWordsOnPostgres(database));
}

/** The words are folded and separated by spaces. Triggers update the index in the transaction that changes a product. */
async function indexWordsOnSqlite(database: Kysely<unknown>): Promise<void> {
  await sql`create virtual table product_words using fts5(
    words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '$'"
  )`.execute(database);
  await sql`create trigger products_inserted after insert on products begin
    insert into product_words (rowid, words) values (new.number, new.words);
  end`.execute(database);
  await sql`create trigger products_updated after update of words on products when old.words <> new.words begin
    delete from product_words where rowid = old.number;
    insert into product_words (rowid, words) values (new.number, new.words);
  end`.execute(database);
  await sql`create trigger products_deleted after delete on products begin
    delete from product_words where rowid = old.number;
  end`.execute(database);
}

/** Indexes the words literally: PostgreSQL's parser would read addresses and numbers into them. */
async function indexWordsOnPostgres(database: Kysely<unknown>): Promise<void> {
  await sql`alter table products add column word_index tsvector
    generated always as (array_to_tsvector(string_to_array(words, ' '))) stored`.execute(database);
  await sql`create index products_words on products using gin (word_index)`.execute(database);
}
