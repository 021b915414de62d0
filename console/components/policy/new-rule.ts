import { toDecimal, toMinorUnits } from '../../../src/commerce/money/money.ts';
import { joinEntries, splitEntries } from '../entries-field.tsx';
import type { PolicyRule } from './rule-text.ts';
import { toTime } from './time-field.ts';

export interface NewRule extends Record<string, string> {
  kind: PolicyRule['kind'];
  /** Entries, one a line. */
  agents: string;
  /** The rule's own value: calls or pieces, or entries, one a line: categories and products, days, countries. */
  value: string;
  /** Amount in major units. */
  amount: string;
  from: string;
  to: string;
}

export const NO_RULE: NewRule = {
  kind: 'block',
  agents: '',
  value: '',
  amount: '',
  from: '09:00',
  to: '17:00',
};

/** Fills the form from a rule; undefined for one that it cannot show whole. */
export function formOf(rule: PolicyRule): NewRule | undefined {
  const agents = (rule.agents ?? []).map((agent) => ('profile' in agent ? agent.profile : agent.name));
  const common = { ...NO_RULE, kind: rule.kind, agents: joinEntries(agents) };
  switch (rule.kind) {
    case 'limit':
      return { ...common, value: String(rule.calls) };
    case 'hide':
      return { ...common, value: joinEntries([...(rule.categories ?? []), ...(rule.products ?? [])]) };
    case 'cap': {
      const { quantity = '', value } = rule;
      return {
        ...common,
        value: String(quantity),
        amount: value ? toDecimal(value.amount, value.currency) : '',
      };
    }
    case 'hours': {
      const [span, ...others] = rule.open;
      return span && others.length === 0
        ? { ...common, value: joinEntries(span.days), from: span.from, to: span.to }
        : undefined;
    }
    case 'deliver':
      return { ...common, value: joinEntries(rule.countries) };
    default:
      return common;
  }
}

/** Renders the form as the edited rule with its id and mode, or as a new one in the shadow; the service validates it. */
export function toRule(
  form: NewRule,
  { rules, edited }: { rules: readonly PolicyRule[]; edited: PolicyRule | undefined },
  currency: string,
): object {
  const agents = splitEntries(form.agents).map((agent) =>
    /^https?:\/\//.test(agent) ? { profile: agent } : { name: agent },
  );
  return {
    id: edited?.id ?? freeId(form.kind, rules),
    mode: edited?.mode ?? 'shadow',
    kind: form.kind,
    ...(agents.length > 0 ? { agents } : {}),
    ...membersOf(form, currency),
  };
}

function membersOf({ kind, value, amount, from, to }: NewRule, currency: string): object {
  const entries = splitEntries(value);
  switch (kind) {
    case 'limit':
      return { calls: Number(value) };
    case 'hide': {
      const products = entries.filter((entry) => entry.startsWith('gid://'));
      const categories = entries.filter((entry) => !entry.startsWith('gid://'));
      return {
        ...(products.length > 0 ? { products } : {}),
        ...(categories.length > 0 ? { categories } : {}),
      };
    }
    case 'cap':
      return {
        ...(value.trim() === '' ? {} : { quantity: Number(value) }),
        ...(amount.trim() === '' ? {} : { value: { amount: minorUnits(amount, currency), currency } }),
      };
    case 'hours':
      return { open: [{ days: entries, from: toTime(from), to: toTime(to) }] };
    case 'deliver':
      return { countries: entries };
    default:
      return {};
  }
}

/** Returns 0, which the service refuses, for a text that is no amount. */
export function minorUnits(amount: string, currency: string): number {
  try {
    return toMinorUnits(amount, currency);
  } catch {
    return 0;
  }
}

function freeId(kind: string, rules: readonly PolicyRule[]): string {
  for (let number = 1; ; number += 1)
    if (!rules.some(({ id }) => id === `${kind}-${number}`)) return `${kind}-${number}`;
}
