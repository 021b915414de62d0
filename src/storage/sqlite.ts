import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteDialect } from 'kysely';

/**
 * node:sqlite in the shape that Kysely's own SqliteDialect asks for. Statements are kept by their text.
 * `synchronous = FULL`: what was acknowledged survives a power cut, not only a killed process.
 */
export function sqliteDialect(file: string): Dialect {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  database.exec('PRAGMA foreign_keys = ON');
  const statements = new Map<string, StatementSync>();
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (text) => {
        const statement = statements.get(text) ?? database.prepare(text);
        if (statements.size < MOST_STATEMENTS) statements.set(text, statement);
        return asKyselyStatement(statement);
      },
    },
  });
}

const MOST_STATEMENTS = 500;

function asKyselyStatement(statement: StatementSync) {
  const returnsRows = statement.columns().length > 0;
  return {
    reader: returnsRows,
    all: (parameters: readonly unknown[]) => statement.all(...bindable(parameters)),
    run: (parameters: readonly unknown[]) => statement.run(...bindable(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...bindable(parameters)),
  };
}

/** An object as the first parameter (a Date!) makes node:sqlite read *named* parameters and shift the rest, silently. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
      return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`A ${typeof value} cannot be stored: pass text, a number, bytes or null`);
  });
}
