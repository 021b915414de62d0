import { sql } from 'kysely';
import { CHECK_DOMAIN, MAX_DOMAINS, type StoreDomain } from '../../commerce/store-domain.ts';
import type { Actor } from './audit.ts';
import type { Database, Row } from '../engine/database.ts';
import { missProof, recordDomainCheck, proveClaim, type Seen } from './domain-proofs.ts';
import { prepared } from '../engine/prepared.ts';
import { jobs } from './jobs.ts';
import { invalidatingCache } from '../engine/invalidating-cache.ts';

export type CustomDomains = ReturnType<typeof customDomains>;

/**
 * Domains that merchants say are theirs. Whatever is decided of one is decided in one step, with the entry of who did it: cut
 * off, nothing has happened; done twice, it is done once.
 */
export function customDomains(database: Database) {
  const served = prepared(database, (name: string) =>
    database
      .selectFrom('custom_domains')
      .innerJoin('stores', 'stores.id', 'custom_domains.store_id')
      .select('stores.slug')
      .where('custom_domains.name', '=', name)
      .where('custom_domains.verified_at', 'is not', null)
      .where('stores.deleted_at', 'is', null)
      .where('stores.disconnected_at', 'is', null),
  );
  const slugNow = async (name: string) => (await served(name))?.slug;
  const kept = invalidatingCache(database, slugNow);

  return {
    /** The slug of the connected store whose domain this is; undefined when it is nobody's. Asked for at every request. */
    slugOf: (name: string): Promise<string | undefined> => kept.find(name),

    /** The same, asked of the database each time. */
    slugNow,

    /** The oldest first. */
    async ofStore(storeId: string): Promise<StoreDomain[]> {
      const query = database.selectFrom('custom_domains').selectAll().where('store_id', '=', storeId);
      return (await query.orderBy('created_at').orderBy('id').execute()).map(fromRow);
    },

    async find(storeId: string, name: string): Promise<StoreDomain | undefined> {
      const query = database.selectFrom('custom_domains').selectAll().where('store_id', '=', storeId);
      const row = await query.where('name', '=', name).executeTakeFirst();
      return row && fromRow(row);
    },

    async findById(id: string): Promise<StoreDomain | undefined> {
      const row = await database
        .selectFrom('custom_domains')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && fromRow(row);
    },

    /** The one that has been the store's for longest, of those that lead here. */
    async primaryOf(storeId: string): Promise<string | undefined> {
      const row = await database
        .selectFrom('custom_domains')
        .select('name')
        .where('store_id', '=', storeId)
        .where('verified_at', 'is not', null)
        .where('leads_here', '=', 1)
        .orderBy('verified_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      return row?.name;
    },

    /**
     * Claims a name for a store, and sees to it that it is looked at. Whoever else claims it is not asked. Twice in a row, or
     * raced, there is one claim with one token. `too_many` and `gone` (the store is not connected any more): nothing is written.
     */
    add(
      claim: Pick<StoreDomain, 'id' | 'storeId' | 'name' | 'token'>,
      actor: Actor,
      now: string,
    ): Promise<'added' | 'known' | 'too_many' | 'gone'> {
      return database.transaction().execute(async (connection) => {
        const { id, storeId, name, token } = claim;
        if (!(await holdStore(connection, storeId))) return 'gone';
        const all = connection.selectFrom('custom_domains').select('name').where('store_id', '=', storeId);
        const names = (await all.execute()).map((row) => row.name);
        if (names.includes(name)) return 'known';
        if (names.length >= MAX_DOMAINS) return 'too_many';
        await connection
          .insertInto('custom_domains')
          .values({ id, store_id: storeId, name, token, created_at: now, leads_here: 0 })
          .execute();
        await jobs(connection).enqueue({ storeId, kind: CHECK_DOMAIN, subject: id }, now);
        await recordDomainCheck(connection, { storeId, name }, { action: 'domain.added', actor, now });
        return 'added';
      });
    },

    /**
     * The claim's record was seen: from now on the domain is its store's. `taken`: another store has proved it, and its record
     * still stands beside; one whose record is gone yields at once. Of two that prove at once, one does.
     */
    prove: (claim: StoreDomain, seen: Seen): Promise<'proved' | 'taken' | 'gone'> =>
      kept.changing(
        database.transaction().execute(async (connection) => {
          const held = await holdStore(connection, claim.storeId);
          return held ? proveClaim(connection, claim, seen) : 'gone';
        }),
      ),

    /** The record is not there. A proved domain stays the store's for some days all the same, and is then given up. */
    miss: (claim: StoreDomain, seen: Omit<Seen, 'texts'>): Promise<void> =>
      kept.changing(database.transaction().execute((connection) => missProof(connection, claim, seen))),

    /** Whether the domain's own address led here, and why not. */
    async recordPointing(
      id: string,
      { leadsHere, obstacle }: Pick<StoreDomain, 'leadsHere' | 'obstacle'>,
    ): Promise<void> {
      await database
        .updateTable('custom_domains')
        .set({ leads_here: leadsHere ? 1 : 0, error: obstacle })
        .where('id', '=', id)
        .execute();
    },

    /** False: the store has no such domain. */
    remove(storeId: string, name: string, actor: Actor, now: string): Promise<boolean> {
      return kept.changing(
        database.transaction().execute(async (connection) => {
          const removed = await connection
            .deleteFrom('custom_domains')
            .where('store_id', '=', storeId)
            .where('name', '=', name)
            .returning('id')
            .executeTakeFirst();
          if (!removed) return false;
          await connection
            .deleteFrom('jobs')
            .where('store_id', '=', storeId)
            .where('kind', '=', CHECK_DOMAIN)
            .where('subject', '=', removed.id)
            .execute();
          await recordDomainCheck(connection, { storeId, name }, { action: 'domain.removed', actor, now });
          return true;
        }),
      );
    },
  };
}

/** All of a store that is disconnected or deleted, within its transaction. */
export async function removeDomains(connection: Database, storeId: string): Promise<void> {
  await connection.deleteFrom('custom_domains').where('store_id', '=', storeId).execute();
}

/** Until the transaction ends nobody disconnects or deletes the store, or claims something for it. False: it is not connected. */
async function holdStore(connection: Database, storeId: string): Promise<boolean> {
  const held = await connection
    .updateTable('stores')
    .set({ slug: sql<string>`slug` })
    .where('id', '=', storeId)
    .where('deleted_at', 'is', null)
    .where('disconnected_at', 'is', null)
    .executeTakeFirst();
  return held.numUpdatedRows === 1n;
}

function fromRow(row: Row<'custom_domains'>): StoreDomain {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    token: row.token,
    createdAt: row.created_at,
    verifiedAt: row.verified_at,
    checkedAt: row.checked_at,
    missingSince: row.missing_since,
    lostAt: row.lost_at,
    leadsHere: row.leads_here === 1,
    obstacle: row.error,
  };
}
