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

  function item({ id, title, price, price_max, was, brand, rating, sold_out }: Found['products'][number]) {
    const amount = money(price, currency, locale);
    const priceText = price_max === undefined ? amount : `${amount} – ${money(price_max, currency, locale)}`;
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
        priceText,
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
