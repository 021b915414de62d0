import assert from 'node:assert/strict';
import { isObject } from '../../src/commerce/json/is-object.ts';

/**
 * Reads the answer of a tool in what a model is sent: JSON, between other words or in the envelope of MCP. Nothing may stand
 * beside it but structured content that says the same.
 */
export function readAnswer<Answer>(text: string): Answer {
  const value: unknown = JSON.parse(text.slice(text.search(/[[{]/), text.search(/[\]}][^\]}]*$/) + 1));
  const { isError: _, structuredContent, ...result } = envelopeOf(value);
  if (!Array.isArray(result.content)) return value as Answer;
  assert.deepEqual(Object.keys(result), ['content']);
  const [{ text: inner, ...block }, ...others] = result.content;
  assert.deepEqual([block, others], [{ type: 'text' }, []]);
  const answer = readAnswer<Answer>(inner);
  if (structuredContent !== undefined) assert.deepEqual(structuredContent, answer);
  return answer;
}

/** Some libraries send a result as it is, others its blocks, or its one block with the structured content. */
function envelopeOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) return { content: value };
  const { structuredContent, ...block } = value;
  return value.type === 'text' ? { content: [block], structuredContent } : value;
}
