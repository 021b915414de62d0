import type { GetStorePolicyResponse } from '../../../client/index.ts';
import { counted } from '../counted.ts';
import { moneyText } from '../money.tsx';

export type PolicyRule = GetStorePolicyResponse['rules'][number];

/** Effect of a rule, as one sentence. */
export function ruleText(rule: PolicyRule): string {
  const names = rule.agents?.map((agent) => ('profile' in agent ? agent.profile : agent.name));
  return `${names ? listed(names) : 'All agents'} ${effectOf(rule, names?.length === 1)}.`;
}

/** A rule that is not on would have its effect. */
function effectOf(rule: PolicyRule, isOne: boolean): string {
  const isOn = rule.mode === 'on';
  const are = isOn ? (isOne ? 'is' : 'are') : 'would be';
  const may = isOn ? 'may' : 'could';
  switch (rule.kind) {
    case 'allow':
      return `${are} exempt from blocks and limits`;
    case 'block':
      return `${are} blocked`;
    case 'limit':
      return `${may} make at most ${counted(rule.calls, 'call')} a minute`;
    case 'hide':
      return `${isOn ? 'cannot' : 'would not'} see ${listed([...(rule.categories ?? []), ...(rule.products ?? [])])}`;
    case 'cap':
      return `${may} put at most ${capText(rule)}`;
    case 'hours':
      return `${may} order only ${rule.open.map(spanText).join(', and ')}`;
    case 'deliver':
      return `${may} order only for delivery to ${listed(rule.countries.map(countryName))}`;
  }
}

type Span = Extract<PolicyRule, { kind: 'hours' }>['open'][number];

export const DAYS: Record<Span['days'][number], string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

function spanText({ days, from, to }: Span): string {
  return `on ${listed(days.map((day) => DAYS[day]))} from ${from} to ${to}`;
}

export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(code) ?? code;
}

function capText({ quantity, value }: Extract<PolicyRule, { kind: 'cap' }>): string {
  const pieces = quantity === undefined ? [] : [`${quantity} of one item`];
  const amount = value ? [`goods for ${moneyText(value.amount, value.currency)}`] : [];
  return `${listed([...pieces, ...amount])} into a cart`;
}

/** `a, b and c`. */
function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words);
}
