import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { recordedExamples } from '../../src/openapi/examples.ts';
import { contract } from '../../src/protocols/contract/index.ts';
import { merchantApi } from '../../src/api/merchant/index.ts';
import { databases } from '../../testing/databases.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const examples = recordedExamples();

describe('the description of the API', () => {
  let running: TestService;
  before(async () => {
    const [database] = databases;
    assert.ok(database);
    running = await startTestService({ database });
  });
  after(() => running.close());

  it('is valid OpenAPI 3.1', async () => {
    const answer = await fetch(`${running.baseUrl}/openapi.json`);
    assert.equal(answer.status, 200);
    const result = await new Validator().validate((await answer.json()) as Record<string, unknown>);
    assert.deepEqual(result.errors, undefined);
    assert.equal(result.valid, true);
  });

  interface Shown {
    content: { 'application/json': { example?: unknown } };
  }

  interface Operation {
    operationId: string;
    security: Record<string, []>[];
    requestBody?: Shown;
    responses: Record<string, Shown>;
  }

  interface Description {
    paths: Record<string, Record<string, Operation>>;
    components: { securitySchemes: Record<string, object> };
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

  it('has every endpoint of agents, and MCP', async () => {
    const rests = contract.endpoints.map((endpoint) => endpoint.rest);
    assert.deepEqual(below(await described(), '/api/ucp/{slug}'), [...rests, 'POST /mcp'].sort());
  });

  it('has every endpoint of merchants with its authentication', async () => {
    const api = await described();
    const rests = merchantApi.endpoints.map((endpoint) => endpoint.rest);
    assert.deepEqual(below(api, '/api/merchant'), [...rests].sort());
    assert.deepEqual(Object.keys(api.components.securitySchemes), ['session', 'token']);
    for (const { rest, access } of merchantApi.endpoints) {
      const [method = '', path = ''] = rest.split(' ');
      const operation = api.paths[`/api/merchant${path}`]?.[method.toLowerCase()];
      assert.equal(operation?.security.length, access === 'anyone' ? 0 : 2, rest);
    }
  });

  it('names every operation differently', async () => {
    const names = operationsOf(await described()).map(({ operationId }) => operationId);
    assert.deepEqual(names, [...new Set(names)]);
  });

  for (const endpoint of contract.endpoints) {
    it(`shows an example of ${endpoint.rest} that is true to its schemas`, () => {
      const example = examples.contract[endpoint.rest];
      assert.ok(example, 'there is an example');
      endpoint.input.parse(example.input);
      endpoint.output.parse(example.output);
    });
  }

  for (const endpoint of merchantApi.endpoints) {
    it(`shows an example of ${endpoint.rest} that is true to its schemas, and says no more than they do`, () => {
      const example = examples.merchant[endpoint.rest];
      assert.ok(example, 'there is an example');
      endpoint.input.strict().parse(example.input);
      assert.deepEqual(endpoint.output.parse(example.output), example.output);
    });
  }

  it('describes request and response of every endpoint', async () => {
    for (const operation of operationsOf(await described())) {
      const [answer] = Object.values(operation.responses);
      const shown = [operation.requestBody, answer].filter((each) => each !== undefined);
      for (const { content } of shown) assert.ok(content['application/json'].example, operation.operationId);
    }
  });

  it('can be read at /docs without any outside request', async () => {
    const answer = await fetch(`${running.baseUrl}/docs`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
    const page = await answer.text();
    for (const { summary } of [...contract.endpoints, ...merchantApi.endpoints])
      assert.ok(page.includes(escaped(summary)), summary);
    assert.doesNotMatch(page, /<(?:script|link|img|iframe)\b|url\(|@import/i);
  });
});

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
