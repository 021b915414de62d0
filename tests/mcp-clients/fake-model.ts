import { json } from 'node:stream/consumers';
import { startHttpServer } from '../../testing/http-server.ts';

/** Turns of a model: yields a call of a tool, is handed the text that the model reads as its answer, and returns its last words. */
export type Turns = AsyncGenerator<{ tool: string; given: object }, string, string>;

interface OfferedTool {
  name: string;
  description: string;
  parameters: object;
}

/** Request of OpenAI's Chat Completions. */
interface Completion {
  messages: { role: string; content?: string | { text?: string }[] | null }[];
  tools?: { function: OfferedTool }[];
  stream?: boolean;
}

export interface FakeModel extends AsyncDisposable {
  url: string;
  /** Tools that it was offered, and texts of the answers that it was handed. */
  seen: { tools: OfferedTool[]; answers: string[] };
  /** Throws what went wrong in the turns. */
  check(): void;
}

/** Starts a language model behind OpenAI's Chat Completions, whose turns a test plays: it reads what a client library sends, and no more. */
export async function startFakeModel(turns: Turns): Promise<FakeModel> {
  const seen: FakeModel['seen'] = { tools: [], answers: [] };
  let failure: unknown;

  async function reply({ messages, tools = [] }: Completion): Promise<object> {
    seen.tools = tools.map((tool) => tool.function);
    const last = messages.at(-1);
    const text = textOf(last?.content);
    if (last?.role === 'tool') seen.answers.push(text);
    const { done, value } = await turns.next(text);
    if (done) return { content: value };
    // Some libraries put the server's name before the tool's.
    const name = seen.tools.find((tool) => tool.name.endsWith(value.tool))?.name ?? value.tool;
    const call = { name, arguments: JSON.stringify(value.given) };
    const id = `call_${seen.answers.length}`;
    return { content: null, tool_calls: [{ index: 0, id, type: 'function', function: call }] };
  }

  const server = await startHttpServer(async (request, response) => {
    const completion = (await json(request)) as Completion;
    const message = await reply(completion).catch((error: unknown) => {
      failure ??= error;
      return { content: 'I give up.' };
    });
    const id = `completion_${seen.answers.length}`;
    response.writeHead(200, { 'content-type': completion.stream ? 'text/event-stream' : 'application/json' });
    response.end(written(id, { role: 'assistant', ...message }, completion.stream));
  });

  return {
    url: `${server.url}/v1`,
    seen,
    check() {
      if (failure) throw failure;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function textOf(content: Completion['messages'][number]['content']): string {
  return Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : (content ?? '');
}

/** Writes a message as one answer, or as a stream of one chunk. */
function written(id: string, message: object, isStream = false): string {
  const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const about = { id, created: 1, model: 'fake', usage };
  const choice = { index: 0, finish_reason, [isStream ? 'delta' : 'message']: message };
  const object = isStream ? 'chat.completion.chunk' : 'chat.completion';
  const text = JSON.stringify({ ...about, object, choices: [choice] });
  return isStream ? `data: ${text}\n\ndata: [DONE]\n\n` : text;
}
