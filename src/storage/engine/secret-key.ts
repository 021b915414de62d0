import { existsSync } from 'node:fs';
import { ConfigError } from '../../commerce/errors.ts';
import { installationKeys } from '../tables/keys.ts';
import type { Database } from './database.ts';
import {
  createSealing,
  getSecretKeyFile,
  hashKeyOf,
  loadSecretKey,
  type Sealing,
  type SealingKeys,
} from './sealing.ts';

const HASHING = 'hashing';
const PLACE = installationKeys.place('secret', HASHING);

export class WrongSecretKey extends ConfigError {}

/** Returns the key of the file beside the database. Throws `WrongSecretKey` for a database whose key is elsewhere, such as a restored one. */
export async function loadGeneratedKey(database: Database, databaseUrl: string, { previous }: SealingKeys) {
  const file = getSecretKeyFile(databaseUrl);
  // The file is made before the first row: a row without a file was written with another key.
  const isWritten = previous === undefined && (await find(database)) !== undefined;
  if (file !== undefined && isWritten && !existsSync(file))
    throw new WrongSecretKey(
      `This database was written with a SECRET_KEY that is not here: none is set, and there is no file ${file}. Start with that key.`,
    );
  return loadSecretKey(file);
}

/** Creates the sealing of an installation. The hash key is stored at the first start: a rotation could not recompute hashes of tokens. */
export async function openSealing(database: Database, secretKey: string, { previous }: SealingKeys = {}) {
  // A crash may leave an empty key file, and everything would be encrypted with a key that anyone knows.
  if (secretKey === '')
    throw new WrongSecretKey(
      'The file secret.key is empty. Restore it from a copy, or delete it if this installation is new.',
    );
  const sealing = createSealing(secretKey, { previous });
  const sealed = (await find(database)) ?? (await insertFirst(database, sealing, previous ?? secretKey));
  return createSealing(secretKey, {
    previous,
    hashKey: Buffer.from(openSealed(sealing, sealed), 'base64url'),
  });
}

function openSealed(sealing: Sealing, sealed: string): string {
  try {
    return sealing.open(sealed, PLACE);
  } catch {
    throw new WrongSecretKey(
      'This database was written with another SECRET_KEY. Start with that key, or set it as SECRET_KEY_PREVIOUS to change keys.',
    );
  }
}

async function find(database: Database): Promise<string | undefined> {
  const query = database.selectFrom('installation_keys').select('secret').where('name', '=', HASHING);
  return (await query.executeTakeFirst())?.secret;
}

/** Stores the hash key of the earlier SECRET_KEY. Of processes that start at once, the first one wins. */
async function insertFirst(database: Database, sealing: Sealing, firstKey: string): Promise<string> {
  const secret = sealing.seal(hashKeyOf(firstKey).toString('base64url'), PLACE);
  await database
    .insertInto('installation_keys')
    .values({ name: HASHING, secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find(database)) ?? secret;
}
