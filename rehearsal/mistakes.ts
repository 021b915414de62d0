import { atTheShop } from './mistakes-at-the-shop.ts';
import { inArguments } from './mistakes-in-arguments.ts';
import { overTime } from './mistakes-over-time.ts';
import type { Mistake } from './trial.ts';

export const MISTAKES: readonly Mistake[] = [...inArguments, ...overTime, ...atTheShop];
