/** Words that a language does not read literally, folded; lists are separated by spaces. */
export interface LanguageWords {
  /** Function words. A query drops them unless nothing else is left. */
  stopWords: string;
  /** Function words that are nouns too, and behind the colon the form by which the noun is found. */
  homographs?: string;
  /** Words about shopping, not about the product: a query drops them like stop words. */
  shoppingWords: string;
  /** Words of sentences about a buyer: a query that is a sentence drops them. */
  sentenceWords: string;
  /** Words for whom and when something is given: in a sentence they say little about it beside other words. */
  occasionWords: string;
  /** Articles and the like, behind which a sentence names what is asked for. */
  determiners?: string;
  /** Prepositions, possessives and the like, behind which a sentence says more about it. */
  headClosers?: string;
  /** Words of praise and the like, which say little about a product: "nice", "small". */
  qualityWords?: string;
  /** Words behind which a title names something that comes with the thing: "table and 4 chairs". */
  joiners?: string;
  /** Words such as "for" behind which a title names what the product goes with, not what it is. */
  contextMarkers: string;
  /** Nouns that make an accessory or a part of the thing named beside them: a "keyboard cover" is no keyboard. */
  accessories: string;
  negations: NegationWords;
  /** Number words with their values; 100 and 1,000 multiply what stands before them, `~` ends what only begins a number. */
  numbers: string;
  /** Number words of other meaning when they stand alone. */
  ambiguousNumbers?: string;
  /** Word between the parts of a number: "two hundred and fifty", "fünfundvierzig". */
  numberJoiner?: string;
  /** True for a language that says ones before tens: "fünfundvierzig". */
  areOnesFirst?: true;
  /** True for a language in which words that describe a noun follow it. */
  isNounFirst?: true;
  /** Letters that may link the parts of a compound; absent where compounds are written apart. */
  compoundLinks?: readonly string[];
  /** Spelling that its first group stands for. */
  respelling?: RegExp;
  /** Steps of stemming, each of rules `suffix:replacement:minBefore`; a suffix that stands for itself ends the step. */
  stems: readonly string[];
  /** True for a language that doubles a letter only because of the suffix behind it: "bonne", "jassen". */
  hasDoubledStems?: true;
  /** Plurals of common goods and buyers that the stems leave apart from their singular. */
  irregularPlurals?: string;
  /** Endings of one verb and of the nouns made of it, `-` is none: a word with one of them may stand for those with the others. */
  endings: string;
  /** True for a language that doubles the last letter before an ending: "running", "Lauferin" not. */
  doublesLastLetter?: true;
  /** Goods and traits that shops and buyers name by different words; one group a line. */
  synonyms: string;
  /** Words for kinds of goods, and behind the colon what they are kinds of. */
  kinds: string;
  /** Names of more than one word for the same goods, separated by commas in a line. */
  phrases?: string;
  /** Uses, and behind the colon goods that serve them: for words that the shop does not have. */
  goods?: string;
}

/** How a language says that something is not wanted. */
export interface NegationWords {
  /** Words before what is not wanted: "without". */
  before: string;
  /** Words between two things that are not wanted: "without sugar or milk". */
  between: string;
  /** Words and ends of words behind it: "sugar free", "zuckerfrei". */
  behind?: string;
  /** Beginnings of words for the opposite: "unscented". */
  prefixes: string;
  /** Phrases behind the thing, "thing" of their groups: "chairs not included". */
  behindPhrases?: RegExp;
  /** Ends of words for what a thing lacks: "sugarless", "eggless". */
  suffixes?: string;
  /** Phrases that mean the same as the first of `before`. */
  phrases?: RegExp;
}
