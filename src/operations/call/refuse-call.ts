import { CommerceError, toNotFoundError, toTooManyRequestsError } from '../../commerce/errors.ts';
import { toDecimal } from '../../commerce/money/money.ts';
import type { Reason, Rule, Verdict } from '../../commerce/policy/policy.ts';
import { formatHours } from '../../commerce/store/opening-hours.ts';
import { WINDOW_MS } from '../../limits/rate-counters.ts';

interface Refusing {
  rules: readonly Rule[];
  /** Epoch milliseconds, and the store's time zone, on which refusals of a cart do not depend. */
  at?: number;
  timeZone?: string;
}

/** Opening hours may begin at any minute; agents are asked to look again in a while. */
const CLOSED_RETRY_SECONDS = 900;

/** Renders the refusal of a call as an error of the domain, which each protocol has words for. */
export function toPolicyRefusal({ rule: id, reason }: Verdict, refusing: Refusing): CommerceError {
  const rule = refusing.rules.find((each) => each.id === id);
  return ERRORS[reason](rule, refusing);
}

const MAX_NAMED_COUNTRIES = 20;

/** Kinds that every protocol can express; lines are refused as a shop would refuse them. */
const ERRORS: Record<Reason, (rule: Rule | undefined, refusing: Refusing) => CommerceError> = {
  // As for a store that does not offer UCP: for this agent it does not.
  blocked: () => toNotFoundError('This store does not serve your agent.'),
  limited: (rule, { at = 0 }) => {
    const seconds = Math.max(1, Math.ceil((WINDOW_MS - (at % WINDOW_MS)) / 1_000));
    const calls = rule?.kind === 'limit' ? rule.calls : 0;
    const message = `This store takes ${calls} calls a minute of your agent. Try again in ${seconds} seconds.`;
    return toTooManyRequestsError(message, seconds);
  },
  closed: (rule, { timeZone = 'UTC' }) => {
    const hours = rule?.kind === 'hours' ? `: ${formatHours(rule.open, timeZone)}` : '';
    const message = `This store takes no orders of agents at this hour, only at other times${hours}. Its catalog can be read.`;
    return new CommerceError('store_closed', message, { retryAfterSeconds: CLOSED_RETRY_SECONDS });
  },
  country: (rule) => {
    const countries = rule?.kind === 'deliver' ? rule.countries.slice(0, MAX_NAMED_COUNTRIES) : [];
    const message = `This store does not deliver to this country for agents, only to: ${countries.join(', ')}.`;
    return new CommerceError('address_undeliverable', message);
  },
  hidden: () => new CommerceError('unknown_item', NO_SUCH_PRODUCT),
  quantity: (rule) => {
    const max = rule?.kind === 'cap' ? rule.quantity : undefined;
    return new CommerceError('item_unavailable', describeQuantityRefusal(max ?? 0));
  },
  value: (rule) => {
    const cap = rule?.kind === 'cap' ? rule.value : undefined;
    const amount = cap ? `more than ${toDecimal(cap.amount, cap.currency)} ${cap.currency}` : 'as much';
    const message = `This store does not sell for ${amount} to an agent at once, before discounts. Order less.`;
    return new CommerceError('item_unavailable', message);
  },
};

export function describeQuantityRefusal(max: number): string {
  return `This store sells agents at most ${max} of one item.`;
}

/** Same text as for a product that the shop does not have. */
export const NO_SUCH_PRODUCT = 'This store has no such product. Search the catalog for its id.';
