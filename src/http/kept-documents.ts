import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knows } from './rest.ts';

interface Kept {
  bytes: Buffer;
  /** Undefined where it would be no smaller. */
  zipped: Buffer | undefined;
  etag: string;
}

/**
 * Sends a document that is the same for all: built on the first request, and kept as bytes. The returned function resolves with
 * undefined while there is nothing to build it from.
 */
export function keptDocument(
  build: () => Promise<Uint8Array | undefined>,
  headers: Readonly<Record<string, string>>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined> {
  let pending: Promise<Kept | undefined> | undefined;
  const read = async (): Promise<Kept | undefined> => {
    pending ??= keep(build);
    const document = await pending.catch(() => undefined);
    if (!document) pending = undefined;
    return document;
  };
  return async (request, reply) => {
    const document = await read();
    if (!document) return undefined;
    reply.headers({ ...headers, etag: `W/${document.etag}`, vary: 'accept-encoding' });
    if (knows(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
    if (!document.zipped || !ZIPS.test(request.headers['accept-encoding'] ?? ''))
      return reply.send(document.bytes);
    return reply.header('content-encoding', 'gzip').send(document.zipped);
  };
}

const ZIPS = /\bgzip\b(?!;q=0(?:,|$))/;

async function keep(build: () => Promise<Uint8Array | undefined>): Promise<Kept | undefined> {
  const built = await build();
  if (!built) return undefined;
  const bytes = Buffer.from(built);
  const zipped = await promisify(gzip)(bytes);
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  return { bytes, zipped: zipped.length < bytes.length ? zipped : undefined, etag };
}
