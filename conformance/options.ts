import { Command, Option } from 'commander';
import { STORES, type StoreSlug } from './stage.ts';

export interface ConformanceOptions {
  suite: string;
  stores: readonly StoreSlug[];
}

/** Reads the arguments. Prints help or what is wrong, and ends the process then. */
export function conformanceOptions(args: string[]): ConformanceOptions {
  const program = new Command('npm run conformance --')
    .description(
      `Runs the public conformance suite (vishkaty/ucp-conformance, Python 3) against both demo stores, over TLS on tenant hosts, and
writes the results into docs/conformance.md.

  git clone https://github.com/vishkaty/ucp-conformance
  npm run conformance -- --suite ucp-conformance`,
    )
    .requiredOption('--suite <folder>', 'checkout of the suite')
    .addOption(new Option('--store <slug>', 'both by default').choices(STORES))
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(args, { from: 'user' });
  const { suite, store } = program.opts<{ suite: string; store?: StoreSlug }>();
  return { suite, stores: store === undefined ? STORES : [store] };
}
