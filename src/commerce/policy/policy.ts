import { toCategoryName } from '../../../search/index.ts';
import type { Gid } from '../product/products.ts';
import { isOpenAt, type OpenHours } from '../store/opening-hours.ts';

/** Mode of a rule: verdicts of `shadow` rules are counted, and refuse nothing. */
export const RULE_MODES = ['on', 'shadow', 'off'] as const;
export type RuleMode = (typeof RULE_MODES)[number];

/** `allow` exempts agents from `block` and `limit`. */
export type Rule = {
  id: string;
  mode: RuleMode;
  /** Agents that the rule is for, by the URL of their UCP profile or the name that they give themselves; absent for all. */
  agents?: readonly ({ profile: string } | { name: string })[] | undefined;
} & (
  | { kind: 'allow' }
  | { kind: 'block' }
  | { kind: 'limit'; calls: number }
  /** Names or paths (`Home > Kitchen`) of categories. */
  | { kind: 'hide'; products?: readonly Gid[] | undefined; categories?: readonly string[] | undefined }
  /** Pieces of one item; subtotal of a cart in minor units. */
  | {
      kind: 'cap';
      quantity?: number | undefined;
      value?: { amount: number; currency: string } | undefined;
    }
  /** Times at which agents may fill carts and begin checkouts. */
  | { kind: 'hours'; open: readonly OpenHours[] }
  /** Countries of delivery, ISO 3166-1 alpha-2. */
  | { kind: 'deliver'; countries: readonly string[] }
);

type RuleKind = Rule['kind'];

/** Step of a purchase that a call takes; `settle` reads and ends what was begun, and is never refused. */
export type Step = 'browse' | 'buy' | 'settle';

export interface AgentIdentity {
  name: string;
  /** URL of the UCP profile that the agent names. */
  profile?: string | undefined;
  /** True when a key of the profile has signed the call. */
  verified?: boolean | undefined;
}

/** Line of a cart or quote. A product with very many variants may be one of several. */
export interface LineFacts {
  products: readonly Gid[];
  /** Comparable names (`toCategoryNames`) of their categories. */
  categories: readonly string[];
  quantity: number;
}

/** Facts of a call, as far as they are known when rules are applied. */
export interface CallFacts {
  agent: AgentIdentity;
  step: Step;
  /** Epoch milliseconds. */
  at: number;
  /** IANA name or offset. */
  timeZone: string;
  /** Calls of this agent in this minute that `limitOn` counts. */
  calls?: number | undefined;
  country?: string | undefined;
  lines?: readonly LineFacts[] | undefined;
  value?: { amount: number; currency: string } | undefined;
}

export const REASONS = ['blocked', 'limited', 'closed', 'country', 'hidden', 'quantity', 'value'] as const;
export type Reason = (typeof REASONS)[number];

/** Refusal of a line; `max`: pieces that would be taken. */
export interface LineVerdict {
  rule: string;
  reason: 'hidden' | 'quantity';
  max?: number;
}

export interface Verdict {
  rule: string;
  reason: Reason;
  /** By index, where lines are refused. */
  lines?: readonly (LineVerdict | undefined)[];
}

/** Applies rules to a call; undefined lets it pass. Preview, shadow and enforcement all ask it; a fact that is not known yet refuses nothing. */
export function evaluate(rules: readonly Rule[], facts: CallFacts): Verdict | undefined {
  return (
    decideByAgent(rules, facts) ??
    decideByHours(rules, facts) ??
    decideByCountry(rules, facts) ??
    decideByLines(rules, facts) ??
    decideByValue(rules, facts)
  );
}

/** Returns the rules that can decide on an agent's calls: all others refuse none of them. */
export function pickRulesOfAgent(rules: readonly Rule[], agent: AgentIdentity): readonly Rule[] {
  return rules.filter((rule) => rankOf(rule, agent) > 0);
}

/** Returns the rule that limits an agent's calls; undefined for an agent without a limit. */
export function limitOn(rules: readonly Rule[], agent: AgentIdentity): RuleOf<'limit'> | undefined {
  const rule = pickAgentRule(rules, agent);
  return rule?.kind === 'limit' ? rule : undefined;
}

export function hideRules(rules: readonly Rule[], agent: AgentIdentity): RuleOf<'hide'>[] {
  return pickRulesFor(rules, 'hide', agent);
}

type RuleOf<Kind extends RuleKind> = Extract<Rule, { kind: Kind }>;
type AgentRule = RuleOf<'allow' | 'block' | 'limit'>;

function decideByAgent(rules: readonly Rule[], { agent, calls = 0 }: CallFacts): Verdict | undefined {
  const rule = pickAgentRule(rules, agent);
  if (rule?.kind === 'block') return { rule: rule.id, reason: 'blocked' };
  return rule?.kind === 'limit' && calls >= rule.calls ? { rule: rule.id, reason: 'limited' } : undefined;
}

/** Returns the rule that decides on an agent: one for its profile before one for its name before one for all; else the first. */
function pickAgentRule(rules: readonly Rule[], agent: AgentIdentity): AgentRule | undefined {
  let decided: { rule: AgentRule; rank: number } | undefined;
  for (const rule of rules) {
    if (rule.kind !== 'allow' && rule.kind !== 'block' && rule.kind !== 'limit') continue;
    const rank = rankOf(rule, agent);
    if (rank > 0 && rank > (decided?.rank ?? 0)) decided = { rule, rank };
  }
  return decided?.rule;
}

/** Rank of a rule for an agent: 4 by its verified profile, 3 by a claimed one, 2 by name, 1 for all; 0 for another agent. */
function rankOf({ kind, agents }: Rule, agent: AgentIdentity): number {
  if (!agents) return 1;
  const ranks = agents.map((match) => {
    if ('name' in match) return match.name.toLowerCase() === agent.name.toLowerCase() ? 2 : 0;
    if (match.profile !== agent.profile) return 0;
    // A signature alone earns an exemption: any agent can name a profile.
    if (agent.verified !== true) return kind === 'allow' ? 0 : 3;
    return 4;
  });
  return Math.max(0, ...ranks);
}

function pickRulesFor<Kind extends RuleKind>(rules: readonly Rule[], kind: Kind, agent: AgentIdentity) {
  return rules.filter((rule): rule is RuleOf<Kind> => rule.kind === kind && rankOf(rule, agent) > 0);
}

function decideByHours(rules: readonly Rule[], facts: CallFacts): Verdict | undefined {
  const { step, agent, at, timeZone } = facts;
  if (step !== 'buy') return undefined;
  const closed = pickRulesFor(rules, 'hours', agent).find(({ open }) => !isOpenAt(open, at, timeZone));
  return closed && { rule: closed.id, reason: 'closed' };
}

function decideByCountry(rules: readonly Rule[], { agent, country }: CallFacts): Verdict | undefined {
  if (country === undefined) return undefined;
  const rule = pickRulesFor(rules, 'deliver', agent).find(({ countries }) => !countries.includes(country));
  return rule && { rule: rule.id, reason: 'country' };
}

function decideByLines(rules: readonly Rule[], { agent, lines = [] }: CallFacts): Verdict | undefined {
  if (lines.length === 0) return undefined;
  const hiding = hideRules(rules, agent);
  const capping = pickRulesFor(rules, 'cap', agent);
  if (hiding.length + capping.length === 0) return undefined;
  const verdicts = lines.map((line) => decideHidden(hiding, line) ?? decideCapped(capping, line));
  const first = verdicts.find((verdict) => verdict !== undefined);
  return first && { rule: first.rule, reason: first.reason, lines: verdicts };
}

function decideHidden(
  rules: readonly RuleOf<'hide'>[],
  { products, categories }: LineFacts,
): LineVerdict | undefined {
  const isHiddenBy = (rule: RuleOf<'hide'>) =>
    rule.products?.some((id) => products.includes(id)) === true ||
    rule.categories?.some((category) => categories.includes(toCategoryName(category))) === true;
  const rule = rules.find(isHiddenBy);
  return rule && { rule: rule.id, reason: 'hidden' };
}

function decideCapped(rules: readonly RuleOf<'cap'>[], { quantity }: LineFacts): LineVerdict | undefined {
  const caps = rules.flatMap(({ id, quantity: max }) => (max === undefined ? [] : [{ id, max }]));
  const [lowest] = caps.toSorted((one, other) => one.max - other.max);
  if (!lowest || quantity <= lowest.max) return undefined;
  return { rule: lowest.id, reason: 'quantity', max: lowest.max };
}

/** A cap in another currency than the cart's cannot be compared, and refuses nothing. */
function decideByValue(rules: readonly Rule[], { agent, value }: CallFacts): Verdict | undefined {
  if (!value) return undefined;
  const capped = pickRulesFor(rules, 'cap', agent).find(
    (rule) => rule.value?.currency === value.currency && value.amount > rule.value.amount,
  );
  return capped && { rule: capped.id, reason: 'value' };
}
