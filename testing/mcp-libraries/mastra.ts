import { Agent } from '@mastra/core/agent';
import { noopLogger } from '@mastra/core/logger';
import { MCPClient } from '@mastra/mcp';
import type { Job } from './job.ts';

/** Warning of the Ajv within Mastra, which knows no formats and takes no logger. */
const UNKNOWN_FORMAT = /^unknown format "[\w-]+" ignored in schema /;

export async function run({ endpoint, modelUrl, prompt }: Job): Promise<string> {
  const client = new MCPClient({ servers: { shop: { url: endpoint } } });
  client.__setLogger(noopLogger);
  const { warn } = console;
  console.warn = (...texts) => UNKNOWN_FORMAT.test(String(texts[0])) || warn(...texts);
  try {
    const model = { id: 'fake/fake' as const, url: modelUrl, apiKey: 'none' };
    const tools = await client.listTools();
    const agent = new Agent({ id: 'shopper', name: 'Shopper', instructions: 'Shop.', model, tools });
    return (await agent.generate(prompt, { maxSteps: 9 })).text;
  } finally {
    console.warn = warn;
    await client.disconnect();
  }
}
