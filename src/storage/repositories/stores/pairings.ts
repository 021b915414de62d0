import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Sealing } from '../../engine/sealing.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { type Actor, record } from '../identity/audit.ts';
import { authorized } from '../identity/authorized.ts';
import { bound, type Sealed } from '../rows/bound.ts';
import { insertRow, rowsOf } from '../rows/rows.ts';
import { removeDomains } from './custom-domains.ts';

export type Pairing = TableRecord<'pairings'>;

const TOKEN = 'pairings.service_token';

export const pairings = (context: Sealed) =>
  bound(context, {
    ...{ ofStore, ofSite, byServiceToken, connectorTokenOf },
    ...{ save, renewToken, remove, end, fingerprint, lastEventAt },
  });

const siteHash = (sealing: Sealing, siteUrl: string) => sealing.hash(siteUrl, 'pairings.site');

const ofStore = ({ database }: Sealed, storeId: string): Promise<Pairing | undefined> =>
  rowsOf(database, 'pairings', { storeId }).find();

/** `siteUrl`: normalized, for example `https://shop.example`. */
const ofSite = ({ database, sealing }: Sealed, siteUrl: string): Promise<Pairing | undefined> =>
  rowsOf(database, 'pairings', { siteHash: siteHash(sealing, siteUrl) }).find();

const byServiceToken = ({ database, sealing }: Sealed, token: string): Promise<Pairing | undefined> =>
  rowsOf(database, 'pairings', { serviceTokenHash: sealing.hash(token, TOKEN) }).find();

/** Opens the token that authenticates the site. */
async function connectorTokenOf({ database, sealing }: Sealed, storeId: string): Promise<string> {
  const pairing = await rowsOf(database, 'pairings', { storeId }, sealing).find();
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
  const hashes = { siteHash: siteHash(sealing, site), serviceTokenHash: sealing.hash(token, TOKEN) };
  await authorized(database, actor, { organizationId, now: pairing.pairedAt }, async (connection) => {
    await rowsOf(connection, 'pairings', { storeId: pairing.storeId }).delete();
    await rowsOf(connection, 'pairings', { siteHash: hashes.siteHash }).delete();
    await insertRow(connection, 'pairings', { ...pairing, ...hashes }, sealing);
  });
  return token;
}

/** Replaces the token, after a response that was lost. Returns undefined when the store is not paired. */
async function renewToken({ database, sealing }: Sealed, storeId: string): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const serviceTokenHash = sealing.hash(token, TOKEN);
  return (await rowsOf(database, 'pairings', { storeId }).update({ serviceTokenHash })) ? token : undefined;
}

/** Returns false when the store was not paired. */
const remove = ({ database }: Sealed, storeId: string): Promise<boolean> =>
  rowsOf(database, 'pairings', { storeId }).delete();

/**
 * Unpairs a site: deletes its keys and jobs, disconnects its store and writes the audit entry in one transaction. The caller
 * wraps it in `stores.changing`.
 */
function end({ database, sealing }: Sealed, storeId: string, actor: Actor, now: string): Promise<void> {
  return database.transaction().execute(async (connection) => {
    await rowsOf(connection, 'pairings', { storeId }).delete();
    const credentials = sql`${sealing.seal('null', TABLES.stores.place('credentials', storeId))}`;
    const store = rowsOf(connection, 'stores', { id: storeId });
    if (!(await store.update({ credentials, disconnectedAt: now }))) return;
    await rowsOf(connection, 'jobs', { storeId }).delete();
    await removeDomains(connection, storeId);
    await record(connection, { actor, storeId, action: 'store.unpaired', now });
  });
}

/** Keyed hash of site, keys and token: it recognizes a repeated request. */
const fingerprint = ({ sealing }: Sealed, parts: readonly string[]) =>
  sealing.hash(JSON.stringify(parts), 'pairing_codes.paired_by');

/** Returns the instant of the last webhook, null for none. */
async function lastEventAt({ database }: Sealed, storeId: string): Promise<string | null> {
  const deliveries = rowsOf(database, 'webhook_deliveries', { storeId });
  return (await deliveries.read(['receivedAt'], 'receivedAt desc'))?.receivedAt ?? null;
}
