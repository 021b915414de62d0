/** Words that WordPress drops from a search, as it ships in English. */
const STOPWORDS = new Set(
  (
    'about an are as at be by com for from how in is it of on or that the this to was what when where who ' +
    'will with www'
  ).split(' '),
);

/** Matches as WordPress does: every word as a substring; `"a phrase"` stays together. */
export function searchWords(text: string): string[] {
  const words = [...text.matchAll(/"([^"]+)"|\S+/g)].map((match) => fold(match[1] ?? match[0]));
  const kept = words.filter((word) => !STOPWORDS.has(word) && !/^[a-z]$/.test(word));
  if (kept.length > 0 && kept.length <= 9) return kept;
  return text.trim() === '' ? [] : [fold(text.trim())];
}

/** The database compares without case and accents: `cafe` finds `Café`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
