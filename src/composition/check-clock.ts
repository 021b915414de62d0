import { type ClockDoubt, describeClockDoubt } from '../commerce/time/clock-doubt.ts';
import type { ServiceLog } from '../observability/log.ts';
import { findNewestBegin } from '../storage/repositories/jobs/job-queue.ts';
import type { WithInfrastructure } from './infrastructure.ts';

/** Compares the clock with the newest run of a job, which any process of the installation began. */
export async function checkClock({ infrastructure }: WithInfrastructure): Promise<ClockDoubt | undefined> {
  const { database, now } = infrastructure;
  return describeClockDoubt(await findNewestBegin(database), now());
}

/** A database that cannot be read now is no doubt about the clock. */
export async function warnOfWrongClock(parts: WithInfrastructure, log: ServiceLog): Promise<void> {
  const doubt = await checkClock(parts).catch(() => undefined);
  if (doubt) log.warn({}, `${doubt.title} ${doubt.remedy}`);
}
