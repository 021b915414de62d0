import {
  type Dialect,
  Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  type QueryCompiler,
  SqliteQueryCompiler,
} from 'kysely';
import { toCamelCaseName, toSnakeCaseName } from '../../commerce/text/snake-case.ts';
import { DOMAINS, type Tables } from '../tables/tables.ts';

/** Opens a database whose queries name columns as records do, and whose rows are records: flags are booleans, and JSON is parsed. */
export const openRecords = (dialect: Dialect): Kysely<Tables> =>
  new Kysely<Tables>({ dialect, plugins: [records] });

/** Row as the database has it. */
export type RawRow = Readonly<Record<string, unknown>>;

/** The same database, which leaves rows as they are. */
export const toRaw = (database: Kysely<Tables>) => database.withoutPlugins();

/** Makes records of rows. */
export const records: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({
    ...result,
    rows: result.rows.map((row) => toRecord<typeof row>(row)),
  }),
};

type Decoder = (value: unknown) => unknown;

const DECODERS: Readonly<Record<'flag' | 'json' | 'list', Decoder>> = {
  flag: (value) => (value === null ? null : value === 1),
  json: (value) => (value === null ? null : JSON.parse(value as string)),
  list: (value) => (value === null ? [] : JSON.parse(value as string)),
};

interface Member {
  name: string;
  decode: Decoder | undefined;
}

const members = new Map<string, Member>();

/** Returns the record of a row as the database has it. */
export function toRecord<Row extends object>(row: object): Row {
  const record: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(row)) {
    const { name, decode } = members.get(column) ?? learnMember(column);
    record[name] = decode ? decode(value) : value;
  }
  return record as Row;
}

function learnMember(column: string): Member {
  const domain = DOMAINS.get(column);
  const member = { name: toCamelCaseName(column), decode: domain && DECODERS[domain] };
  members.set(column, member);
  return member;
}

const columns = new Map<string, string>();

function toColumn(name: string): string {
  const column = columns.get(name);
  if (column !== undefined) return column;
  columns.set(name, toSnakeCaseName(name));
  return toColumn(name);
}

/** Returns a value of a record as both databases store it. */
export function toStored(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'object' || value === null) return value;
  return value instanceof Uint8Array || value instanceof Date ? value : JSON.stringify(value);
}

class SqliteRecordCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toColumn(name));
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(toStored(value));
  }
}

class PostgresRecordCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(toColumn(name));
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(toStored(value));
  }
}

export const createSqliteCompiler = (): QueryCompiler => new SqliteRecordCompiler();
export const createPostgresCompiler = (): QueryCompiler => new PostgresRecordCompiler();
