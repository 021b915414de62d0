import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Judgment, Verdict } from './judge.ts';

const PROOF = join(import.meta.dirname, '..', '..', '..', 'docs', 'proof');
const DATA = join(PROOF, 'woocommerce-plugins.json');
const PAGE = join(PROOF, 'woocommerce-plugins.md');

/** Result of one plugin, or of several at once. */
export interface PluginRecord {
  slug: string;
  kind: string;
  version: string;
  /** Setting of the plugin, in words. */
  does: string;
  /** Doubt about this result; a new run of the plugin drops it. */
  remark?: string;
  block?: Judgment;
  classic?: Judgment;
}

interface Stored {
  day: string;
  site: string;
  plugins: PluginRecord[];
}

/** Replaces the results of these plugins, and writes the page from all stored ones. */
export async function recordPlugins(site: string, plugins: readonly PluginRecord[]): Promise<void> {
  const before: Stored = await readFile(DATA, 'utf8').then(JSON.parse, () => ({ plugins: [] }));
  const isNew = ({ slug }: PluginRecord) => plugins.some((each) => each.slug === slug);
  const all = [...before.plugins.filter((each) => !isNew(each)), ...plugins].toSorted(
    (one, other) => one.kind.localeCompare(other.kind) || one.slug.localeCompare(other.slug),
  );
  const record = { day: new Date().toISOString().slice(0, 10), site, plugins: all };
  await writeFile(DATA, `${JSON.stringify(record, null, 2)}\n`);
  await writeFile(PAGE, renderPage(record));
}

const MEANINGS: Record<Verdict, string> = {
  'to the cent': 'the agent is told the total that the page shows and the order has',
  refused: 'the agent is refused, and the shop itself sells the goods to no visitor either',
  'told what is missing': 'the total differs, or the buyer cannot pay, and the agent was told of it',
  'shut out':
    'another page stands in place of the checkout, and the check of the connection tells the merchant which',
  'not finished':
    'no order could be placed on the page, for the reason given; the total told is the one shown, unless said otherwise',
  'silently wrong':
    'the total differs and the agent was told nothing, or goods that the shop sells were refused',
};

function renderPage({ day, site, plugins }: Stored): string {
  const counts = Object.keys(MEANINGS).map((verdict) => {
    const count = (page: 'block' | 'classic') =>
      plugins.filter((each) => each[page]?.verdict === verdict).length;
    return `| ${verdict} | ${MEANINGS[verdict as Verdict]} | ${count('block')} | ${count('classic')} |`;
  });
  return `# Plugins of WooCommerce beside the connector

Written by \`npm run prove:woocommerce -- --zoo FOLDER\`: each plugin is installed on a real WooCommerce, set so that it changes a purchase, and an agent
buys there. The buyer pays in Chromium. The total that the browser reads on the checkout page and WooCommerce's order are the judge.
Without plugins the usual cart of four pieces costs 85.05, and a product of 24.00 costs 33.24, both with delivery: a plugin whose totals are these has
changed nothing there. Site: ${site}. Last run: ${day}.

| Verdict | Meaning | Block checkout | Classic checkout |
| --- | --- | --- | --- |
${counts.join('\n')}

| Kind | Plugin | Version | Set to | Block checkout | Classic checkout |
| --- | --- | --- | --- | --- | --- |
${plugins.map(renderPlugin).join('\n')}
`;
}

function renderPlugin({ kind, slug, version, does, remark, block, classic }: PluginRecord): string {
  const setTo = remark === undefined ? does : `${does} (${remark})`;
  return renderRow([kind, slug, version, setTo, toCell(block), toCell(classic)]);
}

function toCell(judgment: Judgment | undefined): string {
  return judgment ? `**${judgment.verdict}**: ${judgment.note}` : '';
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
}
