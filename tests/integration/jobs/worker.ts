import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { outages } from '../../../src/storage/repositories/outages.ts';
import { jobs } from '../../../src/storage/repositories/jobs.ts';
import { runJobs } from '../../../src/jobs/runner.ts';
import type { JobKinds } from '../../../src/jobs/job-kind.ts';

/** A process of its own that does tasks, and tells its parent of each. `hang` is never done. */
const [url = '', start = '0'] = process.argv.slice(2);
const tell = (message: object) => process.send?.(message);

const kinds: JobKinds = {
  count: {
    run: async (job) => {
      tell({ did: job.subject });
      return undefined;
    },
  },
  hang: {
    run: async (job) => {
      await job.recordProgress({ reached: 'the middle' });
      tell({ holds: job.subject });
      return new Promise(() => undefined);
    },
  },
};

const database = await openDatabase(url);
const runner = runJobs({
  jobs: jobs(database),
  outages: outages(database),
  kinds,
  now: () => Number(start),
  newId: randomUUID,
  onError: (job, error) => tell({ failed: `${job.subject}: ${String(error)}` }),
  onFailedPoll: (error) => tell({ failed: String(error) }),
});
process.once('disconnect', () => process.exit());
process.once('message', async () => {
  await runner.drain();
  tell({ drained: true });
});
tell({ ready: true });
