import { trimText } from '../../../commerce/text/trim-text.ts';
import type { WantedFulfillment } from '../../../operations/cart/cart-content.ts';
import { LIMITS } from '../../request-members.ts';
import { destination } from '../content/request.ts';
import { buyer, discountCode } from '../content/schemas.ts';
import { readCountryOfPlace, toBuyer } from '../content/to-request.ts';
import { toFulfillment } from '../fulfillment/read-fulfillment.ts';
import { type LinkedItem, readQuantity } from './item-tokens.ts';
import type { LinkQuery } from './read-query.ts';

type Fields = LinkQuery['fields'];

const POSITION = '(0|[1-9]\\d{0,3})';
const CODE = new RegExp(`^discounts/codes/${POSITION}$`);
const LINE_ID = new RegExp(`^line_items/${POSITION}/item/id$`);

/** Discount codes by position; codes beyond a checkout's limits are dropped. */
export function readCodes(fields: Fields): string[] {
  return readPositioned(fields, CODE)
    .filter(
      ({ position, value }) => position < LIMITS.codes && discountCode.safeParse(trimText(value)).success,
    )
    .map(({ value }) => trimText(value))
    .filter((code) => code !== '');
}

/** Reads the buyer's fields one by one, so that an invalid one drops no other. */
export function readBuyer(fields: Fields): ReturnType<typeof toBuyer> {
  const members = Object.entries(buyer.shape).flatMap(([name, schema]) => {
    const value = fields.get(`buyer/${name}`);
    // A plus sign of an e-mail address was decoded to a space.
    const parsed = schema.safeParse(name === 'email' ? value?.replaceAll(' ', '+') : value);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  return members.length === 0 ? {} : toBuyer({ buyer: Object.fromEntries(members) });
}

const DESTINATION = 'fulfillment/methods/0/destinations/0';
const OPTION = 'fulfillment/methods/0/groups/0/selected_option_id';

/** Reads the first destination's fields one by one; undefined without a country. */
export function readLinkFulfillment(fields: Fields): WantedFulfillment | undefined {
  const members = Object.entries(destination.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(fields.get(`${DESTINATION}/${name}`));
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  const optionId = fields.get(OPTION);
  return toFulfillment(Object.fromEntries(members), optionId === '' ? undefined : optionId);
}

/** Country that the link names for its buyer. */
export function readLinkCountry(fields: Fields): string | undefined {
  const country = fields.get(`${DESTINATION}/address_country`) ?? fields.get('context/address_country');
  return readCountryOfPlace(country);
}

/** Reads lines written as fields, which count only without items in the path (specification: Merge Rules). */
export function readItemFields(fields: Fields): LinkedItem[] {
  return readPositioned(fields, LINE_ID)
    .filter(({ position, value }) => position < LIMITS.lines && value !== '')
    .map(({ position, value }) => {
      const quantity = fields.get(`line_items/${position}/quantity`) ?? '1';
      return { id: value, quantity: readQuantity(quantity, `line_items/${position}`) };
    });
}

function readPositioned(fields: Fields, pattern: RegExp): { position: number; value: string }[] {
  return [...fields]
    .flatMap(([pointer, value]) => {
      const position = pattern.exec(pointer)?.[1];
      return position === undefined ? [] : [{ position: Number(position), value }];
    })
    .sort((one, other) => one.position - other.position);
}
