import { en } from '../language/en.ts';
import { foldText } from '../language/fold-text.ts';
import { LANGUAGE_WORDS } from '../language/languages.ts';
import { splitWords } from '../language/tables.ts';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Longer words spell no number below a million. */
const MAX_LENGTH = 40;
const ONLY_BETWEEN = /^[\s-]+$/;
/** Behind them "and" parts two numbers: "between fifty and a hundred". */
const RANGE_WORDS = new Set('between zwischen entre tra fra tussen mellan'.split(' '));
const ARTICLES = new Set(['a', 'an']);

export interface SpelledNumber {
  value: number;
  text: string;
}

interface NumberPart {
  text: string;
  /** 0 for a joiner. */
  value: number;
  /** Whether it only begins a number: "vent" of "ventuno". */
  isOpen: boolean;
}

interface NumberWords {
  /** The longest first. */
  parts: readonly NumberPart[];
  areOnesFirst: boolean;
  isAmbiguous(word: string): boolean;
}

interface Word {
  folded: string;
  begin: number;
  end: number;
  /** Undefined for a word of another kind. */
  parts: readonly NumberPart[] | undefined;
  /** Whether nothing but spaces and hyphens parts it from the word before. */
  isBeside: boolean;
}

/** Returns the text with digits for the numbers that it spells, "under 30 dollars" for "under thirty dollars", and those numbers. */
export function withDigits(text: string, code: string): { text: string; spelled: SpelledNumber[] } {
  const numbers = numberWordsOf(code);
  const words = readWords(text, numbers);
  const spelled: SpelledNumber[] = [];
  let [read, end] = ['', 0];
  for (let place = 0; place < words.length; ) {
    const { value, count } = numberAt(words, place, numbers);
    const [first, last] = [words[place], words[place + count - 1]];
    if (count > 0 && first && last) {
      spelled.push({ value, text: text.slice(first.begin, last.end) });
      read += `${text.slice(end, first.begin)}${value}`;
      end = last.end;
    }
    place += Math.max(count, 1);
  }
  return { text: read + text.slice(end), spelled };
}

/** Returns the number words of a language and of English, in which agents often write. */
function numberWordsOf(code: string): NumberWords {
  const numberWords = byCode.get(code) ?? readNumberWords(code);
  byCode.set(code, numberWords);
  return numberWords;
}

const byCode = new Map<string, NumberWords>();

function readNumberWords(code: string): NumberWords {
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

function readWords(text: string, { parts }: NumberWords): Word[] {
  let end = 0;
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const folded = foldText(word);
    const isBeside = ONLY_BETWEEN.test(text.slice(end, index));
    end = index + word.length;
    return { folded, begin: index, end, isBeside, parts: splitParts(folded, parts) };
  });
}

/** Returns the parts of a number word: "fünf", "und", "vierzig". */
function splitParts(word: string, parts: readonly NumberPart[]): NumberPart[] | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const partsSoFar: NumberPart[] = [];
  for (let rest = word; rest !== ''; ) {
    const part = parts.find(({ text }) => rest.startsWith(text));
    if (!part) return undefined;
    partsSoFar.push(part);
    rest = rest.slice(part.text.length);
  }
  return partsSoFar;
}

/** `count` of words is 0 where no number begins. */
interface ReadNumber {
  value: number;
  count: number;
}

/** Reads the number of most words that begins at a word. One, and a word of other meaning, is none by itself. */
function numberAt(words: readonly Word[], from: number, numbers: NumberWords): ReadNumber {
  let number: ReadNumber = { value: 0, count: 0 };
  let sum: Sum | undefined = { thousands: 0, below: 0, isJoined: false };
  const begin = isArticleOfNumber(words, from) ? from + 1 : from;
  const isRange = RANGE_WORDS.has(words[from - 1]?.folded ?? '');
  for (const { parts, place } of runFrom(words, begin, isRange)) {
    sum = parts.reduce<Sum | undefined>(
      (before, { value }) => before && addValue(before, value, numbers),
      sum,
    );
    // The number cannot go on with this word.
    if (!sum) break;
    if (!parts.at(-1)?.isOpen) number = { value: computeTotal(sum), count: place + 1 - from };
  }
  const isAmbiguous = number.count === 1 && numbers.isAmbiguous(words[from]?.folded ?? '');
  return number.value > 1 && !isAmbiguous ? number : { value: 0, count: 0 };
}

/** Yields the words of numbers, one beside the other, from a place on. In a range a joiner parts two numbers. */
function* runFrom(words: readonly Word[], from: number, isRange: boolean) {
  for (let place = from; place < words.length; place += 1) {
    const { parts, isBeside } = words[place] as Word;
    const isParting = isRange && parts?.every(({ value }) => value === 0);
    if (!parts || isParting || (place > from && !isBeside)) return;
    yield { parts, place };
  }
}

function isArticleOfNumber(words: readonly Word[], place: number): boolean {
  const [word, next] = [words[place], words[place + 1]];
  return (
    ARTICLES.has(word?.folded ?? '') && (next?.isBeside ?? false) && (next?.parts?.[0]?.value ?? 0) >= 100
  );
}

type Sum = { thousands: number; below: number; isJoined: boolean };

const computeTotal = ({ thousands, below }: Sum): number => thousands + below;

/** Returns undefined where a number cannot go on with this part: "two three" are two numbers. */
function addValue({ thousands, below, isJoined }: Sum, value: number, numbers: NumberWords): Sum | undefined {
  if (value === 0)
    return thousands + below > 0 && !isJoined ? { thousands, below, isJoined: true } : undefined;
  if (value === 1_000)
    return thousands === 0 ? { thousands: (below || 1) * 1_000, below: 0, isJoined: false } : undefined;
  const sum = addBelowThousand(below, value, isJoined && numbers.areOnesFirst);
  return sum === undefined ? undefined : { thousands, below: sum, isJoined: false };
}

function addBelowThousand(below: number, value: number, areOnesFirst: boolean): number | undefined {
  const rest = below % 100;
  if (value >= 100) return multiplyHundreds(below, value);
  // French: "quatre-vingts".
  if (value === 20 && rest === 4 && !areOnesFirst) return below + 76;
  return FOLLOWING.some((follows) => follows(rest, value, areOnesFirst)) ? below + value : undefined;
}

function multiplyHundreds(below: number, value: number): number | undefined {
  if (below === 0) return value;
  return value === 100 && below < 10 ? below * 100 : undefined;
}

/** Whether a part below 100 may follow tens and ones. */
const FOLLOWING: readonly ((rest: number, value: number, areOnesFirst: boolean) => boolean)[] = [
  (rest) => rest === 0,
  (rest, value) => value < 10 && rest >= 20 && rest % 10 === 0,
  // French: "dix-sept", "soixante-dix".
  (rest, value) => rest === 10 && value > 6 && value < 10,
  (rest, value) => (rest === 60 || rest === 80) && value >= 10 && value < 20,
  (rest, value, areOnesFirst) => areOnesFirst && rest < 10 && value >= 20,
];
