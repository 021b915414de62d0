import { type BadDayName, befalls, SUFFERED, saysOf } from './faults.ts';
import { expectedOf } from './run-cell.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from './operations.ts';
import { othersOf } from './page-others.ts';
import { inWords } from './words.ts';

const DAYS: readonly BadDayName[] = [...SUFFERED, 'left_alone'];

const INTRODUCTION = `# What happens on bad days

Written from \`tests/resilience/failures/expected.ts\`, which the tests beside it hold against the service: each line below is lived through on both platforms, over
HTTP. After it has changed: \`UPDATE_DOCS=1 node --test tests/resilience/failures/page.test.ts\`.

What holds everywhere:

- **Errors say what to do.** The body is \`{"error", "code"}\`; a 503 carries \`Retry-After\`, over MCP \`retry_after\` beside \`status\` in the error's \`data\`.
- **Nothing is asked twice that might be done twice.** Reads, and changes that come to the same however often they are made, are repeated twice at most,
  with jitter; a throttled call too, where the shop asks for no more than a second. A call that took too long is never repeated.
- **No session ever has two carts.** Where an answer was lost a cart may be left at the shop, but nobody was told its address: nobody can pay it, and the
  shop forgets it. Beside it there is one cart for each session that an agent was told of.
- **Recovery needs nobody.** With the next request that the shop answers all is as before; after ten failures in a row it is asked again after 5 seconds.
- **Other stores do not notice.** Each store has its own circuit and its own share of calls.
- **Reads fall back at the first failure.** Once a store's catalog was read, its copy answers searches and look-ups whenever the shop fails, whatever the
  failure looks like: no answer, an error page of WordPress, of a proxy or of Shopify, a web page where JSON should be, half an answer. Before that they
  are a 502, 503 or 504, and so is a page behind a cursor of the shop's own search. Writes never fall back.
- **A shop that refuses the service is not sold from.** Revoked keys, a missing permission and a closed shop are answers, not failures: the copy is not
  shown, and searches and look-ups are a 502 that says what the merchant must do (503 for a Shopify store that is frozen, locked or inactive).
- **Prices of two currencies are never mixed.** After a shop has changed its currency, its copy answers nothing until the catalog was read anew.
- **PHP's notices are read past.** WooCommerce answers that begin with them are understood, for reads and writes, when all that follows is one complete
  JSON document; nothing is guessed.
`;

/** Returns the page of the given expectations. */
export function pageOf(): string {
  return `${[INTRODUCTION, ...OPERATION_NAMES.map(sectionOf), othersOf()].join('\n')}`;
}

type Line = { days: BadDayName[]; cells: string };

function sectionOf(name: OperationName): string {
  const lines: Line[] = [];
  for (const day of DAYS.filter((each) => 'write' in OPERATIONS[name] || !needsAWrite(each))) {
    const cells = cellsOf(name, day);
    const same = lines.find((line) => line.cells === cells);
    if (same) same.days.push(day);
    else lines.push({ days: [day], cells });
  }
  const { says, recovers } = OPERATIONS[name];
  if (lines.length === 1) return `## ${says}\n\nThe shop is not asked, so every day is a good one.\n`;
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
