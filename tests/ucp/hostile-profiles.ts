import { startHttpServer } from '../../testing/http-server.ts';

/** A profile of nearly 128 KB whose keys parse into tens of thousands of objects. */
export function hostileProfile(bytes = 128 * 1024): string {
  const head = '{"ucp":{"version":"2026-08-25","capabilities":{}},"keys":[{"kid":"k","kty":"EC","x":[';
  const tail = '{}]}]}';
  const objects = Math.floor((bytes - head.length - tail.length) / '{},'.length);
  return head + '{},'.repeat(objects) + tail;
}

/** Serves that profile at every path. */
export async function hostilePlatform(): Promise<{ origin: string; close(): Promise<void> }> {
  const text = hostileProfile();
  const { url, close } = await startHttpServer((_request, response) =>
    response.writeHead(200, { 'cache-control': 'max-age=3600' }).end(text),
  );
  return { origin: url, close };
}
