import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../../commerce/errors.ts';
import { createNotFoundError } from '../../protocols/invoke.ts';
import { createRouteLimit, type LimitRate } from '../limits/limits.ts';
import { computeEtag, hasMatchingEtag } from '../requests/answers.ts';
import { createCachedDocument } from './kept-documents.ts';

/** Policy of the console and the reference, which need inline styles. `pictures`: their other sources. */
function buildPolicyHeaders(...pictures: string[]) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...pictures].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

const GUARDED = buildPolicyHeaders();

export interface ConsoleOptions {
  folder: string;
  /** Sources of the pictures of products, such as `https:`. */
  pictures: readonly string[];
}

/** For a developer who calls the service's address without a browser. */
const ENTRANCES =
  'This is ucp-host. People use the console at /console/, the API reference is at /docs, and agents call a store at /api/ucp/{slug} or /mcp/{slug}.';

/** Serves the console built in the folder at /console, the API reference at /docs, the guides at /guides, and redirects browsers to the console from `/`. */
export function addConsole(server: FastifyInstance, { folder, pictures }: ConsoleOptions, limit: LimitRate) {
  server.get('/', (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw new CommerceError('not_found', ENTRANCES);
    return reply.header('vary', 'accept').redirect('/console/', 302);
  });
  const sendReference = createCachedDocument(() => readBuilt(join(folder, 'reference.html')), {
    ...GUARDED,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
  // Documents that cost as much to send as a session to create.
  const limitLarge = createRouteLimit('create', limit);
  server.get('/docs', { onRequest: limitLarge }, async (request, reply) => {
    return (await sendReference(request, reply)) ?? sendNotBuilt(reply.headers(GUARDED));
  });
  const headers = buildPolicyHeaders(...pictures);
  server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (await isLargeFile(folder, request)) await limitLarge(request, reply);
    });
    // Paths that the plugin refuses are reported as unknown ones.
    scope.setErrorHandler((error: FastifyError) => {
      throw (error.statusCode ?? 500) < 500 ? createNotFoundError() : error;
    });
    // Names in assets/ carry a hash of the content.
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/console/assets/',
      preCompressed: true,
      acceptRanges: false,
      index: false,
      maxAge: '365d',
      immutable: true,
      suppressWarning: true,
      setHeaders: (reply) => void reply.headers(headers),
    });
    const addFile = (path: string, file: string) =>
      scope.get(path, (request, reply) => {
        reply.headers(headers);
        return sendUnhashed(join(folder, file), request, reply);
      });
    const sendGuide = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
      const names = await readdir(join(folder, 'guides')).catch(() => undefined);
      if (!names) return sendNotBuilt(reply);
      if (!names.includes(name)) throw createNotFoundError();
      reply.headers(GUARDED);
      return sendUnhashed(join(folder, 'guides', name), request, reply);
    };
    scope.get('/guides', (request, reply) => sendGuide('index.html', request, reply));
    scope.get<{ Params: { name: string } }>('/guides/:name', (request, reply) => {
      const { name } = request.params;
      return sendGuide(name === 'search.json' ? name : `${name}.html`, request, reply);
    });
    addFile('/console', 'index.html');
    addFile('/console/*', 'index.html');
    addFile('/console/favicon.svg', 'favicon.svg');
  });
}

/** Sending a file of this size takes several milliseconds; sending a smaller one costs about as much as refusing it. */
const LARGE_FILE_BYTES = 200_000;

/** True for a large script, style or index. Reads the name as routing has decoded it, whatever its form in the address. */
async function isLargeFile(folder: string, { params }: FastifyRequest): Promise<boolean> {
  const { '*': asset, name: guide } = params as { '*'?: string; name?: string };
  const place = guide === undefined ? 'assets' : 'guides';
  const file = await stat(join(folder, place, basename(guide ?? asset ?? ''))).catch(() => undefined);
  return file !== undefined && file.size >= LARGE_FILE_BYTES;
}

/** Sends a file whose name stays the same. Some installers give every file the same time, so its tag is a hash. */
async function sendUnhashed(file: string, request: FastifyRequest, reply: FastifyReply) {
  const content = await readBuilt(file);
  if (!content) return sendNotBuilt(reply);
  const etag = computeEtag(content);
  reply.headers({ 'cache-control': 'no-cache', etag: `W/${etag}`, vary: 'accept-encoding' });
  if (hasMatchingEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const own = { cacheControl: false, etag: false, lastModified: false };
  return reply.sendFile(basename(file), dirname(file), own);
}

function readBuilt(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

function sendNotBuilt(reply: FastifyReply) {
  return reply
    .code(503)
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>The console is not built</title>
<style>body{font:1.05rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><main><h1>The console is not built</h1>
<p>Run <code>npm run build</code> in the service’s folder, then reload this page. Agents are served meanwhile, and
<a href="/openapi.json">/openapi.json</a> describes the API.</p></main></body>
</html>`);
}
