import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { shopping } from '../../src/protocols/shopping/index.ts';
import { everywhere } from '../../testing/everywhere.ts';
import type { ToolResult } from '../shopping/shopper.ts';
import type { Turns } from './fake-model.ts';
import { callTool, ENDPOINTS, type EndpointName } from './listed-tools.ts';
import { everyShoppingTool, fillStock, purchases } from './purchases.ts';
import { readAnswer } from './read-answer.ts';

const textOf = ({ content }: ToolResult) => content.map(({ text }) => text).join('\n');

/** Texts that models are sent by clients that npm does not bring (docs/shopping-mcp.md, What reaches the model). */
const READERS: Record<string, (result: ToolResult) => string> = {
  'Gemini CLI, LangChain for Python and mcp-use for Python, by their text': textOf,
  'opencode, Kimi Code, LibreChat, Open WebUI and Agno, by their text, else structured content': (result) =>
    textOf(result) || JSON.stringify(result.structuredContent),
  'CrewAI, by the first block': ({ content }) => content[0]?.text ?? '',
  'Claude Code, Codex, VS Code and Pydantic AI, by structured content, else the text': (result) =>
    result.structuredContent === undefined ? textOf(result) : JSON.stringify(result.structuredContent),
  'Copilot for IntelliJ, Google ADK and LlamaIndex, by the whole result': (result) => JSON.stringify(result),
};

/** Plays the turns of a model whose client reads results in this way, and returns the results by tool. */
async function play(
  turns: Turns,
  url: string,
  read: (result: ToolResult) => string,
  headers?: Record<string, string>,
): Promise<[string, ToolResult][]> {
  const results: [string, ToolResult][] = [];
  let text = '';
  for (;;) {
    const { done, value } = await turns.next(text);
    if (done) return results;
    const { result, error } = await callTool(url, value.tool, value.given, headers);
    if (result) results.push([value.tool, result]);
    text = result ? read(result) : (error?.message ?? '');
  }
}

everywhere('answers of tools', (at) => {
  const urlOf = (endpoint: EndpointName) => at.running.baseUrl + ENDPOINTS[endpoint](at.slug);

  before(() => fillStock(at));

  for (const [clients, read] of Object.entries(READERS)) {
    for (const endpoint of Object.keys(ENDPOINTS) as EndpointName[])
      it(`let the models of ${clients} buy at the ${endpoint} endpoint`, async () => {
        await play(purchases[endpoint](at), urlOf(endpoint), read);
      });

    it(`let the models of ${clients} buy at the shopping endpoint with structured content`, async () => {
      await play(purchases.shopping(at), `${urlOf('shopping')}?structured`, read);
    });
  }

  it('answers every shopping tool with one block of text, whole and alone', async () => {
    const results = await play(everyShoppingTool(), urlOf('shopping'), textOf);
    assert.deepEqual(new Set(results.map(([tool]) => tool)), new Set(shopping.tools.keys()));
    for (const [tool, { isError = false, ...result }] of results) {
      assert.deepEqual(Object.keys(result), ['content'], tool);
      const answer = readAnswer(textOf(result));
      if (isError) assert.ok((answer as { error: { code: string } }).error.code, tool);
      else assert.deepEqual(shopping.tools.get(tool)?.endpoint.output.parse(answer), answer, tool);
    }
  });

  it('say in structured content what the text says, where the address asks for it', async () => {
    const results = await play(everyShoppingTool(), `${urlOf('shopping')}?structured`, textOf);
    for (const [tool, { isError, content, structuredContent }] of results)
      assert.deepEqual(structuredContent, isError ? undefined : JSON.parse(content[0]?.text ?? ''), tool);
  });

  it('adds only pictures beside the text for a host that shows cards', async () => {
    const shows = { 'mcp-session-id': 'shows-cards' };
    const results = await play(everyShoppingTool(), urlOf('shopping'), textOf, shows);
    const besides = results.map(([, { content: _, isError: __, ...beside }]) => beside);
    assert.deepEqual(new Set(besides.flatMap((beside) => Object.keys(beside))), new Set(['_meta']));
    for (const { _meta = {} } of besides as { _meta?: object }[])
      assert.ok(
        Object.keys(_meta).every((name) => name === 'ucp-host/pictures'),
        JSON.stringify(_meta),
      );
  });
});
