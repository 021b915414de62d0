import { z } from 'zod';
import type { Protocol } from '../protocols/protocol.ts';
import type { Operation } from './description.ts';
import { jsonSchema } from './json-schema.ts';
import { refusal } from './refusals.ts';
import { SLUG } from './slug.ts';

/** Names and texts of one MCP endpoint. */
interface Described {
  operationId: string;
  /** Sentences about its tools. */
  about: string;
}

export function mcpOperation(protocol: Protocol, { operationId, about }: Described): Operation {
  const tools = [...protocol.tools.values()].map(({ description }) => description);
  const request = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    method: z.string(),
    params: z.record(z.string(), z.unknown()).optional(),
  });
  const answer = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.int(), z.null()]),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  });
  const names = tools.map((tool) => `\`${tool.name}\``).join(', ');
  return {
    operationId,
    summary: 'Model Context Protocol: JSON-RPC 2.0 over Streamable HTTP, without sessions.',
    description: `Tools: ${names}. ${about}`,
    tags: ['mcp'],
    security: [],
    parameters: [SLUG],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: jsonSchema(request, 'input'),
          example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        },
      },
    },
    responses: {
      200: {
        description: 'Result or error',
        content: {
          'application/json': {
            schema: jsonSchema(answer, 'output'),
            example: { jsonrpc: '2.0', id: 1, result: { tools } },
          },
        },
      },
      202: { description: 'A notification was taken' },
      404: refusal(404),
    },
  };
}
