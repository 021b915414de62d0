import type { FastifyRequest } from 'fastify';
import { hasMoreParts } from '../../commerce/json/json-parts.ts';

/** Above every real message of an agent. Parsing more costs milliseconds. */
const MAX_SMALL_BYTES = 64 * 1024;
const MAX_SMALL_PARTS = 500;

/** True when the headers announce a large body, which is then not yet read. */
export function isLargeLength({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return Number(headers['content-length']) > MAX_SMALL_BYTES;
}

/** True for a body that costs milliseconds to parse. */
export function isLargeBody({ body }: Pick<FastifyRequest, 'body'>): boolean {
  if (!(body instanceof Buffer)) return false;
  return body.length > MAX_SMALL_BYTES || hasMoreParts(body.toString('latin1'), MAX_SMALL_PARTS);
}
