import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Instant } from '../../../commerce/time/time.ts';
import type { Row } from '../../engine/database.ts';
import { createRowCache } from '../../engine/row-caches.ts';
import type { PublishedKey } from '../../tables/keys.ts';
import { TABLES, type TableRecord } from '../../tables/tables.ts';
import { bindFunctions, type Sealed } from '../rows/bound.ts';
import { doNothing, hasChanged } from '../rows/rows.ts';

export type ListedKey = Omit<TableRecord<'signing_keys'>, 'publicKey'>;

/** First use of the new key, and end of the publication of earlier ones. */
type KeyRotation = Record<'signsFrom' | 'publishedUntil' | 'now', Instant>;

const { fromRow, toRow } = TABLES.signing_keys;

export type SigningKeys = ReturnType<typeof createSigningKeyRepository>;

function createContext({ database, sealing }: Sealed) {
  const cache = createRowCache(database, 'signing_keys', () =>
    database.selectFrom('signing_keys').selectAll().orderBy('number', 'desc').execute(),
  );
  return { database, sealing, cache };
}

type Context = ReturnType<typeof createContext>;

/** ES256 keys of the installation. The first is generated on first use, by one of several processes. */
export const createSigningKeyRepository = (context: Sealed) =>
  bindFunctions(createContext(context), { listPublished, toSignWith, list, rotate });

async function loadRows(context: Context, now: string): Promise<Row<'signing_keys'>[]> {
  const read = async () =>
    ((await context.cache.find('all')) ?? []).filter(
      ({ publishedUntil: until }) => until === null || until > now,
    );
  const keys = await read();
  if (keys.length > 0) return keys;
  await context.cache.invalidateAfter(insert(context, 1, now, now));
  return read();
}

async function insert({ database, sealing }: Sealed, number: number, signsFrom: string, now: string) {
  const { publicKey, privateKey } = generateKey();
  const { kid } = publicKey;
  const key = { kid, number, signsFrom, publishedUntil: null, createdAt: now };
  const row = toRow({ ...key, publicKey: JSON.stringify(publicKey), privateKey }, sealing);
  const isNew = await hasChanged(database.insertInto('signing_keys').values(row).onConflict(doNothing));
  return isNew ? key : undefined;
}

/** Newest first. */
async function listPublished(context: Context, now: string): Promise<PublishedKey[]> {
  return (await loadRows(context, now)).map(({ publicKey }) => JSON.parse(publicKey));
}

/** Returns the newest key whose `signs_from` has passed. */
async function toSignWith(context: Context, now: string): Promise<{ kid: string; privateKey: KeyObject }> {
  const keys = await loadRows(context, now);
  const row = keys.find(({ signsFrom }) => signsFrom <= now) ?? keys.at(-1);
  if (!row) throw new Error('There is no key to sign with.');
  return { kid: row.kid, privateKey: createPrivateKey(fromRow(row, context.sealing).privateKey) };
}

async function list(context: Context, now: string): Promise<ListedKey[]> {
  return (await loadRows(context, now)).map((row) => {
    const { publicKey: _, ...key } = fromRow(row);
    return key;
  });
}

/** Returns undefined when another process has rotated at the same time. */
async function rotate(context: Context, { signsFrom, publishedUntil, now }: KeyRotation) {
  const [newest] = await loadRows(context, now);
  const rotating = context.database.transaction().execute(async (connection) => {
    const number = (newest?.number ?? 0) + 1;
    const newKey = await insert({ ...context, database: connection }, number, signsFrom, now);
    if (!newKey) return undefined;
    await connection
      .updateTable('signing_keys')
      .set({ publishedUntil })
      .where('number', '<', newKey.number)
      .where((key) => key.or([key('publishedUntil', 'is', null), key('publishedUntil', '>', publishedUntil)]))
      .execute();
    return newKey;
  });
  return context.cache.invalidateAfter(rotating);
}

function generateKey(): { publicKey: PublishedKey; privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // RFC 7638.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url');
  return {
    publicKey: { kid, kty: 'EC', crv: 'P-256', x, y, use: 'sig', alg: 'ES256' },
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
