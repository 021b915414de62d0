import { words } from './words.ts';

/** How a language says that something is not wanted, folded. */
interface Negations {
  /** Words before what is not wanted: "without". */
  before: readonly string[];
  /** Words between two things that are not wanted: "without sugar or milk". */
  between: readonly string[];
  /** Words and ends of words behind it: "sugar free", "zuckerfrei". */
  behind: readonly string[];
  /** Beginnings of words for the opposite: "unscented". */
  prefixes: readonly string[];
  /** Phrases that mean the same as the first of `before`. */
  phrases?: RegExp;
}

export const NO_NEGATIONS: Negations = { before: [], between: [], behind: [], prefixes: [] };

export const NEGATIONS: Record<string, Negations> = {
  en: {
    before: words(
      'without not no except excluding neither nor non dont doesnt isnt arent cant cannot wont shouldnt never avoid',
    ),
    between: ['or', 'nor'],
    behind: ['free'],
    prefixes: ['un', 'non'],
    phrases:
      /\b(?:(?:other|rather) than|instead of|apart from|aside from|free (?:of|from)|(?:any|every)(?:thing|one) but)\b/giu,
  },
  de: {
    before: words('ohne nicht kein keine keinen keinem keiner keines ausser ausgenommen'),
    between: ['oder', 'noch'],
    behind: ['frei', 'freie', 'freier', 'freies', 'freien'],
    prefixes: ['un', 'nicht'],
    phrases: /\b(?:frei von|anstatt|anstelle von)\b/giu,
  },
  fr: {
    before: words('sans pas sauf aucun aucune hors excepte'),
    between: ['ou', 'ni'],
    behind: [],
    prefixes: ['non'],
  },
  es: {
    before: words('sin no excepto salvo ningun ninguna'),
    between: ['o', 'ni'],
    behind: [],
    prefixes: ['no'],
  },
  it: {
    before: words('senza non tranne eccetto nessun nessuna'),
    between: ['o', 'ne'],
    behind: [],
    prefixes: ['non'],
  },
  nl: {
    before: words('zonder geen niet behalve uitgezonderd'),
    between: ['of', 'noch'],
    behind: ['vrij', 'vrije'],
    prefixes: ['on', 'niet'],
  },
  pt: {
    before: words('sem nao exceto nenhum nenhuma'),
    between: ['ou', 'nem'],
    behind: [],
    prefixes: ['nao'],
  },
  sv: {
    before: words('utan inte ej icke inga ingen inget'),
    between: ['eller'],
    behind: ['fri', 'fria', 'fritt'],
    prefixes: ['o', 'icke'],
  },
};
