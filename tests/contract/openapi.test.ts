import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { examples } from '../../src/dialects/contract/examples.ts';
import { contract } from '../../src/dialects/contract/index.ts';
import { databases } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

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

  it('has every endpoint of the dialect, and MCP', async () => {
    const api = (await (await fetch(`${running.baseUrl}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace('/api/ucp/{slug}', '') || '/'}`,
      ),
    );
    assert.deepEqual(
      described.sort(),
      [...contract.endpoints.map((endpoint) => endpoint.rest), 'POST /mcp'].sort(),
    );
  });

  for (const endpoint of contract.endpoints) {
    it(`shows an example of ${endpoint.rest} that is true to its schemas`, () => {
      const example = examples[endpoint.rest];
      assert.ok(example, 'there is an example');
      endpoint.input.parse(example.input);
      endpoint.output.parse(example.output);
    });
  }

  it('can be read at /docs without any outside request', async () => {
    const answer = await fetch(`${running.baseUrl}/docs`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /text\/html/);
    const page = await answer.text();
    for (const endpoint of contract.endpoints)
      assert.ok(page.includes(endpoint.summary.replaceAll('&', '&amp;')));
    assert.doesNotMatch(page, /<(?:script|link|img|iframe)\b|url\(|@import/i);
  });
});
