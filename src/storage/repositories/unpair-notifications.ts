import { randomUUID } from 'node:crypto';
import type { Database } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';

export interface UnpairNotification {
  id: string;
  platform: string;
  credentials: unknown;
  attempts: number;
}

export type UnpairNotifications = ReturnType<typeof unpairNotifications>;

const BATCH_SIZE = 10;

/** Keeps the sealed credentials of a site beyond its store's deletion, until the site is notified. */
export function unpairNotifications(database: Database, sealing: Sealing) {
  return {
    async add(platform: string, credentials: unknown, now: string): Promise<void> {
      const id = randomUUID();
      await database
        .insertInto('unpair_notifications')
        .values({
          id,
          platform,
          credentials: sealing.seal(JSON.stringify(credentials), placeOf(id)),
          attempts: 0,
          next_attempt_at: now,
          created_at: now,
        })
        .execute();
    },

    /** Leases due notifications until `until`. One beyond `latest` was postponed by a wrong clock, and counts as due. */
    async takeDue({
      now,
      until,
      latest,
    }: Record<'now' | 'until' | 'latest', string>): Promise<UnpairNotification[]> {
      const rows = await database
        .selectFrom('unpair_notifications')
        .selectAll()
        .where((row) => row.or([row('next_attempt_at', '<=', now), row('next_attempt_at', '>', latest)]))
        .orderBy('next_attempt_at')
        .limit(BATCH_SIZE)
        .execute();
      const taken: UnpairNotification[] = [];
      for (const row of rows) {
        const result = await database
          .updateTable('unpair_notifications')
          .set({ next_attempt_at: until, attempts: row.attempts + 1 })
          .where('id', '=', row.id)
          .where('next_attempt_at', '=', row.next_attempt_at)
          .executeTakeFirst();
        if (result.numUpdatedRows !== 1n) continue;
        const credentials = JSON.parse(sealing.open(row.credentials, placeOf(row.id)));
        taken.push({ id: row.id, platform: row.platform, credentials, attempts: row.attempts + 1 });
      }
      return taken;
    },

    async postpone(id: string, until: string): Promise<void> {
      await database
        .updateTable('unpair_notifications')
        .set({ next_attempt_at: until })
        .where('id', '=', id)
        .execute();
    },

    /** Deletes a notification that was delivered or given up. */
    async remove(id: string): Promise<void> {
      await database.deleteFrom('unpair_notifications').where('id', '=', id).execute();
    },
  };
}

function placeOf(id: string): string {
  return `farewells.credentials/${id}`;
}
