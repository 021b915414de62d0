import { randomUUID } from 'node:crypto';
import type { Sealed } from './bound.ts';
import { insertRow, rowsOf } from './rows.ts';

/** `site`: as the client claims, in any form. */
interface PairingAttempt {
  address: string;
  site: string;
}

/** Failed attempts of the last minutes, under keyed hashes: addresses are personal data. */
export function pairingAttempts({ database, sealing }: Sealed) {
  const hashes = ({ address, site }: PairingAttempt) => ({
    addressHash: sealing.hash(address, 'pairing_tries.address'),
    siteHash: sealing.hash(site, 'pairing_tries.site'),
  });

  return {
    /** Counts an attempt before its outcome is known, so that concurrent ones count; `forgive` takes it back. */
    async record(attempt: PairingAttempt, now: string): Promise<string> {
      const id = randomUUID();
      await insertRow(database, 'pairing_attempts', { id, ...hashes(attempt), at: now });
      return id;
    },

    async forgive(id: string): Promise<void> {
      await rowsOf(database, 'pairing_attempts', { id }).delete();
    },

    /** Counts attempts since then without `except`: all, of this address, and of this site. */
    async count(
      attempt: PairingAttempt,
      since: string,
      except: string,
    ): Promise<{ all: number; address: number; site: number }> {
      const { addressHash, siteHash } = hashes(attempt);
      const counted = await rowsOf(database, 'pairing_attempts', { at: ['>', since], id: ['!=', except] })
        .query()
        .select((select) => [
          select.fn.countAll<number>().as('all'),
          select.fn.countAll<number>().filterWhere('address_hash', '=', addressHash).as('address'),
          select.fn.countAll<number>().filterWhere('site_hash', '=', siteHash).as('site'),
        ])
        .executeTakeFirstOrThrow();
      return { all: Number(counted.all), address: Number(counted.address), site: Number(counted.site) };
    },
  };
}
