import { z } from 'zod';
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

function toTool(endpoint: Endpoint, tool: NonNullable<Endpoint['tool']>): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(endpoint.input, { io: 'input' });
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
