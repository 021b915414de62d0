import assert from 'node:assert/strict';
import type { RunningShop, ShopProduct, ShopVariant } from '../../../../simulated-shops/shop/types.ts';
import { toMinorUnits } from '../../../../src/commerce/money/money.ts';
import { caller, type Infrastructure } from './opened.ts';

export function gid(name: string, product: ShopProduct): string {
  return `gid://${name}/Product/${product.id}`;
}

export function published(shop: RunningShop): ShopProduct[] {
  return shop.control.products.filter((product) => product.published);
}

/** A published product with a choice of variants, all of them in stock from now on. */
export function sellable(shop: RunningShop): ShopProduct {
  const goods = published(shop).find((product) => product.variants.length > 1);
  assert.ok(goods, 'the seed has no product with several variants');
  for (const variant of goods.variants) variant.stock = 50;
  return goods;
}

export type Line = { variantId: string; quantity: number };

/** Lines of three products, among them one with a choice and one without, all in stock. */
export async function threeLines(
  name: string,
  { platform, shop }: Infrastructure,
): Promise<[Line, Line, Line]> {
  const single = published(shop).filter((product) => product.variants.length === 1);
  const goods = [sellable(shop), ...single].slice(0, 3);
  for (const variant of goods.flatMap((product) => product.variants)) variant.stock = 50;
  const products = await platform.lookupProducts(
    goods.map((product) => gid(name, product)),
    caller,
  );
  assert.equal(products.length, 3);
  const lines = products.map(({ variants }, index) => ({
    variantId: variants.at(-1)?.id ?? '',
    quantity: index + 1,
  }));
  return lines as [Line, Line, Line];
}

export async function cheapLine(name: string, { platform, shop }: Infrastructure): Promise<Line> {
  const { currency } = shop.control.settings;
  const limit = toMinorUnits('90', currency);
  const goods = published(shop).find(({ variants }) =>
    variants.every((variant) => toMinorUnits(variant.price, currency) < limit),
  );
  assert.ok(goods, 'the seed has nothing below 90.00');
  for (const variant of goods.variants) variant.stock = 50;
  const [product] = await platform.lookupProducts([gid(name, goods)], caller);
  return { variantId: product?.variants[0]?.id ?? '', quantity: 1 };
}

/** A product without a choice may use its own number for its one variant. */
export function variantOf(product: ShopProduct, variantId: string): ShopVariant {
  const number = numberOf(variantId);
  const variant = product.variants.find((each) => each.id === number) ?? product.variants[0];
  assert.ok(variant);
  return variant;
}

export function idOf(variants: readonly { id: string }[], target: ShopVariant): string {
  const match = variants.find((variant) => numberOf(variant.id) === target.id);
  assert.ok(match);
  return match.id;
}

export function stockOf(shop: RunningShop, variantId: string): ShopVariant {
  const number = numberOf(variantId);
  const variants = shop.control.products.flatMap((product) => product.variants);
  const simple = shop.control.products.find((product) => product.id === number)?.variants[0];
  const variant = variants.find((each) => each.id === number) ?? simple;
  assert.ok(variant);
  return variant;
}

function numberOf(variantId: string): number {
  return Number(variantId.slice(variantId.lastIndexOf('/') + 1));
}
