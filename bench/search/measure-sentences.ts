/**
 * Scores the sentences of tests/fixtures/search over the demo stores' catalog, in this process, beside plain BM25:
 * `npm run bench -- search --sentences [--record PAGE]`, which prints both halves, and with `--record` writes them into a page.
 */
import { parseArgs } from 'node:util';
import { scoreSentences } from './score-sentences.ts';
import { type QualityRow, record, toQualityTable } from './scoreboard.ts';

const { values } = parseArgs({
  options: { sentences: { type: 'boolean' }, record: { type: 'string' } },
});
const NAMES = { tuned: 'tuned', held_back: 'held back' } as const;

const scores = await scoreSentences();
const rows = scores.flatMap(({ half, service, plainBm25 }): QualityRow[] => [
  { set: NAMES[half], search: 'plain BM25', ...plainBm25 },
  { set: NAMES[half], search: 'the service', ...service },
]);
const heading = 'sentences, demo catalog';
const size = scores.map(({ half, service }) => `${service.queries} ${NAMES[half]}`).join(', ');
const table = toQualityTable(rows);
console.log(`\n${heading}: ${size}\n\n${table}\n`);
if (values.record) await record(values.record, heading, `Sentences: ${size}.\n\n${table}`);
