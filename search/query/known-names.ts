import type { Token } from '../language/analyze.ts';
import { buildPhrase, type PlanContext } from './word-forms.ts';

/** Puts the shop's name in place of one of several words that the shop does not use: "jump rope" of "skipping rope". */
export function withKnownNames(context: PlanContext, tokens: readonly Token[]): readonly Token[] {
  const { stem, phrases } = context.vocabulary.language;
  const words = tokens.flatMap((token, place) => token.words.map((word) => ({ stem: stem(word), place })));
  for (const names of phrases)
    for (const name of names) {
      const begin = findName(words, name.map(stem));
      const [first, last] = [words[begin], words[begin + name.length - 1]];
      if (!first || !last || isKnown(context, name)) continue;
      const other = names.find((each) => isKnown(context, each));
      if (!other) continue;
      const replacement = other.map((word): Token => ({ words: [word] }));
      return [...tokens.slice(0, first.place), ...replacement, ...tokens.slice(last.place + 1)];
    }
  return tokens;
}

function findName(words: readonly { stem: string }[], name: readonly string[]): number {
  return words.findIndex((_, place) => name.every((stem, index) => words[place + index]?.stem === stem));
}

function isKnown(context: PlanContext, name: readonly string[]): boolean {
  return buildPhrase(context, name, 1).length > 0;
}
