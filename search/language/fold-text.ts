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
/**
 * Signs that NFKD would turn into letters ("Core™2" must not become "coretm2"), and runs of combining marks that no word has: sorting
 * a long one takes quadratic time.
 */
const NO_LETTERS = /[\u2122\u2120\u00ae\u00a9]|\p{M}{31,}/gu;

/** Accents, and signs of Hebrew and Arabic that few people write: vowels, the hamza on a letter, tatweel. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670]/g;

/** Returns the text in lower case without accents, compatibility forms or typographic quotes. */
export function foldText(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  const plain = text
    .replace(NO_LETTERS, ' ')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033\u00ab\u00bb]/g, '"')
    .toLowerCase();
  const bare = plain.normalize('NFKD').toLowerCase().replace(MARKS, '');
  return bare.normalize('NFC').replace(/[ßæœøłđðþıς]/g, (letter) => PLAIN[letter] ?? letter);
}
