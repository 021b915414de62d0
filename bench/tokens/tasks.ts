import type { Shopping } from './endpoints.ts';

/** Products that a search answers, the same at each endpoint. */
const LIMIT = 10;

export interface Task {
  name: string;
  run(shopping: Shopping): Promise<void>;
}

/** Shopping tasks from the first search to the hand-off to the shop's checkout page. */
export const TASKS: readonly Task[] = [
  ...['mug', 'shirt'].map((word) => ({
    name: `Search alone: "${word}"`,
    run: (shopping: Shopping) => shopping.search(word, LIMIT),
  })),
  {
    name: 'Buy a travel mug',
    async run(shopping) {
      await shopping.search('mug', LIMIT);
      await shopping.checkOut([{ title: 'Travel Mug', quantity: 1 }]);
    },
  },
  {
    name: 'Look at a linen shirt and buy it in L and white',
    async run(shopping) {
      const shirt = { title: 'Linen Shirt', options: ['L', 'White'] };
      await shopping.search('shirt', LIMIT);
      await shopping.look(shirt);
      await shopping.checkOut([{ ...shirt, quantity: 1 }]);
    },
  },
  {
    name: 'Fill a cart with two mugs and a shirt, try a code, buy it',
    async run(shopping) {
      const items = [
        { title: 'Travel Mug', quantity: 2 },
        { title: 'Linen Shirt', options: ['M', 'White'], quantity: 1 },
      ];
      await shopping.search('mug', LIMIT);
      await shopping.search('shirt', LIMIT);
      await shopping.cart(items, 'SUMMER10');
      await shopping.checkOut(items);
    },
  },
];
