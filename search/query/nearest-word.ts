import { computeEditDistance, TOO_FAR } from '../language/spelling.ts';

/**
 * Returns the candidate that is one typo away, or two for words of at least `minLengthTwoTypos` letters; undefined when no
 * candidate is that near.
 */
export function pickNearestWord(
  word: string,
  candidates: readonly string[],
  minLengthTwoTypos = 6,
): string | undefined {
  const maxEdits = word.length < minLengthTwoTypos ? 1 : 2;
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: computeEditDistance(word, candidate, maxEdits) }))
    .toSorted((one, other) => one.distance - other.distance);
  return nearest && nearest.distance !== TOO_FAR ? nearest.candidate : undefined;
}
