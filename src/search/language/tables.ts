import { splitWords } from './words.ts';

/** Reads lines of words that mean the same into the others of each word. */
export function parseGroups(text = ''): ReadonlyMap<string, readonly string[]> {
  const groups = text.split('\n').map(splitWords);
  return new Map(
    groups.flatMap((group) => group.map((word) => [word, group.filter((each) => each !== word)])),
  );
}

/** Reads lines of `word word: other other` into the others of each word. */
export function parseTable(text = ''): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const [keys, others] = line.split(': ');
      return splitWords(keys).map((word) => [word, splitWords(others)] as const);
    }),
  );
}
