import { readFileSync } from 'node:fs';

/** A mistake in the source that a test file must notice. */
export interface Fault {
  name: string;
  /** Source file, in which `find` occurs once. */
  file: string;
  find: string;
  put: string;
  test: string;
  database: 'SQLite' | 'PostgreSQL';
}

export const FAULTS: readonly Fault[] = JSON.parse(readFileSync('testing/faults.json', 'utf8'));

/** Returns the source with the fault. Throws for a source that has changed since the fault was written. */
export function withFault(source: string, { name, file, find, put }: Fault): string {
  const [before, after, ...others] = source.split(find);
  if (after === undefined || others.length > 0)
    throw new Error(`${file} must contain the text of “${name}” once. Write the fault anew.`);
  return `${before}${put}${after}`;
}

/** Table of the page on faults. */
export function renderFaults(): string {
  const rows = FAULTS.map(({ name, test }) => `| ${name} | ${test.replace(/^tests\//, '')} |`);
  return ['| Fault | Caught by |', '| --- | --- |', ...rows].join('\n');
}
