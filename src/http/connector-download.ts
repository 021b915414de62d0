import type { FastifyInstance } from 'fastify';
import { notFound } from '../protocols/invoke.ts';

const FILE = 'ucp-host-woocommerce.zip';

/** Serves the WordPress plugin's zip, built at the first request and cached. */
export function addConnectorDownload(
  server: FastifyInstance,
  make: () => Promise<Uint8Array | undefined>,
): void {
  let made: Promise<Uint8Array | undefined> | undefined;
  server.get(`/connectors/${FILE}`, async (_request, reply) => {
    made ??= make();
    const zip = await made.catch((error) => {
      made = undefined;
      throw error;
    });
    if (!zip) throw notFound();
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${FILE}"`,
        'cache-control': 'public, max-age=300',
      })
      .send(Buffer.from(zip));
  });
}
