import { z } from 'zod';
import type { Protocol } from '../protocols/protocol.ts';
import type { Tool } from '../protocols/tools.ts';
import type { ComponentSchemas } from './component-schemas.ts';
import type { Operation } from './description.ts';
import { SLUG } from './inputs.ts';
import { describeRefusals, RATE_LIMIT_HEADERS } from './responses.ts';

interface Described {
  operationId: string;
  summary: string;
  about: string;
  schemas: ComponentSchemas;
}

const id = z.union([z.string(), z.int(), z.null()]);

const rpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  method: z.string().describe('For example `initialize`, `tools/list` or `tools/call`.'),
  params: z.record(z.string(), z.unknown()).optional(),
});

const rpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id,
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
});

/** Describes an MCP endpoint with all its tools, since OpenAPI knows one operation per address. */
export function describeMcpOperation(protocol: Protocol, described: Described): Operation {
  const { operationId, summary, about, schemas } = described;
  const tools = [...protocol.tools.values()];
  const rpc = { jsonrpc: '2.0', id: 1 };
  const result = { tools: tools.map(({ description }) => description) };
  const toContent = (schema: object, example: object) => ({ 'application/json': { schema, example } });
  return {
    operationId,
    summary,
    description: [about, '### Tools', ...tools.map(renderToolText)].join('\n\n'),
    tags: ['mcp'],
    security: [],
    parameters: [SLUG],
    requestBody: {
      required: true,
      content: toContent(schemas.refer(rpcRequest, 'RpcRequest', 'input'), { ...rpc, method: 'tools/list' }),
    },
    responses: {
      200: {
        description: 'Result or error',
        headers: RATE_LIMIT_HEADERS,
        content: toContent(schemas.refer(rpcAnswer, 'RpcAnswer', 'output'), { ...rpc, result }),
      },
      202: { description: 'Notification accepted' },
      ...describeRefusals([404]),
    },
  };
}

interface InputSchema {
  properties?: Record<string, { type?: string; description?: string; enum?: readonly unknown[] }>;
  required?: readonly string[];
}

function renderToolText({ description }: Tool): string {
  const { properties = {}, required = [] } = description.inputSchema as InputSchema;
  const rows = Object.entries(properties).map(([name, argument]) => {
    const type = argument.enum ? argument.enum.map(String).join(', ') : (argument.type ?? 'any');
    return `- \`${name}\` (${type}${required.includes(name) ? ', required' : ''})${argument.description ? `: ${argument.description}` : ''}`;
  });
  const parts = [`#### \`${description.name}\``, description.description, rows.join('\n')];
  return parts.filter(Boolean).join('\n\n');
}
