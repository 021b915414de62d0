import assert from 'node:assert/strict';
import type { ucpAgent } from '../../../testing/official-agent.ts';
import { pluck } from '../../../testing/pluck.ts';
import { amountOf, assertDiscounts, assertSums } from '../../../testing/ucp-agent.ts';
import { type Answer, callTool, line } from '../agent.ts';
import type { Place, ProofCart } from './carts.ts';

/** Price that an agent states to the buyer, in minor units. */
export interface Quote {
  continueUrl: string;
  total: number;
  shipping: number;
  /** Title of the selected option; undefined where nothing is delivered. */
  option: string | undefined;
  optionId?: string | undefined;
}

const BUYER = { first_name: 'Ada', last_name: 'Buyer', email: 'ada.buyer@example.com' };
const PHONE = '4155550100';
type Ucp = ReturnType<typeof ucpAgent>;

/** Creates a checkout with an address in official UCP, and selects the wanted option by its id. */
export async function quoteOfficially(ucp: Ucp, cart: ProofCart, place: Place): Promise<Quote> {
  const line_items = cart.lines.map(([id, quantity]) => line(id, quantity));
  const content = { line_items, discounts: { codes: cart.codes }, buyer: BUYER };
  const { session } = await createDelivered(ucp, content, place);
  const selection = cart.option && selectionOf(session.body, cart.option);
  const { status, text, body } = selection
    ? await ucp.call('PUT', `/checkout-sessions/${session.body.id}`, {
        ...content,
        fulfillment: { methods: [selection] },
      })
    : session;
  assert.ok(status < 300, text);
  assertSums(body);
  assertDiscounts(body);
  if (selection && cart.option !== 'pickup') assertOptionsDiffer(session.body, body);
  const group = selectedGroup(body);
  const { title, id: optionId } =
    group?.options.find(({ id }: Answer['body']) => id === group.selected_option_id) ?? {};
  return {
    continueUrl: body.continue_url,
    total: amountOf(body.totals, 'total'),
    shipping: amountOf(body.totals, 'fulfillment'),
    option: title,
    optionId,
  };
}

async function createDelivered(ucp: Ucp, content: object, place: Place) {
  const address = { id: 'home', first_name: 'Ada', last_name: 'Buyer', phone_number: PHONE, ...place };
  const method = { type: 'shipping', destinations: [address], selected_destination_id: 'home' };
  const fulfillment = { methods: [method] };
  const session = await ucp.call('POST', '/checkout-sessions', { ...content, fulfillment });
  assert.equal(session.status, 201, session.text);
  return { method, session };
}

/** Creates a checkout whose parcels are groups, and selects the option of each by its title. */
export async function quoteByGroups(
  ucp: Ucp,
  cart: ProofCart & { options: string[] },
  place: Place,
): Promise<Quote> {
  const content = { line_items: cart.lines.map(([id, quantity]) => line(id, quantity)), buyer: BUYER };
  const { method, session } = await createDelivered(ucp, content, place);
  const shipping = session.body.fulfillment.methods[0];
  assert.equal(shipping.groups.length, cart.options.length, session.text);
  const groups = shipping.groups.map(({ id, options }: Answer['body'], index: number) => {
    const option = options.find(({ title }: Answer['body']) => title === cart.options[index]);
    return { id, selected_option_id: option?.id };
  });
  const { status, text, body } = await ucp.call('PUT', `/checkout-sessions/${session.body.id}`, {
    ...content,
    fulfillment: { methods: [{ ...method, groups }] },
  });
  assert.equal(status, 200, text);
  assertSums(body);
  const selected = body.fulfillment.methods[0].groups;
  assert.deepEqual(pluck(selected, 'id', 'selected_option_id'), pluck(groups, 'id', 'selected_option_id'));
  return {
    continueUrl: body.continue_url,
    total: amountOf(body.totals, 'total'),
    shipping: amountOf(body.totals, 'fulfillment'),
    option: cart.options.join(' + '),
  };
}

/** Permalink that fills in the cart, the address and the option. */
export function linkWith({ store }: Ucp, cart: ProofCart, place: Place, optionId: string): string {
  const address = { first_name: 'Ada', last_name: 'Buyer', phone_number: PHONE, ...place };
  const method = 'fulfillment/methods/0';
  const parameters = new URLSearchParams({ [`${method}/groups/0/selected_option_id`]: optionId });
  for (const [name, value] of Object.entries(BUYER)) parameters.append(`buyer/${name}`, value);
  for (const [name, value] of Object.entries(address))
    parameters.append(`${method}/destinations/0/${name}`, value);
  const items = cart.lines.map(([id, quantity]) => `${id}:${quantity}`);
  return `${store}/buy/${items.join(',')}?${parameters}`;
}

function selectionOf({ fulfillment }: Answer['body'], title: string): object {
  const type = title === 'pickup' ? 'pickup' : 'shipping';
  const method = fulfillment.methods.find((each: Answer['body']) => each.type === type);
  assert.ok(method, `no method ${type}`);
  if (type === 'pickup') return { type, selected_destination_id: method.destinations[0].id };
  const [group] = method.groups;
  const option = group.options.find((each: Answer['body']) => each.title === title);
  assert.ok(option, `no option ${title} among ${JSON.stringify(group.options)}`);
  const groups = [{ id: group.id, selected_option_id: option.id }];
  return { type, selected_destination_id: method.selected_destination_id, groups };
}

/** Asserts that another option changes the total by as much as the options differ. */
function assertOptionsDiffer(before: Answer['body'], after: Answer['body']): void {
  const parts = [before, after].map((body) => {
    const { options, selected_option_id } = selectedGroup(body);
    const option = options.find(({ id }: Answer['body']) => id === selected_option_id);
    return amountOf(body.totals, 'total') - amountOf(option.totals, 'total');
  });
  assert.equal(parts[0], parts[1], 'the total changes as the options differ');
}

function selectedGroup({ fulfillment }: Answer['body']): Answer['body'] {
  const groups = fulfillment?.methods.flatMap((method: Answer['body']) => method.groups) ?? [];
  return groups.find((group: Answer['body']) => group.selected_option_id);
}

/** Creates the same checkout by the shopping tools, in one call. */
export async function quoteByTools(
  service: string,
  slug: string,
  cart: ProofCart,
  place: Place,
): Promise<Quote> {
  const answer = await callTool(`${service}/mcp/${slug}`, 'create_checkout', {
    items: cart.lines.map(([id, quantity]) => ({ id: `v${id}`, quantity })),
    discount_codes: cart.codes,
    country: place.address_country,
    region: place.address_region,
    postal_code: place.postal_code,
    city: place.address_locality,
    address: place.street_address,
    shipping_option: cart.option,
    buyer_email: BUYER.email,
    buyer_name: 'Ada Buyer',
  });
  const selected = answer.shipping_options?.find((option: Answer['body']) => option.selected);
  return {
    continueUrl: answer.checkout_url,
    total: minor(answer.total),
    shipping: minor(answer.shipping ?? '0'),
    option: selected?.title,
  };
}

/** Minor units of a currency with two decimals. */
export function minor(decimal: string): number {
  return Math.round(Number(decimal) * 100);
}
