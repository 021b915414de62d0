import type { Config } from '../../settings/config.ts';
import { readRecordedAddress } from '../serve/sandbox-folder.ts';
import { paint, say } from '../shell/terminal.ts';
import { createUncountedHeaders } from './demo-agent.ts';

/** Addresses at which the service may run, the likeliest first. */
export function toServiceAddresses(config: Config): [string, ...string[]] {
  const configured = config.baseUrl ?? `http://${config.host}:${config.port}`;
  const recorded = readRecordedAddress(config);
  return recorded === undefined ? [configured] : [recorded, configured];
}

/** Returns the address of the service of this folder, or of the service that the settings name; undefined when neither runs. */
export async function locateRunningService(config: Config): Promise<string | undefined> {
  for (const baseUrl of new Set(toServiceAddresses(config))) {
    const headers = createUncountedHeaders();
    const answer = await fetch(`${baseUrl}/api/ucp/demo-shopify`, { headers }).catch(() => undefined);
    if (!answer?.ok) continue;
    say(paint('dim', `Using the service at ${baseUrl}.`));
    return baseUrl;
  }
  return undefined;
}
