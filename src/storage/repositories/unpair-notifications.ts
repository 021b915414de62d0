import { randomUUID } from 'node:crypto';
import type { Store } from '../../commerce/store/store.ts';
import { TABLES } from '../tables/tables.ts';
import type { Sealed } from './bound.ts';
import { type LeaseInstants, takeDueRows } from './due-rows.ts';
import { insertRow, rowsOf } from './rows.ts';

export interface UnpairNotification {
  id: string;
  platform: string;
  credentials: unknown;
  attempts: number;
}

export type UnpairNotifications = ReturnType<typeof unpairNotifications>;

const BATCH_SIZE = 10;

/** Keeps the sealed credentials of a site beyond its store's deletion, until the site is notified. */
export function unpairNotifications({ database, sealing }: Sealed) {
  return {
    async add(
      { platform, organizationId }: Pick<Store, 'platform' | 'organizationId'>,
      credentials: unknown,
      now: string,
    ): Promise<void> {
      const id = randomUUID();
      const notification = { id, platform, credentials, organizationId: organizationId ?? id };
      const row = { ...notification, attempts: 0, nextAttemptAt: now, createdAt: now };
      await insertRow(database, 'unpair_notifications', row, sealing);
    },

    async takeDue(instants: LeaseInstants): Promise<UnpairNotification[]> {
      const rows = await takeDueRows(database, 'unpair_notifications', { ...instants, limit: BATCH_SIZE });
      return rows.map(({ id, platform, attempts, credentials }) =>
        TABLES.unpair_notifications.opened({ id, platform, attempts, credentials }, sealing),
      );
    },

    async postpone(id: string, until: string): Promise<void> {
      await rowsOf(database, 'unpair_notifications', { id }).update({ nextAttemptAt: until });
    },

    /** Deletes a notification that was delivered or given up. */
    async remove(id: string): Promise<void> {
      await rowsOf(database, 'unpair_notifications', { id }).delete();
    },
  };
}
