import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { CommerceError } from '../../src/commerce/errors.ts';
import { connectorEndpoints } from '../../src/connector/index.ts';
import { merchantApi } from '../../src/merchant/index.ts';
import { contract } from '../../src/protocols/contract/index.ts';
import type { Endpoint } from '../../src/protocols/endpoint.ts';
import { validate } from '../../src/protocols/invoke.ts';
import type { Protocol } from '../../src/protocols/protocol.ts';
import { shopping } from '../../src/protocols/shopping/index.ts';
import { createOfficialUcp } from '../../src/protocols/ucp/index.ts';
import type { Trust } from '../../src/protocols/ucp/negotiation/trust.ts';

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, 7, -1, 0.5, 1e9, '', 'nonsense', 'x'.repeat(100_000)],
  ...[[], [7], [{}], {}, { a: 7 }, { line_items: 7 }],
];
/** Begins with the words of the schema library: "Invalid input: expected string, received number". */
const LIBRARY_TEXT = /^(Invalid|Too|Unrecognized|Expected|Required)\b/;

interface Validated {
  route: string;
  input: z.ZodObject;
}

function messagesOf(endpoint: Validated, raw: Record<string, unknown>): string[] {
  try {
    validate(endpoint, raw);
    return [];
  } catch (error) {
    assert.ok(error instanceof CommerceError, `${endpoint.route}: ${error}`);
    return error.details.map(({ path, message }) => (LIBRARY_TEXT.test(message) ? `${path} ${message}` : ''));
  }
}

/** Endpoints over REST and MCP: some are tools only. */
function endpointsOf({ endpoints, tools }: Protocol): Endpoint[] {
  return [...new Set([...endpoints, ...[...tools.values()].map(({ endpoint }) => endpoint)])];
}

describe('errors of refused input', () => {
  const apis: Record<string, readonly Validated[]> = {
    'the contract': endpointsOf(contract),
    'official UCP': endpointsOf(createOfficialUcp({} as Trust)),
    'the shopping endpoint': endpointsOf(shopping),
    'the merchant API': merchantApi.endpoints,
    'the connector API': connectorEndpoints,
  };
  for (const [name, endpoints] of Object.entries(apis))
    it(`say what every member of ${name} must be, in words of the service`, () => {
      const members = endpoints.flatMap((endpoint) =>
        Object.keys(endpoint.input.shape).flatMap((member) =>
          WRONG.flatMap((value) =>
            messagesOf(endpoint, { [member]: value })
              .filter((text) => text !== '')
              .map((text) => `${endpoint.route}: ${text}`),
          ),
        ),
      );
      assert.deepEqual([...new Set(members)], []);
    });
});

/** Lists of a JSON schema without a bound, by their paths. */
function unboundedLists(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const isUnbounded = 'type' in schema && schema.type === 'array' && !('maxItems' in schema);
  const below = Object.entries(schema).flatMap(([name, value]) => unboundedLists(value, `${path}/${name}`));
  return [...(isUnbounded ? [path] : []), ...below];
}

describe('requests of agents', () => {
  const endpoints = [contract, createOfficialUcp({} as Trust), shopping].flatMap(endpointsOf);

  it('bound every list: a refusal holds an issue for each wrong entry', () => {
    const members = endpoints.flatMap(({ route, input }) =>
      unboundedLists(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), route),
    );
    assert.deepEqual(members, []);
  });
});
