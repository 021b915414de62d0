import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface DataSet {
  catalog: readonly object[];
  queries: readonly object[];
  judgments: readonly object[];
}

/** Writes catalog.jsonl, queries.jsonl and judgments.jsonl into a folder, and says how many lines they have. */
export async function writeDataSet(folder: string, { catalog, queries, judgments }: DataSet): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, lines] of Object.entries({ catalog, queries, judgments }))
    await writeFile(join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(`${catalog.length} products, ${queries.length} queries, ${judgments.length} judgments`);
}
