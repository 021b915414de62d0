import type { WpAdmin } from './wp-admin.ts';

const SETTING = '/wc/v3/settings/tax/woocommerce_prices_include_tax';

/** Does the work while the shop's prices hold tax, or do not, and leaves the shop as it was. */
export async function whilePricesHoldTax<T>(
  { rest }: WpAdmin,
  holdTax: boolean,
  work: () => Promise<T>,
): Promise<T> {
  const { value } = await rest('GET', SETTING);
  try {
    await rest('PUT', SETTING, { value: holdTax ? 'yes' : 'no' });
    return await work();
  } finally {
    await rest('PUT', SETTING, { value });
  }
}
