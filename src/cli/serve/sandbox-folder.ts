import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../settings/config.ts';
import { getDataFolder } from '../../storage/engine/sealing.ts';

const FOLDER = 'simulated-shops';

/**
 * Returns the folder, beside the database, in which the simulated shops keep their state. Undefined for a database in memory, and for
 * ports that differ at each start: nothing could find such a shop again.
 */
export function getSandboxFolder({ databaseUrl, port }: Config): string | undefined {
  const folder = getDataFolder(databaseUrl);
  return folder === undefined || port === 0 ? undefined : join(folder, FOLDER);
}

/** Records where the service listens, so that `demo` finds it whatever its port. Returns a function that removes the record. */
export function recordAddress(config: Config, baseUrl: string): () => void {
  const file = getAddressFile(config);
  if (file === undefined) return () => undefined;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, baseUrl, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** Returns the recorded address; it may be that of a service that was killed. */
export function readRecordedAddress(config: Config): string | undefined {
  const file = getAddressFile(config);
  if (file === undefined) return undefined;
  try {
    const address = readFileSync(file, 'utf8');
    return URL.canParse(address) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Also for a port that differs at each start. Undefined for a database in memory. */
function getAddressFile({ databaseUrl }: Config): string | undefined {
  const folder = getDataFolder(databaseUrl);
  return folder && join(folder, FOLDER, 'service-address');
}
