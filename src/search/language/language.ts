import { ACCESSORIES } from './accessories.ts';
import { commonWordsOf } from './common-words.ts';
import { GOODS } from './goods.ts';
import { inflectionsOf } from './inflections.ts';
import { irregularPluralsIn } from './irregular-plurals.ts';
import { NEGATIONS, NO_NEGATIONS } from './negations.ts';
import { stemmerOf } from './stems.ts';
import { CONTEXT_MARKERS, OCCASION_WORDS, SENTENCE_WORDS, SHOPPING_WORDS, STOP_WORDS } from './stop-words.ts';
import { KINDS, synonymsIn, tableOf } from './synonyms.ts';

/** How the words of a store's texts are read. */
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
  /** Words for whom and when something is given, by stem. */
  occasionWords: ReadonlySet<string>;
  negations: typeof NO_NEGATIONS;
  /** Words such as "for" behind which a title names what the product goes with, not what it is. */
  contextMarkers: readonly string[];
  /** Nouns such as "cover" that make an accessory of the thing named beside them. */
  accessories: readonly string[];
  /** Whether words that describe a noun follow it. */
  isNounFirst: boolean;
  /** Words that mean the same, by stem. */
  synonyms: ReadonlyMap<string, readonly string[]>;
  /** Goods that serve what the key names, by its stem: "pan" of "cook". */
  goods: ReadonlyMap<string, readonly string[]>;
  /** Words for what the key is a kind of, by its stem. */
  broader: ReadonlyMap<string, readonly string[]>;
  /** Letters that may link the parts of a compound; undefined where compounds are written apart. */
  compoundLinks?: readonly string[];
}

const CODES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv'];

const NOUN_FIRST = new Set(['fr', 'es', 'it', 'pt']);

const COMPOUND_LINKS: Record<string, readonly string[]> = {
  de: ['', 's', 'n', 'en', 'es', 'er', 'e'],
  nl: ['', 's', 'e', 'en', 'er'],
  sv: ['', 's', 'e', 'a', 'u', 'o'],
};

const LANGUAGES = new Map(CODES.map((code) => [code, language(code)]));

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

function language(code: string): Language {
  const stem = stemmerOf(code);
  const links = COMPOUND_LINKS[code];
  const irregular = irregularPluralsIn(code);
  const stemmed = (word: string) => (word.length < 3 ? word : stem(irregular.get(word) ?? word));
  const byStem = (words: ReadonlyMap<string, readonly string[]>) =>
    new Map(Array.from(words, ([word, others]) => [stemmed(word), others] as const));
  return {
    code,
    stem: stemmed,
    inflections: (word) => inflectionsOf(code, word),
    isCommon: commonWordsOf(code),
    synonyms: byStem(synonymsIn(code)),
    broader: byStem(tableOf(KINDS[code])),
    goods: byStem(tableOf(GOODS[code])),
    stopWords: new Set(STOP_WORDS[code]),
    shoppingWords: new Set(SHOPPING_WORDS[code]),
    sentenceWords: new Set(SENTENCE_WORDS[code]),
    occasionWords: new Set((OCCASION_WORDS[code] ?? []).map(stemmed)),
    negations: NEGATIONS[code] ?? NO_NEGATIONS,
    contextMarkers: CONTEXT_MARKERS[code] ?? [],
    accessories: ACCESSORIES[code] ?? [],
    isNounFirst: NOUN_FIRST.has(code),
    ...(links ? { compoundLinks: links } : {}),
  };
}
