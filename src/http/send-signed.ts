import type { FastifyReply } from 'fastify';
import type { SignAnswer } from '../protocols/endpoint.ts';

/** Sends the text, signed when the protocol requires it. */
export async function sendSigned(
  reply: FastifyReply,
  body: string,
  sign: SignAnswer | undefined,
): Promise<FastifyReply> {
  if (!sign) return reply.send(body);
  const contentType = String(reply.getHeader('content-type'));
  return reply.headers(await sign({ status: reply.statusCode, contentType, body })).send(body);
}
