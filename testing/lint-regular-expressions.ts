/**
 * `npm run check regex`: proves with automata that each regular expression takes linear time, the same in every run. Prints
 * those it cannot prove, which tests/integration/security/linear-text.long.test.ts measures.
 */
import { check, type Diagnostics } from 'recheck';
import { expressionsIn } from './regular-expressions.ts';

const CONCURRENCY = 2;
const OPTIONS = { checker: 'automaton', timeout: 10_000 } as const;

type Verdict = Diagnostics['status'];

const { expressions } = await expressionsIn(['{search,src}/**/*.ts', 'console/**/*.{ts,tsx}']);
const distinct = [...new Map(expressions.map((each) => [`/${each.source}/${each.flags}`, each]))];
const counts: Record<Verdict, number> = { safe: 0, vulnerable: 0, unknown: 0 };

async function work(): Promise<void> {
  for (let next = distinct.pop(); next; next = distinct.pop()) {
    const [pattern, { at, source, flags }] = next;
    const verdict = await check(source, flags, OPTIONS);
    counts[verdict.status] += 1;
    if (verdict.status === 'vulnerable')
      process.stderr.write(`${at} ${pattern}: ${verdict.complexity.summary}\n`);
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, work));
const { safe, vulnerable, unknown } = counts;
process.stdout.write(
  `${safe} expressions are linear, ${vulnerable} are not; ${unknown} are only measured.\n`,
);
if (vulnerable > 0) process.exitCode = 1;
