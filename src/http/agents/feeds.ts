import { timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCallLog } from '../../commerce/call/caller.ts';
import { storePaused } from '../../commerce/errors.ts';
import { hasFeeds } from '../../commerce/store/store.ts';
import { type FeedFile, isFeedFile } from '../../feeds/write-feed.ts';
import type { StoreContext } from '../../operations/call/store-context.ts';
import { type Feed, openFeed } from '../../operations/catalog/read-feed.ts';
import { createNotFoundError } from '../../protocols/invoke.ts';
import { createRouteLimit, type StoreRoutes } from '../limits/limits.ts';
import { canReadGzip, hasMatchingEtag } from '../requests/answers.ts';

interface Addressed {
  Params: { slug: string; token: string; file: string };
}

/** Product feeds of stores. No request is recorded: its address has a secret. */
export function addFeeds({ server, openStore, limit }: StoreRoutes): void {
  server.route<Addressed>({
    method: ['GET', 'HEAD'],
    exposeHeadRoute: false,
    url: '/feeds/:slug/:token/:file',
    onRequest: createRouteLimit('read', limit),
    handler: async (request, reply) => {
      const { slug, token, file } = request.params;
      const context = await openStore(slug, { requestId: request.id, log: createCallLog() });
      if (!context || !isFeedFile(file) || !(await isAllowed(context, token))) throw createNotFoundError();
      if (context.store.pausedAt !== null) throw storePaused();
      const feed = await openFeed(context, file);
      reply.header('age', Math.max(0, Math.ceil((context.now() - feed.asOf) / 1_000)));
      return send(request, reply, file, feed);
    },
  });
}

async function isAllowed({ store, stores }: StoreContext, token: string): Promise<boolean> {
  if (!hasFeeds(store)) return false;
  const [bytes, own] = [Buffer.from(token), Buffer.from(await stores.findFeedToken(store.id))];
  return bytes.length === own.length && timingSafeEqual(bytes, own);
}

function send(request: FastifyRequest, reply: FastifyReply, file: FeedFile, feed: Feed) {
  reply
    .header('etag', `W/${feed.etag}`)
    .header('last-modified', new Date(feed.modifiedAt).toUTCString())
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding')
    .header('x-robots-tag', 'noindex');
  if (isUnchanged(request, feed)) return reply.code(304).send();
  reply.header('content-type', feed.type).header('content-disposition', `inline; filename="${file}"`);
  const isZipped = canReadGzip(request);
  if (isZipped) reply.header('content-encoding', 'gzip');
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  const text = Readable.from(feed.text(), { objectMode: false });
  if (!isZipped) return reply.send(text);
  const zip = createGzip();
  text.on('error', (error) => zip.destroy(error));
  zip.on('close', () => text.destroy());
  return reply.send(text.pipe(zip));
}

/** RFC 9110, 13.2.2: a tag wins over a date. */
function isUnchanged({ headers }: FastifyRequest, { etag, modifiedAt }: Feed): boolean {
  if (headers['if-none-match'] !== undefined) return hasMatchingEtag(headers['if-none-match'], etag);
  return Date.parse(String(headers['if-modified-since'] ?? '')) >= modifiedAt;
}
