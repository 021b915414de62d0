import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../protocols/invoke.ts';
import type { ConsoleFile, ConsoleAssets } from './console-files.ts';

/** Replaces the default policy for the console. Mantine needs inline styles; scripts and requests are same-origin only. */
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
  if (assets.state() === 'absent') await assets.load();
  reply.headers(GUARDED);
  const state = assets.state();
  if (state !== 'ready') return sendWaiting(reply, state);
  const file = assets.find(path) ?? (isPage(path) ? assets.find('index.html') : undefined);
  if (!file) throw notFound();
  return sendFile(reply, request, file);
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

const WORDS = {
  building: [
    'The console is being built',
    'This takes a few seconds, once. This page reloads automatically.',
  ],
  failed: [
    'The console could not be built',
    'See the service’s log for the reason. Agents are still served.',
  ],
  absent: [
    'The console has not been built',
    'Run <code>npm run build:console</code>, then reload this page.',
  ],
} as const;

function sendWaiting(reply: FastifyReply, state: keyof typeof WORDS) {
  const [title, text] = WORDS[state];
  return reply
    .code(503)
    .headers(state === 'building' ? { refresh: '2' } : {})
    .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'retry-after': '2' })
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:1.05rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style></head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>`);
}
