/**
 * Checks that each requirement is proven: `node tests/coverage/check-requirements.ts <results of a run> …`. Writes
 * coverage/requirements.md, and exits with 1 when a requirement is not proven.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gapsIn, pageOf } from './page.ts';
import { readRequirements } from './requirements.ts';
import type { TestRun } from './test-runs.ts';

const runs = process.argv.slice(2).flatMap((file) => {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as TestRun);
});
const sections = readRequirements();
writeFileSync('coverage/requirements.md', pageOf(sections, runs));
const gaps = gapsIn(sections, runs);
if (gaps.length > 0) {
  process.stderr.write(`Requirements that are not proven:\n  ${gaps.join('\n  ')}\n`);
  process.exitCode = 1;
}
