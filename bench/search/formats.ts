import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type CatalogLine,
  catalogLine,
  readCatalogFile,
  readLine,
} from '../../simulated-shops/shop/catalog-file.ts';

const queryLine = z.object({ id: z.string().min(1), text: z.string().min(1) });
const sentenceLine = queryLine.extend({
  kind: z.enum(['gift', 'negation', 'bound', 'size', 'use', 'attribute']),
  /** Whether the ranking may be tuned on it. */
  half: z.enum(['tuned', 'held_back']),
});
const shopSentenceLine = queryLine.extend({
  catalog: z.enum(['furniture', 'clothing', 'groceries']),
  kind: z.enum(['price', 'size', 'exclude', 'purpose', 'category', 'everyday', 'vague']),
  half: z.enum(['tuned', 'held_back']),
  /** Rules of bench/search/judgment-rules.ts by the grade that they give; the best one counts. */
  grades: z.partialRecord(z.enum(['1', '2', '3']), z.string().min(1)),
});
const judgmentLine = z.object({
  query: z.string().min(1),
  product: z.string().min(1),
  grade: z.number().int().min(0).max(3),
});

export type QueryLine = z.infer<typeof queryLine>;
/** A query in the manner of a language model. */
export type SentenceLine = z.infer<typeof sentenceLine>;
/** A sentence over a public catalog. */
export type ShopSentence = z.infer<typeof shopSentenceLine>;
/** How well a product answers a query: 0 not at all, 3 exactly. */
export type JudgmentLine = z.infer<typeof judgmentLine>;

export const readCatalog = (text: string): CatalogLine[] => readLines(text, catalogLine);
export const readQueries = (text: string): QueryLine[] => readLines(text, queryLine);
export const readSentences = (text: string): SentenceLine[] => readLines(text, sentenceLine);
export const readShopSentences = (text: string): ShopSentence[] => readLines(text, shopSentenceLine);
export const readJudgments = (text: string): JudgmentLine[] => readLines(text, judgmentLine);

/** Options of `parseArgs` that name a data set. */
export const DATA_SET_OPTIONS = {
  catalog: { type: 'string' },
  queries: { type: 'string' },
  judgments: { type: 'string' },
  typos: { type: 'boolean', default: false },
} as const;

/** Reads the three files of a data set. */
export async function readDataSet(options: { catalog?: string; queries?: string; judgments?: string }) {
  const { catalog: file, queries, judgments } = options;
  if (!file || !queries || !judgments) throw new Error('Give --catalog, --queries and --judgments.');
  const read = (name: string) => readFile(name, 'utf8');
  return {
    file: resolve(file),
    catalog: (await readCatalogFile(file)).lines,
    queries: readQueries(await read(queries)),
    judgments: readJudgments(await read(judgments)),
  };
}

/** Reads JSON lines; an error names the line and the member. */
function readLines<Line>(text: string, schema: z.ZodType<Line>): Line[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    return [readLine(line, schema, (problem) => new Error(`Line ${index + 1}: ${problem}`))];
  });
}
