import { countOf, type Vocabulary } from '../indexing/vocabulary.ts';
import { computeEditDistance, computeLetters, mayBeNear, TOO_FAR } from '../language/spelling.ts';

/** Shortest words that may hold one typo and two. */
const MIN_LENGTH_ONE_EDIT = 4;
const MIN_LENGTH_TWO_EDITS = 8;
const MAX_CORRECTIONS = 4;
/** A correction is left out when so many times fewer products hold it than the best one. */
const MAX_RARITY = 20;

/** A word of the shop that a word of the query may mean. */
export interface NearWord {
  word: string;
  term: number;
  /** 1 for the likeliest one. */
  likelihood: number;
}

/** Returns the shop's words nearest to an unknown word, or else words that begin with it; the likeliest first. */
export function matchNearWords(vocabulary: Vocabulary, word: string): NearWord[] {
  const maxEdits = computeAllowedEdits(word);
  if (maxEdits === 0) return [];
  const asWritten = matchWordsWithin(vocabulary, word, maxEdits);
  const stem = vocabulary.language.stem(word);
  // A typo in a plural; the shop has the singular only.
  const candidates =
    asWritten.length > 0 || stem === word ? asWritten : matchWordsWithin(vocabulary, stem, maxEdits);
  const nearest = Math.min(...candidates.map(({ distance }) => distance));
  return pickLikeliest(candidates.filter(({ distance }) => distance === nearest));
}

/** Distance of a word that only begins with the query's word: any correction is nearer. */
const BEGINNING = 3;

/** A word of three letters may be one of four that lacks a letter. */
function computeAllowedEdits(word: string): number {
  if (word.length < MIN_LENGTH_ONE_EDIT - 1 || /\d/.test(word)) return 0;
  return word.length < MIN_LENGTH_TWO_EDITS ? 1 : 2;
}

type Candidate = { word: string; term: number; distance: number; score: number };

function matchWordsWithin(vocabulary: Vocabulary, word: string, maxEdits: number): Candidate[] {
  const { wordList, wordTerms, wordLetters } = vocabulary;
  const letters = computeLetters(word);
  const candidates: Candidate[] = [];
  for (let place = 0; place < wordList.length; place++) {
    const others = wordLetters[place] ?? 0;
    if (!mayBeNear(letters, others, maxEdits) && (letters & ~others) !== 0) continue;
    const other = wordList[place] ?? '';
    const distance = computeDistance(word, other, maxEdits);
    if (distance === TOO_FAR) continue;
    const term = wordTerms[place] ?? 0;
    const count = countOf(vocabulary, term);
    if (count > 0)
      candidates.push({ word: other, term, distance, score: count * computeAffinity(word, other) });
  }
  return candidates;
}

function computeDistance(word: string, other: string, maxEdits: number): number {
  if (other.length < MIN_LENGTH_ONE_EDIT) return TOO_FAR;
  const distance = computeEditDistance(word, other, maxEdits);
  const begins = distance === TOO_FAR && word.length >= MIN_LENGTH_ONE_EDIT && other.startsWith(word);
  return begins ? BEGINNING : distance;
}

/** The first letter is seldom wrong, and swapped or missing letters are likelier than others in their place. */
function computeAffinity(word: string, other: string): number {
  const sameStart = word[0] === other[0] ? 4 : 1;
  const sameLetters = [...word].sort().join('') === [...other].sort().join('') ? 2 : 1;
  return sameStart * sameLetters;
}

/** One per term, so that "charger" and "chargers" count once. */
function pickLikeliest(candidates: readonly Candidate[]): NearWord[] {
  const sorted = candidates.toSorted(
    (one, other) => other.score - one.score || (one.word < other.word ? -1 : 1),
  );
  const distinct = [...new Map(sorted.toReversed().map((each) => [each.term, each])).values()].toReversed();
  const best = distinct[0]?.score ?? 0;
  return distinct
    .filter(({ score }) => score * MAX_RARITY >= best)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word, term, score }) => ({ word, term, likelihood: Math.sqrt(score / best) }));
}
