import { type Instant, MINUTE_MS, toIso } from '../time/time.ts';

export const BUYER_STEPS = ['opened', 'address', 'payment', 'paid'] as const;
export type BuyerStep = (typeof BUYER_STEPS)[number];

/** Reports of a shop: a step, or that the buyer has given the checkout up. */
export const REPORTED_STEPS = [...BUYER_STEPS, 'left'] as const;
export type ReportedStep = (typeof REPORTED_STEPS)[number];

/** Instants of the first report of each step, and of the last report that the buyer has left. */
export type BuyerSteps = Readonly<Partial<Record<ReportedStep, Instant>>>;

/** A shop's report about one session. `at`: on the shop's clock. */
export interface StepReport {
  sessionId: string;
  step: ReportedStep;
  at: Instant;
}

export const MAX_STEP_REPORTS = 50;

export const SESSION_STEPS = ['created', 'handed_over', ...BUYER_STEPS] as const;
export type SessionStep = (typeof SESSION_STEPS)[number];

export const LOSING_STEPS = [
  'handed_over',
  'opened',
  'address',
  'payment',
] as const satisfies readonly SessionStep[];
export type LosingStep = (typeof LOSING_STEPS)[number];

/** Time without a further step after which a buyer counts as gone: shops do not see a page being closed. */
const GONE_AFTER_MS = 30 * MINUTE_MS;

/** Instant since which a buyer must have come no further to count as gone. */
export function computeGoneSince(now: string): string {
  return toIso(Date.parse(now) - GONE_AFTER_MS);
}

interface Followed {
  buyerSteps: BuyerSteps;
  isHandedOver: boolean;
}

/** Furthest known step: a later step implies the earlier ones, whose reports may be late or lost. */
export function pickFurthestStep({ buyerSteps, isHandedOver }: Followed): SessionStep {
  const reported = BUYER_STEPS.findLast((step) => buyerSteps[step] !== undefined);
  return reported ?? (isHandedOver ? 'handed_over' : 'created');
}

/** Step at which the buyer has left; null while the purchase may go on, and when it was made or called off. */
export function stepLeftAt(
  session: Followed & { isOrdered: boolean; ending: 'expired' | 'called_off' | null },
  now: string,
): LosingStep | null {
  const step = LOSING_STEPS.find((each) => each === pickFurthestStep(session));
  if (step === undefined || session.isOrdered || session.ending === 'called_off') return null;
  if (session.ending === 'expired') return step;
  const reachedAt = step === 'handed_over' ? undefined : session.buyerSteps[step];
  if (reachedAt === undefined) return null;
  const { left } = session.buyerSteps;
  const isGone = reachedAt <= computeGoneSince(now);
  return isGone || (left !== undefined && left >= reachedAt) ? step : null;
}
