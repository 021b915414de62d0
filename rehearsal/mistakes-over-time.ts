import { randomUUID } from 'node:crypto';
import { attempt } from './attempt.ts';
import type { RehearsedEndpoint } from './endpoint.ts';
import { type Mistake, type Outcome, saleOf, type Trial } from './trial.ts';

function withProblem(outcome: Outcome, problem: string | undefined): Outcome {
  return problem === undefined ? outcome : { ...outcome, problems: [...outcome.problems, problem] };
}

async function created(trial: Trial) {
  const { shopper, endpoint } = trial;
  await trial.find();
  const sale = saleOf(trial, await attempt(shopper, endpoint.create(trial.order())));
  shopper.saleId = sale.id;
  return sale;
}

const hasCarts = ({ createCart }: RehearsedEndpoint) => createCart !== undefined;
const hasQuotes = ({ quote }: RehearsedEndpoint) => quote !== undefined;

export const overTime: Mistake[] = [
  {
    name: 'lost answer',
    async play(trial) {
      await trial.find();
      const call = trial.endpoint.create(trial.order());
      const lost = trial.endpoint.sale((await trial.endpoint.exchange(call)).body);
      const outcome = await trial.handOff(call);
      const isSame = lost !== undefined && outcome.saleId === lost.id;
      return withProblem(
        { ...outcome, further: outcome.further + 1 },
        isSame ? undefined : 'a second checkout',
      );
    },
  },
  {
    name: 'key of an earlier purchase',
    items: 2,
    async play(trial) {
      const { shopper, endpoint } = trial;
      await trial.find();
      const key = randomUUID();
      const [, ...later] = shopper.items();
      saleOf(trial, await attempt(shopper, endpoint.create({ items: later, key })));
      return trial.handOff(endpoint.create(trial.order({ key })));
    },
  },
  {
    name: 'two carts for one purchase',
    items: 2,
    isPossible: hasCarts,
    async play(trial) {
      const { shopper, endpoint } = trial;
      await trial.find();
      const [first, second] = shopper.items();
      saleOf(trial, await attempt(shopper, cartOf(endpoint, first)));
      const cart = saleOf(trial, await attempt(shopper, cartOf(endpoint, second)));
      return trial.handOff(
        endpoint.createOfCart?.(cart.id) ?? endpoint.create({ items: second ? [second] : [] }),
      );
    },
  },
  {
    name: 'id of a cart for a checkout',
    isPossible: hasCarts,
    async play(trial) {
      const { shopper, endpoint } = trial;
      await trial.find();
      const cart = saleOf(trial, await attempt(shopper, cartOf(endpoint, shopper.items()[0])));
      const read = await attempt(shopper, endpoint.read(cart.id));
      return trial.buyAfter(read);
    },
  },
  {
    name: 'completes before the buyer has paid',
    async play(trial) {
      const sale = await created(trial);
      return trial.handOff(trial.endpoint.complete(sale.id));
    },
  },
  {
    name: 'changes a canceled checkout',
    async play(trial) {
      const { shopper, endpoint } = trial;
      const sale = await created(trial);
      const canceled = saleOf(trial, await attempt(shopper, endpoint.cancel(sale.id)));
      const outcome = await trial.handOff(endpoint.update(sale.id, shopper.items(), []));
      return withProblem(
        outcome,
        endpoint.isCanceled(canceled) ? undefined : `status ${canceled.status} after cancelling`,
      );
    },
  },
  {
    name: 'refused code',
    async play(trial) {
      await trial.find();
      const code = `NO-SUCH-${trial.chance.whole(100, 999)}`;
      return trial.handOff(trial.endpoint.create(trial.order({ code })), { code });
    },
  },
  {
    name: 'country by its name',
    isPossible: hasQuotes,
    play: (trial) => quoted(trial, 'United States of Amerika'),
  },
  { name: 'no country', isPossible: hasQuotes, play: (trial) => quoted(trial, undefined) },
  {
    name: 'reads the next page',
    async play(trial) {
      const { shopper, endpoint } = trial;
      const words = shopper.want.items[0]?.words ?? '';
      const first = await attempt(shopper, endpoint.search(words, { limit: 1 }));
      const cursor = endpoint.nextCursor(first.reply.body);
      if (cursor === undefined) return trial.buyAfter(first);
      const second = await attempt(shopper, endpoint.search(words, { limit: 1, cursor }));
      const titles = new Set(endpoint.listed(first.reply.body).map(({ title }) => title));
      const repeats = endpoint.listed(second.reply.body).some(({ title }) => titles.has(title));
      return withProblem(await trial.buyAfter(second), repeats ? 'a product on two pages' : undefined);
    },
  },
];

function cartOf(endpoint: RehearsedEndpoint, item: object | undefined) {
  const call = endpoint.createCart?.([{ ...item }]);
  if (!call) throw new Error('This endpoint has no carts.');
  return call;
}

async function quoted(trial: Trial, country: string | undefined): Promise<Outcome> {
  const { shopper, endpoint } = trial;
  await trial.find();
  const call = endpoint.quote?.(shopper.items(), country);
  if (!call) throw new Error('This endpoint has no quotes.');
  return trial.buyAfter(await attempt(shopper, call));
}
