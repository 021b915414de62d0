import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Judgment, Verdict } from './judge.ts';

export type Checkout = 'block' | 'classic';

const PROOF = join(import.meta.dirname, '..', '..', '..', 'docs', 'proof');
const DATA = join(PROOF, 'woocommerce-plugins.json');
const PAGE = join(PROOF, 'woocommerce-plugins.md');

/** Result of one plugin, or of several at once. */
export interface PluginRecord {
  /** Slugs of several plugins are joined by `+`. */
  slug: string;
  /** `pair` and `dozen` for several at once. */
  kind: string;
  version: string;
  /** Setting of the plugin, in words. */
  does: string;
  /** Date of the purchase. */
  day: string;
  block?: Judgment;
  classic?: Judgment;
}

interface Stored {
  site: string;
  plugins: PluginRecord[];
}

/** Replaces the results of these plugins, and of all dozens when `forgets` names them, and writes the page from all stored ones. */
export async function recordPlugins(
  site: string,
  results: readonly Omit<PluginRecord, 'day'>[],
  forgets?: 'dozen',
): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const plugins = results.map((each) => ({ ...each, day }));
  const before: Stored = await readFile(DATA, 'utf8').then(JSON.parse, () => ({ plugins: [] }));
  const isNew = ({ slug }: PluginRecord) => plugins.some((each) => each.slug === slug);
  const others = before.plugins.filter((each) => !isNew(each) && each.kind !== forgets);
  const all = [...others, ...plugins].toSorted(
    (one, other) => one.kind.localeCompare(other.kind) || one.slug.localeCompare(other.slug),
  );
  const record = { site, plugins: all };
  await writeFile(DATA, `${JSON.stringify(record, null, 2)}\n`);
  await writeFile(PAGE, renderPage(record));
}

const MEANINGS: Record<Verdict, string> = {
  'to the cent': 'the agent is told the total that the page shows and the order has',
  refused: 'the agent is refused, and the shop itself sells the goods to no visitor either',
  'told what is missing': 'the total differs, or the buyer cannot pay, and the agent was told of it',
  'shut out':
    'another page stands in place of the checkout, and the check of the connection tells the merchant which, and agents',
  'not finished':
    'no order could be placed on the page, for the reason given; the total told is the one shown, unless said otherwise',
  'silently wrong':
    'the total differs and the agent was told nothing, or goods that the shop sells were refused',
};

const RIGHT: readonly Verdict[] = ['to the cent', 'refused', 'told what is missing'];

function renderPage({ site, plugins }: Stored): string {
  const isSeveral = ({ kind }: PluginRecord) => kind === 'pair' || kind === 'dozen';
  const alone = plugins.filter((each) => !isSeveral(each));
  const pairs = plugins.filter(({ kind }) => kind === 'pair');
  const dozens = plugins.filter(({ kind }) => kind === 'dozen');
  const counts = Object.keys(MEANINGS).map((verdict) => {
    const count = (records: readonly PluginRecord[], page: Checkout) =>
      records.filter((each) => each[page]?.verdict === verdict).length;
    const several = plugins.filter(isSeveral);
    const ofSeveral = count(several, 'block') + count(several, 'classic');
    return `| ${verdict} | ${MEANINGS[verdict as Verdict]} | ${count(alone, 'block')} | ${count(alone, 'classic')} | ${ofSeveral} |`;
  });
  return `# Plugins of WooCommerce beside the connector

Written by \`npm run prove:woocommerce -- --zoo FOLDER\`: each plugin is installed on a real WooCommerce, set so that it changes a purchase, and an agent
buys there. The buyer pays in Chromium. The total that the browser reads on the checkout page and WooCommerce's order are the judge.
Without plugins the usual cart of four pieces costs ${PLAIN.join(', and a product of 24.00 costs ')}, both with delivery: a plugin whose totals are these has
changed nothing there. Site: ${site}.

${describeShare('plugins alone, at both checkouts', alone)}
${describeShare('pairs of those that touch prices or carts, each at one of the checkouts', pairs)}
${describeShare('random dozens, at both checkouts', dozens)}
${describeLightlySet(alone)}

| Verdict | Meaning | Alone, block checkout | Alone, classic checkout | Several at once |
| --- | --- | --- | --- | --- |
${counts.join('\n')}

## Each plugin alone

| Kind | Plugin | Version | Set to | Bought on | Block checkout | Classic checkout |
| --- | --- | --- | --- | --- | --- | --- |
${alone.map(renderPlugin).join('\n')}

## Pairs

| Plugins | Bought on | Block checkout | Classic checkout |
| --- | --- | --- | --- |
${pairs.map(renderSeveral).join('\n')}

## Dozens

| Plugins | Bought on | Block checkout | Classic checkout |
| --- | --- | --- | --- |
${dozens.map(renderSeveral).join('\n')}
`;
}

/** Counts purchases that are right, and those that no guest of the shop could have made. */
function describeShare(name: string, records: readonly PluginRecord[]): string {
  if (records.length === 0) return `- No ${name}.`;
  const verdicts = records
    .flatMap(({ block, classic }) => [block, classic])
    .flatMap((each) => each?.verdict ?? []);
  const count = (some: readonly Verdict[]) => verdicts.filter((verdict) => some.includes(verdict)).length;
  const right = count(RIGHT);
  const shutOut = count(['shut out']);
  const share = (of: number) => (of === 0 ? 0 : Math.floor((1000 * right) / of) / 10);
  const apart =
    shutOut > 0
      ? ` In ${shutOut} more the shop's own page shut every guest out, which its merchant and agents are told: with these ${share(verdicts.length)} %.`
      : '';
  return `- ${records.length} ${name}: ${right} of ${verdicts.length - shutOut} purchases are right (${share(verdicts.length - shutOut)} %), ${count(['silently wrong'])} silently wrong.${apart}`;
}

/** Totals of purchases that no plugin changes. */
const PLAIN = ['85.05', '33.24'];

/** Names the plugins of which the purchase proves little: left as installed, or without an effect on the total. */
function describeLightlySet(records: readonly PluginRecord[]): string {
  const asInstalled = records.filter(({ does }) => does.startsWith('as it is installed'));
  const isPlain = (judgment: Judgment | undefined) =>
    PLAIN.some((total) => judgment?.note.startsWith(`told ${total} `)) && judgment?.verdict === 'to the cent';
  const without = records.filter(({ block, classic }) => isPlain(block) && isPlain(classic));
  const names = asInstalled.map(({ slug }) => slug).join(', ');
  return `- Lightly set: ${asInstalled.length} of the ${records.length} were left as they are installed (${names}), and ${without.length} changed no total. Of these the purchases prove that the plugin beside the connector breaks no sale, and not that every effect it can be set to have on a total is told.`;
}

function renderPlugin({ kind, slug, version, does, day, block, classic }: PluginRecord): string {
  return renderRow([kind, slug, version, does, day, toCell(block), toCell(classic)]);
}

function renderSeveral({ slug, day, block, classic }: PluginRecord): string {
  return renderRow([slug.replaceAll('+', ' + '), day, toCell(block), toCell(classic)]);
}

function toCell(judgment: Judgment | undefined): string {
  return judgment ? `**${judgment.verdict}**: ${judgment.note}` : '';
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;
}
