import { randomUUID } from 'node:crypto';
import type { JobKinds } from '../../../src/jobs/job-kind.ts';
import { runJobs } from '../../../src/jobs/runner.ts';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { createJobRepository } from '../../../src/storage/repositories/jobs/jobs.ts';
import { createOutageRepository } from '../../../src/storage/repositories/jobs/outages.ts';

/** Process that runs jobs and reports each to its parent. `hang` never ends. */
const [url = '', start = '0'] = process.argv.slice(2);
const report = (message: object) => process.send?.(message);

const kinds: JobKinds = {
  count: {
    run: async (job) => {
      report({ did: job.subject });
      return undefined;
    },
  },
  hang: {
    run: async (job) => {
      await job.recordProgress({ reached: 'the middle' });
      report({ holds: job.subject });
      return new Promise(() => undefined);
    },
  },
};

const database = await openDatabase(url);
const runner = runJobs({
  jobs: createJobRepository(database),
  outages: createOutageRepository(database),
  kinds,
  now: () => Number(start),
  newId: randomUUID,
  onError: (job, error) => report({ failed: `${job.subject}: ${String(error)}` }),
  onFailedPoll: (error) => report({ failed: String(error) }),
});
process.once('disconnect', () => process.exit());
process.once('message', async () => {
  await runner.drain();
  report({ drained: true });
});
report({ ready: true });
