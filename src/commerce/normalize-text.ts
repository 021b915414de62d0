/** Combining marks behind one character, as many as Unicode's stream-safe format allows (UAX #15). */
const LONG_RUN = /(\p{M}{30})\p{M}+/gu;

/**
 * Returns the text in a Unicode normalization form, in time proportional to its length: sorting a long run of combining marks
 * takes time in proportion to its square, so the marks after the thirtieth are dropped.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(LONG_RUN, '$1').normalize(form);
}
