import { z } from 'zod';
import type { Dialect } from './dialect.ts';
import type { Endpoint, RawInput } from './endpoint.ts';

/** A tool as `tools/list` shows it. */
interface ToolDescription {
  name: string;
  description: string;
  inputSchema: object;
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; openWorldHint: boolean };
}

export interface Tool {
  endpoint: Endpoint;
  description: ToolDescription;
  /** The arguments under the names that the endpoint knows. */
  read(given: RawInput): RawInput;
}

/** The tools of a dialect, by name, in the order of its endpoints. */
export function toolsOf(dialect: Dialect): Map<string, Tool> {
  const tools = dialect.endpoints.flatMap((endpoint) =>
    endpoint.tool ? [toTool(endpoint, endpoint.tool)] : [],
  );
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
      annotations: { readOnlyHint: tool.readOnly, destructiveHint: false, openWorldHint: true },
    },
    read: (given) => withoutAliases(given, tool.aliases ?? {}),
  };
}

function withoutAliases(given: RawInput, aliases: Record<string, string[]>): RawInput {
  const named = { ...given };
  for (const [name, others] of Object.entries(aliases)) {
    const other = others.find((each) => given[each] !== undefined);
    if (named[name] === undefined && other !== undefined) named[name] = given[other];
  }
  return named;
}
