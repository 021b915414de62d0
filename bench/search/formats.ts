import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const catalogLine = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  description: z.string().default(''),
  categories: z.array(z.string()).default([]),
  brand: z.string().default(''),
  sku: z.string().default(''),
  gtin: z.string().default(''),
  price: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .default('0'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  stock: z.number().int().optional(),
  options: z.record(z.string(), z.array(z.string())).default({}),
});
const queryLine = z.object({ id: z.string().min(1), text: z.string().min(1) });
const judgmentLine = z.object({
  query: z.string().min(1),
  product: z.string().min(1),
  grade: z.number().int().min(0).max(3),
});

/** A product of a catalog file. Only `id` and `title` must be given. */
export type CatalogLine = z.infer<typeof catalogLine>;
export type QueryLine = z.infer<typeof queryLine>;
/** How well a product answers a query: 0 not at all, 3 exactly. */
export type JudgmentLine = z.infer<typeof judgmentLine>;

export const readCatalog = (text: string): CatalogLine[] => readLines(text, catalogLine);
export const readQueries = (text: string): QueryLine[] => readLines(text, queryLine);
export const readJudgments = (text: string): JudgmentLine[] => readLines(text, judgmentLine);

/** Reads the three files of a data set. */
export async function readDataSet(files: { catalog: string; queries: string; judgments: string }) {
  const [catalog, queries, judgments] = await Promise.all(
    [files.catalog, files.queries, files.judgments].map((file) => readFile(file, 'utf8')),
  );
  return {
    catalog: readCatalog(catalog ?? ''),
    queries: readQueries(queries ?? ''),
    judgments: readJudgments(judgments ?? ''),
  };
}

/** Reads JSON lines; an error names the line and the member. */
function readLines<Line>(text: string, schema: z.ZodType<Line>): Line[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const read = schema.safeParse(parsed(line, index));
    if (read.success) return [read.data];
    const [issue] = read.error.issues;
    throw new Error(`Line ${index + 1}: ${issue?.path.join('.') || 'the object'}: ${issue?.message}`);
  });
}

function parsed(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`Line ${index + 1} is not JSON.`);
  }
}
