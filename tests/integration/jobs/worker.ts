import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../src/storage/engine/database.ts';
import { outages } from '../../../src/storage/repositories/outages.ts';
import { tasks } from '../../../src/storage/repositories/jobs.ts';
import { runTasks } from '../../../src/jobs/runner.ts';
import type { TaskKinds } from '../../../src/jobs/job-kind.ts';

/** A process of its own that does tasks, and tells its parent of each. `hang` is never done. */
const [url = '', start = '0'] = process.argv.slice(2);
const tell = (message: object) => process.send?.(message);

const kinds: TaskKinds = {
  count: {
    run: async (task) => {
      tell({ did: task.subject });
      return undefined;
    },
  },
  hang: {
    run: async (task) => {
      await task.note({ reached: 'the middle' });
      tell({ holds: task.subject });
      return new Promise(() => undefined);
    },
  },
};

const database = await openDatabase(url);
const runner = runTasks({
  tasks: tasks(database),
  outages: outages(database),
  kinds,
  now: () => Number(start),
  newId: randomUUID,
  onError: (task, error) => tell({ failed: `${task.subject}: ${String(error)}` }),
  onFailedLook: (error) => tell({ failed: String(error) }),
});
process.once('disconnect', () => process.exit());
process.once('message', async () => {
  await runner.drain();
  tell({ drained: true });
});
tell({ ready: true });
