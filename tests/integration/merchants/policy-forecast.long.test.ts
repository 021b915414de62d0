import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { PreviewStorePolicyResponse } from '../../../client/index.ts';
import type { Rule, RuleMode } from '../../../src/commerce/policy/policy.ts';
import type { LoggedVerdict } from '../../../src/commerce/policy/policy-record.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { type Agent, agentOf, bodyOf } from '../../../testing/agent.ts';
import type { TestDatabase } from '../../../testing/databases.ts';
import { onEveryDatabase } from '../../../testing/everywhere.ts';
import { type Merchant, signUp, withToken } from '../../../testing/merchant.ts';
import { pluck } from '../../../testing/pluck.ts';
import { type Chance, seeded, seedOf } from '../../../testing/seeded.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

const CALLS = Number(process.env.POLICY_CALLS ?? 800);
/** Part of the items that is hidden from one agent: without it a few hundred calls might miss the rule. */
const HIDDEN_PART = 0.1;
const STORES = ['demo-shopify', 'demo-woocommerce'] as const;
const AGENTS = Array.from({ length: 8 }, (_, index) => `agent-${index}.example`);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Calls at one instant: one of each agent at each store, so that the minute counts of no two depend on their sequence. */
const AT_ONCE = AGENTS.length * STORES.length;
/** Instants within one minute. */
const IN_A_MINUTE = 5;
const COUNTRIES = ['US', 'DE', 'FR'];

type Ask = (agent: Agent) => Promise<{ status: number }>;

type Call = { id: string; slug: string; agent: string; ask: Ask };
type Forecast = PreviewStorePolicyResponse['forecast'];
type Goods = { items: string[]; hidden: string; currency: string };

onEveryDatabase('the forecast of rules', (database) => {
  let at: Replaying;
  before(async () => {
    at = await startReplaying(database);
  });
  after(() => at.running.close());

  it(`agrees with the shadow and with the outcome over ${CALLS} replayed calls`, {
    timeout: 900_000,
  }, async (t) => {
    const seed = seedOf('POLICY_SEED');
    t.diagnostic(`POLICY_SEED=${seed}`);
    const calls = callsOf(at, seeded(seed));
    await at.setRules('shadow');
    await at.replay(calls, 'then', 0);
    const forecasts = await at.preview('on');
    await at.setRules('on');
    await at.replay(calls, 'now', 14 * DAY_MS);
    const verdicts = await at.verdicts();
    const differing = calls.filter(
      ({ id }) => verdicts.get(`then-${id}`)?.shadow !== verdicts.get(`now-${id}`)?.on,
    );
    const both = differing.map(({ id }) => [id, verdicts.get(`then-${id}`), verdicts.get(`now-${id}`)]);
    assert.deepEqual(both, []);
    for (const slug of STORES) {
      const forecast = forecasts.get(slug) ?? assert.fail();
      const ofStore = calls.filter((call) => call.slug === slug);
      const outcome = (rule: string) =>
        ofStore.filter(({ id }) => verdicts.get(`now-${id}`)?.on?.startsWith(`${rule} `)).length;
      const expected = forecast.rules.map(({ rule }) => [rule, outcome(rule)]);
      assert.deepEqual(pluck(forecast.rules, 'rule', 'calls'), expected);
      for (const { rule, calls } of forecast.rules.filter(({ rule }) => rule !== 'partner'))
        assert.ok(calls > 0, `${rule} refuses something`);
      assert.deepEqual(
        [forecast.calls, forecast.without_content, forecast.complete],
        [ofStore.length, 0, true],
      );
      const counted = await at.counts(slug);
      for (const { rule, calls } of forecast.rules) assert.equal(counted.get(rule), calls, rule);
    }
  });
});

interface Replaying {
  running: TestService;
  goods: Map<string, Goods>;
  setRules(mode: RuleMode): Promise<void>;
  preview(mode: RuleMode): Promise<Map<string, Forecast>>;
  replay(calls: readonly Call[], phase: string, later: number): Promise<void>;
  /** `rule reason` of each mode, by request id. */
  verdicts(): Promise<Map<string, { on?: string; shadow?: string }>>;
  /** Calls that each rule refused in the last days. */
  counts(slug: string): Promise<Map<string, number>>;
}

async function startReplaying(database: TestDatabase): Promise<Replaying> {
  let clock = Date.now();
  const running = await startTestService({ database, overrides: { now: () => clock } });
  const merchant = await withToken(running, await signUp(running));
  await running.settle();
  const goods = new Map<string, Goods>();
  for (const slug of STORES) goods.set(slug, await goodsOf(running, slug));
  await running.service.context.flushCalls();
  // The calls of the setup are on a day before those that are replayed.
  const begin = (Math.floor(clock / DAY_MS) + 1) * DAY_MS;
  clock = begin;
  return {
    running,
    goods,
    async setRules(mode) {
      for (const slug of STORES) {
        const rules = rulesFor(goods.get(slug) ?? assert.fail(), mode);
        bodyOf(200, await merchant.put(`/stores/${slug}/policy`, { rules }));
      }
    },
    async preview(mode) {
      clock = begin + 14 * DAY_MS - MINUTE_MS / 2;
      return new Map(
        await Promise.all(
          STORES.map(
            async (slug) =>
              [slug, await previewOf(merchant, slug, goods.get(slug) ?? assert.fail(), mode)] as const,
          ),
        ),
      );
    },
    async replay(calls, phase, later) {
      const minutes = Math.ceil(calls.length / AT_ONCE / IN_A_MINUTE);
      const apart = Math.floor((13 * DAY_MS) / minutes / MINUTE_MS) * MINUTE_MS;
      for (let from = 0; from < calls.length; from += AT_ONCE) {
        const instant = from / AT_ONCE;
        const minute = Math.floor(instant / IN_A_MINUTE);
        clock = begin + later + 10 * MINUTE_MS + minute * apart + (instant % IN_A_MINUTE) * 10_000;
        await Promise.all(
          calls.slice(from, from + AT_ONCE).map(({ id, slug, agent, ask }) =>
            ask(
              agentOf(running.baseUrl, slug, {
                'ucp-agent': `profile="https://${agent}/profile.json"`,
                'x-request-id': `${phase}-${id}`,
              }),
            ),
          ),
        );
        // The log's queue stays short: a flush gives up after two seconds.
        if (instant % 20 === 0) await running.service.context.flushCalls();
      }
      await running.service.context.flushCalls();
    },
    async verdicts() {
      await using opened = await openDatabase(running.databaseUrl);
      const rows = await opened.selectFrom('request_log').select(['requestId', 'verdicts']).execute();
      return new Map(rows.map(({ requestId, verdicts }) => [requestId, byMode(verdicts)]));
    },
    async counts(slug) {
      const { body } = await merchant.get<{ counts: { rule: string; refused: number }[] }>(
        `/stores/${slug}/policy`,
      );
      return new Map(body.counts.map(({ rule, refused }) => [rule, refused]));
    },
  };
}

async function previewOf(merchant: Merchant, slug: string, goods: Goods, mode: RuleMode): Promise<Forecast> {
  const rules = rulesFor(goods, mode);
  const { status, body } = await merchant.post<PreviewStorePolicyResponse>(`/stores/${slug}/policy/preview`, {
    rules,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.forecast;
}

function byMode(verdicts: readonly LoggedVerdict[]): { on?: string; shadow?: string } {
  return Object.fromEntries(verdicts.map(({ mode, rule, reason }) => [mode, `${rule} ${reason}`]));
}

async function goodsOf(running: TestService, slug: string): Promise<Goods> {
  const agent = agentOf(running.baseUrl, slug);
  const { products } = await agent.search('shirt mug lamp book', 50);
  for (const product of running.shop(slug).control.products)
    for (const variant of product.variants) variant.stock = null;
  const [first] = products;
  assert.ok(first && products.length > 8, `${products.length} products`);
  return {
    items: products.flatMap(({ id, variants }) => [id, ...variants.slice(0, 2).map((variant) => variant.id)]),
    hidden: first.id,
    currency: first.price_range.currency,
  };
}

/** One rule of each kind at least; all refuse some of the calls, except for the exemption. */
function rulesFor({ hidden, currency }: Goods, mode: RuleMode): Rule[] {
  const [blocked = '', slow = '', partner = '', picky = ''] = AGENTS;
  return [
    { id: 'blocked', mode, kind: 'block', agents: [{ name: blocked }] },
    { id: 'slow', mode, kind: 'limit', calls: 2, agents: [{ name: slow }] },
    { id: 'partner', mode, kind: 'allow', agents: [{ name: partner }] },
    { id: 'everyone', mode, kind: 'limit', calls: 4 },
    { id: 'drinkware', mode, kind: 'hide', categories: ['Home & Kitchen > Drinkware'] },
    { id: 'one', mode, kind: 'hide', products: [hidden], agents: [{ name: picky }, { name: partner }] },
    { id: 'few', mode, kind: 'cap', quantity: 4 },
    { id: 'cheap', mode, kind: 'cap', value: { amount: 15_000, currency } },
    {
      id: 'office',
      mode,
      kind: 'hours',
      open: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '06:00', to: '01:00' }],
    },
    { id: 'near', mode, kind: 'deliver', countries: ['US', 'DE'] },
  ];
}

function callsOf({ goods }: Replaying, chance: Chance): Call[] {
  return Array.from({ length: CALLS }, (_, index) => {
    const slug = STORES[index % STORES.length] ?? STORES[0];
    const agent = AGENTS[Math.floor(index / STORES.length) % AGENTS.length] ?? '';
    return { id: String(index), slug, agent, ask: askOf(goods.get(slug) ?? assert.fail(), chance) };
  });
}

function askOf({ items, hidden }: Goods, chance: Chance): Ask {
  const item = () =>
    chance.next() < HIDDEN_PART ? hidden : (items[chance.whole(0, items.length - 1)] ?? '');
  const lines = Array.from(
    { length: chance.whole(1, 3) },
    () => [item(), chance.whole(1, 5)] as [string, number],
  );
  const looked = item();
  const kind = chance.next();
  const country = COUNTRIES[chance.whole(0, 2)] ?? 'US';
  if (kind < 0.45) return (agent) => agent.get('/catalog/search?q=mug&first=3');
  if (kind < 0.6) return (agent) => agent.get(`/catalog/lookup?ids=${encodeURIComponent(looked)}`);
  const extras = chance.next() < 0.4 ? { destination: { country } } : {};
  if (kind < 0.75) return (agent) => agent.createCart(lines, extras);
  if (kind < 0.9) return (agent) => agent.createSession(lines, extras);
  return (agent) => agent.quote(lines, { country });
}
