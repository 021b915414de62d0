import { type ClockDoubt, describeClockDoubt } from '../commerce/time/clock-doubt.ts';
import { findNewestTurn } from '../storage/repositories/jobs/job-queues.ts';
import type { WithInfrastructure } from './infrastructure.ts';

/** Compares the clock with the newest turn of a job, which any process of the installation had. */
export async function checkClock({ infrastructure }: WithInfrastructure): Promise<ClockDoubt | undefined> {
  const { database, now } = infrastructure;
  return describeClockDoubt(await findNewestTurn(database), now());
}
