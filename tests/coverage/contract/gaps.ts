import { type RunsByName, verdictOn } from './judge.ts';
import { platformName } from './page.ts';
import { type Part, PLATFORMS, type Platform, type Row } from './row.ts';

/** A line for each row that is not proven; none unless the whole suite ran: else what did not run is no fault. */
function gapsIn(all: readonly Part[], runs: RunsByName): string[] {
  if (!wholeSuiteRan()) return [];
  return all.flatMap((part) =>
    part.rows.flatMap((row) =>
      PLATFORMS.map((platform) => gapOn(platform, part, row, runs)).filter((gap) => gap !== undefined),
    ),
  );
}

/** Fails a run of the whole suite for rows that are not proven, and names them. */
export function failOnGaps(whose: string, all: readonly Part[], runs: RunsByName): void {
  const gaps = gapsIn(all, runs);
  if (gaps.length === 0) return;
  process.stderr.write(`Rows of ${whose} that are not proven:\n${gaps.join('\n')}\n`);
  process.exitCode = 1;
}

/** Whether `npm test` runs as it is, and not a choice of files or titles. */
function wholeSuiteRan(): boolean {
  const chosen = process.execArgv.some((argument) => /^--test-(name|skip|only|shard)/.test(argument));
  const patterns = process.argv.slice(1);
  return !chosen && patterns.length === 1 && patterns[0] === 'tests/**/*.test.ts';
}

function gapOn(platform: Platform, part: Part, row: Row, runs: RunsByName): string | undefined {
  const verdict = verdictOn(platform, row, runs);
  if (verdict === 'proven' || verdict === 'does not apply') return undefined;
  const unknown = row.tests.filter((test) => !runs.has(test));
  const why = unknown.length > 0 ? `; no such test: ${unknown.join(', ')}` : '';
  return `  ${part.name}: ${row.says} (${platformName(platform)}: ${verdict}${why})`;
}
