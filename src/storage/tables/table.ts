import { type ColumnType, isExpression } from 'kysely';
import { type Camel, toCamelCaseName, toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import type { Ciphertext, Sealing } from '../engine/sealing.ts';
import type { Column } from './column.ts';

type Columns = Record<string, Column>;

type TypesOf<Of extends Column> = NonNullable<Of['types']>;

/** Value of a column in queries and their rows: for what is sealed, its ciphertext. */
type Cell<Of extends Column, Value> = TypesOf<Of>['part'] extends 'sealed'
  ? Ciphertext | Extract<Value, null | undefined>
  : Value;

export type RowType<Of extends Columns> = {
  [Name in keyof Of as Camel<Name & string>]: ColumnType<
    Cell<Of[Name], TypesOf<Of[Name]>['value']>,
    Cell<Of[Name], TypesOf<Of[Name]>['written']>,
    Cell<Of[Name], Exclude<TypesOf<Of[Name]>['written'], undefined>>
  >;
};

/** Columns whose ciphertext cannot be opened: a lenient sealing reads them as null. */
interface Readability {
  unreadable?: readonly string[];
}

/** Value of each column under its name in records. */
type ValuesOf<Of extends Columns, Part = unknown> = {
  [Name in keyof Of as TypesOf<Of[Name]>['part'] extends Part ? Camel<Name & string> : never]: TypesOf<
    Of[Name]
  >['value'];
};

/** Record of a row, or of a part of one, without the columns of other tables. */
export type RecordOf<Of extends Columns, Row, Part> = Pick<
  ValuesOf<Of, Part>,
  keyof Row & keyof ValuesOf<Of, Part>
>;

/** Members that columns are written from. */
type MembersOf<Of extends Columns> = {
  readonly [Name in keyof Of as Camel<Name & string>]?: TypesOf<Of[Name]>['written'] | undefined;
};

/** Columns of a record's members; members that are no columns are left out. */
type ColumnsOf<Of extends Columns, Source> = {
  [Name in keyof Source & keyof ValuesOf<Of>]: Name extends keyof ValuesOf<Of, 'sealed'>
    ? Ciphertext | Extract<Source[Name], null | undefined>
    : Source[Name];
};

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
  place(name: string, id: string): string;
  fromRow(row: object, sealing?: Sealing): object;
  open(row: object, sealing: Sealing): object;
  toRow(values: object, sealing?: Sealing, id?: unknown): object;
}

interface Table<Name extends string, Of extends Columns> extends Structure<Of> {
  readonly name: Name;
  readonly columns: Of;
  readonly key: readonly (keyof Of & string)[];
  /** Column that identifies a row in the places of its ciphertexts. */
  readonly id: string;
  /** Names of a record's values, without what is sealed. */
  readonly members: readonly (keyof ValuesOf<Of, 'value'>)[];
  /** Returns the place that the ciphertext of a value is bound to. */
  place(name: keyof ValuesOf<Of, 'sealed'>, id: string): string;
  /** Returns the record of a row: with ciphertexts opened by a `sealing`, for which the row has its `id`, or without them. */
  fromRow<Row extends object>(
    row: Row,
    sealing: Sealing,
  ): RecordOf<Of, Row, 'value' | 'sealed'> & Readability;
  fromRow<Row extends object>(row: Row): RecordOf<Of, Row, 'value'>;
  /** Like `fromRow`, with the values that only storage knows. */
  open<Row extends object>(row: Row, sealing: Sealing): RecordOf<Of, Row, unknown> & Readability;
  /** Returns the columns among members; sealed ones need `sealing`, and the `id` of the row unless they have it. An expression stays as it is. */
  toRow<Source extends MembersOf<Of>>(record: Source, sealing?: Sealing, id?: unknown): ColumnsOf<Of, Source>;
}

/** Declares a table: its rows, their records in the domain and the places of its ciphertexts follow from the columns. */
export function declareTable<Name extends string, Of extends Columns>(name: Name, columns: Of) {
  const buildTable = (structure: Structure<Of>): Table<Name, Of> => {
    const { key = getDefaultKey(columns), boundTo = name } = structure;
    const id = 'id' in columns ? 'id' : String(key[0]);
    const place = (member: string, of: string) => `${boundTo}.${toSnakeCaseName(member)}/${of}`;
    const members = Object.entries(columns).map(([column, { definition }]) => ({
      ...definition,
      name: toCamelCaseName(column),
    }));
    const mapping = { members, id: toCamelCaseName(id), place };
    const mapped = {
      members: members.filter((each) => !each.isSealed && !each.isInternal).map(({ name }) => name),
      place,
      fromRow: createReader(mapping, ({ isInternal }) => !isInternal),
      open: createReader(mapping, () => true),
      toRow: createWriter(mapping),
    } as unknown as Pick<Table<Name, Of>, 'members' | 'place' | 'fromRow' | 'open' | 'toRow'>;
    return { ...structure, name, columns, key, id, ...mapped };
  };
  return { ...buildTable({}), with: buildTable };
}

function getDefaultKey({ store_id: store }: Columns): string[] {
  return store && !store.definition.isOptional ? ['store_id', 'id'] : ['id'];
}

type Member = Column['definition'] & { name: string };

interface Mapping {
  members: readonly Member[];
  /** Member that identifies the row. */
  id: string;
  place(name: string, id: string): string;
}

type Values = Record<string, unknown>;

function createReader(mapping: Mapping, isShown: (member: Member) => boolean) {
  const { members } = mapping;
  const names = members.filter((each) => !each.isSealed && isShown(each)).map(({ name }) => name);
  const open = members.filter(({ isSealed }) => isSealed).map((member) => createOpener(member, mapping));
  return (row: Values, sealing?: Sealing): Values => {
    const record: Values = {};
    for (const name of names) if (row[name] !== undefined) record[name] = row[name];
    if (sealing) for (const each of open) each(record, row, sealing);
    return record;
  };
}

/** Sets the member of a sealed column. */
function createOpener({ name, domain, isLazy }: Member, { id, place }: Mapping) {
  const open = (row: Values, sealing: Sealing) => {
    const text = sealing.open(String(row[name]), place(name, String(row[id])));
    return domain === 'json' ? JSON.parse(text) : text;
  };
  const openLeniently = (record: Values, row: Values, sealing: Sealing) => {
    try {
      record[name] = open(row, sealing);
    } catch {
      record[name] = null;
      const unreadable = (record.unreadable as string[] | undefined) ?? [];
      record.unreadable = [...unreadable, toSnakeCaseName(name)];
    }
  };
  return (record: Values, row: Values, sealing: Sealing) => {
    if (row[name] === undefined) return;
    if (row[name] === null) record[name] = null;
    else if (sealing.isLenient) openLeniently(record, row, sealing);
    else if (!isLazy) record[name] = open(row, sealing);
    else defineOnce(record, name, () => open(row, sealing));
  };
}

/** Defines a member that is computed at its first use. */
function defineOnce(record: Values, name: string, compute: () => unknown): void {
  let value: unknown;
  const get = () => {
    value ??= compute();
    return value;
  };
  Object.defineProperty(record, name, { get, enumerable: true });
}

function createWriter({ members, id: idName, place }: Mapping) {
  const memberOf = new Map(members.map((member) => [member.name, member]));
  const write = ({ name, domain, isSealed }: Member, value: unknown, id: unknown, sealing?: Sealing) => {
    if (domain === 'list' && (value as unknown[]).length === 0) return null;
    const text = domain === 'json' || domain === 'list' ? JSON.stringify(value) : value;
    if (!isSealed) return text;
    const at = place(name, String(id));
    if (!sealing) throw new Error(`A value of ${at} would be text unsealed`);
    return sealing.seal(String(text), at);
  };
  return (record: Values, sealing?: Sealing, id = record[idName]): Values => {
    const row: Values = {};
    for (const name in record) {
      const member = memberOf.get(name);
      const value = record[name];
      if (member === undefined || value === undefined) continue;
      row[name] = value === null || isExpression(value) ? value : write(member, value, id, sealing);
    }
    return row;
  };
}
