import { randomBytes } from 'node:crypto';
import type { Database, Row } from '../engine/database.ts';
import type { Sealing } from '../engine/sealing.ts';
import { TABLES } from '../tables/tables.ts';
import { type Actor, audit } from './audit.ts';
import { authorized } from './authorized.ts';
import { bound, type Sealed } from './bound.ts';
import { removeDomains } from './custom-domains.ts';
import { firstOf } from './read-rows.ts';
import { hasChanged } from './row-counts.ts';

export interface Pairing {
  storeId: string;
  /** As the plugin writes it: the site's proof covers these characters. */
  siteUrl: string;
  versions: Record<string, string>;
  pairedAt: string;
}

const TOKEN = 'pairings.service_token';

const { place } = TABLES.pairings;

export const pairings = (context: Sealed) =>
  bound(context, {
    ofStore,
    ofSite,
    byServiceToken,
    connectorTokenOf,
    save,
    renewToken,
    remove,
    end,
    fingerprint,
    lastEventAt,
  });

const siteHash = (sealing: Sealing, siteUrl: string) => sealing.hash(siteUrl, 'pairings.site');

const find = (database: Database, column: 'store_id' | 'site_hash' | 'service_token_hash', value: string) =>
  firstOf(database.selectFrom('pairings').selectAll().where(column, '=', value), fromRow);

const ofStore = ({ database }: Sealed, storeId: string) => find(database, 'store_id', storeId);

/** `siteUrl`: normalized, for example `https://shop.example`. */
const ofSite = ({ database, sealing }: Sealed, siteUrl: string) =>
  find(database, 'site_hash', siteHash(sealing, siteUrl));

const byServiceToken = ({ database, sealing }: Sealed, token: string) =>
  find(database, 'service_token_hash', sealing.hash(token, TOKEN));

/** Opens the token that authenticates the site. */
async function connectorTokenOf({ database, sealing }: Sealed, storeId: string): Promise<string> {
  const row = await database
    .selectFrom('pairings')
    .select('connector_token')
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return sealing.open(row.connector_token, place('connector_token', storeId));
}

/** Replaces earlier pairings of the site and of the store. Returns a new token for the plugin. */
async function save(
  { database, sealing }: Sealed,
  pairing: Pairing & { site: string; connectorToken: string },
  { actor, organizationId }: { actor: Actor; organizationId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    ...TABLES.pairings.toRow(pairing, sealing),
    site_hash: siteHash(sealing, pairing.site),
    service_token_hash: sealing.hash(token, TOKEN),
  };
  await authorized(database, actor, { organizationId, now: pairing.pairedAt }, async (connection) => {
    await connection
      .deleteFrom('pairings')
      .where((each) => each.or([each('store_id', '=', row.store_id), each('site_hash', '=', row.site_hash)]))
      .execute();
    await connection.insertInto('pairings').values(row).execute();
  });
  return token;
}

/** Replaces the token, after a response that was lost. Returns undefined when the store is not paired. */
async function renewToken({ database, sealing }: Sealed, storeId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const statement = database
    .updateTable('pairings')
    .set({ service_token_hash: sealing.hash(token, TOKEN) })
    .where('store_id', '=', storeId);
  return (await hasChanged(statement)) ? token : undefined;
}

/** Returns false when the store was not paired. */
const remove = ({ database }: Sealed, storeId: string): Promise<boolean> =>
  hasChanged(database.deleteFrom('pairings').where('store_id', '=', storeId));

/**
 * Unpairs a site: deletes its keys and jobs, disconnects its store and writes the audit entry in one transaction. The caller
 * wraps it in `stores.changing`.
 */
function end({ database, sealing }: Sealed, storeId: string, actor: Actor, now: string): Promise<void> {
  return database.transaction().execute(async (connection) => {
    await connection.deleteFrom('pairings').where('store_id', '=', storeId).execute();
    const credentials = sealing.seal('null', TABLES.stores.place('credentials', storeId));
    const statement = connection
      .updateTable('stores')
      .set({ credentials, disconnected_at: now })
      .where('id', '=', storeId);
    if (!(await hasChanged(statement))) return;
    await connection.deleteFrom('jobs').where('store_id', '=', storeId).execute();
    await removeDomains(connection, storeId);
    await audit(connection).write(actor, { storeId, action: 'store.unpaired' }, now);
  });
}

/** Keyed hash of site, keys and token: it recognizes a repeated request. */
const fingerprint = ({ sealing }: Sealed, parts: readonly string[]) =>
  sealing.hash(JSON.stringify(parts), 'pairing_codes.paired_by');

/** Returns the instant of the last webhook, null for none. */
async function lastEventAt({ database }: Sealed, storeId: string): Promise<string | null> {
  const { last } = await database
    .selectFrom('webhook_deliveries')
    .select((select) => select.fn.max('received_at').as('last'))
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow();
  return last ?? null;
}

function fromRow(row: Row<'pairings'>): Pairing {
  return TABLES.pairings.fromRow(row);
}
