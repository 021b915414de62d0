import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import type { Job } from './job.ts';

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const client = new MultiServerMCPClient({
    mcpServers: { shop: { transport: 'http', url: endpoint.href } },
  });
  try {
    const model = new ChatOpenAI({ model: 'fake', apiKey: 'none', configuration: { baseURL: modelUrl } });
    const agent = createAgent({ model, tools: await client.getTools() });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: prompt }] });
    return String(messages.at(-1)?.content);
  } finally {
    await client.close();
  }
}
