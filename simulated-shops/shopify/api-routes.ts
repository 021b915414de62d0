import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { adminRefusal, storefrontAccess } from './access.ts';
import { adminMutation } from './admin-mutation.ts';
import { adminQuery } from './admin-query.ts';
import { type GraphqlApi, graphqlAnswer } from './graphql-answer.ts';
import { operationNameOf, readGraphqlRequest } from './graphql-document.ts';
import { adminSchema, storefrontSchema } from './schemas.ts';
import type { ShopState } from './shop-state.ts';
import { storefrontMutation } from './storefront-mutation.ts';
import { storefrontQuery } from './storefront-query.ts';
import { adminCost } from './throttling.ts';
import { servedVersion } from './versions.ts';

/** Name of a call for counts; undefined for requests of neither API. */
export function operationOf(request: FastifyRequest): string | undefined {
  const path = request.url.split('?')[0] ?? '';
  if (path === '/admin/oauth/access_token') return 'ExchangeClientCredentials';
  return /^(\/admin)?\/api\/([\w-]+\/)?graphql\.json$/.test(path) ? operationNameOf(request.body) : undefined;
}

type Versioned = FastifyRequest<{ Params: { version?: string } }>;

export function addApiRoutes(app: FastifyInstance, shop: ShopState): void {
  const storefront: GraphqlApi = {
    schema: storefrontSchema(),
    query: storefrontQuery(shop),
    mutation: storefrontMutation(shop),
    costExtension: (requestedQueryCost) => ({ requestedQueryCost }),
  };
  const admin: GraphqlApi = {
    schema: adminSchema(),
    query: adminQuery(shop),
    mutation: adminMutation(shop),
    costExtension: adminCost,
  };

  const askStorefront = (request: Versioned, reply: FastifyReply) => {
    const access = storefrontAccess(shop, request.headers);
    if ('status' in access) return reply.code(access.status).send(access.body);
    return answer(storefront, request, reply, { context: { access }, limited: access.kind === 'tokenless' });
  };
  const askAdmin = (request: Versioned, reply: FastifyReply) => {
    const refusal = adminRefusal(shop, request.headers);
    if (refusal) return reply.code(refusal.status).send(refusal.body);
    return answer(admin, request, reply, { context: {}, limited: true });
  };
  app.post('/api/:version/graphql.json', askStorefront);
  app.post('/api/graphql.json', askStorefront);
  app.post('/admin/api/:version/graphql.json', askAdmin);
  app.post('/admin/api/graphql.json', askAdmin);
}

async function answer(
  api: GraphqlApi,
  request: Versioned,
  reply: FastifyReply,
  caller: { context: object; limited: boolean },
): Promise<FastifyReply> {
  reply.header('x-shopify-api-version', servedVersion(request.params.version));
  const read = readGraphqlRequest(request.body);
  if (!read) return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
  const body = await graphqlAnswer(api, read, caller);
  if (!(Symbol.asyncIterator in body)) return reply.send(body);
  return reply.type('multipart/mixed; boundary=graphql').send(Readable.from(multipart(body)));
}

async function* multipart(parts: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const part of parts)
    yield `--graphql\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(part)}\r\n`;
  yield '--graphql--\r\n';
}
