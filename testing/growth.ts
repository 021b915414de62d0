import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** CPU milliseconds of one thread for a text and for one four times as long. */
export interface Growth {
  /** Slowest text, as built: `"a" × n`. */
  text: string;
  small: number;
  large: number;
}

/** Regular expression with its own characters, or exported function with texts of these units. */
export type Measured =
  | { source: string; flags: string }
  | { module: string; name: string; units: readonly string[] };

/** Timeout far above any linear run, also on a busy machine. */
const KILLED_AFTER_MS = 60_000;

/** Minimum time for a verdict: a quadratic expression needs a hundred times as much for 64 KB. */
const TRIFLE_MS = 15;

/** Linear work takes four times as long for four times the text, quadratic work sixteen times. */
export function isSuperLinear({ small, large }: Growth): boolean {
  return large > TRIFLE_MS && large > 8 * small;
}

/** Measures texts in sequence in its own thread. Kills the thread of a text that does not end, and counts it as infinite. */
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
