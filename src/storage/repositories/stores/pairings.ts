import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { type Actor, record } from '../identity/audit.ts';
import { authorizeChange } from '../identity/authorized.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { insertRow, matchRows } from '../rows/rows.ts';
import { removeDomains } from './custom-domains.ts';

export type Pairing = TableRecord<'pairings'>;

const TOKEN = 'pairings.service_token';

export const createPairingRepository = (context: Sealed) =>
  bindFunctions(context, {
    ...{ findByStore, findBySite, findByServiceToken, findConnectorToken },
    ...{ save, renewToken, remove, end, computeFingerprint, findLastEventAt },
  });

const hashSite = (sealing: Sealing, siteUrl: string) => sealing.hash(siteUrl, 'pairings.site');

const findByStore = ({ database }: Sealed, storeId: string): Promise<Pairing | undefined> =>
  matchRows(database, 'pairings', { storeId }).find();

/** `siteUrl`: normalized, for example `https://shop.example`. */
const findBySite = ({ database, sealing }: Sealed, siteUrl: string): Promise<Pairing | undefined> =>
  matchRows(database, 'pairings', { siteHash: hashSite(sealing, siteUrl) }).find();

const findByServiceToken = ({ database, sealing }: Sealed, token: string): Promise<Pairing | undefined> =>
  matchRows(database, 'pairings', { serviceTokenHash: sealing.hash(token, TOKEN) }).find();

/** Opens the token that authenticates the site. */
async function findConnectorToken({ database, sealing }: Sealed, storeId: string): Promise<string> {
  const pairing = await matchRows(database, 'pairings', { storeId }, sealing).find();
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
    await matchRows(connection, 'pairings', { storeId: pairing.storeId }).delete();
    await matchRows(connection, 'pairings', { siteHash: hashes.siteHash }).delete();
    await insertRow(connection, 'pairings', { ...pairing, ...hashes }, sealing);
  });
  return token;
}

/** Replaces the token, after a response that was lost. Returns undefined when the store is not paired. */
async function renewToken({ database, sealing }: Sealed, storeId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const serviceTokenHash = sealing.hash(token, TOKEN);
  return (await matchRows(database, 'pairings', { storeId }).update({ serviceTokenHash }))
    ? token
    : undefined;
}

/** Returns false when the store was not paired. */
const remove = ({ database }: Sealed, storeId: string): Promise<boolean> =>
  matchRows(database, 'pairings', { storeId }).delete();

/** Unpairs a site, disconnects its store and writes the audit entry. The caller wraps it in `stores.invalidateAfter`. */
const end = ({ database, sealing }: Sealed, storeId: string, actor: Actor, now: string): Promise<void> =>
  database.transaction().execute(async (connection) => {
    await matchRows(connection, 'pairings', { storeId }).delete();
    const credentials = sql`${sealing.seal('null', TABLES.stores.place('credentials', storeId))}`;
    const store = matchRows(connection, 'stores', { id: storeId });
    if (!(await store.update({ credentials, disconnectedAt: now }))) return;
    await matchRows(connection, 'jobs', { storeId }).delete();
    await removeDomains(connection, storeId);
    await record(connection, { actor, storeId, action: 'store.unpaired', now });
  });

/** Keyed hash of site, keys and token: it recognizes a repeated request. */
const computeFingerprint = ({ sealing }: Sealed, parts: readonly string[]) =>
  sealing.hash(JSON.stringify(parts), 'pairing_codes.paired_by');

/** Returns the instant of the last webhook, null for none. */
async function findLastEventAt({ database }: Sealed, storeId: string): Promise<string | null> {
  const deliveries = matchRows(database, 'webhook_deliveries', { storeId });
  return (await deliveries.read(['receivedAt'], 'receivedAt desc'))?.receivedAt ?? null;
}
