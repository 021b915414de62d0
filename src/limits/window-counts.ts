/** Counts of this process by key; a key is forgotten at zero. */
export function createCounts() {
  const counts = new Map<string, number>();
  const get = (key: string): number => counts.get(key) ?? 0;
  return {
    get,
    clear: () => counts.clear(),
    getSize: () => counts.size,

    add(key: string, amount = 1): number {
      const count = get(key) + amount;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
      return count;
    },
  };
}

/** Bounds the memory of the keys: with more of them the window ends early. */
const MAX_KEYS = 20_000;

/** Counts of this process in one window at a time, which begins with the first count after the last window. */
export function createWindowCounts(windowMs: number) {
  const counts = createCounts();
  let beganAt = Number.NEGATIVE_INFINITY;
  return {
    ...counts,

    /** Ends the window when it is over at an instant in milliseconds; returns the milliseconds that are left of the current one. */
    enter(at: number): number {
      const isOver = at < beganAt || at - beganAt >= windowMs || counts.getSize() > MAX_KEYS;
      if (isOver) counts.clear();
      if (isOver) beganAt = at;
      return beganAt + windowMs - at;
    },
  };
}
