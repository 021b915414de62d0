import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { connectorEndpoints } from '../../src/api/connector/index.ts';
import { merchantApi } from '../../src/api/merchant/index.ts';
import { CommerceError } from '../../src/commerce/errors.ts';
import { contract } from '../../src/protocols/contract/index.ts';
import { validate } from '../../src/protocols/invoke.ts';
import { shopping } from '../../src/protocols/shopping/index.ts';
import type { Trust } from '../../src/protocols/ucp/trust.ts';
import { officialUcp } from '../../src/protocols/ucp/index.ts';

const WRONG: readonly unknown[] = [
  ...[undefined, null, true, 7, -1, 0.5, 1e9, '', 'nonsense', 'x'.repeat(100_000)],
  ...[[], [7], [{}], {}, { a: 7 }, { line_items: 7 }],
];
/** Begins with the words of the schema library: "Invalid input: expected string, received number". */
const LIBRARY_TEXT = /^(Invalid|Too|Unrecognized|Expected|Required)\b/;

interface Validated {
  rest: string;
  input: z.ZodObject;
}

function messagesOf(endpoint: Validated, raw: Record<string, unknown>): string[] {
  try {
    validate(endpoint, raw);
    return [];
  } catch (error) {
    assert.ok(error instanceof CommerceError, `${endpoint.rest}: ${error}`);
    return error.details.map(({ path, message }) => (LIBRARY_TEXT.test(message) ? `${path} ${message}` : ''));
  }
}

describe('errors of refused input', () => {
  const apis: Record<string, readonly Validated[]> = {
    'the contract': contract.endpoints,
    'official UCP': officialUcp({} as Trust).endpoints,
    'the shopping endpoint': shopping.endpoints,
    'the merchant API': merchantApi.endpoints,
    'the connector API': connectorEndpoints,
  };
  for (const [name, endpoints] of Object.entries(apis))
    it(`say what every member of ${name} must be, in words of the service`, () => {
      const found = endpoints.flatMap((endpoint) =>
        Object.keys(endpoint.input.shape).flatMap((member) =>
          WRONG.flatMap((value) =>
            messagesOf(endpoint, { [member]: value })
              .filter((text) => text !== '')
              .map((text) => `${endpoint.rest}: ${text}`),
          ),
        ),
      );
      assert.deepEqual([...new Set(found)], []);
    });
});
