import type { OrderBook, ShopOrder } from '../../shop/orders.ts';
import type { ProductChange, ProductNews } from '../../shop/product-news.ts';
import { findVariant } from '../../shop/stock.ts';
import type { ShopProduct } from '../../shop/types.ts';
import type { OrderLife } from '../checkout/order-life.ts';
import { isSimple, type Variation } from '../goods/posts.ts';
import { renderOrder } from '../render/order.ts';
import { renderProduct, renderVariationAsProduct } from '../render/product.ts';
import type { Site } from '../site.ts';
import type { Announce } from './deliver.ts';

/** A checkout in one step sends an update before its creation; refunds have no topic. */
export function announceOrders(site: Site, orders: OrderBook, life: OrderLife, announce: Announce): void {
  const canceled = new WeakSet<ShopOrder>();
  // Drafts and failed attempts send updates; an order is created when it is placed.
  life.unplaced.onChange((order) => announce('order.updated', () => renderOrder(site, life, order)));
  orders.onChange((order, change) => {
    if (change === 'deleted') return announce('order.deleted', () => ({ id: order.id }));
    const payload = () => renderOrder(site, life, order);
    announce('order.updated', payload);
    if (change === 'created') announce('order.created', payload);
    const isNewlyCanceled = order.step === 'canceled' && !canceled.has(order);
    if (isNewlyCanceled) canceled.add(order);
    if (change === 'created' || isNewlyCanceled) announceStock(site, order, announce);
  });
}

/** Announces changed stock; for a variation the payload is the variation. */
function announceStock(site: Site, order: ShopOrder, announce: Announce): void {
  for (const { variantId } of order.lines) {
    const sold = findVariant(site.products, variantId);
    if (sold && sold.variant.stock !== null) announce('product.updated', () => renderSold(site, sold));
  }
}

function renderSold(site: Site, sold: Variation): object {
  return isSimple(sold.product) ? renderProduct(site, sold.product) : renderVariationAsProduct(site, sold);
}

export function announceProducts(site: Site, news: ProductNews, announce: Announce): void {
  news.onChange((product, change) => ANNOUNCEMENTS[change](site, product, announce));
}

/** The payload of a hook's webhook is its name and its argument, here none. */
export function announceSettings(announce: Announce): void {
  const action = 'woocommerce_settings_saved';
  announce(`action.${action}`, () => ({ action, arg: '' }));
}

const ANNOUNCEMENTS: Record<ProductChange, (site: Site, product: ShopProduct, announce: Announce) => void> = {
  created: (site, product, announce) => announce('product.created', () => asItIsNow(site, product)),
  updated: (site, product, announce) => announce('product.updated', () => asItIsNow(site, product)),
  /** Trashing fires the hook of any post, so it counts as a coupon's too. */
  deleted: (_site, { id }, announce) => {
    announce('product.deleted', () => ({ id }));
    announce('coupon.deleted', () => ({ id }));
  },
};

/** Created and trashed before delivery, so the creation's payload shows it in the trash. */
function asItIsNow(site: Site, product: ShopProduct): object {
  const payload = renderProduct(site, product);
  if (site.products.includes(product)) return payload;
  return { ...payload, status: 'trash', slug: `${product.handle}__trashed` };
}
