import type { Buyer } from '../../shop/orders.ts';

/** Billed and sent to the same address; only the billing one has an e-mail. */
export function renderAddresses(buyer: Buyer): object {
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
  return { billing: { ...address, email: buyer.email, phone: '' }, shipping: { ...address, phone: '' } };
}
