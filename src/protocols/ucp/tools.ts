import type { z } from 'zod';
import { createMemberError } from '../../commerce/errors.ts';
import { isObject } from '../../commerce/json/is-object.ts';
import type { Effect, RawInput } from '../endpoint.ts';
import { readLeniently } from '../lenient-input.ts';
import { buildArgumentSchema, describeEffect, type Tool } from '../tools.ts';

/** Operation as an MCP tool: `{meta, id?, checkout | cart | catalog}`. */
export interface UcpTool {
  name: string;
  effect: Effect;
  /** Argument that holds REST's body. */
  payload?: 'checkout' | 'cart' | 'catalog';
  payloadOptional?: boolean;
  keyRequired?: boolean;
  body: z.ZodObject;
  /** True when `id` names the resource. */
  isAddressed: boolean;
}

export function describeTool(tool: UcpTool, summary: string): Omit<Tool, 'endpoint'> {
  const { name, effect } = tool;
  const inputSchema = buildInputSchema(tool);
  const outputSchema = buildOutputSchema(name);
  return {
    description: { name, description: summary, inputSchema, outputSchema, ...describeEffect(name, effect) },
    readLeniently: (raw) => readLeniently(inputSchema, raw, 'json'),
    read: (raw) => toInput(tool, raw),
  };
}

/** Contains no reference, because clients compile the schema alone. */
function buildInputSchema({ payload, payloadOptional, keyRequired, body, isAddressed }: UcpTool) {
  const meta = {
    type: 'object',
    properties: { 'ucp-agent': AGENT_SCHEMA, 'idempotency-key': KEY_SCHEMA },
    required: ['ucp-agent', ...(keyRequired ? ['idempotency-key'] : [])],
  };
  return {
    type: 'object',
    properties: {
      meta,
      ...(isAddressed ? { id: ID_SCHEMA } : {}),
      ...(payload ? { [payload]: buildArgumentSchema(body) } : {}),
    },
    required: ['meta', ...(isAddressed ? ['id'] : []), ...(payload && !payloadOptional ? [payload] : [])],
  };
}

const PROFILE = {
  type: 'string',
  format: 'uri',
  description: 'The https address of your platform’s UCP profile.',
};
const AGENT_SCHEMA = { type: 'object', properties: { profile: PROFILE }, required: ['profile'] };

const ID_SCHEMA = { type: 'string', description: 'The id of the cart, checkout or order.' };
const KEY_SCHEMA = {
  type: 'string',
  description:
    'A new UUID for each change. The same one sent again returns the same answer and changes nothing.',
};

/** Throws for a member in the wrong place. Other arguments join the payload, where the answer names them as unread. */
function toInput({ payload, payloadOptional, isAddressed, body }: UcpTool, raw: RawInput): RawInput {
  const { meta: _, ...args } = raw;
  const { id, ...unaddressed } = args;
  const { [payload ?? '']: content = payload && !payloadOptional ? undefined : {}, ...beside } = isAddressed
    ? unaddressed
    : args;
  if (!isObject(content)) {
    const missing = content === undefined;
    const message = missing ? 'is required: an object' : 'must be an object';
    throw createMemberError(payload ?? '', message, { missing });
  }
  for (const name of Object.keys(beside)) {
    const place = findPlace(name, payload, body);
    if (place) throw createMemberError(name, `is in the wrong place: send it as ${place}`);
  }
  return { ...beside, ...content, ...(isAddressed ? { id } : {}) };
}

/** Returns the path of a member that belongs in another argument. */
function findPlace(name: string, payload: string | undefined, body: z.ZodObject): string | undefined {
  const plain = name.replaceAll('_', '-');
  if (plain === 'idempotency-key' || plain === 'ucp-agent') return `meta.${plain}`;
  return payload !== undefined && Object.hasOwn(body.shape, name) ? `${payload}.${name}` : undefined;
}

/** Published schemas and required members of answers, by the last word of the tool's name. */
const ANSWERS: Readonly<Record<string, { schema: string; members: readonly string[] }>> = {
  checkout: {
    schema: 'checkout.json',
    members: ['id', 'line_items', 'status', 'currency', 'totals', 'links'],
  },
  cart: { schema: 'cart.json', members: ['id', 'line_items', 'currency', 'totals'] },
  order: {
    schema: 'order.json',
    members: ['id', 'checkout_id', 'permalink_url', 'line_items', 'fulfillment', 'currency', 'totals'],
  },
  catalog: { schema: 'catalog_search.json, catalog_lookup.json', members: ['products'] },
  product: { schema: 'catalog_lookup.json', members: ['product'] },
};

const UCP = {
  type: 'object',
  properties: { version: { type: 'string' }, status: { enum: ['success', 'error'] } },
  required: ['version', 'status'],
};

const ERROR = { properties: { ucp: { properties: { status: { const: 'error' } } } }, required: ['messages'] };

/** Names published schemas, because clients compile the schema alone and each version has its own. */
function buildOutputSchema(toolName: string): object {
  const answer = ANSWERS[toolName.slice(toolName.lastIndexOf('_') + 1)];
  if (!answer) throw new Error(`It is not said what ${toolName} answers.`);
  const { schema, members } = answer;
  return {
    type: 'object',
    description: `As in https://ucp.dev/{ucp.version}/schemas/shopping/: ${schema}; or an error_response.`,
    properties: { ucp: UCP, messages: { type: 'array', items: { type: 'object' } } },
    required: ['ucp'],
    anyOf: [{ required: members }, ERROR],
  };
}
