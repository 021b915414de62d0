import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { CapabilitySwitches, SwitchableCapability } from '../commerce/capabilities.ts';
import { CommerceError } from '../commerce/errors.ts';
import type { Store, StoreDescription } from '../commerce/store.ts';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';
import type { Sealing } from './sealing.ts';
import type { StoresTable } from './tables.ts';
import { untilChanged } from './until-changed.ts';

export interface NewStore {
  id: string;
  slug: string;
  platform: string;
  description: StoreDescription;
  credentials: unknown;
  sandbox: boolean;
  /** Left out: nobody's yet. */
  ownerId?: string | null;
}

export type Stores = ReturnType<typeof stores>;

export function stores(database: Database, sealing: Sealing) {
  const bySlug = prepared(database, (slug: string) =>
    database.selectFrom('stores').selectAll().where('slug', '=', slug),
  );
  const byId = prepared(database, (id: string) =>
    database.selectFrom('stores').selectAll().where('id', '=', id),
  );
  const kept = untilChanged(database, async (slug) => {
    const row = await bySlug(slug);
    return row && fromRow(row);
  });
  const place = (id: string) => `stores.credentials/${id}`;

  return {
    /** Every request asks for its store: nobody may change what is returned here. */
    find: (slug: string): Promise<Store | undefined> => kept.find(slug),

    /** Opens the store's credentials: only for making a connection. */
    async credentialsOf(id: string): Promise<unknown> {
      const row = await database
        .selectFrom('stores')
        .select('credentials')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return JSON.parse(sealing.open(row.credentials, place(id)));
    },

    async findById(id: string): Promise<Store | undefined> {
      const row = await byId(id);
      return row && fromRow(row);
    },

    /** What a shop is to sign its events with. Stores of earlier versions get theirs when it is first asked for. */
    async webhookSecretOf(id: string): Promise<string> {
      const read = () =>
        database.selectFrom('stores').select('webhook_secret').where('id', '=', id).executeTakeFirstOrThrow();
      const known = await read();
      if (known.webhook_secret === null) {
        await database
          .updateTable('stores')
          .set({ webhook_secret: freshSecret(sealing, id) })
          .where('id', '=', id)
          .where('webhook_secret', 'is', null)
          .execute();
      }
      // Read again: of two processes that make one at once, the first one's stands.
      const { webhook_secret: sealed } = known.webhook_secret === null ? await read() : known;
      return sealing.open(sealed ?? '', secretPlace(id));
    },

    async list(): Promise<Store[]> {
      const rows = await database.selectFrom('stores').selectAll().orderBy('slug').execute();
      return rows.map(fromRow);
    },

    /** Throws `conflict` when the slug is taken, also by a raced insert. */
    async insert(store: NewStore, now: string): Promise<void> {
      const row = {
        ...toRow(store, sealing.seal(JSON.stringify(store.credentials), place(store.id)), now),
        webhook_secret: freshSecret(sealing, store.id),
      };
      const result = await database
        .insertInto('stores')
        .values(row)
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows === 0n) {
        throw new CommerceError('conflict', `The slug "${store.slug}" is taken. Choose another one.`);
      }
    },

    /** A store's address or keys changed: the same store goes on with them. */
    async reconnect(
      id: string,
      description: StoreDescription,
      credentials: unknown,
      now: string,
    ): Promise<void> {
      const write = database
        .updateTable('stores')
        .set({
          description: JSON.stringify(description),
          credentials: sealing.seal(JSON.stringify(credentials), place(id)),
          connected_at: now,
        })
        .where('id', '=', id);
      await kept.changing(write.execute());
    },

    async setSwitch(id: string, capability: SwitchableCapability, on: boolean): Promise<void> {
      const write = database
        .updateTable('stores')
        .set({ [`${capability}_on`]: on ? 1 : 0 })
        .where('id', '=', id);
      await kept.changing(write.execute());
    },
  };
}

function secretPlace(id: string): string {
  return `stores.webhook_secret/${id}`;
}

function freshSecret(sealing: Sealing, id: string): string {
  return sealing.seal(randomBytes(32).toString('base64url'), secretPlace(id));
}

function fromRow(row: Selectable<StoresTable>): Store {
  return {
    id: row.id,
    slug: row.slug,
    platform: row.platform,
    description: JSON.parse(row.description),
    switches: switchesOf(row),
    sandbox: row.sandbox === 1,
    connectedAt: row.connected_at,
    ownerId: row.owner_id,
    disconnectedAt: row.disconnected_at,
    retentionDays: row.retention_days,
  };
}

function switchesOf(row: Selectable<StoresTable>): CapabilitySwitches {
  return {
    cart: row.cart_on === 1,
    order: row.order_on === 1,
    discount: row.discount_on === 1,
    fulfillment: row.fulfillment_on === 1,
  };
}

function toRow(store: NewStore, credentials: string, now: string): Insertable<StoresTable> {
  return {
    id: store.id,
    slug: store.slug,
    platform: store.platform,
    description: JSON.stringify(store.description),
    credentials,
    cart_on: 1,
    order_on: 1,
    discount_on: 1,
    fulfillment_on: 1,
    sandbox: store.sandbox ? 1 : 0,
    connected_at: now,
    owner_id: store.ownerId ?? null,
    created_at: now,
  };
}
