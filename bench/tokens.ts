import { writeFile } from 'node:fs/promises';
import { databases } from '../testing/databases.ts';
import { PLATFORMS, startTestService, type TestService } from '../testing/test-service.ts';
import { table, whole } from './page.ts';
import {
  contractEndpoint,
  type EndpointUnderTest,
  officialEndpoint,
  shoppingEndpoint,
} from './tokens/endpoints.ts';
import { TASKS, type Task } from './tokens/tasks.ts';
import { tokensOf, transcript } from './tokens/transcript.ts';

/** Length of the descriptions in the second measurement; shops that were looked at have 600 to 3,000 characters. */
const LONG = 1_200;

const SENTENCES =
  'Made in small batches by people who have done so for three generations, from materials that last. Wash it by hand or in the machine, and give it away when you are done with it. ';

async function measuredPage(at: TestService): Promise<string> {
  const short = await Promise.all(PLATFORMS.map((platform) => section(at, platform, 'The demo catalog')));
  lengthenDescriptions(at);
  const long = await Promise.all(
    PLATFORMS.map((platform) => section(at, platform, `Descriptions of ${whole(LONG)} characters`)),
  );
  return [...INTRODUCTION, ...(await toolsSection(at)), ...short.flat(), ...long.flat()].join('\n');
}

const INTRODUCTION = [
  '# Tokens of shopping tasks',
  '',
  'Written by `npm run bench tokens`. Tokens of o200k_base (npm’s `gpt-tokenizer`), from the first search to the hand-off to the shop’s',
  'checkout page: the calls with their arguments, and the answers. Each search answers ten products at most, each task takes the same',
  'steps at each endpoint.',
  '',
  '- **shopping** (`/mcp/{slug}`): one block of text.',
  '- **official UCP** (`/ucp/{slug}/mcp`): structured content; the same again as text is not counted.',
  '- **contract** (`/api/ucp/{slug}`): searches, look-ups and carts over REST, because its MCP endpoint has none; the checkout over MCP.',
  '',
];

const endpointsOf = (at: TestService, slug: string): EndpointUnderTest[] =>
  [shoppingEndpoint, officialEndpoint, contractEndpoint].map((make) => make(at.baseUrl, slug));

async function toolsSection(at: TestService): Promise<string[]> {
  const endpoints = endpointsOf(at, 'demo-shopify');
  const rows = await Promise.all(
    endpoints.map(async ({ name, tools }) => {
      const text = await tools();
      const descriptions = (JSON.parse(text) as Record<string, unknown>[]).map(
        ({ name, description, inputSchema }) => ({ name, description, inputSchema }),
      );
      const count = descriptions.length;
      return [name, whole(count), whole(tokensOf(text)), whole(tokensOf(JSON.stringify(descriptions)))];
    }),
  );
  return [
    '## tools/list, once for each conversation',
    '',
    ...table(['Endpoint', 'Tools', 'Tokens', 'of them names, descriptions and inputs'], rows),
    '',
  ];
}

async function section(at: TestService, platform: string, title: string): Promise<string[]> {
  const endpoints = endpointsOf(at, `demo-${platform}`);
  const rows: string[][] = [];
  for (const task of TASKS) rows.push(await measure(task, endpoints));
  const head = ['Task', ...endpoints.map(({ name }) => name), 'official / shopping', 'Calls'];
  return [`## ${title}, ${platform}`, '', ...table(head, rows), ''];
}

async function measure(task: Task, endpoints: readonly EndpointUnderTest[]): Promise<string[]> {
  const sums = [];
  for (const endpoint of endpoints) {
    const counted = transcript();
    await task.run(endpoint.shop(counted));
    sums.push(counted.sum());
  }
  const totals = sums.map(({ total }) => total);
  const [shopping = Number.NaN, official = Number.NaN] = totals;
  const calls = sums.map((sum) => sum.calls).join(' / ');
  return [task.name, ...totals.map(whole), `${(official / shopping).toFixed(1)}×`, calls];
}

function lengthenDescriptions(at: TestService): void {
  const text = SENTENCES.repeat(Math.ceil(LONG / SENTENCES.length));
  for (const platform of PLATFORMS)
    for (const product of at.shop(`demo-${platform}`).control.products)
      product.descriptionHtml = `<p>${(product.descriptionHtml.replaceAll(/<[^>]*>/g, '') + text).slice(0, LONG)}</p>`;
}

const [database] = databases;
if (!database) throw new Error('no database to run on');
await using running = await startTestService({ database });
const page = await measuredPage(running);
await writeFile(new URL('tokens.md', import.meta.url), page);
process.stdout.write(page);
