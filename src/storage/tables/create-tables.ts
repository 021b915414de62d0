import { type Kysely, sql } from 'kysely';
import { isSqlite } from '../engine/both-databases.ts';
import type { Column } from './column.ts';
import type { AnyTable } from './table.ts';

interface Addition {
  migration?: string | undefined;
  partitions?: number | undefined;
}

/** Creates the tables of the baseline, or what a later migration adds. `partitions`: parts of each divided table on PostgreSQL. */
export async function createTables<Tables>(
  database: Kysely<Tables>,
  tables: readonly AnyTable[],
  addition: Addition = {},
): Promise<void> {
  for (const statement of buildTableStatements(tables, { ...addition, onSqlite: isSqlite(database) }))
    await sql.raw(statement).execute(database);
}

export function buildTableStatements(
  tables: readonly AnyTable[],
  { migration, partitions, onSqlite }: Addition & { onSqlite: boolean },
): string[] {
  return tables.flatMap((table) =>
    table.since === migration
      ? buildCreation(table, onSqlite, partitions)
      : buildAddition(table, migration, onSqlite),
  );
}

function buildCreation(table: AnyTable, onSqlite: boolean, partitions = 0): string[] {
  const { name, unique = [], indexes = {}, uniqueIndexes = {} } = table;
  const columns = Object.entries(table.columns).filter(
    ([, { definition }]) => definition.since === undefined,
  );
  const isNumbered = table.key.some((column) => table.columns[column]?.definition.type === 'number');
  const parts = [
    ...columns.map(([column, { definition }]) => renderDefinition(column, definition, onSqlite)),
    // SQLite counts up a primary key of one column only.
    `${onSqlite && isNumbered ? 'unique' : 'primary key'} (${table.key.join(', ')})`,
    ...unique.map((names) => `unique (${names})`),
    ...columns.flatMap(([column, { definition }]) => renderReferenceWithinStore(column, definition)),
  ];
  const count = table.isDivided ? partitions : 0;
  return [
    `create table ${name} (\n  ${parts.join(',\n  ')}\n)${count > 0 ? ' partition by hash (store_id)' : ''}`,
    ...Array.from(
      { length: count },
      (_, part) => `create table ${name}_part_${part} partition of ${name}
        for values with (modulus ${count}, remainder ${part})`,
    ),
    ...Object.entries(indexes).map(([end, on]) => `create index ${name}_${end} on ${name} ${on}`),
    ...Object.entries(uniqueIndexes).map(
      ([end, on]) => `create unique index ${name}_${end} on ${name} ${on}`,
    ),
  ];
}

function buildAddition({ name, columns }: AnyTable, migration: string | undefined, onSqlite: boolean) {
  return Object.entries(columns)
    .filter(([, { definition }]) => migration !== undefined && definition.since === migration)
    .map(
      ([column, { definition }]) =>
        `alter table ${name} add column ${renderDefinition(column, definition, onSqlite)}`,
    );
}

function renderDefinition(name: string, definition: Column['definition'], onSqlite: boolean): string {
  if (definition.type === 'number')
    return `${name} ${onSqlite ? 'integer primary key autoincrement' : 'bigserial'}`;
  const { standard, refersTo, isOfStore } = definition;
  return [
    name,
    definition.type,
    ...(definition.isOptional ? [] : ['not null']),
    ...(standard === undefined
      ? []
      : [`default ${typeof standard === 'string' ? `'${standard}'` : standard}`]),
    ...(refersTo && !isOfStore ? [`references ${refersTo[0]} (${refersTo[1]}) on delete cascade`] : []),
  ].join(' ');
}

function renderReferenceWithinStore(name: string, { refersTo, isOfStore }: Column['definition']): string[] {
  if (!refersTo || !isOfStore) return [];
  const [table, column] = refersTo;
  return [`foreign key (store_id, ${name}) references ${table} (store_id, ${column}) on delete cascade`];
}
