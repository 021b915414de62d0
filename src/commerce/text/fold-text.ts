import { normalizeText } from './normalize-text.ts';

/** Letters that Unicode does not decompose, as people type them without accents. */
const PLAIN: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};

export const ASCII_ONLY = /^[\0-\x7f]*$/;
/** Signs that NFKC would turn into letters: "Core™2" must not become "coretm2". */
const TRADE_SIGNS = /[\u2122\u2120\u00ae\u00a9]/g;

/** Accents, and signs of Hebrew and Arabic that few people write: vowels, the hamza on a letter, tatweel. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Returns the text in lower case without accents, compatibility forms or typographic quotes. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const plain = text
    .replace(TRADE_SIGNS, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
    .toLowerCase();
  const bare = normalizeText(plain, 'NFKD').toLowerCase().replace(MARKS, '');
  return normalizeText(bare, 'NFC').replace(/[ßæœøłđðþıς]/g, (letter) => PLAIN[letter] ?? letter);
}
