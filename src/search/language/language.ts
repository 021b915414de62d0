import { commonWordsOf } from './common-words.ts';
import { inflectorOf } from './inflections.ts';
import type { LanguageWords, NegationWords } from './language-words.ts';
import { LANGUAGE_WORDS } from './languages.ts';
import { stemmerOf } from './stems.ts';
import { groupsIn, tableIn } from './tables.ts';
import { words } from './words.ts';

/** How the words of a store's texts are read; sets and lists are those of `LanguageWords`. */
export interface Language {
  /** ISO 639-1 code; one without rules here has only words as they are. */
  code: string;
  /** Returns the stem of a folded word. */
  stem(word: string): string;
  /** Returns the other forms of a folded word, of which few are words: "travel" of "traveling". */
  inflections(word: string): string[];
  /** Returns whether a folded word is a common one, and so no typo. */
  isCommon(word: string): boolean;
  stopWords: ReadonlySet<string>;
  shoppingWords: ReadonlySet<string>;
  sentenceWords: ReadonlySet<string>;
  /** By stem. */
  occasionWords: ReadonlySet<string>;
  negations: Record<Exclude<keyof NegationWords, 'phrases'>, readonly string[]> &
    Pick<NegationWords, 'phrases'>;
  contextMarkers: readonly string[];
  accessories: readonly string[];
  isNounFirst: boolean;
  /** Words that mean the same, by stem. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** Goods that serve what the key names, by its stem: "pan" of "cook". */
  goods: ReadonlyMap<string, readonly string[]>;
  /** Words for what the key is a kind of, by its stem. */
  broader: ReadonlyMap<string, readonly string[]>;
  compoundLinks?: readonly string[];
}

const LANGUAGES = new Map(Object.entries(LANGUAGE_WORDS).map(([code, own]) => [code, language(code, own)]));

/** Returns the rules for a locale such as `de-AT`, `pt_BR` or `en`; texts in other languages are read without stems. */
export function languageOf(locale: string | undefined): Language {
  const [code = ''] = (locale ?? '').toLowerCase().split(/[-_]/);
  return LANGUAGES.get(code) ?? language(code);
}

/** Function words that a detection needs. */
const MIN_FUNCTION_WORDS = 20;

/** Returns the language whose function words are most frequent in folded words, or undefined when too few are found. */
export function detectLanguage(words: readonly string[]): string | undefined {
  const { code, count } = likeliest(words);
  return count < MIN_FUNCTION_WORDS ? undefined : code;
}

/** Returns the language of a query: English unless another one has more function words in it. */
export function likelyLanguage(words: readonly string[]): Language {
  return languageOf(likeliest(words).code);
}

function likeliest(words: readonly string[]): { code: string; count: number } {
  const counts = [...LANGUAGES.values()].map(({ code, stopWords }) => ({
    code,
    count: words.reduce((sum, word) => sum + (word.length > 1 && stopWords.has(word) ? 1 : 0), 0),
  }));
  return counts.reduce((first, each) => (each.count > first.count ? each : first));
}

function language(code: string, own: Partial<LanguageWords> = {}): Language {
  const stem = stemmerOf(own);
  const byStem = (table: ReadonlyMap<string, readonly string[]>) =>
    new Map(Array.from(table, ([word, others]) => [stem(word), others] as const));
  const { before, between, behind, prefixes, ...phrases }: Partial<NegationWords> = own.negations ?? {};
  return {
    code,
    stem,
    inflections: inflectorOf(own),
    isCommon: commonWordsOf(code),
    synonyms: byStem(groupsIn(own.synonyms)),
    broader: byStem(tableIn(own.kinds)),
    goods: byStem(tableIn(own.goods)),
    stopWords: new Set(words(own.stopWords)),
    shoppingWords: new Set(words(own.shoppingWords)),
    sentenceWords: new Set(words(own.sentenceWords)),
    occasionWords: new Set(words(own.occasionWords).map(stem)),
    negations: {
      before: words(before),
      between: words(between),
      behind: words(behind),
      prefixes: words(prefixes),
      ...phrases,
    },
    contextMarkers: words(own.contextMarkers),
    accessories: words(own.accessories),
    isNounFirst: own.isNounFirst ?? false,
    ...(own.compoundLinks ? { compoundLinks: own.compoundLinks } : {}),
  };
}
