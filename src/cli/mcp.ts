import { bridge } from './stdio-bridge.ts';
import { shoppingUrl } from './store-address.ts';

/** Runs until standard input ends. Throws a UsageError for a wrong address. */
export async function connectStdio({ store }: { store: string }): Promise<void> {
  await bridge(shoppingUrl(store), {
    input: process.stdin,
    write: (line) => {
      process.stdout.write(line);
    },
  });
}
