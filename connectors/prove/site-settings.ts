import type { WpAdmin } from './wp-admin.ts';

/** Settings of WooCommerce: whether the merchant types prices with tax, and whether buyers see them so (`incl`). */
export const HOLD_TAX = 'tax/woocommerce_prices_include_tax';
export const SHOW_TAX = 'tax/woocommerce_tax_display_shop';

/** Runs the work while the shop has this name, and restores the former one. */
export function whileNamed<T>(admin: WpAdmin, title: string, work: () => Promise<T>): Promise<T> {
  return whileWordPressHas(admin, 'title', title, work);
}

/** Runs the work while the site has this time zone, and restores the former one. */
export function whileInTimeZone<T>(admin: WpAdmin, timeZone: string, work: () => Promise<T>): Promise<T> {
  return whileWordPressHas(admin, 'timezone', timeZone, work);
}

async function whileWordPressHas<T>(
  { rest }: WpAdmin,
  setting: 'title' | 'timezone',
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = await rest('GET', '/wp/v2/settings');
  try {
    await rest('POST', '/wp/v2/settings', { [setting]: value });
    return await work();
  } finally {
    await rest('POST', '/wp/v2/settings', { [setting]: before[setting] });
  }
}

/** Runs the work with a setting at this value, and restores it. */
export async function whileSetTo<T>(
  { rest }: WpAdmin,
  setting: string,
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const path = `/wc/v3/settings/${setting}`;
  const before = await rest('GET', path);
  try {
    await rest('PUT', path, { value });
    return await work();
  } finally {
    await rest('PUT', path, { value: before.value });
  }
}

/** Runs the work with several settings. */
export function whileAllSetTo<T>(
  admin: WpAdmin,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  return Object.entries(settings).reduceRight(
    (inner, [setting, value]) =>
      () =>
        whileSetTo(admin, setting, value, inner),
    work,
  )();
}
