import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs } from 'ai';
import type { Job } from './job.ts';

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const client = await createMCPClient({ transport: { type: 'http', url: endpoint.href } });
  try {
    const model = createOpenAICompatible({ name: 'fake', baseURL: modelUrl })('fake');
    const tools = await client.tools();
    const { text } = await generateText({ model, tools, prompt, stopWhen: stepCountIs(9) });
    return text;
  } finally {
    await client.close();
  }
}
