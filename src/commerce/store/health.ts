import { type Instant, MINUTE_MS } from '../time/time.ts';

/** Aspects of a store's health, the most severe first. */
export const HEALTH_ASPECTS = ['shop', 'access', 'events', 'catalog', 'discovery'] as const;
export type HealthAspect = (typeof HEALTH_ASPECTS)[number];

/** `failing`: agents or the merchant lose something now. `warning`: it is incomplete. `waiting`: nothing is known or set up yet. */
export const HEALTH_STATES = ['ok', 'waiting', 'warning', 'failing'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** Levels of a check's results: `problem` is a fault, `warning` costs something. */
export const DIAGNOSTIC_LEVELS = ['ok', 'warning', 'problem'] as const;
export type DiagnosticLevel = (typeof DIAGNOSTIC_LEVELS)[number];

export interface HealthObservation {
  state: HealthState;
  /** Text for the merchant; null for `ok`. */
  reason?: string;
  remedy?: string;
  /** When it began, where that is known. */
  since?: Instant;
}

/** Current state, and the state about to replace it. */
export interface AspectHealth {
  state: HealthState;
  since: Instant;
  reason: string | null;
  remedy: string | null;
  pendingState: HealthState | null;
  pendingSince: Instant | null;
  /** Last test that a person asked for. */
  testedAt: Instant | null;
}

export interface HealthChange {
  id: string;
  storeId: string;
  aspect: HealthAspect;
  from: HealthState;
  to: HealthState;
  /** Begin of the new state. */
  since: string;
  /** Confirmation of the new state. */
  at: string;
  reason: string | null;
  remedy: string | null;
}

/** Time for which a state must hold before it replaces another one: shorter failures and recoveries are not reported. */
const HOLD_MS: Record<HealthState, number> = {
  failing: MINUTE_MS,
  warning: 5 * MINUTE_MS,
  ok: 2 * MINUTE_MS,
  waiting: 0,
};
/** After a person's test the results count at once. */
const TEST_DURATION_MS = 5 * MINUTE_MS;

export function toUnknownHealth(since: string): AspectHealth {
  const nothing = { reason: null, remedy: null, pendingState: null, pendingSince: null, testedAt: null };
  return { state: 'waiting', since, ...nothing };
}

/** Applies an observation; undefined leaves the state as it is, for example events during an outage. */
export function nextHealth(health: AspectHealth, observed: HealthObservation | undefined, now: string) {
  if (!observed) return withoutPending(health);
  const { state, reason = null, remedy = null } = observed;
  if (state === health.state) return { ...withoutPending(health), reason, remedy };
  const seen = health.pendingState === state && health.pendingSince !== null ? health.pendingSince : now;
  const since = [observed.since ?? seen, seen].toSorted()[0] ?? seen;
  if (!hasHeld(health, state, since, now)) return { ...health, pendingState: state, pendingSince: seen };
  return { ...withoutPending(health), state, since, reason, remedy };
}

function withoutPending(health: AspectHealth): AspectHealth {
  return { ...health, pendingState: null, pendingSince: null };
}

function hasHeld({ state, testedAt }: AspectHealth, next: HealthState, since: string, now: string): boolean {
  const isFirst = state === 'waiting' && next === 'ok';
  const isTested = testedAt !== null && Date.parse(now) - Date.parse(testedAt) <= TEST_DURATION_MS;
  return isFirst || isTested || Date.parse(now) - Date.parse(since) >= HOLD_MS[next];
}

const MEMBERS = Object.keys(toUnknownHealth('')) as (keyof AspectHealth)[];

export function isSameHealth(before: AspectHealth, next: AspectHealth): boolean {
  return MEMBERS.every((member) => before[member] === next[member]);
}

/** Step of one aspect; `before` is absent at the first observation. */
interface HealthStep extends Pick<HealthChange, 'id' | 'storeId' | 'aspect' | 'at'> {
  before: AspectHealth | undefined;
  next: AspectHealth;
}

/** Returns the change that a step reports; undefined for one without a fault before or after. */
export function toReportedChange({ before, next, ...about }: HealthStep): HealthChange | undefined {
  const { state: to, since, reason, remedy } = next;
  const from = (before ?? toUnknownHealth(since)).state;
  const hasFault = [from, to].some((state) => state === 'warning' || state === 'failing');
  return from === to || !hasFault ? undefined : { ...about, from, to, since, reason, remedy };
}

/** Returns the worst state of all aspects; aspects that wait for something count as healthy. */
export function pickWorstState(states: readonly HealthState[]): Exclude<HealthState, 'waiting'> {
  if (states.includes('failing')) return 'failing';
  return states.includes('warning') ? 'warning' : 'ok';
}
