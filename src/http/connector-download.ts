import type { FastifyInstance } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';

const FILE = 'ucp-host-woocommerce.zip';
const NOT_BUILT =
  'The plugin’s zip is not built. Run npm run build in the service’s folder, then download it again.';

/** Serves the WordPress plugin's zip, read at the first request. */
export function addConnectorDownload(
  server: FastifyInstance,
  read: () => Promise<Uint8Array | undefined>,
): void {
  let zip: Uint8Array | undefined;
  server.get(`/connectors/${FILE}`, async (_request, reply) => {
    zip ??= await read();
    if (!zip) throw new CommerceError('not_found', NOT_BUILT);
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${FILE}"`,
        'cache-control': 'public, max-age=300',
      })
      .send(Buffer.from(zip));
  });
}
