import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { toSnakeCaseName } from '../../../commerce/text/snake-case.ts';
import type { Tables } from '../../tables/tables.ts';
import type { Database } from '../database.ts';
import { type RawRow, toRaw } from '../records.ts';
import { nameStatement } from './named-statements.ts';

/** Values of the columns that identify a row. */
type Key = readonly string[];

/** Types of these columns by their names in the query. */
type KeyColumns = Readonly<Record<string, 'text' | 'bigint'>>;

interface Batch {
  keys: Map<string, Key>;
  rows: Promise<Map<string, RawRow>>;
}

/** Above the requests of one iteration of the event loop. */
const MAX_KEYS = 1_000_000;

/** Name under which a read row is found. */
export function toKeyText(key: readonly unknown[]): string {
  return key.join('\n');
}

/**
 * Reads the first row for each key, the store's column first. Those that requests ask for in one iteration of the event loop
 * share a statement: a round trip costs the service and PostgreSQL more than the row. `select` has no parameters.
 */
export function createSharedReads<From extends keyof Tables>(
  database: Database,
  select: SelectQueryBuilder<Tables, From, object>,
  columns: KeyColumns,
) {
  const query = select.where(isAmongKeys(columns)).compile();
  const names = Object.keys(columns).map((column) => toSnakeCaseName(column.split('.').at(-1) ?? ''));
  nameStatement(query.sql);
  const raw = toRaw(database);
  let next: Batch | undefined;

  function begin(): Batch {
    const keys = new Map<string, Key>();
    const rows = setImmediate().then(async () => {
      next = undefined;
      const parameters = names.map((_, index) => Array.from(keys.values(), (key) => key[index]));
      const result = await raw.executeQuery<RawRow>({ ...query, parameters });
      // The first row of a key is the last that the map takes.
      return new Map(result.rows.toReversed().map((row) => [toKeyText(names.map((name) => row[name])), row]));
    });
    return { keys, rows };
  }

  /** Returns at least the wanted rows that exist, by the texts of their keys. */
  return (keys: readonly Key[]): Promise<ReadonlyMap<string, RawRow>> => {
    next ??= begin();
    for (const key of keys) next.keys.set(toKeyText(key), key);
    return next.rows;
  };
}

/** The bounds of `number` make PostgreSQL plan for few rows: it would read small tables, and all partitions, as a whole otherwise. */
function isAmongKeys(columns: KeyColumns) {
  const names = Object.keys(columns);
  const refs = sql.join(names.map((name) => sql.ref(name)));
  const arrays = sql.join(Object.values(columns).map((type) => sql`${'keys'}::${sql.raw(type)}[]`));
  const keys = sql.join(names.map((_, index) => sql.ref(`key_${index}`)));
  return sql<boolean>`(${refs}) in (select ${keys} from unnest(${arrays}) with ordinality as wanted(${keys}, number)
    where number between 1 and ${sql.lit(MAX_KEYS)})`;
}
