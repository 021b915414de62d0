import { setTimeout as wait } from 'node:timers/promises';
import { createWindowCounts } from '../limits/window-counts.ts';

/** Batches of one key that begin without a pause, in each window. */
const FREE_BATCHES = 50;
const WINDOW_MS = 10_000;
/** Pause after each further batch of the window. */
const PAUSE_MS = 250;

interface Batch<Item> {
  items: Item[];
  writing: Promise<void>;
}

/**
 * Writes the items of a key together, one batch of a key at a time: a flood of one key neither takes more than one connection nor
 * commits more often than its batches may begin. A caller gets the outcome of its own batch.
 */
export function batchByKey<Item>(write: (key: string, items: readonly Item[]) => Promise<void>) {
  const open = new Map<string, Batch<Item>>();
  const previous = new Map<string, Promise<unknown>>();
  const begun = createWindowCounts(WINDOW_MS);

  async function commit(key: string, items: readonly Item[]): Promise<void> {
    await previous.get(key);
    open.delete(key);
    begun.enter(performance.now());
    const pauseMs = begun.add(key) > FREE_BATCHES ? PAUSE_MS : 0;
    const writing = write(key, items);
    const over = Promise.allSettled([writing, wait(pauseMs)]);
    previous.set(key, over);
    void over.then(() => previous.delete(key));
    return writing;
  }

  return (key: string, item: Item): Promise<void> => {
    const batch = open.get(key);
    if (batch) {
      batch.items.push(item);
      return batch.writing;
    }
    const items = [item];
    const writing = commit(key, items);
    open.set(key, { items, writing });
    return writing;
  };
}
