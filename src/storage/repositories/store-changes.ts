import type { CapabilitySwitches, SwitchableCapability } from '../../commerce/capabilities.ts';
import type { Store, StoreDescription } from '../../commerce/store.ts';
import { type Actor, audit } from './audit.ts';
import type { Database, RowChange } from '../engine/database.ts';
import { retireSlug } from './retired-slugs.ts';
import { removeDomains } from './custom-domains.ts';
import { jobs } from './jobs.ts';
import { impossiblyLate } from './write-products.ts';

/** Who does it: written with the change itself, both or neither. */
export interface By {
  actor: Actor;
  /** In the words of the merchant API: `store.connected`. */
  action: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** What has to be done in the shop, or with what is left of the store, once it has gone. Durable, like the change itself. */
interface FollowUpJob {
  kind: string;
  subject?: string;
}

interface Change {
  by: By | undefined;
  now: string;
  only?: 'connected' | 'disconnected';
  afterwards?: readonly FollowUpJob[];
  /** In the same step. */
  also?: (connection: Database) => Promise<void>;
}

/** What changes in a store that is there. `changing` is told, so that what this process keeps of stores is read anew. */
export function storeChanges(
  database: Database,
  changing: <Result>(change: Promise<Result>) => Promise<Result>,
) {
  /**
   * Changes a store that has not been deleted, and writes down who did it, both or neither. False: it is gone, or `only` says
   * that it is not in the state for this any more, and nothing is written. Twice in a row, or by two at once, the later
   * one stands.
   */
  function change(
    id: string,
    set: RowChange<'stores'>,
    { by, now, only, afterwards, also }: Change,
  ): Promise<boolean> {
    const work = database.transaction().execute(async (connection) => {
      const result = await connection
        .updateTable('stores')
        .set(set)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .$if(only !== undefined, (query) =>
          query.where('disconnected_at', only === 'connected' ? 'is' : 'is not', null),
        )
        .executeTakeFirst();
      if (result.numUpdatedRows === 0n) return false;
      await also?.(connection);
      for (const job of afterwards ?? []) await jobs(connection).enqueue({ storeId: id, ...job }, now);
      if (by) await audit(connection).write(by.actor, { storeId: id, ...by }, now);
      return true;
    });
    return changing(work);
  }

  return {
    change,

    async setSwitch(id: string, capability: SwitchableCapability, on: boolean): Promise<void> {
      const write = database
        .updateTable('stores')
        .set({ [`${capability}_on`]: on ? 1 : 0 })
        .where('id', '=', id);
      await changing(write.execute());
    },

    /**
     * Replaces what the shop said of itself. False: it says the same, or something newer stands: an answer that was asked for
     * later, or with other credentials. A copy of the catalog in another currency is closed, and `readCatalog` enqueued.
     */
    describe(
      store: Store,
      description: StoreDescription,
      askedAt: string,
      readCatalog: FollowUpJob,
    ): Promise<boolean> {
      const text = JSON.stringify(description);
      const work = database.transaction().execute(async (connection) => {
        const result = await connection
          .updateTable('stores')
          .set({ description: text, described_at: askedAt })
          .where('id', '=', store.id)
          .where('deleted_at', 'is', null)
          .where('connected_at', '=', store.connectedAt)
          .where('description', '<>', text)
          .where((row) =>
            row.or([row('described_at', '<', askedAt), row('described_at', '>', impossiblyLate(askedAt))]),
          )
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) return false;
        const closed = await connection
          .updateTable('catalog_imports')
          .set({ currency: null })
          .where('store_id', '=', store.id)
          .where('currency', 'is distinct from', description.currency)
          .executeTakeFirst();
        if (closed.numUpdatedRows > 0n || description.currency !== store.description.currency)
          await jobs(connection).enqueue({ storeId: store.id, ...readCatalog }, askedAt);
        return true;
      });
      return changing(work);
    },

    /** Those that are named; the others stay as they are. */
    setSwitches(id: string, wanted: Partial<CapabilitySwitches>, now: string, by: By): Promise<boolean> {
      const set = Object.fromEntries(
        Object.entries(wanted).map(([capability, on]) => [`${capability}_on`, on ? 1 : 0]),
      );
      return change(id, set, { by, now });
    },

    /** What is left out stays as it is; null is the platform's name, and the installation's time of keeping. */
    setSettings(
      id: string,
      { displayName, retentionDays }: { displayName?: string | null; retentionDays?: number | null },
      now: string,
      by: By,
    ): Promise<boolean> {
      const set = {
        ...(displayName === undefined ? {} : { display_name: displayName }),
        ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
      };
      return change(id, set, { by, now });
    },

    /** From now on agents find nothing there, in no process, and no domain is its own. False: it was so already. */
    disconnect(id: string, now: string, by: By, afterwards: readonly FollowUpJob[]): Promise<boolean> {
      const also = (connection: Database) => removeDomains(connection, id);
      return change(id, { disconnected_at: now }, { by, now, only: 'connected', afterwards, also });
    },

    /** Undoes `disconnect`. False: it was connected. */
    resume(id: string, now: string, by: By, afterwards: readonly FollowUpJob[]): Promise<boolean> {
      return change(id, { disconnected_at: null }, { by, now, only: 'disconnected', afterwards });
    },

    /**
     * From now on the store is nobody's to find, and its slug no other owner's; what it leaves is for the task to remove.
     * One step: cut off, either nothing has happened, or all the rest will. False: somebody else has deleted it.
     */
    markDeleted(store: Store, now: string, by: By, afterwards: FollowUpJob): Promise<boolean> {
      const work = database.transaction().execute(async (connection) => {
        const result = await connection
          .updateTable('stores')
          // No slug that anybody could ask for; its own may be taken by its owner at once.
          .set({ slug: `~${store.id}`, deleted_at: now, disconnected_at: store.disconnectedAt ?? now })
          .where('id', '=', store.id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst();
        if (result.numUpdatedRows === 0n) return false;
        await retireSlug(connection, store, now);
        await removeDomains(connection, store.id);
        await jobs(connection).enqueue({ storeId: store.id, ...afterwards }, now);
        // Not as an entry of the store: those go with it.
        await audit(connection).write(by.actor, { storeId: null, ...by }, now);
        return true;
      });
      return changing(work);
    },
  };
}
