import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';
import type { Column } from './column.ts';
import type { AnyTable } from './table.ts';

/** Creates the tables of the baseline, or adds what a later migration adds: its tables, and its columns of earlier ones. */
export async function createTables<Tables>(
  database: Kysely<Tables>,
  tables: readonly AnyTable[],
  migration?: string,
): Promise<void> {
  const onSqlite = isSqlite(database);
  const statements = tables.flatMap((table) =>
    table.since === migration ? creating(table, onSqlite) : adding(table, migration, onSqlite),
  );
  for (const statement of statements) await sql.raw(statement).execute(database);
}

function creating(table: AnyTable, onSqlite: boolean): string[] {
  const { name, key, unique = [], indexes = {}, uniqueIndexes = {} } = table;
  const columns = Object.entries(table.columns).filter(([, { stored }]) => stored.since === undefined);
  const isNumbered = columns.some(([, { stored }]) => stored.type === 'number');
  const parts = [
    ...columns.map(([column, { stored }]) => definitionOf(column, stored, onSqlite)),
    ...(isNumbered ? [] : [`primary key (${key.join(', ')})`]),
    ...unique.map((names) => `unique (${names})`),
  ];
  return [
    `create table ${name} (\n  ${parts.join(',\n  ')}\n)`,
    ...Object.entries(indexes).map(([end, on]) => `create index ${name}_${end} on ${name} ${on}`),
    ...Object.entries(uniqueIndexes).map(
      ([end, on]) => `create unique index ${name}_${end} on ${name} ${on}`,
    ),
  ];
}

function adding({ name, columns }: AnyTable, migration: string | undefined, onSqlite: boolean): string[] {
  return Object.entries(columns)
    .filter(([, { stored }]) => migration !== undefined && stored.since === migration)
    .map(
      ([column, { stored }]) => `alter table ${name} add column ${definitionOf(column, stored, onSqlite)}`,
    );
}

function definitionOf(name: string, stored: Column['stored'], onSqlite: boolean): string {
  if (stored.type === 'number')
    return `${name} ${onSqlite ? 'integer primary key autoincrement' : 'bigserial primary key'}`;
  const { standard, refersTo } = stored;
  return [
    name,
    stored.type,
    ...(stored.isOptional ? [] : ['not null']),
    ...(standard === undefined
      ? []
      : [`default ${typeof standard === 'string' ? `'${standard}'` : standard}`]),
    ...(refersTo ? [`references ${refersTo[0]} (${refersTo[1]}) on delete cascade`] : []),
  ].join(' ');
}
