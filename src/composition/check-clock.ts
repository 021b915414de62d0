import { type ClockDoubt, describeClockDoubt } from '../commerce/time/clock-doubt.ts';
import type { ServiceLog } from '../observability/log.ts';
import { findNewestTurn } from '../storage/repositories/jobs/job-queues.ts';
import type { WithInfrastructure } from './infrastructure.ts';

/** Compares the clock with the newest turn of a job, which any process of the installation had. */
export async function checkClock({ infrastructure }: WithInfrastructure): Promise<ClockDoubt | undefined> {
  const { database, now } = infrastructure;
  return describeClockDoubt(await findNewestTurn(database), now());
}

/** A database that cannot be read now is no doubt about the clock. */
export async function warnOfWrongClock(parts: WithInfrastructure, log: ServiceLog): Promise<void> {
  const doubt = await checkClock(parts).catch(() => undefined);
  if (doubt) log.warn({}, `${doubt.title} ${doubt.remedy}`);
}
