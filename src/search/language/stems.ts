/** A suffix, what stands for it, and how many letters must be left before it. */
type Rule = readonly [suffix: string, replacement: string, minBefore: number];

/** Rules of one step: the first that fits is applied. */
type Step = readonly Rule[];

/** Letters that are left before a suffix, unless its rule says otherwise. */
const MIN_BEFORE = 3;

/**
 * Light stemming: number, gender and case are taken off folded nouns and adjectives, derivations are left alone. Heavier stems
 * ("wireless" and "wire", "organizer" and "organ") find more of what was not meant; measured, they rank worse.
 */
const STEPS: Record<string, readonly Step[]> = {
  en: [rules('ss:ss us:us is:is sses:ss shes:sh ches:ch xes:x:2 ies:y:2 ie:y:3 s:')],
  de: [
    rules('ern::4 er::4 en: em: es: e: bs:b ds:d fs:f gs:g hs:h ks:k ls:l ms:m ns:n ts:t'),
    rules('est::4 er::4 en::4'),
  ],
  fr: [rules('eaux:eau:1 aux:al:2 oux:ou:1 eux:eu:1 ss:ss s:'), rules('e:')],
  es: [rules('ces:z:2 es: s:'), rules('a: o: e:')],
  it: [rules('io: ia: ie: ii: a: e: i: o:'), rules('cch:cc h:')],
  nl: [
    rules('els:el:2 ers:er:2 ens:en:2 ems:em:2 es:e'),
    rules('en: e:'),
    rules('en: e:'),
    rules('z:s:2 v:f:2'),
  ],
  pt: [
    rules('oes:ao:1 aes:ao:1 ais:al:2 eis:el:2 ois:ol:2 ns:m:2 res:r:2 zes:z:2 ss:ss s:'),
    rules('a: o: e:'),
  ],
  sv: [rules('orna: arna: erna: or: ar: er: en: et: na: a: e:')],
};

/** Languages that double a letter only because of the suffix behind it: "bonne", "jassen". */
const SINGLE_ENDS = new Set(['fr', 'nl']);

/** Returns the stemmer of a language, for words without accents in lower case. */
export function stemmerOf(code: string): (word: string) => string {
  const steps = STEPS[code] ?? [];
  const clean = CLEANERS[code] ?? ((word: string) => word);
  return (word) => {
    const stem = steps.reduce(applied, clean(word));
    return SINGLE_ENDS.has(code) ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem;
  };
}

const CLEANERS: Record<string, (word: string) => string> = {
  /** "schluessel" is "schlüssel" on a keyboard without umlauts; folding has already made it "schlussel". */
  de: (word) => word.replace(/(?<![aeiouq])([aou])e(?=[^aeiou])/g, '$1'),
  /** Open syllables are written with one vowel: "vazen" and "vaas". */
  nl: (word) => word.replace(/([aeou])\1(?=[^aeiou]$)/, '$1'),
};

function applied(word: string, step: Step): string {
  const rule = step.find(
    ([suffix, , minBefore]) => word.endsWith(suffix) && word.length - suffix.length >= minBefore,
  );
  return rule ? word.slice(0, -rule[0].length) + rule[1] : word;
}

/** Reads `suffix:replacement:minBefore`, one after the other; a suffix that stands for itself ends the step. */
function rules(text: string): Step {
  return text.split(' ').map((rule) => {
    const [suffix = '', replacement = '', minBefore] = rule.split(':');
    const isKept = suffix === replacement;
    return [suffix, replacement, minBefore ? Number(minBefore) : isKept ? 0 : MIN_BEFORE] as const;
  });
}
