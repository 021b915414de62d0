import { z } from 'zod';
import { normalizeCodes } from '../../commerce/cart.ts';
import { type ItemRefusal, itemsRefused } from '../../commerce/errors.ts';
import type { Caller, CartRequest, PlatformCart } from '../store-platform.ts';
import type { Storefront } from './apis.ts';
import { cartNode, cartProblem, cartWarning } from './cart-answers.ts';
import { failureOfProblems, shortfallOf } from './cart-refusals.ts';
import { CREATE_CART } from './documents/create-cart.ts';
import { dataOf, isNulledField } from './client.ts';
import { toPlatformCart } from './platform-cart.ts';
import { resolveItems } from './resolve-items.ts';

const createAnswer = z.object({
  cartCreate: z
    .object({ cart: cartNode.nullable(), userErrors: z.array(cartProblem), warnings: z.array(cartWarning) })
    .nullable(),
});

/** One call. A cart that does not hold everything is refused and forgotten: nobody has its address. */
export async function createCart(
  storefront: Storefront,
  request: CartRequest,
  caller: Caller,
): Promise<PlatformCart> {
  const withProductTitles = request.lines.some(({ knownTitle }) => knownTitle === undefined);
  const variables = { input: toCartInput(request), withProductTitles };
  const answer = await storefront.ask(
    { document: CREATE_CART, variables, answer: createAnswer, effect: 'write' },
    caller,
  );
  if (answer.errors.some(isNulledField)) await refuseUnpublished(storefront, request, caller);
  const { cartCreate } = dataOf(answer);
  const { cart = null, userErrors = [], warnings = [] } = cartCreate ?? {};
  const variantIds = request.lines.map(({ variantId }) => variantId);
  if (!cart || userErrors.length > 0) throw failureOfProblems(userErrors, variantIds);
  const shortfall = shortfallOf(cart, request.lines, warnings);
  if (shortfall) throw shortfall;
  return toPlatformCart(cart, warnings, request);
}

function toCartInput({ lines, sessionId, discountCodes, buyer }: CartRequest): Record<string, unknown> {
  return {
    lines: toLineInputs(lines),
    ...(sessionId === undefined ? {} : { attributes: [{ key: 'service_session_id', value: sessionId }] }),
    ...(discountCodes === undefined ? {} : { discountCodes: normalizeCodes(discountCodes) }),
    ...(buyer?.email === undefined ? {} : { buyerIdentity: { email: buyer.email } }),
  };
}

/** As `CartLineInput`s. */
export function toLineInputs(lines: readonly { variantId: string; quantity: number }[]) {
  return lines.map(({ variantId, quantity }) => ({ merchandiseId: variantId, quantity }));
}

/**
 * A product that was unpublished after it went into somebody's hands takes the whole cart along. The error's path counts
 * lines in an order of its own, so the shop is asked which variants it still shows.
 */
async function refuseUnpublished(
  storefront: Storefront,
  request: CartRequest,
  caller: Caller,
): Promise<void> {
  const references = request.lines.map(({ variantId }) => ({ kind: 'variant', id: variantId }) as const);
  const items = await resolveItems(storefront, references, caller);
  const gone = request.lines.filter((_, index) => items[index] === undefined);
  if (gone.length > 0) throw itemsRefused(gone.map(({ variantId }) => notSold(variantId)));
}

/** The refusal of a variant that the shop does not show. */
export function notSold(variantId: string): ItemRefusal {
  return { variantId, problem: 'unknown', message: `The store does not sell ${variantId}.` };
}
