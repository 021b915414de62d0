import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tokensOf } from '../../bench/tokens/transcript.ts';
import type { McpClient } from './clients.ts';
import type { FakeModel } from './fake-model.ts';

const PAGE = new URL('../../docs/shopping-mcp.md', import.meta.url);
/** Ids, ports and times of an answer take some tokens more or less. */
const TOLERANCE = 0.1;

/** Row of the page's table. */
export interface Measured {
  label: string;
  tokens: number[];
}

/** Measures what a model was sent: the tools, and the answers of one purchase. */
export async function measured(
  { name, version }: McpClient,
  { tools, answers }: FakeModel['seen'],
): Promise<Measured> {
  const label = `| ${name} | ${await version()} | ${formOf(answers[0] ?? '')} |`;
  return { label, tokens: [tokensOf(JSON.stringify(tools)), tokensOf(answers.join(''))] };
}

function formOf(answer: string): string {
  if (answer.startsWith('{"content":[')) return 'the result as JSON';
  return answer.startsWith('[{"type":"text"') ? 'the block as JSON' : 'the text';
}

/** Compares the rows with those of the page, which UPDATE_DOCS writes anew. */
export async function checkPage(rows: readonly Measured[]): Promise<void> {
  let page = await readFile(PAGE, 'utf8');
  if (process.env.UPDATE_DOCS) {
    const lines = rows.map(({ label, tokens }) => `${label} ${tokens.map(whole).join(' | ')} |`);
    page = page.replace(/(?<=\| --- \| --- \| --- \| ---: \| ---: \|\n)(?:\|.*\n)*/, `${lines.join('\n')}\n`);
    await writeFile(PAGE, page);
  }
  for (const { label, tokens } of rows) {
    const documented = tokensOn(page, label);
    const isNear = tokens.every(
      (count, column) => Math.abs(count - (documented[column] ?? 0)) <= count * TOLERANCE,
    );
    assert.ok(
      isNear,
      `${label} ${tokens}, not ${documented}. Write it anew: UPDATE_DOCS=1 npm test -- mcp-clients`,
    );
  }
}

function tokensOn(page: string, label: string): number[] {
  const [figures = ''] = page.split(`${label} `)[1]?.split('\n') ?? [];
  return figures.split(' | ').map((figure) => Number.parseInt(figure.replace(',', ''), 10));
}

function whole(count: number): string {
  return count.toLocaleString('en-US');
}
