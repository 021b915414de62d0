import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { startHttpServer } from '../../../testing/http-server.ts';

/** Agent platform with any number of profiles, each as expensive to read as possible. */
export interface HostilePlatform {
  /** Returns the URL of a profile that was never fetched. */
  nextProfile(): string;
  close(): Promise<void>;
}

export async function startHostilePlatform(): Promise<HostilePlatform> {
  let profiles = 0;
  let requests = 0;
  const { url, close } = await startHttpServer((request, response) => {
    request.resume();
    requests += 1;
    PROFILES[requests % PROFILES.length]?.(response, request.socket);
  });
  return {
    nextProfile() {
      profiles += 1;
      return `${url}/profiles/${profiles}`;
    },
    close,
  };
}

const UCP = {
  version: '2026-04-08',
  capabilities: { 'dev.ucp.shopping.catalog': [{ version: '2026-04-08' }] },
};

/** Most objects per byte: each member becomes one. */
const FAT = JSON.stringify({
  ucp: UCP,
  keys: [{ kid: 'k', kty: 'EC', x: Array.from({ length: 40_000 }, () => ({})) }],
});

const MANY_KEYS = JSON.stringify({
  ucp: UCP,
  keys: Array.from({ length: 2_000 }, (_, index) => ({
    kid: `${index}`,
    kty: 'EC',
    crv: 'P-256',
    x: 'x',
    y: 'y',
  })),
});

const json = { 'content-type': 'application/json', 'cache-control': 'max-age=86400' };

const PROFILES: readonly ((response: ServerResponse, socket: Socket) => void)[] = [
  (response) => void response.writeHead(200, json).end(FAT),
  (response) => void response.writeHead(200, json).end(MANY_KEYS),
  (_, socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  // Keeps the connection open without an answer.
  () => undefined,
  (response) => void response.writeHead(200, json).write('{"ucp":'),
];
