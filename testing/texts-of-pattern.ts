/** Texts of one shape and any length, made by repeating the unit. */
export type Shape = { prefix: string; unit: string; suffix: string };

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const CANDIDATES = [
  'a',
  'Z',
  '0',
  ' ',
  '\t',
  '\n',
  ...ASCII,
  '\u00a0',
  'é',
  'ß',
  '漢',
  'あ',
  '\u0301',
].concat(['\u200d', '\u200b', '\u202e', '\u{e0041}', '😀', '…', '’', '\0', '\ud800']);
const MAX_CHARACTERS = 12;
const MAX_WORDS = 10;
const MAX_PAIRED = 6;
const MISFIT = '\u0001';
const ENDS = ['', MISFIT, '\n'];

/** Matches a class, an escape or a dot; the rest of an expression is literals and syntax. */
const TOKEN =
  /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[dDsSwW]|\\.|\(\?(?:<[^>=!]*>|<?[=!]|:)|\{\d+(?:,\d*)?\}|[\s\S]/gu;
const SYNTAX = /^(?:\(\?.*|\{\d.*|[()|^$*+?]|\\[bBkK1-9])$/su;

/**
 * Returns texts that expose a slow expression: long runs of its classes, of pairs of them and of its words, alone or behind
 * one of its words, each also with an end that does not match.
 */
export function textsFor({ source, flags }: { source: string; flags: string }): Shape[] {
  const { characters, words } = partsOf(source, flags.replaceAll(/[gy]/g, ''));
  const few = characters.slice(0, MAX_PAIRED);
  const pairs = few.flatMap((one) => few.map((other) => one + other));
  const phrases = words.flatMap((word) => few.map((character) => word + character));
  const runs = [...characters, ...pairs, ...words, ...phrases, ...words.map((word) => `x${word}`)];
  const free = ENDS.flatMap((suffix) => [...new Set(runs)].map((unit) => ({ prefix: '', unit, suffix })));
  const heads = ['x', ...few, ...pairs, ...words];
  const behind = heads.flatMap((prefix) => characters.map((unit) => ({ prefix, unit, suffix: MISFIT })));
  return [...free, ...behind];
}

function partsOf(source: string, flags: string): { characters: string[]; words: string[] } {
  const characters = new Set<string>();
  const words = new Set<string>();
  let word = '';
  for (const [token] of source.matchAll(TOKEN)) {
    const fits = SYNTAX.test(token) ? [] : fitting(token, flags);
    const [only] = fits.length === 1 ? fits : [];
    if (only !== undefined) word += only;
    else {
      words.add(word);
      word = '';
    }
    for (const character of representatives(fits)) characters.add(character);
  }
  words.add(word);
  return {
    characters: [...characters].slice(0, MAX_CHARACTERS),
    words: [...words].filter((each) => each.length > 1).slice(0, MAX_WORDS),
  };
}

/** Returns characters that one token of the expression matches. */
function fitting(token: string, flags: string): string[] {
  const literal = token.length === 1 && token !== '.' ? `\\u{${token.codePointAt(0)?.toString(16)}}` : token;
  const one = new RegExp(
    `^(?:${literal})$`,
    flags.includes('u') || literal !== token ? `${flags.replace('u', '')}u` : flags,
  );
  const fits = CANDIDATES.filter((candidate) => one.test(candidate));
  return flags.includes('i') ? [...new Set(fits.map((each) => each.toLowerCase()))] : [...new Set(fits)];
}

/** Picks a letter or digit, white space and another character, where the class has them. */
function representatives(fits: readonly string[]): string[] {
  const kinds = [/[\p{L}\p{N}]/u, /\s/, /[^\p{L}\p{N}\s]/u];
  return kinds.flatMap((kind) => fits.find((each) => kind.test(each)) ?? []);
}
