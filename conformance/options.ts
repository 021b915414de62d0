import { say } from '../src/cli/terminal.ts';
import { readOptions, UsageError } from '../src/cli/usage.ts';
import { STORES, type StoreSlug } from './stage.ts';

const USAGE = `Runs the public conformance suite (vishkaty/ucp-conformance, Python 3) against both demo stores, over TLS on hosts of their
own, and writes what it says into docs/conformance.md.

  git clone https://github.com/vishkaty/ucp-conformance
  npm run conformance -- --suite ucp-conformance

  --suite   a checkout of the suite
  --store   ${STORES.join(' or ')}; both when left out`;

const OPTIONS = {
  suite: { type: 'string' },
  store: { type: 'string' },
  help: { type: 'boolean' },
} as const;

export interface ConformanceOptions {
  suite: string;
  stores: readonly StoreSlug[];
}

/** Returns undefined after printing help. Throws UsageError. */
export function conformanceOptions(args: string[]): ConformanceOptions | undefined {
  const { values } = readOptions(args, OPTIONS, USAGE);
  if (values.help) {
    say(USAGE);
    return undefined;
  }
  const { suite, store } = values;
  if (!suite) throw new UsageError(`--suite is needed.\n\n${USAGE}`);
  const stores = STORES.filter((each) => store === undefined || each === store);
  if (stores.length === 0) throw new UsageError(`--store must be ${STORES.join(' or ')}.\n\n${USAGE}`);
  return { suite, stores };
}
