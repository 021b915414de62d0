import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** CPU milliseconds of one thread for a text, and for one that is four times as long. */
export interface Growth {
  /** Text that took the longest, as it is made: `"a" × n`. */
  text: string;
  small: number;
  large: number;
}

/** A regular expression with its own characters, or an exported function with texts of these units. */
export type Measured =
  | { source: string; flags: string }
  | { module: string; name: string; units: readonly string[] };

/** Far beyond what anything linear needs, also on a machine with other work. */
const KILLED_AFTER_MS = 60_000;

/** Time below which nothing is judged: over 64 KB a quadratic expression needs a hundred times as much. */
const TRIFLE_MS = 15;

/** Linear work takes four times as long for four times as much, quadratic work sixteen times. */
export function isSuperLinear({ small, large }: Growth): boolean {
  return large > TRIFLE_MS && large > 8 * small;
}

/**
 * Measures one after the other in a thread of its own. What does not end is killed, together with its thread, and counts as
 * infinite.
 */
export function growthMeter() {
  let thread: Worker | undefined;
  return {
    async measure(measured: Measured): Promise<Growth> {
      thread ??= new Worker(new URL('./growth-thread.ts', import.meta.url));
      thread.postMessage(measured);
      try {
        const [growth] = await once(thread, 'message', { signal: AbortSignal.timeout(KILLED_AFTER_MS) });
        return growth;
      } catch (error) {
        await thread.terminate();
        thread = undefined;
        if (!(error instanceof Error && error.name === 'AbortError')) throw error;
        return { text: 'does not end', small: 0, large: Number.POSITIVE_INFINITY };
      }
    },
    close: async () => {
      await thread?.terminate();
    },
  };
}
