import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toNotFoundError } from '../../commerce/errors.ts';
import type { ApiDescription } from '../../openapi/description.ts';
import { createRouteLimit, type LimitRate } from '../limits/limits.ts';
import { canReadGzip, computeEtag, hasMatchingEtag } from '../requests/answers.ts';
import { OPEN_TO_ALL } from '../requests/response-headers.ts';

type Build = () => Promise<Uint8Array | undefined>;

/** Builds a document once, and sends it as bytes; resolves with undefined while it cannot be built. */
export function createCachedDocument(build: Build, headers: Readonly<Record<string, string>>) {
  let pending: ReturnType<typeof keep> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    pending ??= keep(build).catch(() => undefined);
    const document = await pending;
    if (!document) pending = undefined;
    if (!document) return undefined;
    reply.headers({ ...headers, etag: `W/${document.etag}`, vary: 'accept-encoding' });
    if (hasMatchingEtag(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
    if (!document.zipped || !canReadGzip(request)) return reply.send(document.bytes);
    return reply.header('content-encoding', 'gzip').send(document.zipped);
  };
}

async function keep(build: Build) {
  const built = await build();
  if (!built) return undefined;
  const bytes = Buffer.from(built);
  const zipped = await promisify(gzip)(bytes);
  return { bytes, zipped: zipped.length < bytes.length ? zipped : undefined, etag: computeEtag(bytes) };
}

const ZIP = 'ucp-host-woocommerce.zip';

interface KeptDocuments {
  describeApi: () => Promise<ApiDescription>;
  /** Zip of the WordPress plugin; undefined while it is not built. */
  connectorZip: Build;
}

/** Serves `/openapi.json`, half a megabyte, and the WordPress plugin's zip. */
export function addKeptDocuments(server: FastifyInstance, documents: KeptDocuments, limit: LimitRate) {
  const { describeApi, connectorZip } = documents;
  // Documents that cost as much to send as a session to create.
  const onRequest = createRouteLimit('create', limit);
  const sendDescription = createCachedDocument(async () => Buffer.from(JSON.stringify(await describeApi())), {
    ...OPEN_TO_ALL,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=300',
  });
  server.get('/openapi.json', { onRequest }, sendDescription);
  const sendZip = createCachedDocument(connectorZip, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${ZIP}"`,
    'cache-control': 'public, max-age=300',
  });
  server.get(`/connectors/${ZIP}`, { onRequest }, async (request, reply) => {
    const message =
      'The plugin’s zip is not built. Run npm run build in the service’s folder, then download it again.';
    const response = await sendZip(request, reply);
    if (!response) throw toNotFoundError(message);
    return response;
  });
}
