import { readFile, writeFile } from 'node:fs/promises';
import type { Score } from './metrics.ts';

/** One row: a search with its quality, its time and what it costs the shop. */
export interface Row extends Score {
  platform: string;
  search: 'shop' | 'service';
  p50Ms: number;
  p95Ms: number;
  callsPerSearch: number;
}

const HEADS = 'platform,search,NDCG@10,recall@10,MRR@10,empty,p50 ms,p95 ms,calls per search'.split(',');

/** Renders the table in Markdown. */
export function toTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.platform,
    row.search === 'shop' ? 'the shop’s own' : 'the service',
    ...[row.ndcg, row.recall, row.mrr].map((value) => value.toFixed(3)),
    `${(100 * row.empty).toFixed(1)} %`,
    ...[row.p50Ms, row.p95Ms].map((value) => value.toFixed(1)),
    row.callsPerSearch.toFixed(2),
  ]);
  return toMarkdown(HEADS, lines);
}

/** Quality of one search on a set of queries, without times. */
export interface QualityRow extends Score {
  set: string;
  search: string;
}

const QUALITY_HEADS = 'half,search,NDCG@10,precision,recall@10,MRR@10,empty'.split(',');

export function toQualityTable(rows: readonly QualityRow[]): string {
  const lines = rows.map(({ set, search, ndcg, precision, recall, mrr, empty }) => [
    set,
    search,
    ...[ndcg, precision, recall, mrr].map((value) => value.toFixed(3)),
    `${(100 * empty).toFixed(1)} %`,
  ]);
  return toMarkdown(QUALITY_HEADS, lines);
}

function toMarkdown(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const INTRODUCTION = `# Search, measured

Written by \`npm run bench -- search … --record bench/search-results.md\`, which runs simulated shops of both platforms with a catalog, lets the service copy it, and asks every query over HTTP. Means are
over the queries with a grade above 0, the rate of empty answers over all. Times are those of one machine, the simulated shops' included.
`;

/** Writes a section into a page, which may be new. */
export async function record(page: string, heading: string, body: string): Promise<void> {
  await writeFile(page, withSection(await readFile(page, 'utf8').catch(() => ''), heading, body));
}

/** Puts a section into the results, in place of the one under the same heading. */
function withSection(results: string, heading: string, body: string): string {
  const [, ...sections] = results.split(/^## /m);
  const others = sections.filter((section) => !section.startsWith(`${heading}\n`));
  const all = [...others, `${heading}\n\n${body}\n`].sort();
  return [INTRODUCTION, ...all.map((section) => `## ${section.trimEnd()}\n`)].join('\n');
}
