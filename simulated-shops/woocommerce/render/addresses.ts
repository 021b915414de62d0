import type { Buyer } from '../../shop/orders.ts';

/**
 * Billing and shipping address are equal; only billing has an e-mail. Without shipping the block checkout copies the address,
 * the classic one leaves it empty.
 */
export function renderAddresses(buyer: Buyer, { isSent }: { isSent: boolean }): object {
  const [first = '', ...rest] = buyer.name.split(' ');
  const address = {
    first_name: first,
    last_name: rest.join(' '),
    company: '',
    address_1: buyer.line1,
    address_2: '',
    city: buyer.city,
    state: buyer.region,
    postcode: buyer.postalCode,
    country: buyer.country,
  };
  const shipping = isSent ? address : Object.fromEntries(Object.keys(address).map((name) => [name, '']));
  return { billing: { ...address, email: buyer.email, phone: '' }, shipping: { ...shipping, phone: '' } };
}
