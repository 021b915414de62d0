import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { getDataFolder } from '../../storage/engine/sealing.ts';

const FOLDER = 'simulated-shops';
/** For an answer of this machine. */
const PROBE_TIMEOUT_MS = 2_000;

/** Folder of the simulated shops’ state; undefined where nothing could find such a shop at the next start. */
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

/** Returns the recorded address; its service may have been killed. */
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

/** Returns the address of another process on this database that serves the simulated shops. */
export async function findServiceWithShops(config: Config, { list }: Service['stores']) {
  const address = readRecordedAddress(config);
  if (address === undefined) return undefined;
  const simulated = (await list()).filter(({ sandbox }) => sandbox);
  const urls = simulated.flatMap(({ description }) =>
    description.hosts.map((host) => `http://${host}/_sandbox/calls`),
  );
  return (await Promise.all(urls.map(isAnswering))).includes(true) ? address : undefined;
}

/** True while the service with this database runs on the configured port. */
export async function isRunningOnPort(config: Config): Promise<boolean> {
  const address = readRecordedAddress(config);
  const { host, port, baseUrl } = config;
  if (address === undefined || (address !== baseUrl && new URL(address).port !== String(port))) return false;
  return isAnswering(`http://${host}:${port}/healthz`);
}

async function isAnswering(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** Also for a port that differs at each start. Undefined for a database in memory. */
function getAddressFile({ databaseUrl }: Config): string | undefined {
  const folder = getDataFolder(databaseUrl);
  return folder && join(folder, FOLDER, 'service-address');
}

/** Addresses at which the service may run, the likeliest first. */
export function toServiceAddresses(config: Config): [string, ...string[]] {
  const configured = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const recorded = readRecordedAddress(config);
  return recorded === undefined ? [configured] : [recorded, configured];
}
