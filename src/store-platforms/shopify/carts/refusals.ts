import { CommerceError, createItemsRefusedError, type ItemRefusal } from '../../../commerce/errors.ts';
import { sum } from '../../../commerce/money/money.ts';
import { formatLineTitle } from '../../../commerce/product/products.ts';
import type { CartRequest } from '../../store-platform.ts';
import { toRefusedAddressError } from '../quotes/delivery-address.ts';
import type { CartProblem, CartWarning } from './answers.ts';

interface CartGoods {
  lines: {
    nodes: {
      quantity: number;
      merchandise: { id: string; title?: string; product?: { title: string } | undefined };
    }[];
  };
}

/** Shopify reports smaller quantities, or zero, as a success. Undefined when the cart holds the whole request. */
export function toShortfallError(
  cart: CartGoods,
  lines: CartRequest['lines'],
  warnings: readonly CartWarning[],
): CommerceError | undefined {
  const elsewhere = warnings.some(({ code }) => code === 'PRODUCT_UNAVAILABLE_IN_BUYER_LOCATION');
  const refusals = lines.flatMap((line) => {
    const ofVariant = cart.lines.nodes.filter(({ merchandise }) => merchandise.id === line.variantId);
    const available = sum(ofVariant.map(({ quantity }) => quantity));
    const { product, title = '' } = ofVariant[0]?.merchandise ?? {};
    const name = line.knownTitle ?? (product ? formatLineTitle(product.title, title) : line.variantId);
    return available < line.quantity ? [toShortage(line.variantId, name, available, elsewhere)] : [];
  });
  return refusals.length > 0 ? createItemsRefusedError(refusals) : undefined;
}

function toShortage(variantId: string, name: string, available: number, elsewhere: boolean): ItemRefusal {
  if (available > 0) {
    const message = `Only ${available} of ${name} can be bought.`;
    return { variantId, reason: 'insufficient_stock', message, available };
  }
  if (elsewhere)
    return { variantId, reason: 'unbuyable', message: `${name} is not sold to this buyer’s location.` };
  return { variantId, reason: 'out_of_stock', message: `${name} is out of stock.` };
}

/** Above the lines of a request: the text of each is searched for each line's variant. */
const MAX_PROBLEMS = 100;

/** `lines`: those of the mutation, in their order. Shopify's error names a line by its index, or a variant in its message. */
export function toFailureOfProblems(problems: readonly CartProblem[], lines: readonly Bought[]) {
  const refusals = problems.slice(0, MAX_PROBLEMS).flatMap((problem) => {
    const variantId = readVariant(problem, lines);
    return variantId === undefined ? [] : [toRefusal(problem, variantId)];
  });
  const byVariant = new Map(refusals.map((refusal) => [refusal.variantId, refusal]));
  if (byVariant.size > 0) return createItemsRefusedError([...byVariant.values()]);
  const address = toRefusedAddressError(problems);
  if (address) return address;
  const [first] = problems;
  if (first?.field?.includes('email')) {
    const message = `The store does not accept buyer.email: ${first.message}`;
    const details = [{ path: 'buyer.email', message: first.message }];
    return new CommerceError('invalid_input', message, { details });
  }
  if (first?.code === 'SERVICE_UNAVAILABLE') {
    const message = 'The store cannot fill a cart for the moment. Try again in a few seconds.';
    return new CommerceError('platform_unavailable', message, { retryAfterSeconds: 5 });
  }
  const message = `The store refused the cart (${first?.code ?? 'no reason given'}).`;
  return new CommerceError('platform_error', message);
}

type Bought = Pick<CartRequest['lines'][number], 'variantId'>;

function readVariant({ field, message }: CartProblem, lines: readonly Bought[]): string | undefined {
  const index = field?.[field.indexOf('lines') + 1] ?? '';
  const byIndex = field?.includes('lines') && /^\d+$/.test(index) ? lines[Number(index)] : undefined;
  return (byIndex ?? lines.find(({ variantId }) => isNamedIn(message, variantId)))?.variantId;
}

/** Rejects a match that is the start of a longer number. */
function isNamedIn(message: string, id: string): boolean {
  const [, ...rests] = message.split(id);
  return rests.some((rest) => !/^\d/.test(rest));
}

function toRefusal({ code, field, message }: CartProblem, variantId: string): ItemRefusal {
  const unknown = (code === null || code === 'INVALID') && !field?.includes('quantity');
  if (unknown) return toNotSoldRefusal(variantId);
  const sentence =
    code === 'VARIANT_REQUIRES_SELLING_PLAN' ? BY_SUBSCRIPTION : `It cannot be bought as asked: ${message}`;
  return { variantId, reason: 'unbuyable', message: sentence };
}

const BY_SUBSCRIPTION =
  'The store sells it by subscription only. The buyer subscribes on the product’s page.';

export function toNotSoldRefusal(variantId: string): ItemRefusal {
  return { variantId, reason: 'unknown', message: 'The store does not sell it.' };
}
