import { type Expression, type SqlBool, sql } from 'kysely';
import {
  BUYER_STEPS,
  type BuyerStep,
  type BuyerSteps,
  type LosingStep,
  REPORTED_STEPS,
  type ReportedStep,
  type StepReport,
} from '../../../commerce/checkout/buyer-steps.ts';
import type { SessionEnding } from '../../../commerce/checkout/checkout-session.ts';
import type { Database, Row } from '../../engine/database.ts';
import { match } from '../rows/rows.ts';

const COLUMNS = {
  opened: 'openedAt',
  address: 'addressAt',
  payment: 'paymentAt',
  paid: 'paidAt',
  left: 'leftAt',
} as const satisfies Record<ReportedStep, string>;

export const STEP_COLUMNS = Object.values(COLUMNS);

export function toBuyerSteps(row: Pick<Row<'checkout_sessions'>, (typeof STEP_COLUMNS)[number]>): BuyerSteps {
  const reported = REPORTED_STEPS.flatMap((step) => {
    const at = row[COLUMNS[step]];
    return at === null ? [] : [[step, at] as const];
  });
  return Object.fromEntries(reported);
}

/** Records a shop's reports about the store's sessions, in whatever sequence. Its clock counts from the session's creation to `now`. */
export async function recordSteps(
  connection: Database,
  storeId: string,
  reports: readonly StepReport[],
  now: string,
) {
  // Sorted: transactions that write the same sessions cannot deadlock.
  const sorted = reports.toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : 1));
  for (const { sessionId, step, at } of sorted) {
    const column = COLUMNS[step];
    const instant = at < now ? at : now;
    await connection
      .updateTable('checkout_sessions')
      .set({ [column]: sql`case when created_at > ${instant} then created_at else ${instant} end` })
      .where(match({ storeId, id: sessionId }))
      .where((session) =>
        session.or([session(column, 'is', null), session(column, step === 'left' ? '<' : '>', instant)]),
      )
      .execute();
  }
}

/** True for a session that has come as far as the step: a later one implies it. */
export function hasReached(step: BuyerStep): Expression<SqlBool> {
  const columns = BUYER_STEPS.slice(BUYER_STEPS.indexOf(step)).map((each) => sql.ref(COLUMNS[each]));
  return columns.length === 1
    ? sql`${columns[0]} is not null`
    : sql`coalesce(${sql.join(columns)}) is not null`;
}

/** Finds the same sessions as `stepLeftAt`: buyers are gone who have come no further since `goneSince`. */
export function hasLeftAt(
  step: LosingStep,
  goneSince: string,
  endedBy: Record<SessionEnding, Expression<SqlBool>>,
): Expression<SqlBool> {
  const next = step === 'handed_over' ? 'opened' : (BUYER_STEPS[BUYER_STEPS.indexOf(step) + 1] ?? 'paid');
  const reached = step === 'handed_over' ? sql<SqlBool>`handed_off_at is not null` : hasReached(step);
  const at = step === 'handed_over' ? undefined : sql.ref(COLUMNS[step]);
  const isGone = at ? sql<SqlBool>`(${at} <= ${goneSince} or left_at >= ${at})` : sql<SqlBool>`1 = 0`;
  return sql`(${reached} and not (${hasReached(next)}) and payment is distinct from 'verified'
    and (${endedBy.expired} or (status <> 'failed' and ${isGone})))`;
}
