import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds. Throws with the condition and the last answer. */
export async function until<Value>(
  what: string,
  look: () => Promise<Value | undefined | false | null>,
  milliseconds = 60_000,
): Promise<Value> {
  const end = Date.now() + milliseconds;
  let last = '';
  while (Date.now() < end) {
    try {
      const value = await look();
      if (value) return value;
    } catch (error) {
      last = error instanceof Error ? ` (${error.message})` : '';
    }
    await sleep(500);
  }
  throw new Error(`Waited in vain until ${what}${last}.`);
}
