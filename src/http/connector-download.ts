import type { FastifyInstance } from 'fastify';
import { CommerceError } from '../commerce/errors.ts';
import { limitedAsLarge } from './admit-merchants.ts';
import { keptDocument } from './kept-documents.ts';
import type { LimitRate } from './limits.ts';

const FILE = 'ucp-host-woocommerce.zip';
const NOT_BUILT =
  'The plugin’s zip is not built. Run npm run build in the service’s folder, then download it again.';

/** Serves the WordPress plugin's zip. */
export function addConnectorDownload(
  server: FastifyInstance,
  readZip: () => Promise<Uint8Array | undefined>,
  limit: LimitRate,
): void {
  const send = keptDocument(readZip, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${FILE}"`,
    'cache-control': 'public, max-age=300',
  });
  const onRequest = limitedAsLarge(limit);
  server.get(`/connectors/${FILE}`, { onRequest }, async (request, reply) => {
    const response = await send(request, reply);
    if (!response) throw new CommerceError('not_found', NOT_BUILT);
    return response;
  });
}
