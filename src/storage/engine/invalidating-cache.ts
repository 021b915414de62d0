import { CompiledQuery } from 'kysely';
import type { Database } from './database.ts';
import { immediateReads } from './sqlite/immediate-reads.ts';

const MOST_KEPT = 20_000;

/**
 * Keeps what was found until it may have changed: by `changing`, around every change in this process, and by any write of
 * another process, of which SQLite tells. Where the database does not tell, it is asked each time.
 */
export function invalidatingCache<Value>(
  database: Database,
  read: (key: string) => Promise<Value | undefined>,
) {
  const versionOfOthers = othersVersion(database);
  const kept = new Map<string, Value>();
  let seen: number | undefined;
  let changes = 0;

  function forget(): void {
    changes += 1;
    kept.clear();
  }

  return {
    async find(key: string): Promise<Value | undefined> {
      const version = versionOfOthers();
      if (version === undefined) return read(key);
      if (version !== seen || kept.size >= MOST_KEPT) forget();
      seen = version;
      const known = kept.get(key);
      if (known !== undefined) return known;
      const before = changes;
      const value = await read(key);
      // A change that overlapped the read may have been missed by it.
      if (value !== undefined && before === changes) kept.set(key, value);
      return value;
    },

    async changing<Result>(change: Promise<Result>): Promise<Result> {
      try {
        return await change;
      } finally {
        forget();
      }
    },
  };
}

/** Another number after every commit of another connection; undefined when that cannot be told. */
function othersVersion(database: Database): () => number | undefined {
  const readNow = immediateReads(database);
  const query = CompiledQuery.raw('pragma data_version');
  return oncePerTurn(() => readNow?.<{ data_version: number }>(query)?.data_version);
}

/** Once in a turn of the event loop: whoever asks in this turn was there before it began. */
function oncePerTurn<Result>(ask: () => Result): () => Result {
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
