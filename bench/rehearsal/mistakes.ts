import { atTheShop } from './mistakes-at-the-shop.ts';
import { inArguments } from './mistakes-in-arguments.ts';
import { overTime } from './mistakes-over-time.ts';
import type { Door } from './door.ts';
import type { Outcome, Trial } from './trial.ts';

/** Mistake of a model, from the first search to the hand-off. */
export interface Mistake {
  name: string;
  /** Endpoints where it can be made; all when absent. */
  isPossible?(door: Door): boolean;
  /** True when it takes a shop whose goods can be changed. */
  needsShop?: true;
  /** Number of wanted items, 1 when absent. */
  items?: number;
  play(trial: Trial): Promise<Outcome>;
}

export const MISTAKES: readonly Mistake[] = [...inArguments, ...overTime, ...atTheShop];
