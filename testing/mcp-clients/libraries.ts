import { createMcpClient } from '@genkit-ai/mcp';
import { mcpToTool } from '@google/genai';
import { mcp } from '@llamaindex/tools';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { McpClient } from '@strands-agents/sdk';
import { genkit } from 'genkit';
import type { ToolLayer } from './tool-layer.ts';

/** Libraries of agents, whose tools are called in place of their model. */
export const LIBRARIES: Record<string, (endpoint: URL) => Promise<ToolLayer>> = {
  '@genkit-ai/mcp': connectGenkit,
  '@google/genai': connectGenai,
  '@llamaindex/tools': connectLlamaIndex,
  '@strands-agents/sdk': connectStrands,
  '@voltagent/core': connectVoltAgent,
};

async function connectGenai(endpoint: URL): Promise<ToolLayer> {
  const client = new Client({ name: 'a-test-agent', version: '1.0.0' });
  // The library's transport types conflict under exactOptionalPropertyTypes.
  await client.connect(new StreamableHTTPClientTransport(endpoint) as Transport);
  const callable = mcpToTool(client);
  return {
    async tools() {
      const { functionDeclarations = [] } = await callable.tool();
      return functionDeclarations.map(({ name = '', description, parametersJsonSchema }) => ({
        name,
        description,
        inputSchema: parametersJsonSchema as object,
      }));
    },
    async call(name, args) {
      const [part] = await callable.callTool([{ name, args }]);
      const response = part?.functionResponse?.response;
      return response?.error ?? response;
    },
    close: () => client.close(),
  };
}

async function connectGenkit({ href: url }: URL): Promise<ToolLayer> {
  const client = createMcpClient({ name: 'shop', mcpServer: { url } });
  await client.ready();
  const tools = await client.getActiveTools(genkit({}));
  const byName = new Map(tools.map((tool) => [tool.__action.name, tool]));
  return {
    tools: async () =>
      tools.map(({ __action: { name, description, inputJsonSchema } }) => ({
        name,
        description,
        inputSchema: inputJsonSchema as object,
      })),
    async call(name, args) {
      const result = await byName.get(name)?.(args);
      return typeof result.error === 'string' ? result.error : result;
    },
    close: () => client.disable(),
  };
}

async function connectLlamaIndex({ href: url }: URL): Promise<ToolLayer> {
  const client = mcp({ url });
  const tools = await client.tools();
  const byName = new Map(tools.map((tool) => [tool.metadata.name, tool]));
  return {
    tools: async () =>
      tools.map(({ metadata: { name, description, parameters } }) => ({
        name,
        description,
        inputSchema: parameters as object,
      })),
    call: async (name, args) => byName.get(name)?.call(args),
    close: () => client.cleanup(),
  };
}

async function connectStrands(url: URL): Promise<ToolLayer> {
  const client = new McpClient({ url });
  const tools = await client.listTools();
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools: async () =>
      tools.map(({ toolSpec }) => ({ ...toolSpec, inputSchema: toolSpec.inputSchema ?? {} })),
    async call(name, args) {
      const tool = byName.get(name);
      return tool && client.callTool(tool, args as Parameters<McpClient['callTool']>[1]);
    },
    close: () => client.disconnect(),
  };
}

async function connectVoltAgent({ href: url }: URL): Promise<ToolLayer> {
  const { MCPConfiguration } = await importVoltAgent();
  const client = new MCPConfiguration({ servers: { shop: { type: 'streamable-http', url } } });
  const tools = await client.getTools();
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    tools: async () =>
      tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
    call: async (name, args) => byName.get(name)?.execute?.(args),
    close: () => client.disconnect(),
  };
}

/** Outside production the library fetches a list of models when it is imported. */
async function importVoltAgent() {
  const { NODE_ENV = '' } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await import('@voltagent/core');
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}
