import { type Change, UNCHANGED } from './cart-lines.ts';
import { deliveryGroupsOf, handleOf, selectedRates } from './cart-pricing.ts';
import { type CartProblem, problem } from './cart-problems.ts';
import { type AddressFields, type Attribute, type Cart, lastOfEachKey, newAddress } from './cart-store.ts';
import type { ShopState } from './shop-state.ts';

export interface BuyerInput {
  email?: string | null;
  phone?: string | null;
  countryCode?: string | null;
}

export interface AddressInput {
  address: { deliveryAddress?: AddressFields | null };
  selected?: boolean | null;
  oneTimeUse?: boolean | null;
  validationStrategy?: 'COUNTRY_CODE_ONLY' | 'STRICT' | null;
}

const MAX_ATTRIBUTES = 250;
const MAX_ADDRESSES = 20;
const MAX_NOTE_LENGTH = 5_000;

/** Replaces the list. Spellings that differ in case only are merged; spaces stay. */
export function setCodes(cart: Cart, codes: readonly string[]): Change {
  const bySpelling = new Map<string, string>();
  for (const code of codes.filter((each) => each !== '')) {
    if (!bySpelling.has(code.toLowerCase())) bySpelling.set(code.toLowerCase(), code);
  }
  cart.codes = [...bySpelling.values()];
  return UNCHANGED;
}

export function setAttributes(cart: Cart, attributes: readonly Attribute[], path: string[]): Change {
  const latest = lastOfEachKey(attributes);
  if (latest.length > MAX_ATTRIBUTES) return failed(problem('INVALID', 'Too many attributes', path));
  cart.attributes = latest;
  return UNCHANGED;
}

export function setNote(cart: Cart, note: string, path: string[]): Change {
  if (note.length > MAX_NOTE_LENGTH) return failed(problem('NOTE_TOO_LONG', 'Note is too long', path));
  cart.note = note;
  return UNCHANGED;
}

export function setBuyer(cart: Cart, buyer: BuyerInput, path: string[]): Change {
  const { email, phone, countryCode } = buyer;
  if (email && !/^\S+@\S+\.\S+$/.test(email))
    return failed(problem('INVALID', 'Email is invalid', [...path, 'email']));
  if (email !== undefined) cart.buyer.email = email;
  if (phone !== undefined) cart.buyer.phone = phone;
  if (countryCode !== undefined) cart.buyer.countryCode = countryCode;
  return UNCHANGED;
}

export function setAddresses(cart: Cart, inputs: readonly AddressInput[], path: string[]): Change {
  const problems = addressProblems(inputs, path);
  if (problems.length > 0) return { problems, warnings: [], refused: true };
  cart.addresses = inputs.map((input) =>
    newAddress({
      selected: input.selected ?? false,
      oneTimeUse: input.oneTimeUse ?? false,
      fields: { ...input.address.deliveryAddress },
    }),
  );
  cart.rateIds = [];
  return UNCHANGED;
}

export interface SelectedOptionInput {
  deliveryGroupId: string;
  deliveryOptionHandle: string;
}

/** A handle of another content of the cart is refused, as the real shop does. Each group has a rate of its own. */
export function selectOption(shop: ShopState, cart: Cart, inputs: readonly SelectedOptionInput[]): Change {
  const path = ['selectedDeliveryOptions'];
  const groups = deliveryGroupsOf(shop, cart);
  const rateIds = selectedRates(shop, cart).map(({ id }) => id);
  for (const { deliveryGroupId, deliveryOptionHandle } of inputs) {
    const index = groups.findIndex(({ id }) => id === deliveryGroupId);
    if (index === -1) return failed(problem('INVALID_DELIVERY_GROUP', 'Delivery group is invalid', path));
    const rate = groups[index]?.rates.find((each) => handleOf(cart, each) === deliveryOptionHandle);
    if (!rate) return failed(problem('INVALID_DELIVERY_OPTION', 'Delivery option is invalid', path));
    rateIds[index] = rate.id;
  }
  cart.rateIds = rateIds;
  return UNCHANGED;
}

function addressProblems(inputs: readonly AddressInput[], path: string[]): CartProblem[] {
  if (inputs.length > MAX_ADDRESSES) {
    return [problem('TOO_MANY_DELIVERY_ADDRESSES', 'Too many delivery addresses', path)];
  }
  if (inputs.filter((input) => input.selected).length > 1) {
    return [
      problem('ONLY_ONE_DELIVERY_ADDRESS_CAN_BE_SELECTED', 'Only one delivery address can be selected', path),
    ];
  }
  return inputs.flatMap((input, index) =>
    fieldProblems(input, [...path, String(index), 'address', 'deliveryAddress']),
  );
}

const NEEDED_WHEN_STRICT = ['lastName', 'address1', 'city', 'zip'] as const;

function fieldProblems(input: AddressInput, path: string[]): CartProblem[] {
  const fields = input.address.deliveryAddress ?? {};
  if (!fields.countryCode) return [problem('INVALID', 'Country is required', [...path, 'countryCode'])];
  if (input.validationStrategy !== 'STRICT') return [];
  return NEEDED_WHEN_STRICT.filter((name) => !fields[name]).map((name) =>
    problem('ADDRESS_FIELD_IS_REQUIRED', `${name} is required`, [...path, name]),
  );
}

function failed(what: CartProblem): Change {
  return { problems: [what], warnings: [], refused: true };
}
