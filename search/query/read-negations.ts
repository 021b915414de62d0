import { isNumber, type Token } from '../language/analyze.ts';
import type { Language } from '../language/language.ts';
import { isContent } from './read-nouns.ts';

/** Words that one negation excludes: "not a red travel mug". */
const MAX_EXCLUDED_WORDS = 3;

export interface ReadClause {
  terms: Token[];
  /** Groups of words: what holds all words of one group is not wanted. */
  excluded: Token[][];
}

/** Parts what a clause asks for from what it does not want: "a bag, not leather". */
function readNegations(tokens: readonly Token[], language: Language): ReadClause {
  const clause: ReadClause = { terms: [], excluded: [] };
  let place = 0;
  while (place < tokens.length) {
    const { excluded, end } = readNegation(tokens, place, language);
    clause.excluded.push(...excluded);
    clause.terms.push(...tokens.slice(place, end === place ? place + 1 : place));
    place = Math.max(end, place + 1);
  }
  return clause;
}

/** Reads the clauses of a text; "green or blue" behind "not red," goes on with what is not wanted. */
export function readClauses(clauses: readonly (readonly Token[])[], language: Language): ReadClause[] {
  const { before, between } = language.negations;
  const isOr = (token: Token) => between.includes(getWord(token));
  let isOpen = false;
  return clauses.map((tokens) => {
    const isList = tokens.some(isOr) && tokens.every((token) => isOr(token) || isThing(token, language));
    const goesOn = isOpen && isList ? [{ words: before.slice(0, 1) }, ...tokens] : tokens;
    const clause = readNegations(goesOn, language);
    isOpen = clause.excluded.length > 0 && clause.terms.at(-1) !== tokens.at(-1);
    return clause;
  });
}

interface Negation {
  excluded: Token[][];
  /** Place behind the negation; where it began when there is none. */
  end: number;
}

function readNegation(tokens: readonly Token[], place: number, language: Language): Negation {
  const { before, behind } = language.negations;
  const [token, next] = tokens.slice(place);
  if (!token) return { excluded: [], end: place };
  if (next && behind.includes(getWord(next)) && isThing(token, language))
    return { excluded: [[token]], end: place + 2 };
  if (token.words.length === 2 && behind.includes(token.words[1] ?? ''))
    return { excluded: [[{ words: token.words.slice(0, 1) }]], end: place + 1 };
  const isMarker = before.includes(getWord(token)) && !(next && isNumber(getWord(next)));
  return isMarker ? readGroupsBehind(tokens, place + 1, language) : { excluded: [], end: place };
}

/** Reads the first phrase after a negation, and the phrases that "or" joins to it. */
function readGroupsBehind(tokens: readonly Token[], from: number, language: Language): Negation {
  const excluded: Token[][] = [];
  let end = from;
  do {
    while (end < tokens.length && !isThing(tokens[end], language)) end += 1;
    const begin = end;
    while (end - begin < MAX_EXCLUDED_WORDS && isThing(tokens[end], language)) end += 1;
    if (end > begin) excluded.push(tokens.slice(begin, end));
  } while (end < tokens.length && language.negations.between.includes(getWord(tokens[end])));
  return { excluded, end };
}

function isThing(token: Token | undefined, language: Language): boolean {
  const word = getWord(token);
  const { before, between } = language.negations;
  return isContent(word, language) && !before.includes(word) && !between.includes(word);
}

function getWord(token: Token | undefined): string {
  return token?.whole ?? token?.words[0] ?? '';
}
