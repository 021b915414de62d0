import { z } from 'zod';
import { isObject } from '../commerce/json/is-object.ts';
import { cleanShopLine } from '../commerce/text/shop-text.ts';

/** Members of a request that nothing reads, by their paths, and the names that were likely meant. */
export interface IgnoredMembers {
  ignored: string[];
  did_you_mean?: Record<string, string>;
}

/** Members that are named, and entries of a list that are searched for them. */
const MAX_NAMED = 20;
const MAX_ENTRIES = 100;
const MAX_NAME_LENGTH = 64;

/** True for a member that is expected in the object at `path`, although nothing reads it. `path` is without places in lists. */
export type IsUnread = (path: string, name: string) => boolean;

/** Finds the members that the schema does not have; undefined when it has all of them. */
export function readIgnoredMembers(schema: z.ZodObject, input: object, isUnread: IsUnread = () => false) {
  const all: UnknownMember[] = [];
  collectMembers(schema, input, '', all);
  if (all.length === 0) return undefined;
  const unknown = all.filter(({ parent, name }) => !isUnread(parent, name)).slice(0, MAX_NAMED);
  if (unknown.length === 0) return undefined;
  const meant = unknown.flatMap(({ path, likely }) => (likely === undefined ? [] : [[path, likely]]));
  const paths = unknown.map(({ path }) => path);
  return { ignored: paths, ...(meant.length > 0 && { did_you_mean: Object.fromEntries(meant) }) };
}

interface UnknownMember {
  /** Path of its object without places in lists; empty for the input. */
  parent: string;
  name: string;
  path: string;
  likely: string | undefined;
}

/** Adds to `unknown`; `parent` is empty or ends in a dot. */
function collectUnknown(schemaOrWrapper: unknown, value: unknown, parent: string, unknown: UnknownMember[]) {
  // Most members are texts and numbers, in every call.
  if (typeof value !== 'object') return;
  const schema = unwrapSchema(schemaOrWrapper);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, MAX_ENTRIES).entries())
      collectUnknown(schema.element, entry, `${parent}${index}.`, unknown);
  }
  if (schema instanceof z.ZodObject && isObject(value)) collectMembers(schema, value, parent, unknown);
}

function collectMembers({ shape }: z.ZodObject, value: object, parent: string, unknown: UnknownMember[]) {
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) collectUnknown(shape[name], member, `${parent}${name}.`, unknown);
    // Clients send the key with every change.
    else if (parent !== '' || name !== 'idempotency_key')
      unknown.push(toUnknownMember(name, Object.keys(shape), parent));
  }
}

function unwrapSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapSchema(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapSchema(schema.in) : schema;
}

function toUnknownMember(name: string, names: readonly string[], parent: string): UnknownMember {
  const likely = pickLikelyName(name, names);
  return {
    parent: parent.replaceAll(/(?:^|(?<=\.))\d+\./g, '').slice(0, -1),
    name,
    path: parent + cleanShopLine(name, MAX_NAME_LENGTH),
    likely: likely === undefined ? undefined : parent + likely,
  };
}

/** Names of a member in other APIs. A path leads through a member that the schema has. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  first: ['limit', 'perpage', 'pagesize'],
  after: ['cursor'],
  'pagination.limit': ['limit', 'first', 'perpage', 'pagesize'],
  'pagination.cursor': ['after', 'nextcursor'],
  filters: ['filter'],
  'filters.price': ['price', 'minprice', 'maxprice'],
  'filters.categories': ['category', 'categories'],
  price: ['minprice', 'maxprice', 'pricerange'],
  categories: ['category'],
  quantity: ['qty', 'count', 'pieces'],
  line_items: ['items', 'lines', 'products', 'cart'],
  'item.id': ['id', 'itemid', 'productid', 'variantid', 'merchandiseid'],
  'buyer.email': ['email'],
  buyer: ['customer'],
  'discounts.codes': [
    ...['codes', 'discount', 'discountcode', 'discountcodes', 'promocode', 'promotioncode'],
    ...['coupon', 'coupons', 'couponcode'],
  ],
  codes: ['code'],
  destination: ['shippingaddress', 'address'],
  'fulfillment.methods': ['shippingaddress', 'address', 'destination'],
  country: ['countrycode'],
  address_country: ['country', 'countrycode'],
  postal_code: ['zip'],
  region: ['state', 'province'],
  address_region: ['region', 'state', 'province'],
  address_locality: ['city'],
};

function pickLikelyName(name: string, names: readonly string[]): string | undefined {
  const plain = toPlain(name);
  const alike = names.find((each) => toPlain(each) === plain);
  if (alike !== undefined) return alike;
  const isOther = ([path, others]: [string, readonly string[]]) =>
    others.includes(plain) && names.includes(path.split('.')[0] ?? '');
  return Object.entries(OTHER_NAMES).find(isOther)?.[0];
}

function toPlain(name: string): string {
  const cut = name.slice(0, MAX_NAME_LENGTH);
  return cut.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
