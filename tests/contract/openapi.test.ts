import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import fastify from 'fastify';
import { addKeptDocuments } from '../../src/http/merchants/kept-documents.ts';
import { merchantApi } from '../../src/merchant/index.ts';
import { readRecordedExamples } from '../../src/openapi/examples.ts';
import { contract } from '../../src/protocols/contract/index.ts';
import { ERROR_CODES, STATUSES } from '../../src/protocols/error-codes.ts';
import { shopping } from '../../src/protocols/shopping/index.ts';
import { createOfficialUcp } from '../../src/protocols/ucp/index.ts';
import { anyDatabase } from '../../testing/databases.ts';
import { forSuite } from '../../testing/for-suite.ts';
import { startTestService } from '../../testing/test-service.ts';

const examples = readRecordedExamples();
/** Described only: none of its endpoints is called. */
const official = createOfficialUcp({} as Parameters<typeof createOfficialUcp>[0]);

describe('the description of the API', () => {
  const running = forSuite(() => startTestService({ database: anyDatabase }));

  it('describes the API in valid OpenAPI 3.1', async () => {
    const answer = await fetch(`${running.baseUrl}/openapi.json`);
    assert.equal(answer.status, 200);
    const result = await new Validator().validate((await answer.json()) as Record<string, unknown>);
    assert.deepEqual(result.errors, undefined);
    assert.equal(result.valid, true);
  });

  it('builds the API description once for any number of concurrent readers, and sends it compressed or not at all', async () => {
    const server = fastify();
    let built = 0;
    const describeApi = () => {
      built += 1;
      return { built, text: 'a'.repeat(1_000) } as never;
    };
    addKeptDocuments(server, { describeApi, connectorZip: async () => undefined }, async () => undefined);
    const ask = (headers = {}) => server.inject({ url: '/openapi.json', headers });
    for (const answer of await Promise.all([ask(), ask(), ask()])) {
      assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
      assert.equal(answer.json().built, 1);
    }
    const zipped = await ask({ 'accept-encoding': 'br, gzip' });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.equal(zipped.headers.vary, 'accept-encoding');
    assert.equal(JSON.parse(gunzipSync(zipped.rawPayload).toString()).built, 1);
    const notModified = await ask({ 'if-none-match': zipped.headers.etag });
    assert.deepEqual([notModified.statusCode, notModified.body], [304, '']);
    assert.equal((await ask({ 'if-none-match': '"another"' })).statusCode, 200);
  });

  it('counts reads of the API description by address, and refuses the reference and the plugin’s zip alike', async () => {
    await using limited = await startTestService({
      database: anyDatabase,
      settings: { RATE_LIMIT: '0.005' },
    });
    // Refusals are held for a second: all of them in one minute of the limits.
    limited.advance(60_000 - (limited.service.context.now() % 60_000));
    const ask = async (path: string) => (await fetch(limited.baseUrl + path)).status;
    assert.equal(await ask('/openapi.json'), 200);
    for (const path of ['/docs', '/connectors/ucp-host-woocommerce.zip']) await ask(path);
    for (const path of ['/openapi.json', '/docs', '/connectors/ucp-host-woocommerce.zip'])
      assert.equal(await ask(path), 429, path);
  });

  interface Shown {
    content: { 'application/json': { schema: { $ref: string }; example?: unknown } };
  }

  interface Operation {
    operationId: string;
    security: Record<string, []>[];
    summary: string;
    description: string;
    tags: string[];
    requestBody?: Shown;
    responses: Record<string, Shown & { headers?: object }>;
  }

  interface Description {
    paths: Record<string, Record<string, Operation>>;
    info: { description: string };
    tags: { name: string }[];
    'x-tagGroups': { tags: string[] }[];
    components: { securitySchemes: Record<string, object>; schemas: Record<string, { enum?: string[] }> };
  }

  const described = async () =>
    (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as Description;

  /** Lists operations below a prefix, as `GET /carts/{cart_id}`. */
  const below = ({ paths }: Description, prefix: string) =>
    Object.entries(paths)
      .filter(([path]) => path.startsWith(prefix))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(prefix.length) || '/'}`),
      )
      .sort();

  const operationsOf = ({ paths }: Description) =>
    Object.values(paths).flatMap((methods) => Object.values(methods));

  it('describes every endpoint of agents, and MCP', async () => {
    const rests = contract.endpoints.map((endpoint) => endpoint.route);
    assert.deepEqual(below(await described(), '/api/ucp/{slug}'), [...rests, 'POST /mcp'].sort());
  });

  it('describes every endpoint of merchants with its authentication', async () => {
    const api = await described();
    const rests = merchantApi.endpoints.map((endpoint) => endpoint.route);
    assert.deepEqual(below(api, '/api/merchant'), [...rests].sort());
    assert.deepEqual(Object.keys(api.components.securitySchemes), ['session', 'token']);
    for (const { route, access } of merchantApi.endpoints) {
      const [method = '', path = ''] = route.split(' ');
      const operation = api.paths[`/api/merchant${path}`]?.[method.toLowerCase()];
      assert.equal(operation?.security.length, access === 'anyone' ? 0 : 2, route);
    }
  });

  for (const endpoint of contract.endpoints)
    it(`shows an example of ${endpoint.route} that is true to its schemas`, () => {
      const example = examples.contract[endpoint.route];
      assert.ok(example, 'there is an example');
      endpoint.input.parse(example.input);
      endpoint.output.parse(example.output);
    });

  for (const endpoint of merchantApi.endpoints)
    it(`shows an example of ${endpoint.route} that is true to its schemas, and says no more than they do`, () => {
      const example = examples.merchant[endpoint.route];
      assert.ok(example, 'there is an example');
      // As its store, an endpoint's organization is found before the input is read.
      const { organization_id: _, ...input } = example.input;
      endpoint.input.strict().parse(endpoint.access === 'organization' ? input : example.input);
      assert.deepEqual(endpoint.output.parse(example.output), example.output);
    });

  it('describes request and response of every endpoint', async () => {
    for (const operation of operationsOf(await described())) {
      const [answer] = Object.values(operation.responses);
      const bodies = [operation.requestBody, answer].filter((each) => each !== undefined);
      for (const { content } of bodies) assert.ok(content['application/json'].example, operation.operationId);
    }
  });

  it('describes every endpoint of official UCP with an example', async () => {
    const api = await described();
    const rests = official.endpoints.map(({ route }) => route);
    assert.deepEqual(below(api, '/ucp/{slug}'), [...rests, 'POST /mcp'].sort());
    for (const endpoint of official.endpoints) {
      const example = examples.official[endpoint.route];
      assert.ok(example, endpoint.route);
      endpoint.input.parse(example.input);
    }
  });

  for (const [name, { root, mcpPaths, tools }] of Object.entries({ contract, official, shopping }))
    it(`names every tool and argument of the MCP endpoint of ${name}`, async () => {
      const { paths } = await described();
      const text = paths[`${root}/{slug}${mcpPaths.at(-1)}`]?.post?.description ?? '';
      assert.ok(tools.size > 0);
      for (const { description } of tools.values()) {
        assert.ok(
          text.includes(`#### \`${description.name}\`\n\n${description.description}`),
          description.name,
        );
        for (const argument of Object.keys((description.inputSchema as { properties: object }).properties))
          assert.ok(text.includes(`- \`${argument}\``), `${description.name}: ${argument}`);
      }
    });

  it('names every operation differently, groups them, and refers to the schemas of bodies by name', async () => {
    const api = await described();
    const grouped = api['x-tagGroups'].flatMap(({ tags }) => tags);
    const names = api.tags.map(({ name }) => name);
    assert.deepEqual(grouped, names);
    const ids = operationsOf(api).map(({ operationId }) => operationId);
    assert.deepEqual(ids, [...new Set(ids)]);
    for (const { operationId, summary, description, tags, requestBody, responses } of operationsOf(api)) {
      assert.match(operationId, /^[a-z]+(?:[A-Z][a-z0-9]+)*$/);
      assert.doesNotMatch(operationId, /ie(?=[A-Z]|$)/, 'the singular of deliveries is delivery');
      assert.ok(summary.length < 60 && !summary.endsWith('.') && description.length > 0, operationId);
      assert.ok(grouped.includes(tags[0] ?? ''), operationId);
      for (const described of [requestBody, ...Object.values(responses)].filter((each) => each?.content)) {
        const { $ref } = described?.content['application/json'].schema ?? {};
        const [, name = ''] = /^#\/components\/schemas\/(\w+)$/.exec($ref ?? '') ?? [];
        assert.ok(api.components.schemas[name], `${operationId}: ${$ref}`);
      }
    }
  });

  it('describes 429 and the RateLimit headers at every endpoint of agents over REST', async () => {
    const { paths } = await described();
    const ofAgents = Object.entries(paths).filter(([path]) => /^(?:\/api)?\/ucp\/(?!.*mcp$)/.test(path));
    assert.ok(ofAgents.length > 20);
    const answers = ofAgents.flatMap(([path, methods]) =>
      Object.values(methods).map(({ responses }) => ({ path, responses })),
    );
    for (const { path, responses } of answers) {
      assert.ok('Retry-After' in (responses['429']?.headers ?? {}), path);
      for (const [status, { headers = {} }] of Object.entries(responses))
        assert.ok('RateLimit' in headers && 'RateLimit-Policy' in headers, `${path} ${status}`);
    }
  });

  it('lists every error code with its status, in the schema and in the text', async () => {
    const { info, components } = await described();
    const codes = components.schemas.ErrorCode?.enum ?? [];
    const unexpected = Object.keys(STATUSES).filter((code) => !codes.includes(code));
    assert.deepEqual(unexpected, []);
    for (const { code, status, meaning } of ERROR_CODES) {
      assert.ok(codes.includes(code), code);
      assert.ok(info.description.includes(`| ${status} | \`${code}\` | ${meaning} |`), code);
    }
  });

  for (const section of ['Authentication', 'Idempotency', 'Rate limits', 'Paging', 'Errors', 'Versions'])
    it(`describes ${section.toLowerCase()} in a section of the API’s description`, async () => {
      assert.match((await described()).info.description, new RegExp(`^## ${section}$`, 'm'));
    });
});
