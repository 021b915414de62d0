import type { Store } from '../../commerce/store/store.ts';

const GIDS = /gid:\/\/[a-z]+\/(Product|ProductVariant)\/(\d{1,19})/g;
const SHORT = /^([pv])(\d{1,19})$/i;

/** Shortens the GIDs of products and variants in a text: `gid://shopify/ProductVariant/42` is `v42`, a product `p42`. */
export function shortenIds(text: string): string {
  return text.replaceAll(GIDS, (_, type, number) => `${type === 'Product' ? 'p' : 'v'}${number}`);
}

/** Expands `v42` and `p42` to the store platform's GID; returns any other text unchanged. */
export function expandId({ platform }: Pick<Store, 'platform'>, text: string): string {
  const [, letter, number] = SHORT.exec(text) ?? [];
  if (number === undefined) return text;
  return `gid://${platform}/${letter?.toLowerCase() === 'p' ? 'Product' : 'ProductVariant'}/${number}`;
}
