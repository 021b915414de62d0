import { randomUUID } from 'node:crypto';
import type { Database } from '../engine/database.ts';

/** Author of a change: an account, `command line` or `plugin`. */
export interface Actor {
  accountId: string | null;
  name: string;
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: string;
  /** Name of the merchant API, for example `store.connected`. */
  action: string;
  /** Never a secret. */
  details: Record<string, unknown>;
}

export type Audit = ReturnType<typeof audit>;

export function audit(database: Database) {
  return {
    async write(
      { accountId, name }: Actor,
      entry: { storeId: string | null; action: string; details?: Record<string, unknown> },
      now: string,
    ): Promise<void> {
      await database
        .insertInto('audit_entries')
        .values({
          id: randomUUID(),
          store_id: entry.storeId,
          account_id: accountId,
          actor: name,
          action: entry.action,
          details: JSON.stringify(entry.details ?? {}),
          at: now,
        })
        .execute();
    },

    async countOfStore(storeId: string): Promise<number> {
      const row = await database
        .selectFrom('audit_entries')
        .select((count) => count.fn.countAll<number | string>().as('count'))
        .where('store_id', '=', storeId)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Newest first. */
    async ofStore(storeId: string, page: { limit: number; offset: number }): Promise<AuditEntry[]> {
      const rows = await database
        .selectFrom('audit_entries')
        .selectAll()
        .where('store_id', '=', storeId)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(page.limit)
        .offset(page.offset)
        .execute();
      return rows.map(({ id, at, actor, action, details }) => ({
        id,
        at,
        actor,
        action,
        details: JSON.parse(details),
      }));
    },
  };
}
