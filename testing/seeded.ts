/** Seeded random numbers: the same seed gives the same sequence. */
export interface Chance {
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** Integer from `from` to `to`, both included. */
  whole(from: number, to: number): number;
  /** Derives an independent sequence. */
  fork(name: number): Chance;
}

export function seeded(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    fork: (name) => seeded(Math.imul(seed ^ name, 0x9e3779b1) ^ name),
  };
}

/** Reads the seed from the environment to repeat a run, or draws a fresh one. */
export function seedOf(setting: string): number {
  const text = process.env[setting];
  return text === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(text);
}
