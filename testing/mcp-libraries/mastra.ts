import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import type { Job } from './job.ts';

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const client = new MCPClient({ servers: { shop: { url: endpoint } } });
  try {
    const model = { id: 'fake/fake' as const, url: modelUrl, apiKey: 'none' };
    const tools = await client.listTools();
    const agent = new Agent({ id: 'shopper', name: 'Shopper', instructions: 'Shop.', model, tools });
    return (await agent.generate(prompt, { maxSteps: 9 })).text;
  } finally {
    await client.disconnect();
  }
}
