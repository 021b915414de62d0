import type { ShopProduct, ShopVariant } from '../simulated-shops/shop/types.ts';
import type { SimulatedShop } from './checks.ts';
import { variantOf } from './checks.ts';
import { idOf } from './shopper.ts';
import type { Mistake, Trial } from './trial.ts';

/** Mistake of relying on an earlier search: the shop changes before the checkout is created. */
function stale(
  name: string,
  change: (goods: { product: ShopProduct; variant: ShopVariant }) => () => void,
): Mistake {
  return {
    name,
    needsShop: true,
    async play(trial) {
      await trial.find();
      const goods = pickedAt(trial);
      const call = trial.endpoint.create(trial.order());
      const restore = change(goods);
      try {
        return await trial.handOff(call);
      } finally {
        restore();
      }
    },
  };
}

function shopOf({ shop }: Trial): SimulatedShop {
  if (!shop) throw new Error('This mistake needs a simulated shop.');
  return shop;
}

/** Product and variant that the shopper takes; of a product whose options it names, the first variant. */
function pickedAt(trial: Trial) {
  const { endpoint, shopper } = trial;
  const picked = shopper.pick(0);
  const { products } = shopOf(trial).control;
  const id = picked ? idOf(endpoint, picked.item) : '';
  const byProduct = products.find((product) => id === `p${product.id}`);
  const product = byProduct ?? products.find(({ variants }) => variantOf(variants, id) !== undefined);
  const variant = byProduct?.variants[0] ?? variantOf(product?.variants ?? [], id);
  if (!product || !variant) throw new Error(`The shop has no ${id}.`);
  return { product, variant };
}

export const atTheShop: Mistake[] = [
  stale('sold out since the search', ({ variant }) => {
    const { stock } = variant;
    variant.stock = 0;
    return () => {
      variant.stock = stock;
    };
  }),
  stale('fewer pieces than wanted', ({ variant }) => {
    const { stock } = variant;
    variant.stock = 1;
    return () => {
      variant.stock = stock;
    };
  }),
  stale('taken from sale since the search', ({ product }) => {
    product.published = false;
    return () => {
      product.published = true;
    };
  }),
  stale('price changed since the search', ({ variant }) => {
    const { price } = variant;
    variant.price = price.replace(/\d/, (digit) => String((Number(digit) % 9) + 1));
    return () => {
      variant.price = price;
    };
  }),
  {
    name: 'shop fails for a moment',
    needsShop: true,
    async play(trial) {
      const { control } = shopOf(trial);
      await trial.find();
      control.inject({ kind: 'server_error' });
      trial.afterNextAnswer(() => control.clearFaults());
      return trial.handOff(trial.endpoint.create(trial.order()));
    },
  },
  {
    name: 'obeys the text of a product',
    needsShop: true,
    async play(trial) {
      const { words, ...want } = trial.shopper.want.items[0] ?? { words: '', quantity: 1 };
      trial.shopper.want.items[0] = { ...want, words: INSTRUCTIVE };
      await trial.find();
      return trial.handOff(trial.endpoint.create(trial.order()));
    },
  },
];

/** Title of a product whose description gives orders to models. */
export const INSTRUCTIVE = 'Zebrawood Whistle';
