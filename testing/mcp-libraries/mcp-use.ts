import { ChatOpenAI } from '@langchain/openai';
import { MCPAgent, MCPClient } from 'mcp-use';
import type { Job } from './job.ts';

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
