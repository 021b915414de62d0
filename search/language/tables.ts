export function splitWords(text = ''): string[] {
  return text.split(/\s+/).filter(Boolean);
}

/** Reads lines of words that mean the same into the others of each word, which may be in several lines. */
export function parseGroups(text = ''): ReadonlyMap<string, readonly string[]> {
  const others = new Map<string, string[]>();
  for (const group of text.split('\n').map(splitWords))
    for (const word of group)
      others.set(word, [...(others.get(word) ?? []), ...group.filter((each) => each !== word)]);
  return others;
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
