import type { WpAdmin } from './wp-admin.ts';

const SETTING = '/wc/v3/settings/tax/woocommerce_prices_include_tax';

/** Runs the work with prices that contain tax, or do not, and restores the setting. */
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
