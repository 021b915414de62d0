import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A profile of nearly 128 KB whose keys parse into tens of thousands of objects. */
export function hostileProfile(bytes = 128 * 1024): string {
  const head = '{"ucp":{"version":"2026-08-25","capabilities":{}},"keys":[{"kid":"k","kty":"EC","x":[';
  const tail = '{}]}]}';
  const objects = Math.floor((bytes - head.length - tail.length) / '{},'.length);
  return head + '{},'.repeat(objects) + tail;
}

/** Serves that profile at every path. */
export async function hostilePlatform(): Promise<{ origin: string; close(): void }> {
  const text = hostileProfile();
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'cache-control': 'max-age=3600' }).end(text),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
