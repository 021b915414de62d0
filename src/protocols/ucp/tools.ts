import { z } from 'zod';
import { CommerceError } from '../../commerce/errors.ts';
import { isObject } from '../../commerce/json/is-object.ts';
import type { Endpoint, RawInput } from '../endpoint.ts';
import type { Tool } from '../tools.ts';
import { outputSchema } from './tool-output.ts';

/** Operation as an MCP tool: `{meta, id?, checkout | cart | catalog}`. */
export interface UcpTool {
  name: string;
  readOnly?: true;
  /** Argument that holds REST's body. */
  payload?: 'checkout' | 'cart' | 'catalog';
  /** True when the payload may be absent. */
  payloadOptional?: true;
  /** True refuses a call without an idempotency key. */
  keyRequired?: true;
  body: z.ZodObject;
  /** True when `id` names the resource. */
  addressed: boolean;
}

export function toTool(endpoint: Endpoint, tool: UcpTool): Tool {
  return {
    endpoint,
    description: {
      name: tool.name,
      description: endpoint.summary,
      inputSchema: inputSchema(tool),
      outputSchema: outputSchema(tool.name),
      annotations: { readOnlyHint: tool.readOnly === true, destructiveHint: false, openWorldHint: true },
    },
    read: (raw) => inputOf(tool, raw),
  };
}

/** Contains no reference, because clients compile the schema alone. */
function inputSchema({ payload, payloadOptional, keyRequired, body, addressed }: UcpTool): object {
  const { $schema: _, ...payloadSchema } = z.toJSONSchema(body, { io: 'input' });
  const required = ['meta', ...(addressed ? ['id'] : []), ...(payload && !payloadOptional ? [payload] : [])];
  return {
    type: 'object',
    properties: {
      meta: metaSchema(keyRequired === true),
      ...(addressed ? { id: { type: 'string', description: 'The id of the cart, checkout or order.' } } : {}),
      ...(payload ? { [payload]: payloadSchema } : {}),
    },
    required,
  };
}

function metaSchema(keyRequired: boolean): object {
  return {
    type: 'object',
    properties: {
      'ucp-agent': {
        type: 'object',
        properties: {
          profile: {
            type: 'string',
            format: 'uri',
            description: 'The https address of your platform’s UCP profile.',
          },
        },
        required: ['profile'],
      },
      'idempotency-key': {
        type: 'string',
        description:
          'A new UUID for each change. The same one sent again returns the same answer and changes nothing.',
      },
    },
    required: ['ucp-agent', ...(keyRequired ? ['idempotency-key'] : [])],
  };
}

/** Throws `invalid_input` when the payload is no object. */
function inputOf({ payload, payloadOptional, addressed }: UcpTool, raw: RawInput): RawInput {
  const content = payload === undefined ? {} : raw[payload];
  const id = addressed ? { id: raw.id } : {};
  if (isObject(content)) return { ...content, ...id };
  if (payloadOptional && content === undefined) return id;
  const message = 'is required: an object';
  const details = [{ path: payload ?? '', message }];
  throw new CommerceError('invalid_input', `${payload} ${message}.`, { details, missing: true });
}
