import type { Cart, Checkout, Found, Pictures, Product } from './answers.ts';
import { contentOf } from './content.ts';
import { h } from './element.ts';
import { answerOf, type Host, picturesOf, problemOf, type ToolResult, textOf } from './host.ts';
import { productCard } from './product.ts';
import { results } from './results.ts';
import type { Shop } from './shop.ts';

interface View {
  kind: Shop['card'];
  answer: unknown;
  pictures: Pictures;
}

/** Draws the card of a tool's result into `main`, and the cards that its buttons lead to. */
export function cardsIn(main: HTMLElement, shop: Shop, host: Host): (result: ToolResult) => void {
  const status = h('p', { role: 'status', class: 'quiet' });
  let isBusy = false;

  function draw({ kind, answer, pictures }: View, back?: View): void {
    const card = h('section', { 'aria-label': LABELS[kind] });
    if (back)
      card.append(h('button', { type: 'button', class: 'plain', onclick: () => draw(back) }, '← Results'));
    card.append(viewOf({ kind, answer, pictures }));
    main.replaceChildren(card, status);
    status.textContent = '';
  }

  /** Calls a tool and draws its answer; a failure is shown below the card, which stays. */
  async function go(
    kind: Shop['card'],
    tool: string,
    args: Record<string, unknown>,
    back?: View,
  ): Promise<void> {
    if (isBusy || !host.call) return;
    isBusy = true;
    status.textContent = 'One moment…';
    try {
      const result = await host.call(tool, args);
      if (result.isError) {
        status.textContent = problemOf(result);
        return;
      }
      draw({ kind, answer: answerOf(result), pictures: picturesOf(result) }, back);
      if (kind !== 'product') host.report(`In the card, the buyer called ${tool}: ${textOf(result)}`);
    } catch {
      status.textContent = 'The shop did not answer. Try again.';
    } finally {
      isBusy = false;
    }
  }

  function viewOf(view: View): HTMLElement {
    const { kind, answer, pictures } = view;
    const { locale } = host;
    const items = (id: string) => ({ items: [{ id, quantity: 1 }] });
    if (kind === 'results') {
      const show = host.call && ((id: string) => void go('product', 'get_product', { id }, view));
      return results({ found: answer as Found, pictures, locale, show });
    }
    if (kind === 'product') {
      return productCard({
        product: answer as Product,
        locale,
        add: host.call && ((id) => void go('cart', 'create_cart', items(id))),
        buy: host.call && ((id) => void go('checkout', 'create_checkout', items(id))),
      });
    }
    return kind === 'cart' ? cartOf(answer as Cart, pictures) : checkoutOf(answer as Checkout, pictures);
  }

  function cartOf(cart: Cart, pictures: Pictures): HTMLElement {
    const { id: cart_id, items } = cart;
    const canChange = host.call && cart.status === 'active';
    const change = (id: string, quantity: number) =>
      void go('cart', 'update_cart', { cart_id, items: [{ id, quantity }] });
    const checkOut = () => void go('checkout', 'create_checkout', { cart_id });
    const button = h(
      'button',
      { type: 'button', class: 'action primary', onclick: checkOut },
      'Continue to checkout',
    );
    return h(
      'div',
      { class: 'stack' },
      items.length === 0 ? h('p', {}, 'The cart is empty.') : undefined,
      contentOf({ content: cart, pictures, locale: host.locale, change: canChange ? change : undefined }),
      canChange && items.length > 0 ? button : undefined,
    );
  }

  function checkoutOf(checkout: Checkout, pictures: Pictures): HTMLElement {
    return h(
      'div',
      { class: 'stack' },
      h('p', {}, STATUS_TEXTS[checkout.status]),
      contentOf({ content: checkout, pictures, locale: host.locale }),
      handOff(checkout),
    );
  }

  /** Opens the shop's own checkout page through the host; an address to copy where the host opens no links. */
  function handOff({ checkout_url: url }: Checkout): HTMLElement | undefined {
    const { open } = host;
    if (url === undefined) return undefined;
    const address = h('p', { class: 'quiet break' }, url);
    if (!open) return address;
    const onclick = async () => {
      const isOpen = await open(url).catch(() => false);
      status.textContent = isOpen
        ? 'Pay on the page of the shop. Nothing is charged here.'
        : `Open this address: ${url}`;
    };
    return h(
      'button',
      { type: 'button', class: 'action primary', onclick: () => void onclick() },
      `Check out at ${shop.name}`,
    );
  }

  return (result) => {
    const answer = answerOf(result);
    if (result.isError) main.replaceChildren(h('p', { role: 'status' }, problemOf(result)));
    else if (answer !== undefined) draw({ kind: shop.card, answer, pictures: picturesOf(result) });
  };
}

const LABELS: Record<Shop['card'], string> = {
  results: 'Search results',
  product: 'Product',
  cart: 'Cart',
  checkout: 'Checkout',
};

const STATUS_TEXTS: Record<Checkout['status'], string> = {
  preparing: 'The shop is preparing the checkout.',
  awaiting_buyer: 'Address and payment are entered on the page of the shop.',
  completed: 'Paid. Thank you for your order.',
  canceled: 'This checkout is canceled or expired. Nothing was charged.',
};
