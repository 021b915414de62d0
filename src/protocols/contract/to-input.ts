import type { z } from 'zod';
import type { RequestedLine } from '../../operations/requested-lines.ts';
import type { buyer, discounts, lineItemsOrNone } from './schemas.ts';

export function toLines(items: z.output<typeof lineItemsOrNone>): RequestedLine[] {
  return items.map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}

/** Optional members of a request for a cart, absent where not sent. */
export function toCartOptions(given: {
  discounts?: z.output<typeof discounts> | undefined;
  buyer?: z.output<typeof buyer> | undefined;
}) {
  const codes = given.discounts?.codes;
  return {
    ...(codes ? { discountCodes: codes } : {}),
    ...(given.buyer ? { buyer: toBuyer(given.buyer) } : {}),
  };
}

function toBuyer({ email, name }: z.output<typeof buyer>) {
  return { ...(email === undefined ? {} : { email }), ...(name === undefined ? {} : { name }) };
}
