import type { FastifyRequest } from 'fastify';
import type { IdentifyAgent } from '../../agent-platforms/identify-agent.ts';
import type { KnownAgent } from '../../commerce/call/known-agent.ts';
import { type RequestToVerify, requestToVerify } from '../../signatures/message.ts';
import { isOfBody, isSigned } from '../../signatures/verify.ts';
import { toSentRequest } from './sent-request.ts';

/** A merchant's token, recognized by its prefix. Some agent platforms send keys as `X-API-Key` only. */
const KEY = /^(?:bearer +)?(uch_[\w-]{43})$/i;

/** Verifies a request with a signature or a key; undefined at once for any other. */
export function identifyRequest(
  identify: IdentifyAgent,
  request: FastifyRequest,
  slug: string,
  profileUrl?: string,
): Promise<KnownAgent | undefined> | undefined {
  const { authorization, 'x-api-key': credential = authorization } = request.headers;
  const [, key] = KEY.exec(String(credential ?? '')) ?? [];
  if (key === undefined && !isSigned(request)) return undefined;
  return identify({ request: buildArrivedRequest(request), profileUrl, key, address: request.ip, slug });
}

/** Returns the known agent unless it has signed another body. Must be called when the body has come. */
export function getAgentOfBody(request: FastifyRequest): KnownAgent | null {
  const { knownAgent } = request;
  if (knownAgent?.by === 'ucp_signature' && !isOfBody(buildArrivedRequest(request)))
    request.knownAgent = null;
  return request.knownAgent;
}

/** URL of the profile whose key signed the request. */
export function getSignerUrl({ knownAgent }: FastifyRequest): string | undefined {
  return knownAgent?.by === 'ucp_signature' ? knownAgent.as : undefined;
}

function buildArrivedRequest(request: FastifyRequest): RequestToVerify {
  const { body, headers } = request;
  const toVerify = requestToVerify(toSentRequest(request), headers);
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  const isAnnounced = length !== '0' || coding !== undefined;
  return body === undefined && isAnnounced ? { ...toVerify, body: 'unread' } : toVerify;
}
