import { startShopifyShop } from '../../simulated-shops/shopify/shopify-shop.ts';
import { answerParent } from './answer-parent.ts';

/** Simulated Shopify shop in its own process. */
const shop = await startShopifyShop();

answerParent(() => {
  const variants = shop.control.products
    .filter((product) => product.published)
    .flatMap((product) => product.variants)
    .filter((variant) => variant.stock === null);
  return { credentials: shop.credentials, variants: variants.map((variant) => variant.id) };
});
