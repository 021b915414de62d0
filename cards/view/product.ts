import type { Product } from './answers.ts';
import { type Child, h, picture } from './element.ts';
import { money } from './money.ts';
import { oldPrice } from './results.ts';

interface ProductCard {
  product: Product;
  locale: string | undefined;
  /** Both are undefined where the host calls no tools for cards. */
  add: ((variant: string) => void) | undefined;
  buy: ((variant: string) => void) | undefined;
}

export function productCard({ product, locale, add, buy }: ProductCard): HTMLElement {
  const { title, description, variants, images = [], brand, rating, currency } = product;
  const price = h('p', { class: 'price', 'aria-live': 'polite' });
  const select = h('select', { id: 'variant', onchange: update }, ...variants.map(option));
  const buttons = [button('Buy now', buy, 'primary'), button('Add to cart', add)];
  const first = variants.findIndex(({ sold_out }) => !sold_out);
  select.selectedIndex = Math.max(first, 0);
  update();
  return h(
    'article',
    { class: 'product', 'aria-label': title },
    h('div', { class: 'frame large' }, picture(images[0], title)),
    h(
      'div',
      { class: 'stack' },
      h('h2', {}, title),
      line([brand, rating === undefined ? undefined : `Rated ${rating}`]),
      price,
      variants.length > 1 ? h('label', { for: 'variant' }, 'Option') : undefined,
      variants.length > 1 ? select : undefined,
      h('div', { class: 'row' }, ...buttons),
      description === undefined ? undefined : h('p', { class: 'description' }, description),
    ),
  );

  function option({ id, title: name, sold_out }: Product['variants'][number]) {
    return h('option', { value: id, disabled: sold_out === true }, sold_out ? `${name} (sold out)` : name);
  }

  function button(text: string, act: ((variant: string) => void) | undefined, kind = '') {
    return (
      act && h('button', { type: 'button', class: `action ${kind}`, onclick: () => act(select.value) }, text)
    );
  }

  /** Shows the price and the stock of the chosen variant. */
  function update(): void {
    const variant = variants[select.selectedIndex] ?? variants[0];
    price.replaceChildren(...priceOf(variant).filter((part) => part !== undefined));
    for (const each of buttons)
      if (each) each.disabled = variant?.sold_out === true || variant?.restriction !== undefined;
  }

  function priceOf({
    price: own = product.price,
    price_text: text = product.price_text,
    was,
    left,
    sold_out,
    restriction,
  }: Partial<Product['variants'][number]> = {}): Child[] {
    return [
      text ?? (own === undefined ? 'Price on request' : money(own, currency, locale)),
      was === undefined ? undefined : oldPrice(money(was, currency, locale)),
      left === undefined ? undefined : h('span', { class: 'quiet' }, ` Only ${left} left`),
      sold_out ? h('span', { class: 'badge' }, 'Sold out') : undefined,
      restriction === undefined ? undefined : h('span', { class: 'quiet' }, ` ${restriction}`),
    ];
  }
}

function line(parts: (string | undefined)[]): HTMLElement | undefined {
  const text = parts.filter((part) => part !== undefined).join(' · ');
  return text === '' ? undefined : h('p', { class: 'quiet' }, text);
}
