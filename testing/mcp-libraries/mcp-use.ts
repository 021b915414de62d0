import { ChatOpenAI } from '@langchain/openai';
import { Logger, MCPAgent, MCPClient } from 'mcp-use';
import type { Job } from './job.ts';

// Sessions without an id and failures of tools are a part of the tests.
Logger.configure({ level: 'silent' });

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const client = new MCPClient({ mcpServers: { shop: { url: endpoint.href } } });
  try {
    const llm = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration: { baseURL: modelUrl } });
    const agent = new MCPAgent({ llm, client, maxSteps: 9 });
    return await agent.run({ prompt });
  } finally {
    await client.closeAllSessions();
  }
}
