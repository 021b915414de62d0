import type { Store } from '../commerce/store.ts';
import type { Job } from '../storage/repositories/jobs.ts';
import { onService } from './on-service.ts';
import { inColumns } from './table.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions } from './usage.ts';

const USAGE = `Lists background jobs: waiting, running, and the last error of each.

  jobs [<slug>] [--json]`;

export const jobs: Command = {
  summary: 'Lists background jobs.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, JSON_OPTION, USAGE);
    const [slug] = positionals;
    const list = await onService(config(), async (service) => {
      const stores = (await service.stores.list()).filter(
        (store) => slug === undefined || store.slug === slug,
      );
      const lists = await Promise.all(
        stores.map(async (store) => (await service.jobs.ofStore(store.id)).map((job) => ({ store, job }))),
      );
      return lists.flat();
    });
    say(values.json ? JSON.stringify(list.map(toJson), null, 2) : listed(list));
  },
};

interface ListedJob {
  store: Store;
  job: Job;
}

function toJson({ store, job }: ListedJob) {
  return {
    store: store.slug,
    kind: job.kind,
    subject: job.subject,
    running: job.running,
    run_at: job.runAt,
    attempts: job.attempts,
    progress: job.progress,
    last_error: job.lastError,
  };
}

function listed(list: ListedJob[]): string {
  if (list.length === 0) return 'There are no jobs.';
  return inColumns(
    ['STORE', 'JOB', 'SUBJECT', 'RUNS AT', 'ATTEMPTS', 'LAST ERROR'],
    list.map(({ store, job }) => [
      store.slug,
      job.kind,
      job.subject,
      job.running ? 'now' : job.runAt.slice(0, 19).replace('T', ' '),
      String(job.attempts),
      job.lastError ?? '',
    ]),
  );
}
