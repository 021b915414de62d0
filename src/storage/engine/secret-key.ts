import type { Database } from './database.ts';
import { createSealing, hashKeyOf, type Sealing, type SealingKeys } from './sealing.ts';

const HASHING = 'hashing';
const PLACE = `kept_keys.secret/${HASHING}`;

/** The SECRET_KEY is not the one that the database was written with. */
export class WrongSecretKey extends Error {}

/**
 * Sealing for an installation. What hashes are made with is kept, sealed, from its first start on: tokens of paired sites are
 * known by their hashes alone, which nobody could make anew when the key changes. Throws `WrongSecretKey`.
 */
export async function sealingOf(
  database: Database,
  secretKey: string,
  { previous }: SealingKeys = {},
): Promise<Sealing> {
  const sealing = createSealing(secretKey, { previous });
  const sealed = (await find(database)) ?? (await begin(database, sealing, previous ?? secretKey));
  return createSealing(secretKey, { previous, hashKey: Buffer.from(opened(sealing, sealed), 'base64url') });
}

function opened(sealing: Sealing, sealed: string): string {
  try {
    return sealing.open(sealed, PLACE);
  } catch {
    throw new WrongSecretKey(
      'This database was written with another SECRET_KEY. Start with that one, or give it as SECRET_KEY_PREVIOUS to change it.',
    );
  }
}

async function find(database: Database): Promise<string | undefined> {
  const query = database.selectFrom('installation_keys').select('secret').where('name', '=', HASHING);
  return (await query.executeTakeFirst())?.secret;
}

/** An installation of before has hashes made with its key. Of processes that start at once, the first one's stands. */
async function begin(database: Database, sealing: Sealing, firstKey: string): Promise<string> {
  const secret = sealing.seal(hashKeyOf(firstKey).toString('base64url'), PLACE);
  await database
    .insertInto('installation_keys')
    .values({ name: HASHING, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(database)) ?? secret;
}
