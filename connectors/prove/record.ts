import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Entry } from './ledger.ts';

const PROOF = join(import.meta.dirname, '..', '..', 'docs', 'proof');
const DATA = join(PROOF, 'woocommerce.json');
const PAGE = join(PROOF, 'woocommerce.md');

/** Latest results of one site. */
export interface ProofRecord {
  title: string;
  day: string;
  versions: Record<string, string>;
  entries: Pick<Entry, 'step' | 'ok' | 'note'>[];
}

/** Stores the results of a site and rewrites the page from all stored ones. A part of the proof leaves the site's other results. */
export async function record(proof: ProofRecord, isPart: boolean): Promise<void> {
  const before = await readRecords();
  const others = before.filter(({ title }) => title !== proof.title);
  const formerEntries = (isPart && before.find(({ title }) => title === proof.title)?.entries) || [];
  const again = (step: string) => proof.entries.find((entry) => entry.step === step);
  const isNew = ({ step }: { step: string }) => !formerEntries.some((entry) => entry.step === step);
  const entries = [
    ...formerEntries.map((entry) => again(entry.step) ?? entry),
    ...proof.entries.filter(isNew),
  ];
  const records = [...others, { ...proof, entries }].toSorted((one, other) =>
    one.title.localeCompare(other.title, 'en', { numeric: true }),
  );
  await writeFile(DATA, `${JSON.stringify(records, null, 2)}\n`);
  await writeFile(PAGE, pageOf(records));
}

async function readRecords(): Promise<ProofRecord[]> {
  try {
    return JSON.parse(await readFile(DATA, 'utf8'));
  } catch {
    return [];
  }
}

function pageOf(records: readonly ProofRecord[]): string {
  const versions = [...new Set(records.flatMap((each) => Object.keys(each.versions)))];
  const byLength = records.toSorted((one, other) => other.entries.length - one.entries.length);
  const steps = [...new Set(byLength.flatMap(({ entries }) => entries.map(({ step }) => step)))];
  const head = row(['', ...records.map(({ title }) => title)]);
  const rule = row(['---', ...records.map(() => '---')]);
  return `# The connector on real WooCommerce sites

Written by \`npm run prove:woocommerce\`, which does every step in a browser on a real WordPress with a real WooCommerce: it installs the zip
in wp-admin, pairs with six digits, buys as an agent and a buyer do, and deletes the plugin. You can repeat it on a test site of your own:
see \`npm run prove:woocommerce -- --help\`. ✓: every assertion of the step passed; ✗: one failed; empty: not tried.

## The sites

${head}
${rule}
${versions.map((name) => row([name, ...records.map((each) => each.versions[name] ?? '')])).join('\n')}
${row(['proved on', ...records.map(({ day }) => day)])}

## The steps

${head}
${rule}
${steps.map((step) => row([step, ...records.map((each) => mark(each, step))])).join('\n')}

## What was seen

${records.map(seen).join('\n')}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

function mark({ entries }: ProofRecord, step: string): string {
  const entry = entries.find((each) => each.step === step);
  return entry ? (entry.ok ? '✓' : '✗') : '';
}

function seen({ title, entries }: ProofRecord): string {
  const lines = entries.filter(({ note }) => note !== '').map(({ step, note }) => `- ${step}: ${note}`);
  return `### ${title}\n\n${lines.join('\n')}\n`;
}
