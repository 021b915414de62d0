import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../../testing/mcp-libraries/job.ts';
import { officialClients } from '../contract/mcp/official-clients.ts';
import { runHost } from './official-hosts.ts';

const ROOT = join(import.meta.dirname, '../..');
export const LIBRARIES = join(ROOT, 'testing/mcp-libraries');

/** Program that lets a model work with the tools of an MCP server. */
export interface McpClient {
  name: string;
  version(): Promise<string>;
  /** Returns the last words of the model. */
  run(job: Job): Promise<string>;
  /** True for one that hands its model a sentence of its own in place of an error of JSON-RPC. */
  hidesErrors?: boolean;
}

/** Client libraries with an agent loop of their own, by the package that speaks MCP. */
const AGENT_LIBRARIES = {
  '@ai-sdk/mcp': 'ai-sdk.ts',
  '@langchain/mcp-adapters': 'langchain.ts',
  '@mastra/mcp': 'mastra.ts',
  '@openai/agents': 'openai-agents.ts',
  'mcp-use': 'mcp-use.ts',
};

export const mcpClients: McpClient[] = [
  ...Object.entries(AGENT_LIBRARIES).map(([name, file]) => ({
    name,
    version: () => versionOf(name, LIBRARIES),
    hidesErrors: name === '@openai/agents',
    run: async (job: Job) => (await import(join(LIBRARIES, file))).run(job),
  })),
  ...officialClients.map((kind) => ({
    name: kind.name,
    version: () => versionOf(kind.name.split(' ')[0] ?? '', ROOT),
    run: (job: Job) => runHost(kind, job),
  })),
];

async function versionOf(name: string, folder: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
}
