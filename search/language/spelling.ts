/** Longest words that are compared. */
const MAX_LENGTH = 64;
/** Returned for every distance beyond the bound. */
export const TOO_FAR = 99;

/** Returns the bit set of the letters of a word: words that differ in many letters cannot be near. */
export function computeLetters(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index++) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters >>> 0;
}

/** Returns whether words of these letters may be within so many edits: each edit changes at most two letters of the set. */
export function mayBeNear(one: number, other: number, maxEdits: number): boolean {
  let differing = one ^ other;
  for (let left = 2 * maxEdits; differing !== 0; left--) {
    if (left === 0) return false;
    differing &= differing - 1;
  }
  return true;
}

/** Rows of the matrix of distances, used again for every pair: nothing is awaited in between. */
const ROWS = [0, 1, 2].map(() => new Uint8Array(MAX_LENGTH + 1));

/** Returns how many letters must be inserted, deleted, replaced or swapped with a neighbor, or `TOO_FAR` beyond the bound. */
export function computeEditDistance(one: string, other: string, maxEdits: number): number {
  if (Math.abs(one.length - other.length) > maxEdits || Math.max(one.length, other.length) > MAX_LENGTH)
    return TOO_FAR;
  let [beforePrevious, previous, current] = ROWS as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= other.length; column++) previous[column] = column;
  for (let row = 1; row <= one.length; row++) {
    if (fillRow({ one, other, row, current, previous, beforePrevious }) > maxEdits) return TOO_FAR;
    [beforePrevious, previous, current] = [previous, current, beforePrevious];
  }
  const distance = previous[other.length] ?? TOO_FAR;
  return distance > maxEdits ? TOO_FAR : distance;
}

interface Row {
  one: string;
  other: string;
  row: number;
  current: Uint8Array;
  previous: Uint8Array;
  beforePrevious: Uint8Array;
}

/** Returns the least distance of the row. */
function fillRow({ one, other, row, current, previous, beforePrevious }: Row): number {
  const letter = one.charCodeAt(row - 1);
  const before = row > 1 ? one.charCodeAt(row - 2) : -1;
  current[0] = row;
  let least = row;
  for (let column = 1; column <= other.length; column++) {
    const against = other.charCodeAt(column - 1);
    const replaced = (previous[column - 1] ?? TOO_FAR) + (letter === against ? 0 : 1);
    let distance = Math.min(
      (previous[column] ?? TOO_FAR) + 1,
      (current[column - 1] ?? TOO_FAR) + 1,
      replaced,
    );
    if (column > 1 && before === against && letter === other.charCodeAt(column - 2))
      distance = Math.min(distance, (beforePrevious[column - 2] ?? TOO_FAR) + 1);
    current[column] = distance;
    least = Math.min(least, distance);
  }
  return least;
}

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
