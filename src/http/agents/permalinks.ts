import type { FastifyReply, FastifyRequest } from 'fastify';
import { CommerceError } from '../../commerce/errors.ts';
import type { BrowserAnswer, Permalinks, Protocol, RefusedAt, Visit } from '../../protocols/protocol.ts';
import { type Addressed, createRouteLimit, type StoreRoutes } from '../limits/limits.ts';
import { openFor } from '../requests/caller.ts';
import { retryAfterOf, toRefusal } from '../requests/error-responses.ts';
import { describeAnswer, describeCall } from '../requests/record-calls.ts';
import { toSentRequest } from '../requests/sent-request.ts';
import { refuseOtherMethods, storeRoute } from './rest.ts';

/** Routes of the protocol's buy links. Opening one may create a cart, so it is limited as a create, HEAD included. */
export function addPermalinks(routes: StoreRoutes, protocol: Protocol): void {
  const { server, openStore, limit } = routes;
  const { permalinks } = protocol;
  if (!permalinks) return;
  const open = (request: FastifyRequest, slug: string) =>
    openFor(request, slug, openStore, 'GET /buy/{items}');
  const root = storeRoute(protocol) + permalinks.path;
  const kinds = { [root]: 'create', [`${root}/*`]: 'create', [`${root}/problem/:problem`]: 'read' } as const;
  for (const [url, kind] of Object.entries(kinds)) {
    server.route<Addressed>({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url,
      onRequest: createRouteLimit(kind, limit),
      handler: async (request, reply) => {
        const context = await open(request, request.params.slug);
        describeCall(request, { readOnly: false });
        try {
          return send(request, reply, await permalinks.open(context, visitOf(request, protocol, permalinks)));
        } catch (error) {
          return refuse(error as Error, request, reply, { protocol, permalinks, at: context });
        }
      },
      errorHandler: async (error, request, reply) => {
        const { slug } = request.params as Addressed['Params'];
        // A request refused before its store was opened is recorded too, except for repeated rate-limit refusals.
        const at = request.unrecorded ? undefined : await open(request, slug).catch(() => undefined);
        return refuse(error, request, reply, { protocol, permalinks, at });
      },
    });
    refuseOtherMethods(routes, protocol, { url, allowed: ['GET', 'HEAD'], capability: 'checkout' });
  }
}

/** Answers an undecodable URL below a buy link, which matches no route; returns false for any other URL. */
export function refuseUndecodable(protocols: readonly Protocol[], reply: FastifyReply) {
  const { request } = reply;
  const protocol = protocols.find((each) => isBelow(each, request.url));
  if (!protocol?.permalinks) return false;
  const damaged = new CommerceError('invalid_input', 'The link’s path cannot be read as text.');
  void refuse(damaged, request, reply, { protocol, permalinks: protocol.permalinks, at: undefined });
  return true;
}

function isBelow({ root, permalinks }: Protocol, url: string): boolean {
  if (!permalinks || !url.startsWith(`${root}/`)) return false;
  const own = getOwnPath(root, url);
  return own.startsWith(permalinks.path) && /^[/?]/.test(own.slice(permalinks.path.length));
}

function getOwnPath(root: string, url: string): string {
  const start = url.indexOf('/', root.length + 1);
  return start === -1 ? '' : url.slice(start);
}

type Refusing = { protocol: Protocol; permalinks: Permalinks; at: RefusedAt | undefined };

function refuse(error: Error, request: FastifyRequest, reply: FastifyReply, refusing: Refusing) {
  const { protocol, permalinks, at } = refusing;
  const refused = toRefusal(error, request);
  // The page gives few details; the merchant's log keeps the reason.
  describeCall(request, { responseText: JSON.stringify({ error: refused.message }) });
  reply.headers(retryAfterOf(error, refused));
  return send(request, reply, permalinks.refuse(refused, visitOf(request, protocol, permalinks), at));
}

function visitOf(request: FastifyRequest, { root }: Protocol, { path }: Permalinks): Visit {
  const below = getOwnPath(root, request.url).slice(path.length);
  return { headers: request.headers, sentRequest: () => toSentRequest(request), below };
}

/** Sends bytes, because a text payload would be recorded as the response. */
function send(request: FastifyRequest, reply: FastifyReply, answer: BrowserAnswer) {
  const { status, headers, body = '', sessionId, callStats } = answer;
  if (status < 400 && sessionId !== undefined) describeAnswer(request, { session_id: sessionId }, callStats);
  return reply.code(status).headers(headers).send(Buffer.from(body));
}
