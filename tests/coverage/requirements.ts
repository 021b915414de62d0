import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const STORE_PLATFORMS = ['shopify', 'woocommerce'] as const;

export type Platform = (typeof STORE_PLATFORMS)[number];

export interface Requirement {
  id: string;
  says: string;
  /** Store platforms on which it must be proven; `any` when the platform makes no difference. */
  where: readonly Platform[] | 'any';
}

/** Requirements below one heading of a document. */
export type Section = { document: string; heading: string; requirements: readonly Requirement[] };

const LINE = /^- ([A-Z]{3}-\d+)(?: \((any|shopify|woocommerce)\))?: (.+)$/;
const TAG = / \[([A-Z]{3}-\d+)\]/g;

/** Reads `requirements.md`. Throws for a line that is neither a heading nor a requirement. */
export function readRequirements(): Section[] {
  return parsed(readFileSync(join(import.meta.dirname, 'requirements.md'), 'utf8'));
}

/** Ids of the requirements that a test proves, from the end of its title: `answers 404 [ERR-1] [CHK-3]`. */
export function tagsOf(title: string): string[] {
  return [...title.matchAll(TAG)].map(([, id = '']) => id);
}

export function withoutTags(title: string): string {
  return title.replace(TAG, '');
}

function parsed(text: string): Section[] {
  let document = '';
  const sections: { document: string; heading: string; requirements: Requirement[] }[] = [];
  for (const line of text.split('\n').filter((each) => each !== '')) {
    if (line.startsWith('# ')) document = line.slice(2);
    else if (line.startsWith('## ')) sections.push({ document, heading: line.slice(3), requirements: [] });
    else sections.at(-1)?.requirements.push(requirement(line));
  }
  return sections;
}

function requirement(line: string): Requirement {
  const [, id, where, says] = LINE.exec(line) ?? [];
  if (id === undefined || says === undefined) throw new Error(`requirements.md: not a requirement: ${line}`);
  if (where === 'any') return { id, says, where };
  return { id, says, where: STORE_PLATFORMS.filter((each) => where === undefined || each === where) };
}
