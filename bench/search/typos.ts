import { type Chance, seeded } from '../../testing/seeded.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Shorter words are left as they are: with a typo they may be any other word. */
const MIN_LENGTH = 4;

/** Seed of the first query's typo; the next ones count up. */
export const TYPO_SEED = 20_261_122;

/** Returns the text with one typo in one of its words, behind the first letter: left out, doubled in, replaced or swapped. */
export function withTypo(text: string, seed: number): string {
  const chance = seeded(seed);
  const words = text.split(' ');
  const places = words.flatMap((word, place) =>
    word.length >= MIN_LENGTH && /^\p{L}+$/u.test(word) ? [place] : [],
  );
  const place = places[below(chance, places.length)];
  if (place === undefined) return text;
  return words.map((word, index) => (index === place ? misspelled(word, chance) : word)).join(' ');
}

function misspelled(word: string, chance: Chance): string {
  const at = 1 + below(chance, word.length - 2);
  const before = word.slice(0, at);
  const letter = LETTERS[below(chance, LETTERS.length)] ?? '';
  const forms = [
    before + word.slice(at + 1),
    before + letter + word.slice(at),
    before + letter + word.slice(at + 1),
    before + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
  ];
  return forms[below(chance, forms.length)] ?? word;
}

function below({ next }: Chance, bound: number): number {
  return Math.floor(next() * bound);
}
