import filters from './common-words.json' with { type: 'json' };

/** Bits of a filter for each of its words, and bits that a word sets: one in a thousand other words is taken for common wrongly. */
export const BITS_PER_WORD = 14;
const BITS_SET = 8;

const FILTERS: Readonly<Record<string, string>> = filters;

/** Returns the test for common words of a language, folded; no word is common in a language without a list. */
export function createCommonWords(code: string): (word: string) => boolean {
  let filter: Uint8Array | undefined;
  return (word) => {
    filter ??= Buffer.from(FILTERS[code] ?? '', 'base64');
    const bits = filter;
    return bits.length > 0 && computePlaces(word, bits.length * 8).every((place) => hasBit(bits, place));
  };
}

/** Returns the bits of a filter of so many bits that a word sets. */
export function computePlaces(word: string, bits: number): number[] {
  const first = hashOf(word, 0x811c9dc5);
  const step = hashOf(word, 0x9e3779b1) | 1;
  return Array.from({ length: BITS_SET }, (_, index) => ((first + index * (step >>> 0)) >>> 0) % bits);
}

/** FNV-1a with a last mix. */
function hashOf(word: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < word.length; index++)
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
}

function hasBit(filter: Uint8Array, place: number): boolean {
  return ((filter[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0;
}
