import { sql } from 'kysely';
import { openDatabase } from '../src/storage/engine/database.ts';
import { expectLogged } from './log-of-tests.ts';

/** Makes a database refuse some changes, which rolls their transactions back; the service may log that. */
export interface CutOff {
  off(): Promise<void>;
  on(): Promise<void>;
  close(): Promise<void>;
}

/** `change` is such as `insert on stores`; `when` is a condition in SQL on the row `new`. */
export async function cuttingOff(databaseUrl: string, change: string, when: string): Promise<CutOff> {
  const tables = await openDatabase(databaseUrl);
  const isSqlite = databaseUrl.startsWith('sqlite:');
  const [table = ''] = change.split(' ').slice(-1);
  if (!isSqlite) {
    await sql`create or replace function cut_off() returns trigger language plpgsql as
      $$ begin if ${sql.raw(when)} then raise exception 'cut off'; end if; return new; end $$`.execute(
      tables,
    );
  }
  return {
    async off() {
      expectLogged(/"message":"cut off"/);
      await (isSqlite
        ? sql`create trigger cut before ${sql.raw(change)} when ${sql.raw(when)}
            begin select raise(abort, 'cut off'); end`
        : sql`create trigger cut before ${sql.raw(change)} for each row execute function cut_off()`
      ).execute(tables);
    },
    async on() {
      await (isSqlite ? sql`drop trigger cut` : sql`drop trigger cut on ${sql.table(table)}`).execute(tables);
    },
    close: () => tables.destroy(),
  };
}
