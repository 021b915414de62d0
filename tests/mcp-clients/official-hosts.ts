import type { ToolLayer } from '../../testing/mcp-clients/tool-layer.ts';
import type { Job } from '../../testing/mcp-libraries/job.ts';
import { connected, type Reached } from '../contract/mcp/official-clients.ts';
import type { ToolResult } from '../shopping/shopper.ts';

interface Message {
  content: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

/** Agent loop around a client that has none: a model gets the text of results, and nothing else. */
export async function runHost(
  kind: { connect(to: Reached): Promise<ToolLayer> },
  { endpoint, modelUrl, prompt }: Omit<Job, 'endpoint'> & { endpoint: Reached },
): Promise<string> {
  const messages: object[] = [{ role: 'user', content: prompt }];
  let last = '';
  await connected(kind, endpoint, async (client) => {
    const tools = (await client.tools()).map(({ name, description, inputSchema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    }));
    for (;;) {
      const body = JSON.stringify({ model: 'fake', messages, tools });
      const answer = await fetch(`${modelUrl}/chat/completions`, { method: 'POST', body });
      const { message } = ((await answer.json()) as { choices: [{ message: Message }] }).choices[0];
      messages.push(message);
      last = message.content;
      if (!message.tool_calls) return;
      for (const { id, function: call } of message.tool_calls) {
        const content = await client.call(call.name, JSON.parse(call.arguments)).then(textOf, messageOf);
        messages.push({ role: 'tool', tool_call_id: id, content });
      }
    }
  });
  return last;
}

/** Some clients hand over the answer within a result, in place of the result. */
function textOf(result: unknown): string {
  if (typeof result === 'string') return result;
  const { content } = result as Partial<ToolResult>;
  return content ? content.map(({ text }) => text).join('') : JSON.stringify(result);
}

function messageOf({ message }: Error): string {
  return message;
}
