import { searchProducts } from '../shop/search.ts';
import { findVariant, isAvailable } from '../shop/stock.ts';
import type { ShopProduct } from '../shop/types.ts';
import { cartView } from './cart-view.ts';
import { isListed, productView, requireScope, type StorefrontContext, variantView } from './catalog-view.ts';
import { connection, connectionById, type PageArguments, viewed } from './connection.ts';
import { readGid } from './gid.ts';
import type { ShopState } from './shop-state.ts';
import { localizationView, storefrontShopView, versionViews } from './shop-view.ts';

interface SearchArguments extends PageArguments {
  query: string;
  types?: string[] | null;
  unavailableProducts?: 'HIDE' | 'LAST' | 'SHOW' | null;
}

/** The fields of the Storefront API's `QueryRoot`. */
export function storefrontQuery(shop: ShopState) {
  return {
    shop: () => storefrontShopView(shop),
    localization: () => localizationView(shop),
    publicApiVersions: versionViews,
    cart: ({ id }: { id: string }, context: StorefrontContext) => {
      requireScope(context, 'cart', 'unauthenticated_read_checkouts');
      const entry = shop.carts.find(id);
      return entry ? cartView(shop, entry.cart, entry.keyed) : null;
    },
    node: ({ id }: { id: string }) => nodeView(shop, id),
    nodes: ({ ids }: { ids: string[] }) => ids.map((id) => nodeView(shop, id)),
    product: ({ handle, id }: { handle?: string | null; id?: string | null }) => {
      if (id) return nodeView(shop, id);
      const product = shop.products.find((each) => each.handle === handle);
      return product && isListed(shop, product) ? productView(shop, product) : null;
    },
    products: (input: PageArguments, context: StorefrontContext) => {
      requireScope(context, 'products', 'unauthenticated_read_product_listings');
      const listed = shop.products.filter(({ published }) => published);
      const byId = listed.toSorted((a, b) => a.id - b.id);
      const page = connectionById(byId, input, ({ id }) => id);
      return viewed(page, (product) => productView(shop, product));
    },
    search: (input: SearchArguments) =>
      viewed(connection(hits(shop, input), input), (product) => productView(shop, product)),
  };
}

/** Only the first type counts, as observed. */
function hits(shop: ShopState, input: SearchArguments): ShopProduct[] {
  if ((input.types?.[0] ?? 'PRODUCT') !== 'PRODUCT') return [];
  const products = searchProducts(shop.products, input.query);
  const [available, soldOut] = [products.filter(inStock), products.filter((product) => !inStock(product))];
  const byChoice = { HIDE: available, LAST: [...available, ...soldOut], SHOW: products };
  return byChoice[input.unavailableProducts ?? 'SHOW'];
}

function inStock(product: ShopProduct): boolean {
  return product.variants.some(isAvailable);
}

function nodeView(shop: ShopState, id: string) {
  const read = readGid(id);
  if (read?.type === 'ProductVariant') {
    const entry = findVariant(shop.products, read.id);
    return entry && isListed(shop, entry.product) ? variantView(shop, entry.product, entry.variant) : null;
  }
  const product = read?.type === 'Product' ? shop.products.find((each) => each.id === read.id) : undefined;
  return product && isListed(shop, product) ? productView(shop, product) : null;
}
