import { randomUUID } from 'node:crypto';
import type { Sealed } from './bound.ts';

/** `site`: as the client claims, in any form. */
interface PairingAttempt {
  address: string;
  site: string;
}

/** Failed attempts of the last minutes, under keyed hashes: addresses are personal data. */
export function pairingAttempts({ database, sealing }: Sealed) {
  const hashes = ({ address, site }: PairingAttempt) => ({
    address_hash: sealing.hash(address, 'pairing_tries.address'),
    site_hash: sealing.hash(site, 'pairing_tries.site'),
  });

  return {
    /** Counts an attempt before its outcome is known, so that concurrent ones count; `forgive` takes it back. */
    async record(attempt: PairingAttempt, now: string): Promise<string> {
      const id = randomUUID();
      await database
        .insertInto('pairing_attempts')
        .values({ id, ...hashes(attempt), at: now })
        .execute();
      return id;
    },

    async forgive(id: string): Promise<void> {
      await database.deleteFrom('pairing_attempts').where('id', '=', id).execute();
    },

    /** Counts attempts since then without `except`: all, of this address, and of this site. */
    async count(
      attempt: PairingAttempt,
      since: string,
      except: string,
    ): Promise<{ all: number; address: number; site: number }> {
      const { address_hash: address, site_hash: site } = hashes(attempt);
      const counted = await database
        .selectFrom('pairing_attempts')
        .select((select) => [
          select.fn.countAll<number>().as('all'),
          select.fn.countAll<number>().filterWhere('address_hash', '=', address).as('address'),
          select.fn.countAll<number>().filterWhere('site_hash', '=', site).as('site'),
        ])
        .where('at', '>', since)
        .where('id', '!=', except)
        .executeTakeFirstOrThrow();
      return { all: Number(counted.all), address: Number(counted.address), site: Number(counted.site) };
    },
  };
}
