import { suiteBlock } from '../../../conformance/block.ts';
import type { SuiteResults } from '../../../conformance/results.ts';
import type { RunsByName } from '../contract/judge.ts';
import { summaryOf, tablesOf } from '../contract/page.ts';
import type { Part } from '../contract/row.ts';
import type { Held } from '../../../testing/held-answers.ts';

const INTRODUCTION = `# What is proven of the official Universal Commerce Protocol

Written by \`npm test\` from the results of its tests, but for the block about the public suite; not to be edited. The official dialect speaks
2026-08-25 and 2026-04-08, over REST and MCP, on Shopify and on WooCommerce. Each row is a requirement in short words, with the tests that prove
it. ✓: on this platform they all passed, on SQLite and on PostgreSQL where they use a database. ✗: they did not, or did not run. Rows in which no
platform has a part carry the same mark twice.

Not claimed, and not declared: fulfillment (the buyer says where to on the store's own page), buyer consent, identity linking, payment instruments
and mandates, the transports A2A and Embedded.`;

/** The Markdown page: the same for the same results, whenever and wherever they were made. */
export function pageOf(
  parts: readonly Part[],
  runs: RunsByName,
  held: readonly Held[],
  suite: SuiteResults | undefined,
): string {
  const tables = tablesOf(parts, runs);
  return `${[INTRODUCTION, summaryOf(parts, runs), ...tables, heldTable(held), suiteBlock(suite)].join('\n\n')}\n`;
}

/** Answers by operation, of all platforms and databases together. */
function heldTable(held: readonly Held[]): string {
  const rows = Map.groupBy(held, ({ version, transport, operation, schema }) =>
    [version, transport, operation, `\`${schema}\``].join(' | '),
  );
  const lines = [...rows].map(([row, of]) => `| ${row} | ${of.reduce((sum, { count }) => sum + count, 0)} |`);
  return [
    '## Answers held against the published schemas',
    'How many answers of which operation were held, whole, against which schema, on all platforms and databases together; what was sent was held as well.',
    [
      '| Version | Transport | Operation | Schema | Answers |',
      '|---|---|---|---|---:|',
      ...lines.toSorted(),
    ].join('\n'),
  ].join('\n\n');
}
