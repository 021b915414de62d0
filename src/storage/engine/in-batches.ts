import { setImmediate } from 'node:timers/promises';

/**
 * Deletes until a piece is not full, and returns how many rows went. Leaves the event loop to requests after each piece: SQLite
 * answers at once, and would go on for as long as there is anything.
 */
export async function inPieces(size: number, deleteSome: () => Promise<number>): Promise<number> {
  let gone = 0;
  for (let piece = size; piece >= size; gone += piece) {
    piece = await deleteSome();
    await setImmediate();
  }
  return gone;
}
