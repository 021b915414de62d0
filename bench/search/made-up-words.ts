import { seeded } from '../../testing/seeded.ts';

const SYLLABLES = 'ba co di fe gu ha jo ki lu ma ne po qui ra su ti vo wa xe za'.split(' ');
const VOCABULARY = 30_000;

/** Returns made-up words, few of them frequent and most of them rare as in texts; the same ones for a seed. */
export function words(seed: number, count: number): string {
  const { next } = seeded(seed);
  return Array.from({ length: count }, () => wordOf(Math.floor(VOCABULARY ** next()))).join(' ');
}

function wordOf(rank: number): string {
  const syllables: string[] = [];
  for (let rest = rank; rest > 0 || syllables.length < 2; rest = Math.floor(rest / SYLLABLES.length))
    syllables.push(SYLLABLES[rest % SYLLABLES.length] ?? '');
  return syllables.join('');
}
