import { randomUUID } from 'node:crypto';
import type { Chance } from '../testing/seeded.ts';
import { type Attempt, attempt } from './attempt.ts';
import { problemsOf, type SimulatedShop } from './checks.ts';
import type { Call, Order, RehearsedEndpoint, Sale } from './endpoint.ts';
import { type Shopper, shopperAt } from './shopper.ts';

export interface Store {
  /** Words that find something in the store. */
  words: readonly string[];
  shop: SimulatedShop | undefined;
  /** Hand-offs so far, with their checkouts. */
  handOffs: Map<string, string>;
}

export interface Outcome {
  /** Calls after the one with the mistake. */
  further: number;
  /** Defects of the answers, in words. */
  problems: string[];
  /** Checkout that was handed off. */
  saleId?: string | undefined;
}

export interface Trial {
  endpoint: RehearsedEndpoint;
  chance: Chance;
  shop: SimulatedShop | undefined;
  shopper: Shopper;
  words: readonly string[];
  order(extras?: Partial<Order>): Order;
  /** Acts once, after the next answer. */
  afterNextAnswer(act: () => void): void;
  /** Searches for all that is wanted. */
  find(): Promise<void>;
  /** Makes the call, corrects what the answer shows to be wrong, and checks the hand-off. */
  handOff(call: Call, extras?: { code?: string }): Promise<Outcome>;
  /** Adds the hand-off to an attempt at another call. */
  buyAfter(attempt: Attempt): Promise<Outcome>;
}

/** Mistake of a model, from the first search to the hand-off. */
export interface Mistake {
  name: string;
  /** Endpoints where it can be made; all when absent. */
  isPossible?(endpoint: RehearsedEndpoint): boolean;
  /** True when it takes a shop whose goods can be changed. */
  needsShop?: true;
  /** Number of wanted items, 1 when absent. */
  items?: number;
  play(trial: Trial): Promise<Outcome>;
}

export function startTrial(
  at: RehearsedEndpoint,
  chance: Chance,
  { words, shop, handOffs }: Store,
  items = 1,
): Trial {
  let act: (() => void) | undefined;
  const endpoint: RehearsedEndpoint = {
    ...at,
    async exchange(call) {
      const reply = await at.exchange(call);
      act?.();
      act = undefined;
      return reply;
    },
  };
  const drawn = chance.whole(0, words.length - 1);
  const want = {
    items: Array.from({ length: items }, (_, index) => ({
      words: words[(drawn + index) % words.length] ?? '',
      // Without a simulated shop the stock is unknown, and a trial is of one mistake.
      quantity: shop ? chance.whole(2, 4) : 1,
    })),
    country: 'US',
    email: 'ann@example.com',
  };
  const shopper = shopperAt(endpoint, want);
  const trial: Trial = {
    endpoint,
    chance,
    shop,
    shopper,
    words,
    order: (extras = {}) => ({ items: shopper.items(), key: randomUUID(), ...extras }),
    afterNextAnswer(next) {
      act = next;
    },
    async find() {
      for (const index of want.items.keys()) await attempt(shopper, shopper.searchFor(index));
    },
    async handOff(call, { code } = {}) {
      return settled(await attempt(shopper, call), code);
    },
    async buyAfter({ isDone, further, reply }) {
      if (!isDone) return { further, problems: [unrepaired(reply.body)] };
      const sold = await trial.handOff(endpoint.create(trial.order()));
      return { ...sold, further: further + sold.further };
    },
  };
  return trial;

  async function settled(first: Attempt, code: string | undefined): Promise<Outcome> {
    let { reply, isDone, further } = first;
    let isCorrected = false;
    for (let corrections = 0; corrections < 2 && isDone; corrections += 1) {
      const sale = endpoint.sale(reply.body);
      const correction = sale && shopper.correction(sale);
      if (!correction) break;
      isCorrected = true;
      const again = await attempt(shopper, correction);
      further += 1 + again.further;
      ({ reply, isDone } = again);
    }
    if (!isDone) return { further, problems: [unrepaired(reply.body)] };
    const sale = endpoint.sale(reply.body);
    const hasOldTotals = endpoint.keepsTotals === true && isCorrected;
    const problems = problemsOf({ endpoint, shopper, shop, handOffs, hasOldTotals }, sale, reply.body, code);
    return { further, problems, saleId: sale?.id };
  }
}

function unrepaired(body: object): string {
  return `not repaired: ${JSON.stringify(body).slice(0, 300)}`;
}

/** Returns the checkout or cart of an answer. Throws when there is none, since a setting of the trial went wrong. */
export function saleOf({ endpoint }: Trial, { reply, isDone }: Attempt): Sale {
  const sale = isDone ? endpoint.sale(reply.body) : undefined;
  if (!sale) throw new Refusal(unrepaired(reply.body));
  return sale;
}

/** A call before the mistake was refused. */
export class Refusal extends Error {}
