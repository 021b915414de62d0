import { type ColumnType, isExpression } from 'kysely';
import { type Camel, type Snake, toCamelCaseName, toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import type { Sealing } from '../engine/sealing.ts';
import type { Column } from './column.ts';

type Columns = Record<string, Column>;

type TypesOf<Of extends Column> = NonNullable<Of['types']>;

export type RowType<Of extends Columns> = {
  [Name in keyof Of]: ColumnType<
    TypesOf<Of[Name]>['read'],
    TypesOf<Of[Name]>['written'],
    Exclude<TypesOf<Of[Name]>['written'], undefined>
  >;
};

type NamesOf<Of extends Columns, Part> = {
  [Name in keyof Of]: TypesOf<Of[Name]>['part'] extends Part ? Name : never;
}[keyof Of];

/** Columns whose ciphertext cannot be opened: a lenient sealing reads them as null. */
export interface Readability {
  unreadable?: readonly string[];
}

/** Record of a row, or of a part of one, without the columns of other tables. */
export type RecordOf<Of extends Columns, Row, Part> = {
  [Name in keyof Row & NamesOf<Of, Part> as Camel<Name & string>]: TypesOf<Of[Name]>['value'];
};

/** Value of each column under its name in records. */
export type ValuesOf<Of extends Columns, Part = unknown> = {
  [Name in NamesOf<Of, Part> as Camel<Name & string>]: TypesOf<Of[Name]>['value'];
};

type Optional<Of extends Columns> = {
  [Name in keyof Of]: Extract<TypesOf<Of[Name]>['written'], null | undefined> extends never ? never : Name;
}[keyof Of];

/** Values of a new row: optional columns and columns with a default may be left out. */
export type NewValuesOf<Of extends Columns> = {
  [Name in Exclude<keyof Of, Optional<Of>> as Camel<Name & string>]: TypesOf<Of[Name]>['value'];
} & {
  [Name in Optional<Of> as Camel<Name & string>]?: TypesOf<Of[Name]>['value'] | undefined;
};

/** Members that columns are written from. */
type MembersOf<Of extends Columns> = {
  readonly [Name in keyof Of as Camel<Name & string>]?:
    | TypesOf<Of[Name]>['value']
    | Readonly<TypesOf<Of[Name]>['value']>
    | undefined;
};

/** Columns of a record's members; members that are no columns are left out. */
type ColumnsOf<Of extends Columns, Source> = {
  [Name in keyof Source as Snake<Name & string> & keyof Of]: Written<
    TypesOf<Of[Snake<Name & string> & keyof Of]>,
    Source[Name]
  >;
};

type Written<Types extends { read: unknown }, Value> = Value extends null | undefined
  ? Value
  : NonNullable<Types['read']>;

/** Keys and indexes of a table. */
interface Structure<Of extends Columns> {
  /** Columns of the primary key; `id` by default, behind the store where rows belong to one. */
  key?: readonly (keyof Of & string)[];
  /** Lists of columns whose values together are unique. */
  unique?: readonly string[];
  /** Columns and condition of an index by the end of its name, which begins with the table's. */
  indexes?: Readonly<Record<string, string>>;
  uniqueIndexes?: Readonly<Record<string, string>>;
  /** Has so many rows that PostgreSQL may divide them by store. */
  isDivided?: true;
  /** Why a key of a table with a `store_id` does not begin with it. */
  acrossStores?: string;
  /** Earlier name of the table, which its ciphertexts are bound to. */
  boundTo?: string;
  /** Migration that adds the table to those of the baseline. */
  since?: string;
}

/** Table whose columns are read by name. */
export interface AnyTable extends Omit<Structure<Columns>, 'key'> {
  readonly name: string;
  readonly columns: Columns;
  readonly key: readonly string[];
  readonly id: string;
  column(name: string): string;
  place(column: string, id: string): string;
  fromRow(row: object, sealing?: Sealing): object;
  valuesOf(row: object, sealing?: Sealing): object;
  toRow(values: object, sealing?: Sealing, id?: unknown): object;
}

interface Table<Name extends string, Of extends Columns> extends Structure<Of> {
  readonly name: Name;
  readonly columns: Of;
  readonly key: readonly (keyof Of & string)[];
  /** Column that identifies a row in the places of its ciphertexts. */
  readonly id: string;
  /** Returns the column of a value; throws for a name that is no column's. */
  column(name: string): string;
  /** Returns the place that the ciphertext of a column is bound to. */
  place(column: NamesOf<Of, 'sealed'>, id: string): string;
  /** Returns the record of a row: with ciphertexts opened by a `sealing`, for which the row has its `id`, or without them. */
  fromRow<Row extends object>(
    row: Row,
    sealing: Sealing,
  ): RecordOf<Of, Row, 'value' | 'sealed'> & Readability;
  fromRow<Row extends object>(row: Row): RecordOf<Of, Row, 'value'>;
  /** Like `fromRow`, with the columns that only storage knows. */
  valuesOf<Row extends object>(row: Row, sealing: Sealing): RecordOf<Of, Row, unknown> & Readability;
  valuesOf<Row extends object>(row: Row, sealing?: Sealing): RecordOf<Of, Row, 'value' | 'none'>;
  /** Returns the columns of members; sealed ones need `sealing`, and the `id` of the row unless they have it. An expression stays as it is. */
  toRow<Source extends MembersOf<Of>>(record: Source, sealing?: Sealing, id?: unknown): ColumnsOf<Of, Source>;
}

/** Declares a table: its rows, their records in the domain and the places of its ciphertexts follow from the columns. */
export function declareTable<Name extends string, Of extends Columns>(name: Name, columns: Of) {
  const buildTable = (structure: Structure<Of>): Table<Name, Of> => {
    const { key = getDefaultKey(columns), boundTo = name } = structure;
    const mapping = {
      columns,
      id: 'id' in columns ? 'id' : String(key[0]),
      place: (column: string, id: string) => `${boundTo}.${column}/${id}`,
    };
    const mapped = {
      place: mapping.place,
      column: (member: string) => toColumn(mapping, member),
      fromRow: createReader(mapping, false),
      valuesOf: createReader(mapping, true),
      toRow: createWriter(mapping),
    } as unknown as Pick<Table<Name, Of>, 'place' | 'column' | 'fromRow' | 'valuesOf' | 'toRow'>;
    return { ...structure, name, columns, key, id: mapping.id, ...mapped };
  };
  return { ...buildTable({}), with: buildTable };
}

function getDefaultKey({ store_id: store }: Columns): string[] {
  return store && !store.definition.isOptional ? ['store_id', 'id'] : ['id'];
}

interface Mapping {
  columns: Columns;
  id: string;
  place(column: string, id: string): string;
}

type Members = Record<string, unknown>;
type Stored = Column['definition'];

/** Arrays and indexes: this runs for every row that is read, and a closure for each column takes five times as long. */
function createReader(mapping: Mapping, isWhole: boolean) {
  const columns = Object.keys(mapping.columns);
  const readColumns = columns.filter((column) => isRead(mapping.columns[column]?.definition, isWhole));
  const names = readColumns.map(toCamelCaseName);
  const decoders = readColumns.map(
    (column) => DECODERS[mapping.columns[column]?.definition.domain ?? 'text'],
  );
  const open = columns
    .filter((column) => mapping.columns[column]?.definition.isSealed)
    .map((column) => createOpener(column, toCamelCaseName(column), mapping));
  return (row: Members, sealing?: Sealing): Members => {
    const record: Members = {};
    for (let index = 0; index < readColumns.length; index += 1) {
      const value = row[readColumns[index] as string];
      if (value !== undefined) record[names[index] as string] = (decoders[index] as Decoder)(value);
    }
    if (sealing) for (const each of open) each(record, row, sealing);
    return record;
  };
}

function isRead(definition: Stored | undefined, isWhole: boolean): boolean {
  return !definition?.isSealed && (isWhole || !definition?.isInternal);
}

/** Sets the member of a sealed column. */
function createOpener(column: string, name: string, { columns, id, place }: Mapping) {
  const { domain, isLazy } = columns[column]?.definition ?? {};
  const open = (row: Members, sealing: Sealing) => {
    const text = sealing.open(String(row[column]), place(column, String(row[id])));
    return domain === 'json' ? JSON.parse(text) : text;
  };
  const openLeniently = (record: Members, row: Members, sealing: Sealing) => {
    try {
      record[name] = open(row, sealing);
    } catch {
      record[name] = null;
      record.unreadable = [...((record.unreadable as string[] | undefined) ?? []), column];
    }
  };
  return (record: Members, row: Members, sealing: Sealing) => {
    if (row[column] === undefined) return;
    if (row[column] === null) record[name] = null;
    else if (sealing.isLenient) openLeniently(record, row, sealing);
    else if (!isLazy) record[name] = open(row, sealing);
    else defineOnce(record, name, () => open(row, sealing));
  };
}

/** Defines a member that is computed at its first use. */
function defineOnce(record: Members, name: string, compute: () => unknown): void {
  let value: unknown;
  const get = () => {
    value ??= compute();
    return value;
  };
  Object.defineProperty(record, name, { get, enumerable: true });
}

type Decoder = (value: unknown) => unknown;

const allowNull =
  (decode: Decoder): Decoder =>
  (value) =>
    value === null ? null : decode(value);

const DECODERS = {
  text: (value: unknown) => value,
  flag: allowNull((value) => value === 1),
  json: allowNull((value) => JSON.parse(value as string)),
  list: (value: unknown): unknown => (value === null ? [] : JSON.parse(value as string)),
} satisfies Record<string, Decoder>;

function toColumn({ columns }: Mapping, member: string): string {
  const column = toSnakeCaseName(member);
  if (!(column in columns)) throw new Error(`No column is named ${column}`);
  return column;
}

function createWriter({ columns, id: idColumn, place }: Mapping) {
  const columnOf = new Map(Object.keys(columns).map((column) => [toCamelCaseName(column), column]));
  const idName = toCamelCaseName(idColumn);
  const encode = (column: string, value: unknown, id: unknown, sealing?: Sealing) => {
    const { definition } = columns[column] as Column;
    const text = encodeStored(definition, value);
    if (!definition.isSealed) return text;
    const at = place(column, String(id));
    if (!sealing) throw new Error(`A value of ${at} would be text unsealed`);
    return sealing.seal(String(text), at);
  };
  return (record: Members, sealing?: Sealing, id = record[idName]): Members => {
    const row: Members = {};
    for (const name in record) {
      const column = columnOf.get(name);
      const value = record[name];
      if (column === undefined || value === undefined) continue;
      row[column] = value === null || isExpression(value) ? value : encode(column, value, id, sealing);
    }
    return row;
  };
}

function encodeStored({ domain }: Stored, value: unknown): unknown {
  if (domain === 'flag') return value === true ? 1 : 0;
  if (domain === 'list' && (value as unknown[]).length === 0) return null;
  return domain === 'json' || domain === 'list' ? JSON.stringify(value) : value;
}
