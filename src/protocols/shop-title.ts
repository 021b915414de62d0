import { nameOf, type Store } from '../commerce/store/store.ts';
import { cleanShopMessage } from '../commerce/text/shop-text.ts';

/** Characters; the title begins the description of each tool. */
const MAX_TITLE = 40;

/** Name of the shop by which a model distinguishes several, or its slug where the name gives instructions to models. */
export function toShopTitle(store: Store, max = MAX_TITLE): string {
  return cleanShopMessage(nameOf(store), store.slug, max) || store.slug;
}
