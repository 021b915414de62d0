import type { Found, Pictures } from './answers.ts';
import { h, picture } from './element.ts';
import { money } from './money.ts';

interface Results {
  found: Found;
  pictures: Pictures;
  locale: string | undefined;
  /** Shows a product; undefined where the host calls no tools for cards. */
  show: ((id: string) => void) | undefined;
}

export function results({ found: page, pictures, locale, show }: Results): HTMLElement {
  const { products, currency } = page;
  if (products.length === 0) return h('p', {}, 'Nothing found.');
  return h('ul', { class: 'grid', 'aria-label': 'Products' }, ...products.map((product) => item(product)));

  function priceOf({ price, price_max: max, price_text: text }: Found['products'][number]): string {
    if (text !== undefined || price === undefined) return text ?? 'Price on request';
    const amount = money(price, currency, locale);
    return max === undefined ? amount : `${amount} – ${money(max, currency, locale)}`;
  }

  function item(product: Found['products'][number]) {
    const { id, title, was, brand, rating, sold_out } = product;
    const name = show
      ? h('button', { class: 'title', type: 'button', onclick: () => show(id) }, title)
      : h('span', { class: 'title' }, title);
    return h(
      'li',
      { class: 'tile' },
      h('div', { class: 'frame' }, picture(pictures[id])),
      name,
      brand === undefined ? undefined : h('span', { class: 'quiet' }, brand),
      h(
        'span',
        { class: 'price' },
        priceOf(product),
        was === undefined ? undefined : oldPrice(money(was, currency, locale)),
      ),
      rating === undefined ? undefined : h('span', { class: 'quiet' }, `Rated ${rating}`),
      sold_out ? h('span', { class: 'badge' }, 'Sold out') : undefined,
    );
  }
}

export function oldPrice(amount: string): HTMLElement {
  return h('s', { class: 'quiet', 'aria-label': `before: ${amount}` }, amount);
}
