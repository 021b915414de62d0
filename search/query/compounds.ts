import { COMPOUND_KEY_LENGTH, countOf, findTerm, findWord, type Vocabulary } from '../indexing/vocabulary.ts';

const MIN_PART_LENGTH = 3;
/** Compounds that one word finds: the most frequent ones. */
const MAX_COMPOUNDS = 32;

/** Splits a compound into two words that the shop has, and returns their terms; the longest first part wins. */
export function splitCompound(vocabulary: Vocabulary, word: string): [number, number] | undefined {
  const links = vocabulary.language.compoundLinks ?? [''];
  for (let end = word.length - MIN_PART_LENGTH; end >= MIN_PART_LENGTH; end--) {
    const last = findWord(vocabulary, word.slice(end));
    if (last === undefined) continue;
    const first = matchLinkedPart(vocabulary, word.slice(0, end), links);
    if (first !== undefined) return [first, last];
  }
  return undefined;
}

/** Returns the term of a first part that may end in linking letters: "arbeits" of "arbeit". */
function matchLinkedPart(vocabulary: Vocabulary, part: string, links: readonly string[]): number | undefined {
  for (const link of links) {
    if (!part.endsWith(link) || part.length - link.length < MIN_PART_LENGTH) continue;
    const term = findWord(vocabulary, part.slice(0, part.length - link.length));
    if (term !== undefined) return term;
  }
  return undefined;
}

/** Returns the term of two neighboring words written as one, with linking letters where the language has them. */
export function matchJoinedTerm(vocabulary: Vocabulary, one: string, other: string): number | undefined {
  for (const link of vocabulary.language.compoundLinks ?? ['']) {
    const term = findWord(vocabulary, `${one}${link}${other}`);
    if (term !== undefined) return term;
  }
  return undefined;
}

/** Compounds that a word is the last part of ("Schuhe": "Damenschuhe") or the first ("Kaffee": "Kaffeemaschine"). */
type Compounds = { endingIn: number[]; beginningWith: number[] };

/** Returns the shop's compounds of a word; a language that writes the parts apart has none. */
export function matchCompounds(vocabulary: Vocabulary, word: string): Compounds {
  const { language, compounds } = vocabulary;
  const links = language.compoundLinks ?? [];
  const stem = language.stem(word);
  const canBeginInWord = (part: string) =>
    part.length >= MIN_PART_LENGTH && matchLinkedPart(vocabulary, part, links) !== undefined;
  const endingIn = listEndingIn(vocabulary, stem).filter((each) =>
    canBeginInWord(each.slice(0, -stem.length)),
  );
  const beginningWith = (compounds.byStart.get(stem.slice(0, COMPOUND_KEY_LENGTH)) ?? []).filter(
    (each) => each.startsWith(stem) && canEndInWord(vocabulary, each.slice(stem.length), links),
  );
  return {
    endingIn: pickCommonest(vocabulary, endingIn),
    beginningWith: pickCommonest(vocabulary, beginningWith),
  };
}

/** Returns compounds that end in a word, whatever they begin with: "Kinderfahrrad" in a shop without the word "Kinder". */
export function matchLooseCompounds(vocabulary: Vocabulary, word: string): number[] {
  return pickCommonest(vocabulary, listEndingIn(vocabulary, vocabulary.language.stem(word)));
}

/** None for a stem that is shorter than the keys. */
function listEndingIn({ compounds }: Vocabulary, stem: string): string[] {
  return (compounds.byEnd.get(stem.slice(-COMPOUND_KEY_LENGTH)) ?? []).filter((each) => each.endsWith(stem));
}

function canEndInWord(vocabulary: Vocabulary, rest: string, links: readonly string[]): boolean {
  return links.some((link) => {
    const part = rest.slice(link.length);
    return (
      rest.startsWith(link) && part.length >= MIN_PART_LENGTH && findTerm(vocabulary, part) !== undefined
    );
  });
}

function pickCommonest(vocabulary: Vocabulary, stems: readonly string[]): number[] {
  return stems
    .flatMap((stem) => findTerm(vocabulary, stem) ?? [])
    .sort((one, other) => countOf(vocabulary, other) - countOf(vocabulary, one) || one - other)
    .slice(0, MAX_COMPOUNDS);
}
