import { z } from 'zod';
import { isObject } from '../commerce/json/is-object.ts';
import type { Effect, Endpoint, RawInput } from './endpoint.ts';
import { type InputSchema, readLeniently } from './lenient-input.ts';

interface ToolDescription {
  name: string;
  title?: string;
  description: string;
  inputSchema: object;
  /** Clients validate answers against it; for protocols with structured content. */
  outputSchema?: object;
  annotations: object;
}

export interface Tool {
  endpoint: Endpoint;
  description: ToolDescription;
  /** Reads JSON in texts, and members without a value; absent where `read` takes every form. */
  readLeniently?(raw: RawInput): RawInput;
  /** Reads the arguments and adds to `repairs` how it understood wrong ones. Throws `invalid_input`. */
  read(raw: RawInput, repairs: string[]): RawInput;
}

export function toTools(endpoints: readonly Endpoint[]): Tool[] {
  return endpoints.flatMap((endpoint) => (endpoint.tool ? [toTool(endpoint, endpoint.tool)] : []));
}

export function mapByName(tools: readonly Tool[]): Map<string, Tool> {
  return new Map(tools.map((tool) => [tool.description.name, tool]));
}

function toTool(endpoint: Endpoint, { name, effect, aliases = {} }: NonNullable<Endpoint['tool']>): Tool {
  const inputSchema = buildArgumentSchema(endpoint.input);
  return {
    endpoint,
    description: { name, description: endpoint.summary, inputSchema, ...describeEffect(name, effect) },
    readLeniently: (raw) => readLeniently(inputSchema, raw, 'json'),
    read: (raw) => withoutAliases(raw, aliases),
  };
}

/** Describes arguments without what narrow clients refuse: a list of types, and the empty schema of other members. */
export function buildArgumentSchema(input: z.ZodType): InputSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (!isObject(value)) return value;
    if (name === 'additionalProperties' && Object.keys(value).length === 0) return undefined;
    const { type, ...rest } = value;
    return Array.isArray(type) ? { ...rest, anyOf: type.map((each) => ({ type: each })) } : value;
  });
}

function withoutAliases(raw: RawInput, aliases: Record<string, string[]>): RawInput {
  const input = { ...raw };
  for (const [name, others] of Object.entries(aliases)) {
    const other = others.find((each) => raw[each] !== undefined);
    if (input[name] !== undefined || other === undefined) continue;
    input[name] = raw[other];
    delete input[other];
  }
  return input;
}

/** Annotations of tools, all explicit: clients decide by them whether to ask the buyer before a call. */
const HINTS: Record<Effect, object> = {
  readOnly: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  repeatable: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

/** Title and annotations of a tool: `create_cart` is `Create cart`. */
export function describeEffect(name: string, effect: Effect): { title: string; annotations: object } {
  const words = name.replaceAll('_', ' ');
  const title = words.slice(0, 1).toUpperCase() + words.slice(1);
  return { title, annotations: { title, ...HINTS[effect] } };
}
