const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are left as they are: with a typo they may be any other word. */
const MIN_LENGTH = 4;

/** Seed of the first query's typo; the next ones count up. */
export const TYPO_SEED = 20_261_122;

type Random = () => number;

/** Returns pseudo-random numbers below 1, the same ones for the same seed (mulberry32). */
function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns the text with one typo in one of its words, behind the first letter: left out, doubled in, replaced or swapped. */
export function withTypo(text: string, seed: number): string {
  const random = seededRandom(seed);
  const words = text.split(' ');
  const places = words.flatMap((word, place) =>
    word.length >= MIN_LENGTH && /^\p{L}+$/u.test(word) ? [place] : [],
  );
  const place = places[below(random, places.length)];
  if (place === undefined) return text;
  return words.map((word, index) => (index === place ? misspelled(word, random) : word)).join(' ');
}

function misspelled(word: string, random: Random): string {
  const at = 1 + below(random, word.length - 2);
  const before = word.slice(0, at);
  const letter = LETTERS[below(random, LETTERS.length)] ?? '';
  const forms = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    before + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ];
  return forms[below(random, forms.length)] ?? word;
}

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}
