import assert from 'node:assert/strict';
import type { ShopProduct } from '../../../../simulated-shops/shop/types.ts';
import { toMinorUnits } from '../../../../src/commerce/money/money.ts';
import { gid, type Line, published } from './goods.ts';
import { caller, type Infrastructure } from './opened.ts';

/** One line of a product with or without a tag, of as many pieces as make it worth at least this much (minor units). */
export async function worthAtLeast(
  name: string,
  { platform, shop }: Infrastructure,
  minimum: { amount: number; tagged?: string; untagged?: string },
): Promise<Line> {
  const goods = published(shop).find((product) => isPlain(product) && fits(product, minimum));
  assert.ok(goods, `the seed has no goods ${JSON.stringify(minimum)}`);
  for (const variant of goods.variants) variant.stock = null;
  const [product] = await platform.lookupProducts([gid(name, goods)], caller);
  const [variant] = product?.variants ?? [];
  assert.ok(variant);
  return { variantId: variant.id, quantity: Math.max(1, Math.ceil(minimum.amount / variant.price)) };
}

/** `minimum` or `maximum` of a coupon, in minor units. */
export function limitOf({ shop }: Infrastructure, code: string): number {
  const { coupons, currency } = shop.control.settings;
  const coupon = coupons.find((each) => each.code === code);
  return toMinorUnits(coupon?.minimum ?? coupon?.maximum ?? '', currency);
}

function isPlain({ optionNames, tags }: ShopProduct): boolean {
  return optionNames.length === 0 && tags.length > 0;
}

function fits({ tags }: ShopProduct, { tagged, untagged }: { tagged?: string; untagged?: string }): boolean {
  const has = (tag: string | undefined) => tag !== undefined && tags.includes(tag);
  return (tagged === undefined || has(tagged)) && !has(untagged);
}
