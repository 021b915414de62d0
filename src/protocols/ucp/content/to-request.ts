import { z } from 'zod';
import { CommerceError } from '../../../commerce/errors.ts';
import { toCountryCode } from '../../../commerce/money/countries.ts';
import { cutText } from '../../../commerce/text/cut-text.ts';
import { cleanShopLine } from '../../../commerce/text/shop-text.ts';
import { trimText } from '../../../commerce/text/trim-text.ts';
import type { RequestedLine } from '../../../operations/cart/requested-lines.ts';
import { createInvalidParamsError } from '../../protocol-error.ts';
import { email, LIMITS } from '../../request-members.ts';
import type { UcpContext } from '../envelope.ts';
import { DISCOUNT } from '../profile/capabilities.ts';
import { isAddedLineId } from './render-content.ts';
import type { Content } from './schemas.ts';

type Unit = NonNullable<Content['line_items'][number]['item']['quantity_unit']>;

/** Throws for an empty list and for units other than pieces. */
export function toLines(items: Content['line_items']): RequestedLine[] {
  if (items.length === 0) throw createInvalidParamsError('line_items must hold at least 1 line item.');
  // UN/CEFACT code of a piece, the only unit that store platforms sell by.
  const isPiece = ({ unit, scale = 0 }: Unit) => unit === 'C62' && scale === 0;
  const measured = items.findIndex(({ item }) => item.quantity_unit && !isPiece(item.quantity_unit));
  if (measured !== -1) {
    const message = 'is sold by the piece: leave quantity_unit out';
    const details = [{ path: `line_items.${measured}.item.quantity_unit`, message }];
    throw new CommerceError('invalid_input', `The item ${message}.`, { details });
  }
  return items
    .filter(({ id = '', added_by_shop }) => added_by_shop !== true && !isAddedLineId(id))
    .map(({ item, quantity }) => ({ itemId: item.id, quantity }));
}

/** Ignores codes unless both sides have the extension. */
export function getCodes({ agreed }: UcpContext, { discounts }: Pick<Content, 'discounts'>): string[] {
  return agreed.active.has(DISCOUNT) ? (discounts?.codes ?? []) : [];
}

/** Members of the fulfillment extension that are read although the extension is not offered. */
const destinations = z.object({
  methods: z
    .array(z.object({ destinations: z.array(z.object({ address_country: z.string() })).max(LIMITS.entries) }))
    .max(LIMITS.entries),
});

/** Country of the first destination, else of the buyer's place; undefined for a text that names no country. */
export function readCountry({ context, fulfillment }: Content): string | undefined {
  const { methods = [] } = destinations.safeParse(fulfillment).data ?? {};
  const [first] = methods.flatMap((each) => each.destinations);
  return readCountryOfPlace(first?.address_country ?? context?.address_country);
}

export function readCountryOfPlace(country: unknown): string | undefined {
  return typeof country === 'string' ? toCountryCode(trimText(country)) : undefined;
}

const isEmail = (text: string) => email.safeParse(text).success;

/** Buyer as store platforms accept it: a name and a valid e-mail address. */
export function toBuyer({ buyer }: Pick<Content, 'buyer'>): { buyer?: { email?: string; name?: string } } {
  if (!buyer) return {};
  const name = [buyer.first_name, buyer.last_name].filter((part) => part).join(' ');
  const address = buyer.email !== undefined && isEmail(buyer.email) ? { email: buyer.email } : {};
  return { buyer: { ...address, ...(name === '' ? {} : { name: cutText(name, 200) }) } };
}

export function warnOfMembersWithoutEffect({ buyer, context }: Pick<Content, 'buyer' | 'context'>) {
  const claims = (context?.eligibility ?? []).map((claim, index) => ({
    code: 'eligibility_not_accepted',
    content: `The claim ${cleanShopLine(claim, 100)} is not known here: prices are without it.`,
    path: `$.context.eligibility[${index}]`,
  }));
  if (buyer?.email === undefined || isEmail(buyer.email)) return claims;
  const content = 'The e-mail address is not valid and was not used.';
  return [...claims, { code: 'invalid_email', content, path: '$.buyer.email' }];
}
