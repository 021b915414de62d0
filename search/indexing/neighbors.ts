import { NO_TERM } from './vocabulary.ts';

/** Bits for each place of a text: about a tenth of the pairs that stand nowhere are taken for neighbors. */
const BITS_PER_PLACE = 4;
const MIN_BITS = 32;

/** Returns a Bloom filter of the pairs of terms that stand one directly behind the other. */
export function buildNeighbors(sequence: Uint32Array): Uint32Array {
  const bits = 2 ** Math.ceil(Math.log2(Math.max(MIN_BITS, sequence.length * BITS_PER_PLACE)));
  const neighbors = new Uint32Array(bits / 32);
  for (let place = 1; place < sequence.length; place++) {
    const one = sequence[place - 1] ?? NO_TERM;
    const other = sequence[place] ?? NO_TERM;
    if (one === NO_TERM || other === NO_TERM) continue;
    const hash = hashOf(one, other);
    setBit(neighbors, hash);
    setBit(neighbors, computeSecondHash(hash));
  }
  return neighbors;
}

/** Returns false when no text holds the terms one directly behind the other; true may be wrong. */
export function mayBeNeighbors(neighbors: Uint32Array, terms: readonly number[]): boolean {
  for (let index = 1; index < terms.length; index++) {
    const hash = hashOf(terms[index - 1] ?? NO_TERM, terms[index] ?? NO_TERM);
    if (!hasBit(neighbors, hash) || !hasBit(neighbors, computeSecondHash(hash))) return false;
  }
  return true;
}

function hashOf(one: number, other: number): number {
  const mixed = Math.imul(Math.imul(one, 0x9e3779b1) ^ other, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}

function computeSecondHash(hash: number): number {
  return Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
}

function setBit(bits: Uint32Array, hash: number): void {
  const place = (hash >>> 5) & (bits.length - 1);
  bits[place] = (bits[place] ?? 0) | (1 << (hash & 31));
}

function hasBit(bits: Uint32Array, hash: number): boolean {
  return ((bits[(hash >>> 5) & (bits.length - 1)] ?? 0) & (1 << (hash & 31))) !== 0;
}
