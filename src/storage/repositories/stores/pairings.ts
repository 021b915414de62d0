import { randomBytes } from 'node:crypto';
import type { Database } from '../../engine/database.ts';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { type Actor, record } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { findFirst, hasChanged } from '../rows/rows.ts';
import { removeDomains } from './custom-domains.ts';

export type Pairing = TableRecord<'pairings'>;

const TOKEN = 'pairings.service_token';

export const createPairingRepository = (context: Sealed) =>
  bindFunctions(context, {
    ...{ findByStore, findBySite, findByServiceToken, findConnectorToken },
    ...{ save, renewToken, remove, end, computeFingerprint, findLastEventAt },
  });

const hashSite = (sealing: Sealing, siteUrl: string) => sealing.hash(siteUrl, 'pairings.site');

const select = (database: Database) => database.selectFrom('pairings').select(TABLES.pairings.members);

const findByStore = ({ database }: Sealed, storeId: string): Promise<Pairing | undefined> =>
  select(database).where('storeId', '=', storeId).executeTakeFirst();

/** `siteUrl`: normalized, for example `https://shop.example`. */
const findBySite = ({ database, sealing }: Sealed, siteUrl: string): Promise<Pairing | undefined> =>
  select(database).where('siteHash', '=', hashSite(sealing, siteUrl)).executeTakeFirst();

const findByServiceToken = ({ database, sealing }: Sealed, token: string): Promise<Pairing | undefined> =>
  select(database).where('serviceTokenHash', '=', sealing.hash(token, TOKEN)).executeTakeFirst();

/** Opens the token that authenticates the site. */
async function findConnectorToken({ database, sealing }: Sealed, storeId: string): Promise<string> {
  const pairing = await findFirst(
    database.selectFrom('pairings').selectAll().where('storeId', '=', storeId),
    (row) => TABLES.pairings.fromRow(row, sealing),
  );
  if (!pairing) throw new Error(`Store ${storeId} is not paired`);
  return pairing.connectorToken;
}

/** Replaces earlier pairings of the site and of the store. Returns a new token for the plugin. */
async function save(
  { database, sealing }: Sealed,
  { site, ...pairing }: Pairing & { site: string; connectorToken: string },
  { actor, organizationId }: { actor: Actor; organizationId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hashes = { siteHash: hashSite(sealing, site), serviceTokenHash: sealing.hash(token, TOKEN) };
  await authorizeChange(database, actor, { organizationId, now: pairing.pairedAt }, async (connection) => {
    await connection.deleteFrom('pairings').where('storeId', '=', pairing.storeId).execute();
    await connection.deleteFrom('pairings').where('siteHash', '=', hashes.siteHash).execute();
    await connection
      .insertInto('pairings')
      .values(TABLES.pairings.toRow({ ...pairing, ...hashes }, sealing))
      .execute();
  });
  return token;
}

/** Replaces the token, after a response that was lost. Returns undefined when the store is not paired. */
async function renewToken({ database, sealing }: Sealed, storeId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const serviceTokenHash = sealing.hash(token, TOKEN);
  return (await hasChanged(
    database.updateTable('pairings').set({ serviceTokenHash }).where('storeId', '=', storeId),
  ))
    ? token
    : undefined;
}

/** Returns false when the store was not paired. */
const remove = ({ database }: Sealed, storeId: string): Promise<boolean> =>
  hasChanged(database.deleteFrom('pairings').where('storeId', '=', storeId));

/** Unpairs a site, disconnects its store and writes the audit entry. The caller wraps it in `stores.invalidateAfter`. */
const end = ({ database, sealing }: Sealed, storeId: string, actor: Actor, now: string): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await connection.deleteFrom('pairings').where('storeId', '=', storeId).execute();
    const credentials = sealing.seal('null', TABLES.stores.place('credentials', storeId));
    const store = connection.updateTable('stores').where('id', '=', storeId);
    if (!(await hasChanged(store.set({ credentials, disconnectedAt: now })))) return;
    await connection.deleteFrom('jobs').where('storeId', '=', storeId).execute();
    await removeDomains(connection, storeId);
    await record(connection, { actor, storeId, action: 'store.unpaired', now });
  });

/** Keyed hash of site, keys and token: it recognizes a repeated request. */
const computeFingerprint = ({ sealing }: Sealed, parts: readonly string[]) =>
  sealing.hash(JSON.stringify(parts), 'pairing_codes.paired_by');

/** Returns the instant of the last webhook, null for none. */
async function findLastEventAt({ database }: Sealed, storeId: string): Promise<string | null> {
  const deliveries = database.selectFrom('webhook_deliveries').where('storeId', '=', storeId);
  const last = deliveries.select('receivedAt').orderBy('receivedAt', 'desc').limit(1);
  return (await last.executeTakeFirst())?.receivedAt ?? null;
}
