import type { Server } from 'node:http';
import fastify, {
  type FastifyError,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { ConnectorEndpoint } from '../connector/index.ts';
import type { ApiDescription } from '../openapi/description.ts';
import { createNoPathError } from '../protocols/invoke.ts';
import type { Protocol } from '../protocols/protocol.ts';
import type { RecordCall } from '../request-log/agent-call.ts';
import { addFeeds } from './agents/feeds.ts';
import { addMcpRoute } from './agents/mcp.ts';
import type { CardDocument } from './agents/mcp-cards.ts';
import { addPermalinks, refuseUndecodable } from './agents/permalinks.ts';
import { addRestRoutes, addStoreDocuments } from './agents/rest.ts';
import { addWebhookRoute, type ReceiveWebhook } from './agents/webhooks.ts';
import { addHealth, type HealthOptions } from './health.ts';
import { addTlsAsk, type IsServed, type TenantHostDirectory } from './hosts/tenant-hosts.ts';
import { type ConnectionLimits, limitConnections, toServerOptions } from './limits/connection-limits.ts';
import { addLastAnswers } from './limits/draining.ts';
import { createLimits, type Limiting, type Limits } from './limits/limits.ts';
import { compileProxies, type Proxies } from './limits/proxies.ts';
import { addConnectorRoutes } from './merchants/connector-api.ts';
import { addConsole, type ConsoleOptions } from './merchants/console.ts';
import { addKeptDocuments } from './merchants/kept-documents.ts';
import { addMerchantRoutes, type MerchantApiOptions } from './merchants/merchant-api.ts';
import { type OwnNames, refuseRebinding } from './merchants/rebinding.ts';
import { limitUnreadBody } from './requests/body.ts';
import { type OpenStore, requestIdOf } from './requests/caller.ts';
import { answerUnreadable, createErrorHandler } from './requests/error-responses.ts';
import { openRefused, STORE_SLUG, toAnsweredCall } from './requests/record-calls.ts';
import { decorateRequests } from './requests/request-state.ts';
import { addPreflight, GUARDING, GUARDING_HTTPS, OPEN_TO_ALL } from './requests/response-headers.ts';
import { allowCompiledRoutes, restoreMethod, shareRoutes } from './requests/routes.ts';
import { readSingleHeaders } from './requests/single-headers.ts';
import { type RequestWatch, watchRequests } from './requests/watch-requests.ts';

/** docs/contract.md, Ground rules: a larger body is a 413. */
const MAX_BODY_BYTES = 256 * 1024;

/** Long ids must reach their handlers as unknown ones; Node rejects longer request lines itself. */
const MAX_PARAM_LENGTH = 16_384;

interface ServerOptions extends Limiting {
  openStore: OpenStore;
  /** Called for every answered call to a known store. */
  recordCall: RecordCall;
  receiveWebhook: ReceiveWebhook;
  /** URLs outside every protocol's root get the first protocol's error format. */
  protocols: readonly [Protocol, ...Protocol[]];
  merchants: MerchantApiOptions;
  connector: { endpoints: readonly ConnectorEndpoint[]; zip: () => Promise<Uint8Array | undefined> };
  console: ConsoleOptions;
  cardDocument: CardDocument;
  describeApi: () => Promise<ApiDescription>;
  watch: RequestWatch;
  health: HealthOptions;
  tenantHostDirectory: TenantHostDirectory;
  isServed: IsServed;
  ownNames: OwnNames;
  /** True when clients use https; final once it listens. */
  isHttps: () => boolean;
  proxies: Proxies;
  connectionLimits: ConnectionLimits;
}

export function createServer(serverOptions: ServerOptions): FastifyInstance {
  const { openStore, protocols, connectionLimits, proxies, tenantHostDirectory } = serverOptions;
  const isProxy = compileProxies(proxies);
  const pickProtocol = (url: string) =>
    protocols.find(({ root }) => url.startsWith(`${root}/`)) ?? protocols[0];
  const handleError = createErrorHandler(pickProtocol);
  const limits = createLimits(serverOptions);
  const introduce = createIntroductionHook(serverOptions.isHttps, tenantHostDirectory);
  const options: FastifyHttpOptions<Server> = {
    // A logger of Fastify's takes a tenth of a read, for lines about mistakes in our own code.
    logger: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: proxies !== 0 && isProxy,
    rewriteUrl: (message) => tenantHostDirectory.rewriteUrl(shareRoutes(message)),
    bodyLimit: MAX_BODY_BYTES,
    forceCloseConnections: 'idle',
    // `addLastAnswers` answers 503 in this service's error format.
    return503OnClosing: false,
    ...toServerOptions(connectionLimits, tenantHostDirectory),
    // An undecodable URL is a 404.
    frameworkErrors: (_error, request, reply) => {
      introduce(request, reply);
      if (!refuseUndecodable(protocols, reply)) handleError(createNoPathError(), request, reply);
    },
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  };
  const server = fastify(options);
  allowCompiledRoutes(server);
  decorateRequests(server, serverOptions.watch.log);
  server.removeAllContentTypeParsers();
  // Bodies stay bytes until the store and the endpoint are known, so that a 404 wins over a 400.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  addHooks(server, serverOptions, introduce);
  server.setErrorHandler(async (error: Error | FastifyError, request, reply) => {
    await openRefused(request, openStore).catch(() => undefined);
    return handleError(error, request, reply);
  });
  server.setNotFoundHandler(async (request, reply) => {
    // Probes of unknown paths count for the rate limit too.
    const [, slug] = STORE_SLUG.exec(request.url) ?? [];
    if (slug !== undefined) await limits.limit(request, reply, slug, 'read');
    throw createNoPathError();
  });
  limitConnections(server, connectionLimits, isProxy);
  addRoutes(server, serverOptions, limits);
  return server;
}

/** Adds one hook for all before a request and one after it: each costs every request. */
function addHooks(server: FastifyInstance, options: ServerOptions, introduce: Introduce): void {
  const draining = addLastAnswers(server, options.health.isStopping);
  const refuseForeignHost = refuseRebinding(options.ownNames);
  server.addHook('onRequest', (request, reply, done) => {
    introduce(request, reply);
    readSingleHeaders(request);
    const refusal = options.tenantHostDirectory.getLookupError(request.raw) ?? draining.getRefusal();
    if (refusal) done(refusal);
    else refuseForeignHost(request.headers, done);
  });
  const watch = watchRequests(server, options.watch);
  server.addHook('onSend', (request, reply, payload, done) => {
    const durationMs = performance.now() - request.startedAt;
    if (draining.isLastAnswer()) reply.header('connection', 'close');
    limitUnreadBody(request, reply, MAX_BODY_BYTES);
    const call = toAnsweredCall(reply, payload, durationMs);
    if (call) options.recordCall(call);
    watch(request, reply, durationMs);
    done(null, payload);
  });
}

function addRoutes(server: FastifyInstance, options: ServerOptions, limits: Limits): void {
  const { openStore, protocols, cardDocument, connector, merchants, describeApi } = options;
  const { limit } = limits;
  addHealth(server, options.health);
  addTlsAsk(server, options.isServed);
  addPreflight(server);
  const routes = { server, openStore, ...limits };
  for (const protocol of protocols) {
    addRestRoutes(routes, protocol);
    addMcpRoute(routes, protocol, cardDocument);
    addPermalinks(routes, protocol);
    addStoreDocuments(routes, protocol);
  }
  addFeeds(routes);
  addMerchantRoutes(server, merchants, limit);
  addConnectorRoutes(server, connector.endpoints, merchants.context, limit);
  addWebhookRoute(server, options.receiveWebhook, limits.refusals);
  addKeptDocuments(server, { describeApi, connectorZip: connector.zip }, limit);
  addConsole(server, options.console, limit);
}

/** URLs for agents, in any protocol: open to all origins. */
const AGENT_URLS = /^(?:(?:\/api)?\/ucp|\/mcp)\//;

type Introduce = ReturnType<typeof createIntroductionHook>;

/** Sets the request's instant, method and origin, and the default response headers. */
function createIntroductionHook(isHttps: () => boolean, { getOrigin }: TenantHostDirectory) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    request.startedAt = performance.now();
    restoreMethod(request.raw);
    request.ownOrigin = () => getOrigin(request, request.originalUrl !== request.url);
    reply.header('x-request-id', request.id).headers(isHttps() ? GUARDING_HTTPS : GUARDING);
    if (AGENT_URLS.test(request.url)) reply.headers(OPEN_TO_ALL);
  };
}
