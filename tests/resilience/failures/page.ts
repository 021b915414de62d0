import { type BadDayName, befalls, SUFFERED, saysOf } from './faults.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { othersOf } from './page-others.ts';
import { expectedOf } from './run-cell.ts';
import { inWords } from './words.ts';

const DAYS: readonly BadDayName[] = [...SUFFERED, 'left_alone'];

const INTRODUCTION = `# Failure modes

What an agent gets, and what is left behind, when a shop fails during each operation. Generated from
\`tests/resilience/failures/expected.ts\`; the tests beside it play every line over HTTP, on both platforms. After changing it, run
\`UPDATE_DOCS=1 node --test tests/resilience/failures/page.test.ts\`.

In all cases:

- **Errors are actionable.** The body is \`{"error", "code"}\`; a 503 carries \`Retry-After\`, over MCP \`retry_after\` beside \`status\` in the error's \`data\`.
- **Only safe calls are retried.** Reads and idempotent changes are retried at most twice, with jitter; so is a throttled call, if the shop asks for a wait
  of at most a second. A call that timed out is never retried.
- **No session has two carts.** If the shop's answer was lost, a cart may be left at the shop; no agent has its URL, so it cannot be paid, and it expires at
  the shop.
- **Recovery is automatic.** The next request that the shop answers succeeds; after ten failures in a row the shop is called again after 5 seconds.
- **Other stores are not affected.** Each store has its own circuit and its own quota of calls.
- **Reads fall back at the first failure.** Once a store's catalog was imported, its copy answers searches and look-ups whenever the shop fails in any way:
  no answer, an error page of WordPress, of a proxy or of Shopify, a web page instead of JSON, half an answer. Before that they
  are a 502, 503 or 504, and so is a page behind a cursor of the shop's own search. Writes never fall back.
- **If the shop no longer lets the service in, it counts as failing.** With a revoked key, a missing permission or a deactivated plugin the copy answers
  searches and look-ups, sales are a 502, and the console's health names the cause. The copy of a Shopify store that is frozen, locked or inactive is not used:
  it sells nothing (503).
- **Prices of two currencies are never mixed.** After a shop has changed its currency, its copy is not used until the catalog was imported again.
- **PHP notices are skipped.** A WooCommerce answer that begins with them is accepted if all that follows is one complete JSON document.
`;

/** Returns the page of the given expectations. */
export function pageOf(): string {
  return `${[INTRODUCTION, ...OPERATION_NAMES.map(sectionOf), othersOf()].join('\n')}`;
}

const NOT_CALLED = 'The shop is not called, so its failures have no effect.';

type Line = { days: BadDayName[]; cells: string };

function sectionOf(name: OperationName): string {
  const lines: Line[] = [];
  for (const day of DAYS.filter((each) => 'write' in OPERATIONS[name] || !needsAWrite(each))) {
    const cells = cellsOf(name, day);
    const same = lines.find((line) => line.cells === cells);
    if (same) same.days.push(day);
    else lines.push({ days: [day], cells });
  }
  const { says, recovers, unaffected = NOT_CALLED } = OPERATIONS[name];
  if (lines.length === 1) return `## ${says}\n\n${unaffected}\n`;
  const rows = lines.map(({ days, cells }) => `| ${days.map(saysOf).join('; ')} | ${cells} |`);
  return `## ${says}

| The shop … | The agent gets | Left behind |
|---|---|---|
${rows.join('\n')}

Then: ${recovers}
`;
}

/** Faults of writes add nothing for an operation that does not change the shop. */
function needsAWrite(day: BadDayName): boolean {
  return day === 'slow_write' || day === 'malformed_write';
}

function cellsOf(name: OperationName, day: BadDayName): string {
  const shopify = inWords(expectedOf(name, day, 'shopify'));
  if (!befalls(day, 'woocommerce')) return `${shopify.answer} | ${shopify.left}`;
  const woocommerce = inWords(expectedOf(name, day, 'woocommerce'));
  return `${both(shopify.answer, woocommerce.answer)} | ${both(shopify.left, woocommerce.left)}`;
}

function both(shopify: string, woocommerce: string): string {
  return shopify === woocommerce ? shopify : `Shopify: ${shopify}<br>WooCommerce: ${woocommerce}`;
}
