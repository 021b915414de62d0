import { createCommonWords } from './common-words.ts';
import type { LanguageWords, NegationWords } from './language-words.ts';
import { LANGUAGE_WORDS } from './languages.ts';
import { createInflector, createStemmer } from './stems.ts';
import { parseGroups, parseTable, splitWords } from './tables.ts';

/** Reading of a store's texts; sets and lists come from `LanguageWords`. */
export interface Language {
  /** ISO 639-1 code; one without rules here has only words as they are. */
  code: string;
  /** Returns the stem of a folded word. */
  stem(word: string): string;
  /** Returns other forms of a folded word, few of them real words: "travel" of "traveling". */
  inflections(word: string): string[];
  /** Returns whether a folded word is a common one, and so no typo. */
  isCommon(word: string): boolean;
  stopWords: ReadonlySet<string>;
  /** Function words that are nouns too, with the form by which the noun is found. */
  homographs: ReadonlyMap<string, readonly string[]>;
  shoppingWords: ReadonlySet<string>;
  sentenceWords: ReadonlySet<string>;
  /** By stem. */
  occasionWords: ReadonlySet<string>;
  determiners: ReadonlySet<string>;
  headClosers: ReadonlySet<string>;
  /** By stem. */
  qualityWords: ReadonlySet<string>;
  negations: Record<Exclude<keyof NegationWords, 'phrases' | 'behindPhrases'>, readonly string[]> &
    Pick<NegationWords, 'phrases' | 'behindPhrases'>;
  contextMarkers: readonly string[];
  joiners: readonly string[];
  accessories: readonly string[];
  isNounFirst: boolean;
  /** Words that mean the same, by stem. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** Goods that serve what the key names, by its stem: "pan" of "cook". */
  goods: ReadonlyMap<string, readonly string[]>;
  /** Words for what the key is a kind of, by its stem. */
  broader: ReadonlyMap<string, readonly string[]>;
  /** Names of several words for the same goods, each in its stems. */
  phrases: readonly (readonly (readonly string[])[])[];
  compoundLinks?: readonly string[];
}

const LANGUAGES = new Map(
  Object.entries(LANGUAGE_WORDS).map(([code, own]) => [code, createLanguage(code, own)]),
);

/** Returns the rules for a locale such as `de-AT`, `pt_BR` or `en`; texts in other languages are read without stems. */
export function getLanguage(locale: string | undefined): Language {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/);
  return LANGUAGES.get(code) ?? createLanguage(code);
}

/** Function words that a detection needs. */
const MIN_FUNCTION_WORDS = 20;

/** Returns the language whose function words are most frequent in folded words, or undefined when too few are found. */
export function detectLanguage(words: readonly string[]): string | undefined {
  const { code, count } = pickLikeliest(words);
  return count < MIN_FUNCTION_WORDS ? undefined : code;
}

/** Returns the language of a query: English unless another one has more function words in it. */
export function pickLikelyLanguage(words: readonly string[]): Language {
  return getLanguage(pickLikeliest(words).code);
}

function pickLikeliest(words: readonly string[]): { code: string; count: number } {
  const counts = [...LANGUAGES.values()].map(({ code, stopWords }) => ({
    code,
    count: words.reduce((sum, word) => sum + (word.length > 1 && stopWords.has(word) ? 1 : 0), 0),
  }));
  return counts.reduce((first, each) => (each.count > first.count ? each : first));
}

function createLanguage(code: string, own: Partial<LanguageWords> = {}): Language {
  const stem = createStemmer(own);
  const mapByStem = (table: ReadonlyMap<string, readonly string[]>) =>
    new Map(Array.from(table, ([word, others]) => [stem(word), others] as const));
  const { before, between, behind, prefixes, suffixes, ...phrases }: Partial<NegationWords> =
    own.negations ?? {};
  return {
    code,
    stem,
    inflections: createInflector(own),
    isCommon: createCommonWords(code),
    synonyms: mapByStem(parseGroups(own.synonyms)),
    broader: mapByStem(parseTable(own.kinds)),
    goods: mapByStem(parseTable(own.goods)),
    stopWords: new Set(splitWords(own.stopWords)),
    homographs: parseTable(own.homographs),
    shoppingWords: new Set(splitWords(own.shoppingWords)),
    sentenceWords: new Set(splitWords(own.sentenceWords)),
    occasionWords: new Set(splitWords(own.occasionWords).map(stem)),
    negations: {
      before: splitWords(before),
      between: splitWords(between),
      behind: splitWords(behind),
      prefixes: splitWords(prefixes),
      suffixes: splitWords(suffixes),
      ...phrases,
    },
    determiners: new Set(splitWords(own.determiners)),
    headClosers: new Set(splitWords(own.headClosers)),
    qualityWords: new Set(splitWords(own.qualityWords).map(stem)),
    contextMarkers: splitWords(own.contextMarkers),
    joiners: splitWords(own.joiners),
    accessories: splitWords(own.accessories),
    phrases: (own.phrases ?? '')
      .trim()
      .split('\n')
      .map((line) => line.split(',').map((phrase) => splitWords(phrase))),
    isNounFirst: own.isNounFirst ?? false,
    ...(own.compoundLinks ? { compoundLinks: own.compoundLinks } : {}),
  };
}
