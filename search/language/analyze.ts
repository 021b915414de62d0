import { ASCII_ONLY, foldText } from './fold-text.ts';
import { getUnit, toCanonicalNumber } from './units.ts';

/** Scripts that are written without spaces between words. */
const UNSPACED_LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]`;
const UNSPACED = new RegExp(`${UNSPACED_LETTER}+`, 'gu');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u');
const ASCII_WORD = /[a-z0-9]+(?:['._&+-][a-z0-9]+)*/g;
const WORD = /[\p{L}\p{N}\p{M}]+(?:['._&+-][\p{L}\p{N}\p{M}]+)*|\p{Extended_Pictographic}/gu;
const INCH_MARK = /(\d) ?(?:"|'')/g;
const DECIMAL_COMMA = /(\d),(?=\d)/g;
const SIMPLE = /^(?:[^\d'._&+-]+|\d+)$/;

const MAX_WORD_LENGTH = 64;
/** Longer joined words are not indexed: no query holds them. */
const MAX_WHOLE_LENGTH = 40;
const ELISIONS = new Set('l d j n s c m t qu un dell all dall nell sull quell'.split(' '));

/** A word as it stands in a text. */
export interface Token {
  /** Folded; a hyphenated or mixed word in its parts, a run of a script without spaces in pairs of characters. */
  words: string[];
  /** The parts joined: "usbc" of "USB-C", "4tb" of "4 TB". */
  whole?: string;
  /** Single characters of a run without spaces, so that a query of one character finds it. */
  characters?: string[];
  /** A number's words as the query spells it: "forty two" for 42. */
  spelled?: string[];
}

/** Reads a text into words; nothing depends on the language except the stems, which the vocabulary makes. */
export function analyze(text: string): Token[] {
  return joinMeasures(readTokens(text));
}

function readTokens(text: string): Token[] {
  const folded = foldText(text).replace(INCH_MARK, '$1 inch ').replace(DECIMAL_COMMA, '$1.');
  if (ASCII_ONLY.test(folded)) return (folded.match(ASCII_WORD) ?? []).flatMap(toToken);
  const spaced = folded.replace(UNSPACED, ' $& ');
  return (spaced.match(WORD) ?? []).flatMap((word) =>
    BEGINS_UNSPACED.test(word) ? [toRun(word)] : toToken(word),
  );
}

function toRun(run: string): Token {
  const characters = Array.from(run);
  if (characters.length === 1) return { words: characters };
  return {
    words: characters.slice(1).map((character, index) => `${characters[index]}${character}`),
    characters,
  };
}

function toToken(text: string): Token[] {
  const word = text.length > MAX_WORD_LENGTH ? text.slice(0, MAX_WORD_LENGTH).toWellFormed() : text;
  if (SIMPLE.test(word)) return [{ words: [word] }];
  return splitJoined(withoutClitics(word));
}

/** Drops the possessive of "women's" and the article of "l'huile". */
function withoutClitics(word: string): string {
  if (!word.includes("'")) return word;
  const bare = word.replace(/'s$/, '');
  const [first = '', ...rest] = bare.split("'");
  return rest.length > 0 && ELISIONS.has(first) ? rest.join('') : bare.replaceAll("'", '');
}

function splitJoined(word: string): Token[] {
  const words = word.split(/[_&+-]|\.(?!\d)|(?<!\d)\./).flatMap(splitNumbers);
  const [first, second] = words;
  if (first === undefined) return [];
  if (second === undefined) return [{ words }];
  if (
    words.length > 2 &&
    words.some((each, index) => isNumber(each) && getUnit(words[index + 1] ?? '', false))
  )
    return words.map((each) => ({ words: [each] }));
  const whole = words.length === 2 ? joinPair(first, second) : words.join('');
  return [whole.length > MAX_WHOLE_LENGTH ? { words } : { words, whole }];
}

/** Parts letters from digits, and keeps a decimal number in one piece: "i7", "1.5l", "2.4.1". */
function splitNumbers(chunk: string): string[] {
  const parts = chunk.match(/\d+(?:\.\d+)*|[^\d.]+/g) ?? [];
  return parts.flatMap((part) => {
    if (!part.includes('.')) return [part];
    const isOneNumber = part.indexOf('.') === part.lastIndexOf('.') || /^\d{1,3}(?:\.\d{3})+$/.test(part);
    return isOneNumber ? [toCanonicalNumber(part)] : part.split('.');
  });
}

function joinPair(first: string, second: string): string {
  const unit = isNumber(first) ? getUnit(second, true) : undefined;
  return first + (unit ?? second);
}

/** Joins a number with the unit that follows it as a word of its own. */
function joinMeasures(tokens: readonly Token[]): Token[] {
  const measured: Token[] = [];
  for (const token of tokens) {
    const number = measured.at(-1)?.words;
    const [word = ''] = token.words;
    const isMeasure = number?.length === 1 && isNumber(number[0] ?? '') && token.words.length === 1;
    const unit = isMeasure ? getUnit(word, false) : undefined;
    if (unit === undefined) measured.push(token);
    else measured.splice(-1, 1, { words: [number?.[0] ?? '', word], whole: `${number?.[0]}${unit}` });
  }
  return measured;
}

/** Returns the token as one word, for people. */
export function renderToken({ words, whole, characters }: Token): string {
  return characters?.join('') ?? whole ?? words.join(' ');
}

export function isNumber(word: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(word);
}

/** Returns an identifier as it is compared: without case, spaces and punctuation, and a GTIN without leading zeros. */
export function foldIdentifier(identifier: string): string {
  const bare = foldText(identifier).replace(/[^\p{L}\p{N}]/gu, '');
  return /^\d{8,14}$/.test(bare) ? bare.replace(/^0+/, '') : bare;
}
