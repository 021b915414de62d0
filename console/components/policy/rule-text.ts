import type { GetStorePolicyResponse } from '../../../client/index.ts';
import { moneyText } from '../money.tsx';

export type PolicyRule = GetStorePolicyResponse['rules'][number];

/** Effect of a rule, as one sentence. */
export function ruleText(rule: PolicyRule): string {
  return `${agentsText(rule)}: ${effectOf(rule)}`;
}

function agentsText({ agents }: PolicyRule): string {
  if (!agents) return 'All agents';
  return agents.map((agent) => ('profile' in agent ? agent.profile : agent.name)).join(', ');
}

function effectOf(rule: PolicyRule): string {
  switch (rule.kind) {
    case 'allow':
      return 'exempt from blocks and limits';
    case 'block':
      return 'blocked';
    case 'limit':
      return `at most ${rule.calls} calls a minute`;
    case 'hide':
      return `cannot see ${[...(rule.categories ?? []), ...(rule.products ?? [])].join(', ')}`;
    case 'cap':
      return capText(rule);
    case 'hours':
      return `order only ${rule.open.map(({ days, from, to }) => `${days.join(', ')} ${from}–${to}`).join('; ')}`;
    case 'deliver':
      return `delivery only to ${rule.countries.join(', ')}`;
  }
}

function capText({ quantity, value }: Extract<PolicyRule, { kind: 'cap' }>): string {
  const pieces = quantity === undefined ? [] : [`${quantity} of one item`];
  const amount = value ? [moneyText(value.amount, value.currency)] : [];
  return `at most ${[...pieces, ...amount].join(' and ')} in a cart`;
}
