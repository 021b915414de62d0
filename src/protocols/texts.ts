import type { ProvisionalPart } from '../commerce/checkout/provisional.ts';
import { getOpenOptions, type Product, type Variant } from '../commerce/product/products.ts';
import type { CheckoutWall } from '../commerce/store/checkout-wall.ts';
import { nameOf, type Store } from '../commerce/store/store.ts';
import { cleanShopMessage } from '../commerce/text/shop-text.ts';
import type { FoundPage } from '../operations/catalog/found-page.ts';

/** Name of the shop by which a model distinguishes several, or its slug where the name gives instructions to models. */
export function toShopTitle(store: Store, max = MAX_TITLE_LENGTH): string {
  return cleanShopMessage(nameOf(store), store.slug, max) || store.slug;
}

/** The title begins the description of each tool. */
const MAX_TITLE_LENGTH = 40;

/** Sentence for the buyer, said while the last check of the shop has found the wall. */
export const CHECKOUT_WALL_TEXTS: Record<CheckoutWall, string> = {
  log_in: 'This store’s site asks visitors to log in before its checkout: the buyer needs an account there.',
  account:
    'This store sends buyers to its account page before the checkout: the buyer signs in or registers there before paying.',
  maintenance:
    'This store’s site last showed a maintenance page in place of its checkout: the buyer may have to wait until it opens again.',
  age_gate: 'This store asks for the buyer’s age before its checkout.',
  firewall: 'This store’s site last refused to show its checkout to a visitor: the buyer may be refused too.',
  other: 'Another page last stood in place of this store’s checkout: the buyer may not be able to pay there.',
};

/** Says what stands before the payment: an account, or a wall before the shop's checkout. */
export function describeWalls({ description, checkoutWall }: Store) {
  return [
    ...(description.requiresAccount ? [{ code: 'account_required', text: ACCOUNT_REQUIRED }] : []),
    ...(checkoutWall ? [{ code: 'checkout_wall', text: CHECKOUT_WALL_TEXTS[checkoutWall] }] : []),
  ];
}

const ACCOUNT_REQUIRED =
  'This store takes orders only from buyers with an account: the buyer signs in or registers there before paying.';

/** Says to the model how a variant is bought that no id alone buys; undefined for others. */
export function renderRestriction(product: Product, variant: Variant): string | undefined {
  switch (variant.restriction) {
    case undefined:
      return undefined;
    case 'choose_on_page': {
      const names = getOpenOptions(product, variant).map(({ name }) => cleanShopMessage(name, '', 100));
      const open = names.filter((name) => name !== '').join(' and ') || 'further options';
      return `The buyer chooses ${open} on the product’s page: agents cannot.`;
    }
    case 'price_on_request':
      return 'The store shows no price here. The buyer asks the store; agents cannot buy it.';
    case 'not_for_sale':
      return 'The store shows it and does not sell it to guests; agents cannot buy it.';
    case 'subscription_only':
      return 'The store sells it by subscription only. The buyer subscribes on the product’s page; agents cannot buy it.';
    default:
      return variant.restriction satisfies never;
  }
}

export function renderProvisionalText(parts: readonly ProvisionalPart[]): string | undefined {
  if (parts.length === 0) return undefined;
  return `The total is not final: the store’s checkout may add ${WORDS.format(parts)}.`;
}

const WORDS = new Intl.ListFormat('en-GB');

export function renderRelaxationText(relaxation: NonNullable<FoundPage['relaxation']>): string {
  const { dropped, prices = [], unpriced = '', corrected, partial } = relaxation;
  const product = unpriced === '' ? 'product' : `"${unpriced}"`;
  const words = dropped.filter((each) => !prices.includes(each)).map((word) => `"${word}"`);
  const parts = [
    ...prices.map((price) => `No ${product} costs "${price}", so the price was left out.`),
    ...(words.length > 0 ? [`No product was found for ${words.join(', ')}, so this was left out.`] : []),
    ...corrected.map(({ from, to }) => `No product has "${from}": "${to}" was searched for instead.`),
    ...(partial ? ['No product matches all words: these match some of them.'] : []),
  ];
  return parts.join(' ');
}
