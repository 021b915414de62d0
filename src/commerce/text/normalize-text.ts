/** Combining marks behind one character, as many as Unicode's stream-safe format allows (UAX #15). */
const LONG_RUN = /(\p{M}{30})\p{M}+/gu;

/** Normalizes in linear time: drops marks after the thirtieth in a row, because sorting a run of them takes quadratic time. */
export function normalizeText(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(LONG_RUN, '$1').normalize(form);
}
