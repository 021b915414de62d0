import { CommerceError, type ItemRefusal } from '../commerce/errors.ts';
import { shopMessage } from '../commerce/shop-text.ts';

/** Bound of a whole message: as many refusals as a cart has lines. */
const MAX_MESSAGE = 10_000;
const MAX_REFUSALS = 100;

/** Cleans the shop's words in the error's message, in its details and in each refusal, and returns it. */
export function cleanError(error: unknown): unknown {
  if (!(error instanceof CommerceError)) return error;
  const refusals = error.refusals.slice(0, MAX_REFUSALS).map(cleanRefusal);
  const details = error.details.map(({ path, message }) => ({ path, message: shopMessage(message) }));
  const message = refusals.length > 0 ? refusals.map((each) => each.message).join(' ') : error.message;
  return Object.assign(error, { refusals, details, message: shopMessage(message, undefined, MAX_MESSAGE) });
}

function cleanRefusal(refusal: ItemRefusal): ItemRefusal {
  const plain = `The store refuses ${refusal.variantId} (${refusal.problem.replaceAll('_', ' ')}).`;
  return { ...refusal, message: shopMessage(refusal.message, plain) };
}
