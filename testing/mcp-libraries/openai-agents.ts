import { Agent, MCPServerStreamableHttp, OpenAIChatCompletionsModel, run as runAgent } from '@openai/agents';
import OpenAI from 'openai';
import type { Job } from './job.ts';

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const server = new MCPServerStreamableHttp({ url: endpoint.href });
  await server.connect();
  try {
    const model = new OpenAIChatCompletionsModel(new OpenAI({ baseURL: modelUrl, apiKey: 'none' }), 'fake');
    const agent = new Agent({ name: 'Shopper', model, mcpServers: [server] });
    return String((await runAgent(agent, prompt)).finalOutput);
  } finally {
    await server.close();
  }
}
