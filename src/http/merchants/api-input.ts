import type { FastifyRequest } from 'fastify';
import { createMemberError } from '../../commerce/errors.ts';
import type { MerchantContext, Visit } from '../../merchant/visit.ts';
import { readJsonObject } from '../requests/body.ts';
import { getSentBody } from '../requests/sent-request.ts';

/** Bodies of requests without a session are refused above this. */
export const SMALL_BODY_BYTES = 16 * 1024;

export function visitOf(request: FastifyRequest, context: MerchantContext): Visit {
  const { id: requestId, ip: address, headers } = request;
  return { context, requestId, address, userAgent: headers['user-agent'] ?? '', headers };
}

/** Reads the JSON body; an absent one is an empty object. */
export function readOptionalJson(request: FastifyRequest): Record<string, unknown> {
  return getSentBody(request) ? readJsonObject(request) : {};
}

interface Member {
  name: string;
  value: unknown;
  /** Undefined for a member of the input itself. */
  of?: Member;
}

/** Throws `invalid_input` for a text that PostgreSQL neither stores nor looks for, and names its member. */
export function refuseNullCharacters<Input extends object>(input: Input): Input {
  // No recursion: a body may be nested deeply.
  const open: Member[] = [];
  addMembers(open, input);
  for (let member = open.pop(); member; member = open.pop()) {
    const { value } = member;
    if (typeof value === 'string' && value.includes('\u0000'))
      throw createMemberError(buildPath(member), 'must not contain control characters');
    if (typeof value === 'object' && value !== null) addMembers(open, value, member);
  }
  return input;
}

/** Adds one after the other: a list may have more entries than a call may have arguments. */
function addMembers(open: Member[], value: object, of?: Member): void {
  for (const [name, member] of Object.entries(value).toReversed())
    open.push({ name, value: member, ...(of && { of }) });
}

function buildPath({ name, of }: Member): string {
  const names = [name];
  for (let at = of; at; at = at.of) names.unshift(at.name);
  return names.join('.');
}
