import { z } from 'zod';
import { CommerceError } from '../../src/commerce/errors.ts';
import { defineEndpoint } from '../../src/protocols/endpoint.ts';
import type { Protocol } from '../../src/protocols/protocol.ts';
import { shopping } from '../../src/protocols/shopping/index.ts';
import type { Tool } from '../../src/protocols/tools.ts';

/** Schema of which the suite expects every keyword in `tools/list`. */
const FULL_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  additionalProperties: false,
};

function toolOf(name: string, run: () => object, inputSchema: object = { type: 'object' }): Tool {
  return {
    endpoint: defineEndpoint({
      capability: 'catalog',
      route: `POST /${name}`,
      summary: name,
      readsBody: true,
      readOnly: true,
      input: z.object({}),
      output: z.looseObject({}),
      run: () => ({ body: run() }),
    }),
    description: { name, description: `Tool ${name} of the suite.`, inputSchema, annotations: {} },
    read: (text) => text,
  };
}

const done = () => ({ done: true });

/** Tools of the suite that need nothing but what the transport does for every protocol. The first takes no arguments. */
const tools = [
  toolOf('test_simple_text', done),
  toolOf('test_logging_tool', done),
  toolOf('test_error_handling', () => {
    throw new CommerceError('conflict', 'This tool always fails.');
  }),
  toolOf('json_schema_2020_12_tool', done, FULL_SCHEMA),
];

const { cardsOf: _, documents: __, ...rules } = shopping;

/** Protocol of the suite's own tools, under the same routes, limits and error rules as the shopping endpoint. */
export const testTools: Protocol = {
  ...rules,
  root: '/test-tools',
  tools: new Map(tools.map((tool) => [tool.description.name, tool])),
};
