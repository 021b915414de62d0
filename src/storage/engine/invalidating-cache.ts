import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { immediateReads } from './sqlite/immediate-reads.ts';

const MAX_ENTRIES = 20_000;

/**
 * Caches rows until any change: `changing` wraps every change of this process, and SQLite's `data_version` shows commits of
 * others. Reads through on PostgreSQL, which has no such version.
 */
export function invalidatingCache<Value>(
  database: Database,
  read: (key: string) => Promise<Value | undefined>,
) {
  const foreignVersion = foreignVersionOf(database);
  const cached = new Map<string, Value>();
  let seen: number | undefined;
  let changes = 0;

  function clear(): void {
    changes += 1;
    cached.clear();
  }

  return {
    async find(key: string): Promise<Value | undefined> {
      const version = foreignVersion();
      if (version === undefined) return read(key);
      if (version !== seen || cached.size >= MAX_ENTRIES) clear();
      seen = version;
      const known = cached.get(key);
      if (known !== undefined) return known;
      const before = changes;
      const value = await read(key);
      // The read may have missed a concurrent change.
      if (value !== undefined && before === changes) cached.set(key, value);
      return value;
    },

    async changing<Result>(change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        clear();
      }
    },
  };
}

/** Returns a number that changes with every commit of another connection; undefined when it is unavailable. */
function foreignVersionOf(database: Database): () => number | undefined {
  const readNow = immediateReads(database);
  const query = CompiledQuery.raw('pragma data_version');
  return oncePerIteration(() => readNow?.<{ data_version: number }>(query)?.data_version);
}

/** Asks once for each iteration of the event loop: requests within one iteration are concurrent. */
function oncePerIteration<Result>(ask: () => Result): () => Result {
  let answer: { result: Result } | undefined;
  const forget = () => {
    answer = undefined;
  };
  return () => {
    if (!answer) {
      answer = { result: ask() };
      setImmediate(forget);
    }
    return answer.result;
  };
}
