import { mapYielding } from '../../commerce/paging/map-yielding.ts';
import { readPages } from '../../commerce/paging/read-pages.ts';
import { type Tests, UNCOUNTED_AGENTS } from '../../commerce/policy/agents.ts';
import {
  type AgentIdentity,
  type CallFacts,
  evaluate,
  limitOn,
  pickRulesOfAgent,
  type Reason,
  type Rule,
} from '../../commerce/policy/policy.ts';
import { stepOf } from '../../commerce/policy/store-policy.ts';
import type { Product } from '../../commerce/product/products.ts';
import { timeZoneOf } from '../../commerce/store/store.ts';
import { getLastDays, type Period, toSpan } from '../../commerce/time/days.ts';
import { type Instant, toIso } from '../../commerce/time/time.ts';
import { WINDOW_MS } from '../../limits/rate-counters.ts';
import { paceParts } from '../../operations/call/paced.ts';
import { toLineFacts } from '../../operations/cart/check-cart.ts';
import { toProductLine } from '../../operations/catalog/hidden-products.ts';
import type { PolicyCall } from '../../storage/repositories/activity/policy-calls.ts';
import type { AtStore } from '../visit.ts';
import type { Preview } from './wire.ts';

/** Days of the log that a forecast replays, today among them. */
const FORECAST_DAYS = 14;

export function getForecastPeriod({ context, store }: Pick<AtStore, 'context' | 'store'>): Period {
  return getLastDays(FORECAST_DAYS, context.now(), timeZoneOf(store));
}

type Forecast = Preview['forecast'];
type Rules = readonly Rule[];
type Products = ReadonlyMap<string, Product>;

const MAX_CALLS = 200_000;
const BATCH_SIZE = 200;
const MAX_AGENTS = 5;
const MAX_SHOWN_PRODUCTS = 5_000;

/** Replays the calls of the last days under `rules`, with rules in the shadow as if they were on. */
export async function forecastPolicy(at: AtStore, rules: readonly Rule[], tests: Tests): Promise<Forecast> {
  const { context, store } = at;
  await context.flushCalls();
  const until = context.now();
  const { begin } = toSpan(getForecastPeriod(at));
  const since = await context.policyCalls.findSince(store.id, begin, MAX_CALLS);
  const active = rules.filter(({ mode }) => mode !== 'off');
  const effects = createEffects(active);
  for await (const _ of paceParts(replayCalls(at, effects, since.at, tests)));
  const orders = await context.policyCalls.listOrdered(store.id, effects.all);
  const hidden = await listHiddenShown(at, active, until, tests);
  return {
    since: since.at,
    until: toIso(until),
    complete: since.complete,
    ...toFigures(effects.all, orders),
    refused: toFigures(effects.refused, orders),
    permitted: effects.permitted,
    withoutContent: effects.withoutContent,
    rules: [...effects.byRule].map(([id, effect]) => toRuleForecast(id, effect, orders, hidden.get(id))),
  };
}

/** Replays calls in batches, between which other requests are answered. */
async function* replayCalls(at: AtStore, effects: Effects, since: Instant, tests: Tests) {
  const { context, store } = at;
  const read = (position: Pick<PolicyCall, 'at' | 'id'>, size: number) =>
    context.policyCalls.listAfter(store.id, position, size);
  for await (const rows of readPages(read, { at: since, id: '' }, BATCH_SIZE)) {
    const calls = rows.filter(({ agent }) => tests === 'include' || !UNCOUNTED_AGENTS.includes(agent));
    const products = await findProducts(at, effects.rules, calls);
    await mapYielding(calls, (call) => {
      const facts = toCallFacts(at, call, products);
      if (facts) replay(effects, call, facts);
    });
    yield;
  }
}

type Effects = ReturnType<typeof createEffects>;

function createEffects(rules: readonly Rule[]) {
  return {
    rules,
    /** Rules that can decide on an agent's calls. */
    byAgent: new Map<string, readonly Rule[]>(),
    /** Calls of limited agents in their last minute. */
    counts: new Map<string, { endsAt: number; calls: number }>(),
    all: createEffect(),
    refused: createEffect(),
    byRule: new Map(rules.map(({ id }) => [id, createEffect()])),
    permitted: 0,
    withoutContent: 0,
  };
}

type Effect = ReturnType<typeof createEffect>;

/** Calls that a rule refuses, with their sessions and carts. */
function createEffect() {
  return {
    calls: 0,
    sessions: new Set<string>(),
    carts: new Set<string>(),
    reasons: new Set<Reason>(),
    agents: new Map<string, number>(),
    /** Calls that the rule would refuse too, by the rule that refuses them first. */
    taken: new Map<string, number>(),
  };
}

function replay(effects: Effects, call: PolicyCall, facts: CallFacts): void {
  add(effects.all, call);
  if (!call.facts) effects.withoutContent += 1;
  const key = toIdentityKey(facts.agent);
  const rules = effects.byAgent.get(key) ?? pickRulesOfAgent(effects.rules, facts.agent);
  effects.byAgent.set(key, rules);
  const verdict = evaluateInMinute(rules, facts, effects.counts);
  if (verdict) {
    add(effects.refused, call, verdict.reason);
    add(effects.byRule.get(verdict.rule), call, verdict.reason);
    // Other rules that refuse the call by themselves.
    for (const rule of rules)
      if (rule.id !== verdict.rule && evaluate([rule], facts))
        increase(effects.byRule.get(rule.id)?.taken, verdict.rule);
  } else if (call.refused) effects.permitted += 1;
}

/** Returns undefined for a call on which no rule decides. Calls of earlier versions have no facts: successful ones were admitted. */
function toCallFacts({ store }: AtStore, call: PolicyCall, products: Products): CallFacts | undefined {
  const { at, endpoint, agent, facts, status } = call;
  const step = stepOf(endpoint);
  if (!step || step === 'settle' || (facts === null && status >= 400)) return undefined;
  const { profile, verified, country, value } = facts ?? {};
  const lines = facts?.lines?.map(([variantId, quantity]) => ({ variantId, quantity })) ?? [];
  const bought = lines.flatMap(({ variantId }) => products.get(variantId) ?? []);
  return {
    agent: { name: agent, profile, verified },
    step,
    at: facts?.at ?? Date.parse(at),
    timeZone: timeZoneOf(store),
    country,
    lines: toLineFacts(bought, lines),
    value,
  };
}

/** Counts the calls of limited agents by minute, as the rate limiter does. */
function evaluateInMinute(rules: readonly Rule[], facts: CallFacts, counts: Effects['counts']) {
  const limit = limitOn(rules, facts.agent);
  if (!limit) return evaluate(rules, facts);
  const key = `${limit.id} ${toIdentityKey(facts.agent)}`;
  const endsAt = (Math.floor(facts.at / WINDOW_MS) + 1) * WINDOW_MS;
  const minute = counts.get(key);
  const count = minute?.endsAt === endsAt ? minute : { endsAt, calls: 0 };
  counts.set(key, count);
  const verdict = evaluate(rules, { ...facts, calls: count.calls });
  if (!verdict || !REFUSED_AT_ADMISSION.has(verdict.reason)) count.calls += 1;
  return verdict;
}

const REFUSED_AT_ADMISSION: ReadonlySet<Reason> = new Set(['blocked', 'limited', 'closed']);

function toIdentityKey({ name, profile, verified = false }: AgentIdentity): string {
  return JSON.stringify([name, profile, verified]);
}

/** Products by the GIDs of variants in the calls' carts; needed only for rules that hide products. */
async function findProducts(at: AtStore, rules: Rules, calls: PolicyCall[]): Promise<Products> {
  if (!rules.some(({ kind }) => kind === 'hide')) return new Map();
  const ids = new Set(calls.flatMap(({ facts }) => facts?.lines?.map(([id]) => id) ?? []));
  if (ids.size === 0) return new Map();
  const { products } = await at.context.products.findByIds(at.store.id, [...ids]);
  return new Map(products.flatMap((product) => product.variants.map(({ id }) => [id, product])));
}

type Shown = Record<'products' | 'shown', number>;

/** Products that searches have shown and that rules hide, by rule. */
async function listHiddenShown(at: AtStore, rules: Rules, until: number, tests: Tests) {
  const { context, store } = at;
  const hidden = new Map<string, Shown>();
  const hiding = rules.filter(({ kind }) => kind === 'hide').map((rule) => ({ ...rule, agents: undefined }));
  if (hiding.length === 0) return hidden;
  const { sumBySubject } = context.statistics;
  const period = { ...getForecastPeriod(at), tests };
  const timesById = await sumBySubject(store.id, 'product_found', period, MAX_SHOWN_PRODUCTS);
  const { products } = await context.products.findByIds(store.id, [...timesById.keys()]);
  const lines = products.map((product) => toProductLine([product], 0));
  const request = { agent: { name: '' }, step: 'browse', at: until, timeZone: period.timeZone } as const;
  evaluate(hiding, { ...request, lines })?.lines?.forEach((verdict, index) => {
    if (!verdict) return;
    const sum = hidden.get(verdict.rule) ?? { products: 0, shown: 0 };
    const times = timesById.get(products[index]?.id ?? '') ?? 0;
    hidden.set(verdict.rule, { products: sum.products + 1, shown: sum.shown + times });
  });
  return hidden;
}

function add(effect: Effect | undefined, { agent, sessionId, cartId }: PolicyCall, reason?: Reason): void {
  if (!effect) return;
  effect.calls += 1;
  increase(effect.agents, agent);
  if (sessionId !== null) effect.sessions.add(sessionId);
  if (cartId !== null) effect.carts.add(cartId);
  if (reason) effect.reasons.add(reason);
}

function increase(counts: Map<string, number> | undefined, key: string): void {
  counts?.set(key, (counts.get(key) ?? 0) + 1);
}

function toFigures({ calls, sessions, carts }: Effect, orders: ReadonlySet<string>): Forecast['refused'] {
  const ordered = [...sessions, ...carts].filter((id) => orders.has(id));
  return { calls, sessions: sessions.size, carts: carts.size, orders: ordered.length };
}

function toRuleForecast(rule: string, effect: Effect, orders: ReadonlySet<string>, display?: Shown) {
  const agents = [...effect.agents]
    .map(([agent, calls]) => ({ agent, calls }))
    .toSorted((one, other) => other.calls - one.calls || one.agent.localeCompare(other.agent));
  return {
    rule,
    ...toFigures(effect, orders),
    reasons: [...effect.reasons],
    agents: agents.slice(0, MAX_AGENTS),
    taken: [...effect.taken].map(([by, calls]) => ({ rule: by, calls })),
    ...(display ?? { products: 0, shown: 0 }),
  };
}
