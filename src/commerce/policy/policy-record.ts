import type { Gid } from '../product/products.ts';
import type { RuleMode, Step, Verdict } from './policy.ts';

/** Facts of a call that rules read, besides its agent's name and its endpoint; kept in the log for forecasts. */
export interface LoggedFacts {
  /** Epoch milliseconds of the admission. */
  at: number;
  /** UCP profile of the agent; `verified` where its key has signed. */
  profile?: string | undefined;
  verified?: true | undefined;
  country?: string | undefined;
  lines?: readonly (readonly [variantId: Gid, quantity: number])[];
  value?: { amount: number; currency: string };
}

export interface LoggedVerdict extends Pick<Verdict, 'rule' | 'reason'> {
  /** `shadow` for a rule that would have refused. */
  mode: Exclude<RuleMode, 'off'>;
}

/** Facts and verdicts of a call, collected while it runs. */
export interface PolicyRecord {
  step: Step;
  /** Label of the agent that was admitted. */
  agent: string | undefined;
  readonly facts: Readonly<LoggedFacts>;
  verdicts: LoggedVerdict[];
}

/** Keeps the first verdict of each mode: later ones of the same call follow from other content. */
export function recordVerdict(
  { verdicts }: PolicyRecord,
  verdict: Verdict | undefined,
  mode: LoggedVerdict['mode'],
): void {
  if (!verdict || verdicts.some((logged) => logged.mode === mode)) return;
  verdicts.push({ rule: verdict.rule, reason: verdict.reason, mode });
}
