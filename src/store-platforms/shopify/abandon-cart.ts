import { z } from 'zod';
import type { Caller } from '../store-platform.ts';
import type { Storefront } from './apis.ts';
import { type CartProblem, cartProblem } from './cart-answers.ts';
import { failureOfProblems } from './cart-refusals.ts';
import { EMPTY_CART } from './documents/empty-cart.ts';
import { dataOf } from './client.ts';
import { readCart } from './sync-cart.ts';

const step = z.object({ userErrors: z.array(cartProblem) }).nullable();
const emptyAnswer = z.object({ emptied: step, uncoded: step });

/** A cart cannot be deleted, so it loses its lines and codes; one call when it has none or has vanished, else two. */
export async function abandonCart(storefront: Storefront, handle: string, caller: Caller): Promise<void> {
  const held = await readCart(storefront, handle, caller);
  if (!held || (held.lines.length === 0 && held.discountCodes.length === 0)) return;
  const variables = { id: handle, lineIds: held.lines.map(({ id }) => id) };
  const answer = await storefront.ask(
    { document: EMPTY_CART, variables, answer: emptyAnswer, effect: 'repeatable_write' },
    caller,
  );
  const { emptied, uncoded } = dataOf(answer);
  const problems = [emptied, uncoded].flatMap((each) => each?.userErrors ?? []).filter(isGrave);
  if (problems.length > 0) throw failureOfProblems(problems, []);
}

/** Lines, or a whole cart, that went in between are what was wanted. */
function isGrave({ code }: CartProblem): boolean {
  return code !== 'INVALID' && code !== 'INVALID_MERCHANDISE_LINE';
}
