import { sql } from 'kysely';
import type { Database } from './database.ts';
import { jsonRows } from './two-databases.ts';

export type LastActivity = ReturnType<typeof lastActivity>;

/** When agents last came, by store id; ISO. One statement for any number of stores, each answered by an index. */
export function lastActivity(database: Database) {
  return {
    async ofStores(ids: readonly string[]): Promise<Map<string, string>> {
      const stores = jsonRows(
        database,
        ids.map((id) => ({ id })),
      );
      const latest = (
        table: string,
        column: string,
      ) => sql`(select max(${sql.ref(column)}) from ${sql.table(table)}
        where ${sql.table(table)}.store_id = item.value ->> 'id')`;
      const { rows } = await sql<Record<'id' | 'call' | 'session' | 'cart', string | null>>`
        select item.value ->> 'id' as id, ${latest('request_log', 'at')} as call,
          ${latest('checkout_sessions', 'created_at')} as session, ${latest('carts', 'created_at')} as cart
        from ${stores}`.execute(database);
      return new Map(
        rows.flatMap(({ id, call, session, cart }) => {
          const last = [call, session, cart]
            .flatMap((at) => at ?? [])
            .sort()
            .at(-1);
          return id !== null && last !== undefined ? [[id, last] as const] : [];
        }),
      );
    },
  };
}
