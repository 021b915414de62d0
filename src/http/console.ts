import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../protocols/invoke.ts';
import type { ConsoleFile, ConsoleAssets } from './console-files.ts';

/** Replaces the default policy for the console and the reference. Both need inline styles; scripts and requests are same-origin only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const GUARDED = {
  'content-security-policy': POLICY,
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Serves the built console at /console, and redirects browsers there from `/`. */
export function addConsole(server: FastifyInstance, assets: ConsoleAssets): void {
  server.get('/', (request, reply) => {
    if (!request.headers.accept?.includes('text/html')) throw notFound();
    return reply.header('vary', 'accept').redirect('/console/', 302);
  });
  server.get('/console', (request, reply) => answer(assets, '', request, reply));
  server.get<{ Params: { '*': string } }>('/console/*', (request, reply) =>
    answer(assets, request.params['*'], request, reply),
  );
}

async function answer(assets: ConsoleAssets, path: string, request: FastifyRequest, reply: FastifyReply) {
  const files = await assets();
  reply.headers(GUARDED);
  const read = files?.get(path) ?? (isPage(path) ? files?.get('index.html') : undefined);
  if (!files) return sendNotBuilt(reply);
  if (!read) throw notFound();
  return sendFile(reply, request, await read());
}

/** Answers with the page of the API reference, which is built with the console. */
export async function answerReference(assets: ConsoleAssets, request: FastifyRequest, reply: FastifyReply) {
  const read = (await assets())?.get('reference.html');
  reply.headers(GUARDED);
  return read ? sendFile(reply, request, await read()) : sendNotBuilt(reply);
}

/** Paths outside assets/ are pages, which the console routes itself. */
function isPage(path: string): boolean {
  return !path.startsWith('assets/');
}

function sendFile(reply: FastifyReply, request: FastifyRequest, file: ConsoleFile) {
  reply.headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const packed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? file.gzipped : undefined;
  if (packed) reply.header('content-encoding', 'gzip');
  return reply.send(packed ?? file.body);
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
