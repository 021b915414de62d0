import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ed25519Key, type PlatformKeys, p256Key } from '../testing/agent-platform.ts';

/** Profile URL that the suite sends in every request. */
export const SUITES_PROFILE = 'https://spck.dev/agent';

const NAMES = ['checkout', 'cart', 'discount', 'fulfillment', 'order', 'catalog.search', 'catalog.lookup'];

export interface SuitesPlatform {
  /** File for `UCP_AGENT_PLATFORMS`, so that the service fetches no profile of the suite. */
  registry: string;
  /** Keys that sign for the suite: the current one and the rotated one. */
  key: PlatformKeys;
  rotated: PlatformKeys;
  /** Published key of an unsupported algorithm. */
  unsupported: string;
  /** Profiles that fail negotiation, by their defect. */
  wrong: Record<'version' | 'capabilities' | 'unreachable' | 'malformed', string>;
  close(): Promise<void>;
}

/** Agent platform of the suite, registered with its keys, and with profiles that must be refused. */
export async function suitesPlatform(folder: string, version: string): Promise<SuitesPlatform> {
  const [key, rotated] = [p256Key('suite-now'), p256Key('suite-before')];
  const strange = { ...ed25519Key('suite-strange').jwk, crv: 'Ed448' };
  const keys = [key.jwk, rotated.jwk, strange];
  const document = { ucp: profile(version, NAMES), keys, signing_keys: keys };
  const registry = join(folder, 'platforms.json');
  const platforms = [{ name: 'The conformance suite', profile: SUITES_PROFILE, document }];
  await writeFile(registry, JSON.stringify({ platforms }));

  const pages: Record<string, (response: ServerResponse) => void> = {
    '/version.json': (response) => response.end(JSON.stringify({ ucp: profile('2020-01-01', NAMES) })),
    '/capabilities.json': (response) =>
      response.end(JSON.stringify({ ucp: profile(version, ['fulfillment']) })),
    '/malformed.json': (response) => response.end('no profile'),
  };
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (!page) return void response.writeHead(404).end();
    response.setHeader('content-type', 'application/json');
    page(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    registry,
    key,
    rotated,
    unsupported: 'suite-strange',
    wrong: {
      version: `${origin}/version.json`,
      capabilities: `${origin}/capabilities.json`,
      unreachable: `${origin}/nowhere.json`,
      malformed: `${origin}/malformed.json`,
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function profile(version: string, names: readonly string[]) {
  const capabilities = Object.fromEntries(names.map((name) => [`dev.ucp.shopping.${name}`, [{ version }]]));
  return { version, services: {}, capabilities, payment_handlers: {} };
}
