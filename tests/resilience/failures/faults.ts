import type { Fault } from '../../../simulated-shops/shop/types.ts';

interface BadDay {
  /** Description on the page. */
  says: string;
  fault: Fault;
  /** Fails only the call that changes the shop, where there is one. */
  hitsTheWrite?: true;
}

/** Longer than the timeout of the services that meet it. */
export const SLOW_MS = 2_250;
export const TIME_LIMIT_MS = 1_500;

/** Faults without "one" affect every call until they end. */
export const BAD_DAYS = {
  down: { says: 'is down: connections are closed', fault: { kind: 'down' } },
  down_once: { says: 'is down for one call', fault: { kind: 'down', times: 1 } },
  slow: { says: 'answers after the timeout', fault: { kind: 'slow', delayMs: SLOW_MS } },
  slow_write: {
    says: 'executes the call, but answers after the timeout',
    fault: { kind: 'slow', delayMs: SLOW_MS, times: 1 },
    hitsTheWrite: true,
  },
  throttled: { says: 'throttles (429, "in 1 second")', fault: { kind: 'throttled', variant: '429' } },
  throttled_once: {
    says: 'throttles one call (429, "in 1 second")',
    fault: { kind: 'throttled', variant: '429', times: 1 },
  },
  throttled_430: { says: 'throttles (430)', fault: { kind: 'throttled', variant: '430' } },
  throttled_graphql: {
    says: 'throttles (a 200 that is an error)',
    fault: { kind: 'throttled', variant: 'graphql' },
  },
  dropped: { says: 'executes every call, but drops every answer', fault: { kind: 'dropped_answer' } },
  dropped_write: {
    says: 'executes the call, but drops one answer',
    fault: { kind: 'dropped_answer', times: 1 },
    hitsTheWrite: true,
  },
  malformed: { says: 'cuts every answer in half', fault: { kind: 'malformed' } },
  malformed_write: {
    says: 'executes the call, but cuts one answer in half',
    fault: { kind: 'malformed', times: 1 },
    hitsTheWrite: true,
  },
  server_error: { says: 'fails (500)', fault: { kind: 'server_error' } },
  server_error_once: { says: 'fails once (500)', fault: { kind: 'server_error', times: 1 } },
} satisfies Record<string, BadDay>;

export type Suffered = keyof typeof BAD_DAYS;
/** Ten consecutive failures open the circuit for five seconds. */
export type BadDayName = Suffered | 'left_alone';

export const SUFFERED = Object.keys(BAD_DAYS) as Suffered[];

export function saysOf(name: BadDayName): string {
  return name === 'left_alone' ? 'has failed ten times in a row (its circuit is open)' : BAD_DAYS[name].says;
}

/** `write` matches the calls that change the shop. */
export function faultsOf(name: Suffered, write: string | undefined): Fault {
  const day: BadDay = BAD_DAYS[name];
  return day.hitsTheWrite && write !== undefined ? { ...day.fault, operation: write } : day.fault;
}

const ONLY_ON_SHOPIFY: readonly BadDayName[] = ['throttled_430', 'throttled_graphql'];

export function befalls(name: BadDayName, platform: string): boolean {
  return platform === 'shopify' || !ONLY_ON_SHOPIFY.includes(name);
}
