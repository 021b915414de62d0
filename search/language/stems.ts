import type { LanguageWords } from './language-words.ts';
import { splitWords } from './tables.ts';

/** A suffix, what stands for it, and how many letters must be left before it. */
type Rule = readonly [suffix: string, replacement: string, minBefore: number];

/** Rules of one step: the first that fits is applied. */
type Step = readonly Rule[];

/** Letters that are left before a suffix, unless its rule says otherwise. */
const MIN_BEFORE = 3;
/** Shorter words are their own stems. */
const MIN_LENGTH = 3;

/**
 * Returns the stemmer of a language, for words without accents in lower case. Light stemming: number, gender and case are taken off
 * nouns and adjectives, derivations are left alone. Heavier stems ("wireless" and "wire", "organizer" and "organ") find more of what
 * was not meant; measured, they rank worse.
 */
export function createStemmer({
  stems = [],
  respelling,
  hasDoubledStems,
  irregularPlurals = '',
}: Partial<LanguageWords>): (word: string) => string {
  const steps = stems.map(parseRules);
  const pairs = irregularPlurals
    .split(',')
    .map((pair) => splitWords(pair) as [plural: string, singular: string]);
  const singulars = new Map(pairs);
  const applyRespelling = (word: string) => (respelling ? word.replace(respelling, '$1') : word);
  return (word) => {
    if (word.length < MIN_LENGTH) return word;
    const stem = steps.reduce(applyStep, applyRespelling(singulars.get(word) ?? word));
    return hasDoubledStems ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : stem;
  };
}

function applyStep(word: string, step: Step): string {
  const rule = step.find(
    ([suffix, , minBefore]) => word.endsWith(suffix) && word.length - suffix.length >= minBefore,
  );
  return rule ? word.slice(0, -rule[0].length) + rule[1] : word;
}

function parseRules(text: string): Step {
  return splitWords(text).map((rule) => {
    const [suffix = '', replacement = '', minBefore] = rule.split(':');
    const isKept = suffix === replacement;
    return [suffix, replacement, minBefore ? Number(minBefore) : isKept ? 0 : MIN_BEFORE] as const;
  });
}

/** Letters of the root, so that "ring" is no form of "r". */
const MIN_ROOT = 3;

/** Returns the function for the other forms that a word may have: "travel", "traveled" … of "traveling". */
export function createInflector({
  endings: text,
  doublesLastLetter,
}: Partial<LanguageWords>): (word: string) => string[] {
  const endings = splitWords(text).map((ending) => (ending === '-' ? '' : ending));
  return (word) => {
    const roots = endings.flatMap((ending) => {
      const root = word.slice(0, word.length - ending.length);
      if (!word.endsWith(ending) || root.length < MIN_ROOT) return [];
      return doublesLastLetter ? getDoubledRoots(root) : [root];
    });
    const forms = new Set(roots.flatMap((root) => endings.map((ending) => root + ending)));
    forms.delete(word);
    return [...forms];
  };
}

/** "run" and "runn" of "runn(ing)", "travel" and "travell" of "travel(er)". */
function getDoubledRoots(root: string): string[] {
  const isDoubled = /([bdfgklmnprt])\1$/.test(root);
  return isDoubled ? [root, root.slice(0, -1)] : [root, root + root.at(-1)];
}
