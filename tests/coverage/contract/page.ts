import { type RunsByName, type Verdict, verdictOn } from './judge.ts';
import { type Part, PLATFORMS, type Platform, type Row } from './row.ts';

const MARKS: Record<Verdict, string> = {
  proven: '✓',
  'not proven': '✗',
  'not run': '✗',
  'does not apply': '–',
};

const INTRODUCTION = `# What is proven of the contract

Written by \`npm test\` from the results of its tests; not to be edited. Each row is a row or rule of the contract in short words, with the tests
that prove it. ✓: on this platform they all passed, on SQLite and on PostgreSQL where they use a database. ✗: they did not, or did not
run. –: the row does not concern the platform. Rows in which no platform has a part carry the same mark twice.`;

/** The Markdown page: the same for the same results, whenever and wherever they were made. */
export function pageOf(parts: readonly Part[], runs: RunsByName): string {
  const elsewhere = parts.flatMap((part) => part.rows).filter((row) => row.where === 'elsewhere').length;
  const summary = `${summaryOf(parts, runs)} Not here yet: ${elsewhere}.`;
  return `${[INTRODUCTION, summary, ...tablesOf(parts, runs)].join('\n\n')}\n`;
}

/** A table for each part, under its name. */
export function tablesOf(parts: readonly Part[], runs: RunsByName): string[] {
  return parts.map((part) => tableOf(part, runs));
}

/** How many rows are proven on each platform, of those that concern it. */
export function summaryOf(parts: readonly Part[], runs: RunsByName): string {
  const rows = parts.flatMap((part) => part.rows);
  const sums = PLATFORMS.map((platform) => {
    const verdicts = rows
      .map((row) => verdictOn(platform, row, runs))
      .filter((each) => each !== 'does not apply');
    const proven = verdicts.filter((verdict) => verdict === 'proven').length;
    return `${platformName(platform)}: ${proven} of ${verdicts.length} rows proven.`;
  });
  return sums.join(' ');
}

function tableOf({ name, rows }: Part, runs: RunsByName): string {
  const head = ['| Row | Tests | Shopify | WooCommerce |', '|---|---|---|---|'];
  return [`## ${name}`, '', ...head, ...rows.map((row) => lineOf(row, runs))].join('\n');
}

function lineOf(row: Row, runs: RunsByName): string {
  const proof = row.missing ?? row.tests.map(cell).join('<br>');
  const marks = PLATFORMS.map((platform) => MARKS[verdictOn(platform, row, runs)]);
  return `| ${[cell(row.says), proof, ...marks].join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}

/** The name that people know it by. */
export function platformName(platform: Platform): string {
  return platform === 'shopify' ? 'Shopify' : 'WooCommerce';
}
