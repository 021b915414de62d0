import { en } from './en.ts';
import { LANGUAGE_WORDS } from './languages.ts';
import { splitWords } from './words.ts';

export interface NumberPart {
  text: string;
  /** 0 for a joiner. */
  value: number;
  /** Whether it only begins a number: "vent" of "ventuno". */
  isOpen: boolean;
}

export interface NumberWords {
  /** The longest first. */
  parts: readonly NumberPart[];
  areOnesFirst: boolean;
  isAmbiguous(word: string): boolean;
}

/** Returns the number words of a language and of English, in which agents often write. */
export function numberWordsOf(code: string): NumberWords {
  const numberWords = byCode.get(code) ?? readWords(code);
  byCode.set(code, numberWords);
  return numberWords;
}

const byCode = new Map<string, NumberWords>();

function readWords(code: string): NumberWords {
  const own = LANGUAGE_WORDS[code] ?? en;
  const languages = [...new Set([en, own])];
  const pairs = languages.flatMap(({ numbers }) => [...numbers.matchAll(/(?<!\p{L})(\p{L}+)(~?) (\d+)/gu)]);
  const numbers = pairs.map(([, text = '', open, value]) => ({
    text,
    value: Number(value),
    isOpen: open === '~',
  }));
  const joiners = languages.flatMap(({ numberJoiner: text }) =>
    text === undefined ? [] : [{ text, value: 0, isOpen: true }],
  );
  const ambiguous = new Set(splitWords(own.ambiguousNumbers));
  return {
    parts: [...numbers, ...joiners].toSorted((one, other) => other.text.length - one.text.length),
    areOnesFirst: own.areOnesFirst ?? false,
    isAmbiguous: (word) => ambiguous.has(word),
  };
}
