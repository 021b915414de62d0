import type { Cart, Checkout, Pictures } from './answers.ts';
import { type Child, h, picture } from './element.ts';
import { money } from './money.ts';

interface Content {
  content: Cart | Checkout;
  pictures: Pictures;
  locale: string | undefined;
  /** Sets a quantity; absent where lines cannot be changed. */
  change?: ((id: string, quantity: number) => void) | undefined;
}

/** Items, codes and totals of a cart or a checkout. */
export function contentOf({ content, pictures, locale, change }: Content): HTMLElement {
  const { items, currency, discount_codes: codes = [] } = content;
  const amount = (value: string) => money(value, currency, locale);
  return h(
    'div',
    { class: 'stack' },
    h('ul', { class: 'lines', 'aria-label': 'Items' }, ...items.map((item) => lineOf(item))),
    ...codes.map(({ code, rejected }) =>
      h(
        'p',
        { class: 'quiet' },
        rejected === undefined ? `Code ${code} applied` : `Code ${code}: ${rejected}`,
      ),
    ),
    h('dl', { class: 'totals' }, ...totalsOf(content, amount)),
  );

  function lineOf({ id, title, quantity, price, price_text: text, subtotal = price }: Cart['items'][number]) {
    return h(
      'li',
      { class: 'line' },
      h('div', { class: 'frame small' }, picture(pictures[id])),
      h('span', { class: 'grow' }, title),
      change && id !== ''
        ? stepper(id, title, quantity, change)
        : h('span', { class: 'quiet' }, `${quantity} ×`),
      h('span', { class: 'price' }, amount(subtotal)),
      text === undefined ? undefined : h('span', { class: 'quiet' }, text),
    );
  }
}

function stepper(
  id: string,
  title: string,
  quantity: number,
  change: (id: string, quantity: number) => void,
) {
  const step = (label: string, sign: string, next: number) =>
    h(
      'button',
      { type: 'button', class: 'step', 'aria-label': `${label}: ${title}`, onclick: () => change(id, next) },
      sign,
    );
  return h(
    'span',
    { class: 'row', role: 'group', 'aria-label': `Quantity of ${title}` },
    step(quantity === 1 ? 'Remove' : 'One less', '−', quantity - 1),
    h('output', {}, String(quantity)),
    step('One more', '+', quantity + 1),
  );
}

function totalsOf(content: Cart | Checkout, amount: (value: string) => string): Child[] {
  const { subtotal, discount, fees, tax, shipping, total } = content;
  const rows: [string, string | undefined][] = [
    ['Subtotal', subtotal],
    ['Fees', fees],
    ['Discount', discount === undefined ? undefined : `-${discount}`],
    ['Shipping', shipping],
    ['Tax', tax],
    ['Total', total],
  ];
  return rows.flatMap(([name, value]) =>
    value === undefined ? [] : [h('dt', {}, name), h('dd', {}, amount(value))],
  );
}
