import type { ShopSettings } from '../../shop/types.ts';

/** WooCommerce's symbols are HTML; a currency without one here shows its code. */
const SYMBOLS: Readonly<Record<string, { html: string; text: string }>> = {
  USD: { html: '&#36;', text: '$' },
  EUR: { html: '&euro;', text: '€' },
  GBP: { html: '&pound;', text: '£' },
  JPY: { html: '&yen;', text: '¥' },
  KWD: { html: '&#x62f;.&#x643;', text: 'د.ك' },
};

export function symbolOf(settings: ShopSettings): { html: string; text: string } {
  return SYMBOLS[settings.currency] ?? { html: settings.currency, text: settings.currency };
}

/** `$1,250.00` with the symbol as HTML. */
export function plainAmount(settings: ShopSettings, decimal: string): string {
  return symbolOf(settings).html + grouped(decimal);
}

export function priceHtml(settings: ShopSettings, lowest: string, highest: string): string {
  if (lowest === '') return '';
  if (lowest === highest) return amountHtml(settings, lowest, '');
  const [from, to] = [lowest, highest].map((each) => amountHtml(settings, each, ' aria-hidden="true"'));
  const range = `Price range: ${plainAmount(settings, lowest)} through ${plainAmount(settings, highest)}`;
  return `${from} <span aria-hidden="true">&ndash;</span> ${to}<span class="screen-reader-text">${range}</span>`;
}

export function salePriceHtml(settings: ShopSettings, regular: string, sale: string): string {
  const [was, is] = [regular, sale].map((each) => amountHtml(settings, each, ''));
  const before = `Original price was: ${plainAmount(settings, regular)}.`;
  const now = `Current price is: ${plainAmount(settings, sale)}.`;
  return (
    `<del aria-hidden="true">${was}</del> <span class="screen-reader-text">${before}</span>` +
    `<ins aria-hidden="true">${is}</ins><span class="screen-reader-text">${now}</span>`
  );
}

function amountHtml(settings: ShopSettings, decimal: string, attributes: string): string {
  const symbol = `<span class="woocommerce-Price-currencySymbol">${symbolOf(settings).html}</span>`;
  const amount = `<bdi>${symbol}${grouped(decimal)}</bdi>`;
  return `<span class="woocommerce-Price-amount amount"${attributes}>${amount}</span>`;
}

function grouped(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}
