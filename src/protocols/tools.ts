import { z } from 'zod';
import { isObject } from '../commerce/json/is-object.ts';
import type { Endpoint, RawInput } from './endpoint.ts';
import { type InputSchema, readLeniently } from './lenient-input.ts';
import { describeEffect } from './tool-effects.ts';

/** Tool in `tools/list`. */
interface ToolDescription {
  name: string;
  /** Name for people. */
  title?: string;
  description: string;
  inputSchema: object;
  /** Clients validate answers against it; for protocols with structured content. */
  outputSchema?: object;
  annotations: {
    title?: string;
    readOnlyHint?: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint?: boolean;
  };
}

export interface Tool {
  endpoint: Endpoint;
  description: ToolDescription;
  /** Reads JSON in texts, and members without a value; absent where `read` takes every form. */
  readLeniently?(raw: RawInput): RawInput;
  /** Reads the arguments and adds to `repairs` how it understood wrong ones. Throws `invalid_input`. */
  read(raw: RawInput, repairs: string[]): RawInput;
}

/** Tools of the endpoints, in their order. */
export function toTools(endpoints: readonly Endpoint[]): Tool[] {
  return endpoints.flatMap((endpoint) => (endpoint.tool ? [toTool(endpoint, endpoint.tool)] : []));
}

export function mapByName(tools: readonly Tool[]): Map<string, Tool> {
  return new Map(tools.map((tool) => [tool.description.name, tool]));
}

const inputSchemas = new WeakMap<z.ZodType, object>();

/** Returns the description of arguments, built once: all services of a process have the same tools. */
export function getInputSchemaOfTool(input: z.ZodType): object {
  const existing = inputSchemas.get(input);
  if (existing) return existing;
  const schema = buildInputSchema(input);
  inputSchemas.set(input, schema);
  return schema;
}

/** Describes arguments without what narrow clients refuse: a list of types, and the empty schema of other members. */
function buildInputSchema(input: z.ZodType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return JSON.parse(JSON.stringify(schema), (name, value) => {
    if (!isObject(value)) return value;
    if (name === 'additionalProperties' && Object.keys(value).length === 0) return undefined;
    const { type, ...rest } = value;
    return Array.isArray(type) ? { ...rest, anyOf: type.map((each) => ({ type: each })) } : value;
  });
}

function toTool(endpoint: Endpoint, tool: NonNullable<Endpoint['tool']>): Tool {
  const inputSchema = getInputSchemaOfTool(endpoint.input);
  return {
    endpoint,
    description: {
      name: tool.name,
      description: endpoint.summary,
      inputSchema,
      ...describeEffect(tool.name, tool.effect),
    },
    readLeniently: (raw) => readLeniently(inputSchema as InputSchema, raw, 'json'),
    read: (raw) => withoutAliases(raw, tool.aliases ?? {}),
  };
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
