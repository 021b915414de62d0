import { readFileSync } from 'node:fs';

export interface Example {
  /** Path, query and body together, as `invoke` takes them. */
  input: Record<string, unknown>;
  output: object;
}

/** Examples of each API by its `route`. */
export interface Examples {
  contract: Record<string, Example>;
  official: Record<string, Example>;
  merchant: Record<string, Example>;
}

export const EXAMPLES_FILE = new URL('examples.json', import.meta.url);

let examples: Examples | undefined;

/** Real answers, recorded by `tests/contract/openapi-examples.test.ts`; the file is read when first asked for. */
export function readRecordedExamples(): Examples {
  examples ??= JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')) as Examples;
  return examples;
}
